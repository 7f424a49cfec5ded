"""Large texts in constant memory: block by block, cut where no sentence is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from bilingual.scripts.convert import Converter
from bilingual.scripts.files.markdown import Markdown

BLOCK: Final = 1_000_000  # characters; a block and its result take a few megabytes
_CUTS: Final = ("\n\n", "\n", "。", "，", " ")


class Reader(Protocol):
    """What a text is read from: an open text file, for one."""

    def read(self, size: int = -1, /) -> str:
        """At most `size` characters, and "" at the end."""


class Writer(Protocol):
    """What a text is written to."""

    def write(self, text: str, /) -> object:
        """Take the next stretch of the result."""


def convert_stream(
    reader: Reader,
    writer: Writer,
    converter: Converter,
    progress: Callable[[int], None] | None = None,
    suffix: str = ".txt",
) -> None:
    """Convert what `reader` gives and hand it to `writer`; `progress` is told of each stretch in characters.

    Open both with `newline=""`, so that line ends stay. For `.md` a block of code may cross the stretches.
    """
    convert = Markdown(converter).convert if suffix.lower() in (".md", ".markdown", ".mdx") else converter.text
    rest = ""
    while block := reader.read(BLOCK):
        text = rest + block
        cut = _cut(text)
        writer.write(convert(text[:cut]))
        rest = text[cut:]
        if progress:
            progress(len(block))
    if rest:
        writer.write(convert(rest))


def _cut(text: str) -> int:
    """Where to cut: after the last empty line of the second half, else line, sentence or clause, else anywhere."""
    for sign in _CUTS:
        at = text.rfind(sign, len(text) // 2)
        if at >= 0:
            return at + len(sign)
    return len(text)
