"""Markdown in place: code, formulas, addresses, tags and the keys of the front matter stay; emphasis parts no word.

What is code is told by `code_lines`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from bilingual.model import Text, source_text
from bilingual.protect import scan
from bilingual.scripts.convert import Converter
from bilingual.scripts.files.code_lines import CodeLines
from bilingual.scripts.files.spans import convert_apart

HOLE: Final = chr(0x10EFFE)
_OPAQUE: Final = chr(0x10EFFD)
_KEY: Final = re.compile(r"[ \t]*(?:- )?[^\s:#\"'\[{][^:\n]*:(?=[ \t\r\n]|$)")
_INLINE: Final = "b|i|em|strong|span|u|s|sub|sup|mark|small|font|del|ins"
_KEPT: Final = re.compile(
    r"(?<=\])\([ \t]*(?:<[^<>\n]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()]*)*)"  # where an inline link or image leads
    r"|(?<=\]):[ \t]*(?:<[^<>\n]*>|[^\s./#]*[./#]\S*)"  # where a reference leads
    rf"|</?(?!(?:{_INLINE})\b)[A-Za-z][^<>]{{0,2000}}>"  # tags of blocks, addresses in angles
    r"|<!--(?:[^-]|-(?!->)){0,2000}-->"
    r"|\{[#.%{][^{}\n]{0,500}[%}]?\}"  # attributes and shortcodes
)
_EMPHASIS: Final = re.compile(
    r"(?<!\\)(?:\*{1,3}|~~|(?<![\w])_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w))|</?[A-Za-z][^<>]{0,2000}>"  # inline tags too
)


class Markdown:
    """A conversion that can be fed block by block; it remembers whether it is inside a block of code."""

    def __init__(self, converter: Converter) -> None:
        self._converter = converter
        self._lines = CodeLines()
        self._fresh = True

    def convert(self, text: str) -> str:
        """The next block, which ends with a line."""
        made: list[str] = []
        kept: list[str] = []
        prose: list[str] = []
        front, text = self._front_matter(text) if self._fresh else ("", text)
        self._fresh = False
        for line in text.splitlines(keepends=True):
            if self._lines.is_code(line):
                kept.append(line)
                prose.append(HOLE)
            else:
                prose.append(line)
        made.append(self._prose("".join(prose), kept))
        return front + "".join(made)

    def _front_matter(self, text: str) -> tuple[str, str]:
        """The converted front matter, keys and signs as they are, and what follows it."""
        lines = text.splitlines(keepends=True)
        if not lines or lines[0].strip() != "---":
            return "", text
        end = next((at for at, line in enumerate(lines[1:], 1) if line.strip() in ("---", "...")), 0)
        if not end:
            return "", text
        made = []
        for line in lines[1:end]:
            key = _KEY.match(line)
            start = key.end() if key else 0
            made.append(line[:start] + self._converter.text(line[start:]))
        return "".join([lines[0], *made, lines[end]]), "".join(lines[end + 1 :])

    def _prose(self, text: str, kept: list[str]) -> str:
        """Prose with a hole for each line of code: addresses become holes too, and emphasis is taken out."""
        if text.count(HOLE) != len(kept):  # the source uses the character itself
            return self._converter.text(text) if not kept else text
        holes: list[str] = []

        def hide(match: re.Match[str]) -> str:
            holes.append(next(lines) if match[0] == HOLE else match[0])
            return HOLE

        lines = iter(kept)
        hidden = re.sub(f"{HOLE}|{_KEPT.pattern}", hide, text)
        return _filled("".join(self._paragraphs(hidden)), holes)

    def _paragraphs(self, text: str) -> Iterator[str]:
        """Convert line by line where there is emphasis, and all other lines together."""
        plain: list[str] = []
        for line in text.splitlines(keepends=True):
            if _EMPHASIS.search(line):
                yield self._converter.text("".join(plain))
                plain = []
                yield self._emphasized(line)
            else:
                plain.append(line)
        yield self._converter.text("".join(plain))

    def _emphasized(self, line: str) -> str:
        runs = scan(line)
        opaque = [source_text(run) for run in runs if not isinstance(run, Text)]
        if _OPAQUE in line:
            return self._converter.text(line)
        masked = "".join(run.text if isinstance(run, Text) else _OPAQUE for run in runs)
        signs = (match.span() for match in _EMPHASIS.finditer(masked))
        return _filled(convert_apart(masked, signs, self._converter), opaque, _OPAQUE)


def _filled(text: str, holes: list[str], hole: str = HOLE) -> str:
    pieces = text.split(hole)
    return "".join([pieces[0], *(kept + piece for kept, piece in zip(holes, pieces[1:], strict=True))])


def convert_markdown(text: str, converter: Converter) -> str:
    """A Markdown text in the target script."""
    return Markdown(converter).convert(text)
