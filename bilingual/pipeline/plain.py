"""Plain texts for `align` and `translate`: a file cut into segments, by lines or by sentences."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bilingual.model import plain
from bilingual.pipeline.store import read_source
from bilingual.protect import scan
from bilingual.segmentation import split

WAYS: Final = ("auto", "lines", "sentences")
_LINE_IS_SEGMENT: Final = 3.0  # sentences a line, on average; more, and lines are paragraphs


@dataclass(frozen=True, slots=True)
class PlainText:
    """A text as segments; `breaks` are the indices of those that begin a paragraph. `lang` is a canonical tag.

    `path` is what people call the text, which for a paper of a digest is `file#number`.
    """

    path: str
    lang: str
    segments: tuple[str, ...]
    breaks: tuple[int, ...]


def read_plain(path: str, *, tag: str = "", encoding: str = "", way: str = "auto") -> PlainText:
    """The segments of a text file.

    `lines`: each line that is not empty is one segment. `sentences`: lines that follow each other are joined, an empty
    line parts paragraphs, and each paragraph is cut into sentences. `auto` takes lines where no empty line parts them
    and they hold less than three sentences on average, since such files hold a segment a line. Raises SourceError.
    """
    from bilingual.readers.encoding import decode
    from bilingual.scripts.detect import detect

    text = decode(read_source(Path(path)), path, encoding or None).text
    paragraphs = _paragraphs(text)
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if way == "auto":
        way = "lines" if len(paragraphs) <= 1 and _holds_segments(lines) else "sentences"
    if way == "lines":
        segments, breaks = tuple(lines), tuple(range(len(lines)))
        # A line a segment says nothing of paragraphs.
        breaks = breaks[:1]
    else:
        segments, breaks = _sentences(paragraphs)
    return PlainText(Path(path).as_posix(), tag or detect(text), segments, breaks)


def _holds_segments(lines: list[str]) -> bool:
    return sum(max(1, len(split(scan(line)))) for line in lines) < _LINE_IS_SEGMENT * max(1, len(lines))


def _paragraphs(text: str) -> list[str]:
    """Paragraphs parted by empty lines, their lines joined: with no space between Han characters, else with one."""
    found: list[str] = []
    current: list[str] = []
    for line in [*text.split("\n"), ""]:
        if line.strip():
            current.append(line.strip())
        elif current:
            found.append(_joined(current))
            current = []
    return found


def _joined(lines: list[str]) -> str:
    text = lines[0]
    for line in lines[1:]:
        text += line if ord(text[-1]) >= 0x2E80 and ord(line[0]) >= 0x2E80 else f" {line}"
    return text


def _sentences(paragraphs: list[str]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    segments: list[str] = []
    breaks: list[int] = []
    for paragraph in paragraphs:
        breaks.append(len(segments))
        segments.extend(plain(runs) for runs, _ in split(scan(paragraph)))
    return tuple(segments), tuple(breaks)
