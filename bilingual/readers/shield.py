r"""Shields: formulas put out of reach before Markdown is parsed, and signs that would make the parser slow.

Markdown takes `_`, `*` and `\` of a formula for its own. So each formula becomes a key of two private-use characters
with its number between them, and the key becomes the formula again in the text that the parser returns. The same way
brackets that never close, or nest deeper than any link does, become single characters that the parser leaves alone.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

from bilingual.model import Inline, Math, Text, source_text
from bilingual.protect import scan

_FIRST: Final = 0x10F000
_LAST: Final = 0x10FFFD
_DEEPEST: Final = 4  # an image in a link has two
_WIDEST: Final = 64  # columns of a table; a wider one is no table of papers, and the parser keeps every cell
_BRACKET: Final = re.compile(r"[\[\]]|\n[ \t]*\n")
_DECLARATION: Final = {"<!--": "-->", "<?": "?>", "<![": "]]>"}
_OPENING: Final = re.compile(r"<!--|<\?|<!\[")
_QUOTED_LINE: Final = re.compile(r"\n[ \t]*>[ \t]?")


@dataclass(frozen=True, slots=True)
class Shielded:
    """A text with its formulas behind keys. `text` is what to parse; `restore` and `inlines` undo it."""

    text: str
    formulas: tuple[Math, ...]
    key: re.Pattern[str]
    letters: dict[int, str]
    feeds: tuple[tuple[int, int], ...]

    def restore(self, text: str) -> str:
        """`text` as it was in the source."""
        text = self.key.sub(lambda match: source_text(self.formulas[int(match[1])]), text)
        return text.translate(self.letters)

    def inlines(self, text: str, marks: tuple[str, ...]) -> list[Inline]:
        """`text` as inlines: texts with `marks`, formulas, and bare addresses as links."""
        found: list[Inline] = []
        at = 0
        for match in self.key.finditer(text):
            found.extend(self._plain(text[at : match.start()], marks))
            found.append(self.formulas[int(match[1])])
            at = match.end()
        found.extend(self._plain(text[at:], marks))
        return found

    def _plain(self, text: str, marks: tuple[str, ...]) -> list[Inline]:
        text = text.translate(self.letters)
        if "//" not in text and "www." not in text:
            return [Text(text, marks)] if text else []
        # Only addresses are wanted here: what reads as a formula now was looked at in its whole paragraph before.
        return [Text(source_text(run), marks) if not _is_link(run) else run for run in scan(text)]

    def line(self, line: int) -> int:
        """The number of the source line that is line `line` of `text`; both count from 1."""
        index = bisect_right(self.feeds, (line, _LAST)) - 1
        return line + (self.feeds[index][1] if index >= 0 else 0)


def _is_link(run: Inline) -> bool:
    return not isinstance(run, Text | Math) and hasattr(run, "href")


def shield(text: str) -> Shielded:
    """`text` with formulas behind keys, and with brackets and declarations that never close made plain letters."""
    runs = scan(text)
    opening, closing, *spare = _unused(text, 6)
    pieces: list[str] = []
    formulas: list[Math] = []
    feeds: list[tuple[int, int]] = []
    line, lost = 1, 0
    for run in runs:
        source = source_text(run)
        if isinstance(run, Math):
            pieces.append(f"{opening}{len(formulas)}{closing}")
            formulas.append(_unquoted(run))
            if "\n" in source:
                lost += source.count("\n")
                feeds.append((line + 1, lost))
        else:
            pieces.append(source)
            line += source.count("\n")
    letters = dict(zip(map(ord, spare), "[]<|", strict=True))
    parsed = _without_loose_signs("".join(pieces), *spare)
    return Shielded(parsed, tuple(formulas), re.compile(f"{opening}(\\d+){closing}"), letters, tuple(feeds))


def _unquoted(formula: Math) -> Math:
    """A formula in a block quote without the quote marks at the starts of its lines."""
    if "\n" not in formula.tex or len(_QUOTED_LINE.findall(formula.tex)) != formula.tex.count("\n"):
        return formula
    return Math(_QUOTED_LINE.sub("\n", formula.tex), formula.display, formula.opening)


def _without_loose_signs(text: str, left: str, right: str, less: str, bar: str) -> str:
    letters = list(text)
    stack: list[int] = []
    for match in _BRACKET.finditer(text):
        if match[0] == "[":
            stack.append(match.start())
        elif match[0] == "]":
            if not stack:
                letters[match.start()] = right
            elif len(stack) > _DEEPEST:
                letters[stack.pop()], letters[match.start()] = left, right
            else:
                stack.pop()
        else:
            _replace(letters, stack, left)
    _replace(letters, stack, left)
    for line in re.finditer(r"[^\n]+", text):
        if text.count("|", *line.span()) > _WIDEST:
            for at in range(*line.span()):
                letters[at] = bar if letters[at] == "|" else letters[at]
    ends = {opening: text.rfind(close) for opening, close in _DECLARATION.items()}
    for match in _OPENING.finditer(text):
        if ends[match[0]] < match.end():
            letters[match.start()] = less
    return "".join(letters)


def _replace(letters: list[str], stack: list[int], letter: str) -> None:
    for at in stack:
        letters[at] = letter
    stack.clear()


def _unused(text: str, count: int) -> list[str]:
    """`count` private-use characters that `text` does not hold."""
    used = {ord(char) for char in set(text)}
    return [chr(code) for code in range(_FIRST, _LAST) if code not in used][:count]
