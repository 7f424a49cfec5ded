"""Large texts in constant memory: block by block, cut where no sentence is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from bilingual.scripts.convert import Converter
from bilingual.scripts.files.html import convert_html, convert_html_start
from bilingual.scripts.files.markdown import Markdown
from bilingual.scripts.files.subtitles import convert_subtitles

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

    Open both with `newline=""`, so that line ends stay. Code of Markdown and elements of HTML may cross the stretches.
    """
    start, end = _steps(suffix.lower(), converter)
    rest = ""
    while block := reader.read(BLOCK):
        made, rest = start(rest + block)
        writer.write(made)
        if progress:
            progress(len(block))
    if rest:
        writer.write(end(rest))


def _steps(suffix: str, converter: Converter) -> tuple[Callable[[str], tuple[str, str]], Callable[[str], str]]:
    """How to convert a stretch, which gives its rest back, and the last rest."""
    if suffix in (".html", ".htm", ".xhtml"):
        return (lambda text: convert_html_start(text, converter)), (lambda text: convert_html(text, converter))
    if suffix in (".md", ".markdown", ".mdx"):
        convert = Markdown(converter).convert
    elif suffix in (".srt", ".vtt"):

        def convert(text: str) -> str:
            return convert_subtitles(text, converter)
    else:
        convert = converter.text

    def start(text: str) -> tuple[str, str]:
        cut = _cut(text)
        return convert(text[:cut]), text[cut:]

    return start, convert


def _cut(text: str) -> int:
    """Where to cut: after the last empty line of the second half, else line, sentence or clause, else anywhere."""
    for sign in _CUTS:
        at = text.rfind(sign, len(text) // 2)
        if at >= 0:
            return at + len(sign)
    return len(text)
