"""Comments of a Word document with their threads (ECMA-376 Part 1, 17.13.4; [MS-DOCX] 2.5.1, commentsExtended).

A reply names the last paragraph of the comment that it answers, by `w15:paraIdParent`; a thread is resolved when its
first comment has `w15:done`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bilingual.ooxml.names import W14, W15, W, value
from bilingual.ooxml.revisions import View, is_shown
from bilingual.ooxml.runs import Met, RunReader, styled
from bilingual.ooxml.story import Content, Paragraph
from bilingual.ooxml.styles import Styles

if TYPE_CHECKING:
    from bilingual.ooxml.package import Package

_EXTENDED: Final = "commentsExtended"


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment. `paragraphs` are its texts; `parent` is the id of the comment it replies to, or ""; author and date
    may be empty."""

    id: str
    paragraphs: tuple[str, ...]
    author: str = ""
    date: str = ""
    initials: str = ""
    parent: str = ""
    resolved: bool = False

    @property
    def text(self) -> str:
        """Its paragraphs, one a line."""
        return "\n".join(self.paragraphs)


def read_comments(package: Package, styles: Styles | None = None) -> tuple[Comment, ...]:
    """The comments of a document in the order of their part; none when it has no such part."""
    part = package.related("comments")
    if not part:
        return ()
    runs = RunReader(package.relationships(part), styled(styles or Styles({})), Met())
    threads = _threads(package)
    marks: dict[str, str] = {}
    found: list[tuple[Comment, str]] = []
    for element in package.xml(part).iter(f"{W}comment"):
        paragraphs = list(element.iter(f"{W}p"))
        last = paragraphs[-1].get(f"{W14}paraId", "") if paragraphs else ""
        texts = (runs.read(paragraph).pieces for paragraph in paragraphs)
        comment = Comment(
            id=value(element, "id"),
            paragraphs=tuple(
                "".join(p.text for p in pieces if is_shown(p.revisions, View.ACCEPTED)) for pieces in texts
            ),
            author=value(element, "author"),
            date=value(element, "date"),
            initials=value(element, "initials"),
        )
        if last:
            marks[last.upper()] = comment.id
        found.append((comment, last.upper()))
    return tuple(_threaded(comment, threads.get(last, ("", False)), marks) for comment, last in found)


def _threaded(comment: Comment, thread: tuple[str, bool], marks: dict[str, str]) -> Comment:
    from dataclasses import replace

    return replace(comment, parent=marks.get(thread[0], ""), resolved=thread[1])


def _threads(package: Package) -> dict[str, tuple[str, bool]]:
    """By the id of a comment's last paragraph: that of its parent's, and whether it is resolved."""
    part = package.related(_EXTENDED)
    if not part:
        return {}
    return {
        element.get(f"{W15}paraId", "").upper(): (
            element.get(f"{W15}paraIdParent", "").upper(),
            element.get(f"{W15}done", "0") in ("1", "true"),
        )
        for element in package.xml(part).iter(f"{W15}commentEx")
    }


def anchors(contents: Iterable[Content]) -> dict[str, str]:
    """The text that each comment stands at, by its id: what is in its range, or "" for one at a point."""
    texts: dict[str, list[str]] = {}
    for paragraph in paragraphs(contents):
        began = set()
        for piece in paragraph.pieces:
            for comment in piece.comments:
                parts = texts.setdefault(comment, [])
                if parts and comment not in began:
                    parts.append("\n")
                began.add(comment)
                parts.append(piece.text)
        for comment in paragraph.comments:
            texts.setdefault(comment, [])
    return {comment: "".join(parts) for comment, parts in texts.items()}


def paragraphs(contents: Iterable[Content]) -> Iterator[Paragraph]:
    """All paragraphs in order: those in cells, and those in text boxes after the one that they are anchored in."""
    for content in contents:
        if isinstance(content, Paragraph):
            yield content
            yield from paragraphs(content.boxes)
        else:
            for row in content.rows:
                for cell in row.cells:
                    yield from paragraphs(cell.content)
