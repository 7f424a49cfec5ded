"""Comments of a returned file as threads: author, date, text, what they are about, replies, resolved or not.

Replies and "resolved" are in commentsExtended.xml, by the id of a comment's last paragraph ([MS-DOCX] 2.5.39).
"""

from __future__ import annotations

from dataclasses import replace

from lxml import etree

from bilingual.model.review import Comment
from bilingual.ooxml.names import W14 as _W14
from bilingual.ooxml.names import W15 as _W15
from bilingual.ooxml.names import W
from bilingual.review.content import Anchors, Walker
from bilingual.review.opened import Opened


def read_comments(opened: Opened, anchors: Anchors, own: str) -> tuple[Comment, ...]:
    """All threads in the order of the file. Those that only the program itself (`own`) wrote are left out."""
    if opened.comments is None:
        return ()
    parents, done = _extended(opened.extended)
    made: dict[str, tuple[str, Comment]] = {}
    by_paragraph: dict[str, str] = {}
    for element in opened.comments.iter(f"{W}comment"):
        number = element.get(f"{W}id", "")
        last = ""
        for paragraph in element.iter(f"{W}p"):
            last = paragraph.get(f"{_W14}paraId", last)
        by_paragraph[last] = number
        row, lang = anchors.place.get(number, ("", ""))
        made[number] = (
            last,
            Comment(
                author=element.get(f"{W}author", ""),
                date=element.get(f"{W}date", ""),
                text=_text(element),
                quoted=anchors.quoted(number),
                resolved=done.get(last, False),
                row=row,
                lang=lang,
            ),
        )
    replies: dict[str, list[Comment]] = {}
    tops: list[str] = []
    for number, (last, comment) in made.items():
        top = _top(last, parents, by_paragraph)
        if top == number:
            tops.append(number)
        else:
            replies.setdefault(top, []).append(comment)
    threads = (replace(made[number][1], replies=tuple(replies.get(number, ()))) for number in tops)
    return tuple(thread for thread in threads if _is_answered(thread, own))


def _top(last: str, parents: dict[str, str], by_paragraph: dict[str, str]) -> str:
    """The number of the comment that begins the thread; links that run in a circle end where they began."""
    seen = {last}
    while (above := parents.get(last, "")) in by_paragraph and above not in seen:
        seen.add(above)
        last = above
    return by_paragraph[last]


def _is_answered(thread: Comment, own: str) -> bool:
    return thread.author != own or thread.resolved or bool(thread.replies)


def _extended(root: etree._Element | None) -> tuple[dict[str, str], dict[str, bool]]:
    """By paragraph id: the parent's paragraph id, and whether the thread is resolved."""
    if root is None:
        return {}, {}
    items = list(root.iter(f"{_W15}commentEx"))
    parents = {i.get(f"{_W15}paraId", ""): i.get(f"{_W15}paraIdParent", "") for i in items}
    done = {i.get(f"{_W15}paraId", ""): i.get(f"{_W15}done", "0") in ("1", "true") for i in items}
    return {child: parent for child, parent in parents.items() if parent}, done


def _text(comment: etree._Element) -> str:
    walker = Walker({}, Anchors())
    paragraphs = ("".join(span.text for span in p.spans) for p in walker.paragraphs(comment))
    return "\n".join(paragraphs).strip()
