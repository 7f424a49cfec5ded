"""Markdown (CommonMark 0.31 with tables and strikethrough) → blocks.

Formulas are shielded before the parser sees them. Indented code is off: in digests an indented line is a translation
or a paragraph, never code. Emphasis beside full-width punctuation is emphasis, which CommonMark's own rule for spaces
between words would not see (commonmark-spec issue 650).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Final

from bilingual.findings import Finding, Severity
from bilingual.model import Break, Code, Inline, Note, Runs, Text, inline_text, join, trim
from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.flow import ends_sentence, weight
from bilingual.readers.html import html_blocks
from bilingual.readers.html_elements import as_link, inline_tag
from bilingual.readers.parsed import Parsed
from bilingual.readers.shield import Shielded, shield
from bilingual.readers.text import read_text

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_DEEPEST: Final = 40  # block nesting; the parser is recursive, and drops what is deeper
_WORK: Final = 10_000_000  # openers × characters of one paragraph; more takes the parser seconds
_OPENER: Final = re.compile(r"[\[<`!]")
_FRONT_MATTER: Final = re.compile(
    r"\A(?:---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)|\+\+\+[ \t]*\n(.*?)\n\+\+\+[ \t]*(?:\n|\Z))", re.DOTALL
)
_TITLE_LINE: Final = re.compile(r"^title\s*[:=]\s*(.+?)\s*$", re.MULTILINE)
_LONGEST_HEADING: Final = 600  # weight; a rule of `---` under a paragraph makes no heading of it
_MARKS: Final = {"strong": "strong", "em": "emphasis", "s": "strike"}


def read_markdown(text: str) -> Parsed:
    """The blocks of a Markdown text; its front matter becomes notes, and its `title` the title.

    A text that nests blocks deeper than the parser goes is read as plain text, with a finding.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    front = _FRONT_MATTER.match(text)
    head = front[0] if front else ""
    title, notes = _front_matter(front[1] or front[2] or "") if front else ("", ())
    # The lines of the front matter stay, empty, so that all others keep their numbers.
    shielded = shield("\n" * head.count("\n") + text[len(head) :])
    env: dict[str, object] = {}
    tokens = _parser().parse(shielded.text, env)
    if any(token.level >= _DEEPEST - 1 for token in tokens):
        finding = Finding(
            "read.too-deep",
            Severity.WARNING,
            f"The Markdown nests more than {_DEEPEST} levels deep; it was read as plain text.",
        )
        return Parsed(read_text(text[len(head) :]), title, notes, (finding,))
    walk = _Walk(shielded, env)
    blocks = tuple(walk.blocks(tokens))
    return Parsed(blocks, title, (*notes, *walk.notes), tuple(walk.findings))


def _front_matter(text: str) -> tuple[str, tuple[Note, ...]]:
    found = _TITLE_LINE.search(text)
    title = found[1].strip("\"'") if found else ""
    lines = enumerate(text.split("\n"), 2)
    return title, tuple(Note("front matter", line.strip(), number) for number, line in lines if line.strip())


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST})
    parser.enable(["table", "strikethrough"]).disable("code")
    parser.inline.ruler.at("emphasis", _emphasis)
    # Paragraphs are parsed one by one as they are read, so that their tokens never stand in memory together.
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


def _children(text: str, env: dict[str, object]) -> list[Token]:
    """The inline tokens of a paragraph; one that would take the parser seconds is text as it stands."""
    from markdown_it.token import Token

    if len(_OPENER.findall(text)) * len(text) > _WORK:
        return [Token("text", "", 0, content=text)]
    children: list[Token] = []
    _parser().inline.parse(text, _parser(), env, children)
    return children


def _emphasis(state: StateInline, silent: bool) -> bool:
    """CommonMark's rule for `*` and `_`, save that beside an East Asian character a `*` may open and close."""
    from markdown_it.rules_inline.state_inline import Delimiter

    marker = state.src[state.pos]
    if silent or marker not in "_*":
        return False
    scanned = state.scanDelims(state.pos, marker == "*")
    before = state.src[state.pos - 1] if state.pos else " "
    end = state.pos + scanned.length
    after = state.src[end] if end < state.posMax else " "
    beside = marker == "*" and (_is_wide(before) or _is_wide(after))
    for _ in range(scanned.length):
        token = state.push("text", "", 0)
        token.content = marker
        state.delimiters.append(
            Delimiter(
                marker=ord(marker),
                length=scanned.length,
                token=len(state.tokens) - 1,
                end=-1,
                open=scanned.can_open or (beside and not after.isspace()),
                close=scanned.can_close or (beside and not before.isspace()),
            )
        )
    state.pos = end
    return True


def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF" or char in "“”‘’…—·"


class _Walk:
    """One pass over the parser's tokens. `notes` and `findings` are what is no block."""

    def __init__(self, shielded: Shielded, env: dict[str, object]) -> None:
        self.shielded = shielded
        self._env = env
        self.notes: list[Note] = []
        self.findings: list[Finding] = []
        self._items: list[list[str]] = []  # for each open list item: its marker, until a block has taken it
        self._quotes = 0

    def blocks(self, tokens: list[Token]) -> Iterator[Block]:
        """The blocks of all tokens, in order."""
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token.type == "table_open":
                end = next(i for i in range(index, len(tokens)) if tokens[i].type == "table_close")
                yield from self._table(tokens[index:end])
                index = end
            elif token.type == "list_item_open":
                ordered = token.markup in (".", ")")
                self._items.append([f"{token.info}{token.markup}" if ordered else token.markup])
            elif token.type == "list_item_close":
                if self._items.pop():
                    yield self._empty_item(tokens, index)
            elif token.type in ("blockquote_open", "blockquote_close"):
                self._quotes += 1 if token.type == "blockquote_open" else -1
            elif token.type == "inline":
                yield self._text_block(token, tokens[index - 1])
            elif token.type == "fence":
                fence = token.markup
                yield self._block(BlockKind.CODE, (Code(self.shielded.restore(token.content), fence),), token)
            elif token.type == "html_block":
                yield from self._html(token)
            index += 1

    def _text_block(self, token: Token, opener: Token) -> Block:
        runs = trim(self.inlines(token))
        heading = opener.type == "heading_open"
        if heading and opener.markup in ("-", "=") and _is_text(runs):
            heading = False
        if heading:
            return self._block(BlockKind.HEADING, runs, token, int(opener.tag[1]))
        if self._items and self._items[-1]:
            marker = self._items[-1].pop()
            return self._block(BlockKind.ITEM, runs, token, len(self._items), marker)
        kind = BlockKind.QUOTE if self._quotes else BlockKind.PARAGRAPH
        return self._block(kind, runs, token, len(self._items))

    def _empty_item(self, tokens: list[Token], close: int) -> Block:
        opener = next(tokens[i] for i in range(close, -1, -1) if tokens[i].type == "list_item_open")
        marker = f"{opener.info}{opener.markup}" if opener.markup in (".", ")") else opener.markup
        return self._block(BlockKind.ITEM, (), opener, len(self._items) + 1, marker)

    def _block(self, kind: BlockKind, runs: Runs, token: Token, level: int = 0, marker: str = "") -> Block:
        first, last = token.map or [0, 1]
        line = self.shielded.line(first + 1)
        # The next line's number less one: a formula of many lines is one line to the parser.
        return Block(kind, runs, line, max(line, self.shielded.line(last + 1) - 1), level, marker)

    def _table(self, tokens: list[Token]) -> Iterator[Block]:
        rows: list[tuple[Token, list[Runs]]] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append((token, []))
            elif token.type == "inline":
                rows[-1][1].append(trim(self.inlines(token)))
        header = tuple("".join(_plain(cell)) for cell in rows[0][1])
        line = self.shielded.line((rows[0][0].map or [0])[0] + 1)
        if any(header):
            self.notes.append(Note("columns", " | ".join(header), line))
        for token, cells in rows[1:]:
            first = self.shielded.line((token.map or [0])[0] + 1)
            joined: list[Inline] = []
            for number, cell in enumerate(cells):
                joined.extend([*([Text("\t")] if number else []), *cell])
            yield Block(BlockKind.ROW, join(joined), first, first, 0, "", tuple(cells), header)

    def _html(self, token: Token) -> Iterator[Block]:
        first = self.shielded.line((token.map or [0])[0] + 1)
        parsed = html_blocks(self.shielded.restore(token.content), first)
        self.notes.extend(parsed.notes)
        self.findings.extend(parsed.findings)
        yield from parsed.blocks

    def inlines(self, token: Token) -> Runs:
        """The runs of an inline token."""
        runs: list[Inline] = []
        marks: list[str] = []
        link: list[tuple[str, int]] = []
        for child in _children(token.content, self._env):
            name = child.type.removesuffix("_open").removesuffix("_close")
            if name in _MARKS:
                _toggle(marks, _MARKS[name], child.nesting > 0)
            elif child.type == "link_open":
                link.append((self.shielded.restore(str(child.attrs.get("href", ""))), len(runs)))
            elif child.type == "link_close" and link:
                href, start = link.pop()
                runs[start:] = as_link(href, runs[start:])
            elif child.type == "code_inline":
                runs.append(Code(self.shielded.restore(child.content), child.markup))
            elif child.type == "softbreak":
                runs.append(Text("\n", ()))
            elif child.type == "hardbreak":
                runs.append(Break())
            elif child.type == "image":
                self._image(child, token, runs, tuple(marks))
            elif child.type == "html_inline":
                self._tag(child.content, runs, marks, link)
            elif child.content:
                runs.extend(self.shielded.inlines(child.content, tuple(sorted(set(marks)))))
        return join(runs)

    def _tag(self, tag: str, runs: list[Inline], marks: list[str], link: list[tuple[str, int]]) -> None:
        name, closing, href = inline_tag(tag)
        if name == "br":
            runs.append(Break())
        elif name == "a" and not closing:
            link.append((self.shielded.restore(href), len(runs)))
        elif name == "a" and link:
            target, start = link.pop()
            runs[start:] = as_link(target, runs[start:]) if target else runs[start:]
        elif name in ("strong", "emphasis", "strike", "sup", "sub", "underline"):
            _toggle(marks, name, not closing)

    def _image(self, child: Token, token: Token, runs: list[Inline], marks: tuple[str, ...]) -> None:
        source = self.shielded.restore(str(child.attrs.get("src", "")))
        line = self.shielded.line((token.map or [0])[0] + 1)
        self.notes.append(Note("image", f"{self.shielded.restore(child.content)} {source}".strip(), line))


def _toggle(marks: list[str], mark: str, on: bool) -> None:
    if on:
        marks.append(mark)
    elif mark in marks:
        marks.remove(mark)


def _is_text(runs: Runs) -> bool:
    text = "".join(_plain(runs))
    return ends_sentence(text) or weight(text) > _LONGEST_HEADING or "\n" in text


def _plain(runs: Runs) -> Iterator[str]:
    return map(inline_text, runs)
