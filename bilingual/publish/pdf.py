"""The digest as a PDF: Jinja2 makes the HTML of its pages, WeasyPrint sets them, pikepdf binds them.

The text is set in stretches, on as many cores as there are. Then the pages are known, and contents with page numbers
and the running heads are set. Nothing is fetched, and no clock is read: the same digest gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bilingual.model import Digest
from bilingual.publish.pdf_glyphs import missing_glyphs
from bilingual.publish.pdf_merge import Bookmark, merge
from bilingual.publish.pdf_page import look, page
from bilingual.publish.pdf_plan import stretches
from bilingual.publish.pdf_set import Job, Store, Stretch, setter
from bilingual.publish.rendered import Rendered
from bilingual.publish.templates import Templates
from bilingual.publish.view import DigestView, view

_HEADS: Final = 200  # pages whose running heads are set in one go
_ROMAN: Final = ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))


@dataclass(frozen=True, slots=True)
class PdfOptions:
    """`page` is A4, Letter, A5 or B5; `look` is auto, columns, landscape or interleaved; `workers` are processes."""

    page: str = "A4"
    look: str = "auto"
    workers: int = 1


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above and below one page: running heads at the left and right, and the page number."""

    left: str
    right: str
    folio: str
    verso: bool


def render(
    digest: Digest, templates: Templates, options: PdfOptions = PdfOptions(), store: Store | None = None
) -> Rendered:
    """The digest as a tagged PDF. The same digest and templates give the same bytes, on any number of workers, and
    whatever `store` keeps from builds before.

    Findings: `math.unsupported` for each formula printed as LaTeX, `font.missing-glyph` for each character that no font
    of this system has. Raises PublishError for an unknown page or look and
    for a template that fails.
    """
    shown = view(digest)
    chosen = look(options.look, len(digest.columns))
    bare = replace(shown, sections=(), colophon=(), possible=())
    blank = Job("", templates, bare, page(options.page, chosen), chosen.value, {})
    with setter(options.workers, store) as set_all:
        body = set_all(list(_body(shown, blank)))
        numbers = _page_numbers(body)
        heads = list(_heads(shown, numbers, sum(stretch.pages for stretch in body)))
        contents = replace(blank, template="pdf_front.html.j2", view=_without_rows(shown), values={"pages": numbers})
        front, *body_heads = set_all([contents, *_head_jobs(blank, heads)])
        front_heads = set_all(_head_jobs(blank, list(_front_heads(front))))
    data = merge((front, *body), (*front_heads, *body_heads), _bookmarks(shown))
    formulas = dict.fromkeys(finding for part in (front, *body) for finding in part.findings)
    missing = frozenset(char for part in (front, *body) for char in part.missing)
    return Rendered(data, (*formulas, *missing_glyphs(shown, missing)))


def _body(shown: DigestView, blank: Job) -> Iterator[Job]:
    """A job for each stretch, and for the colophon, which an edit changes more often than the stretch before it."""
    cut = stretches(shown)
    end = replace(blank.view, colophon=shown.colophon, possible=shown.possible)
    body = replace(blank, template="pdf_body.html.j2")
    if len(cut) == 1:
        yield replace(body, view=end, values={"parts": cut[0], "ends": True})
        return
    for parts in cut:
        yield replace(body, values={"parts": parts, "ends": False})
    yield replace(body, view=end, values={"parts": (), "ends": True})


def _without_rows(shown: DigestView) -> DigestView:
    """What the contents show of a digest."""
    sections = (
        replace(section, preface=(), entries=tuple(replace(entry, rows=()) for entry in section.entries))
        for section in shown.sections
    )
    return replace(shown, sections=tuple(sections))


def _head_jobs(blank: Job, heads: Sequence[Head]) -> list[Job]:
    job = replace(blank, template="pdf_heads.html.j2", tagged=False)
    return [
        replace(job, values={"heads": tuple(heads[start : start + _HEADS])}) for start in range(0, len(heads), _HEADS)
    ]


def _page_numbers(body: Sequence[Stretch]) -> dict[str, int]:
    """The number of the page on which each section and entry begins, in order."""
    numbers: dict[str, int] = {}
    before = 1
    for stretch in body:
        numbers |= {place.anchor: before + place.page for place in stretch.places}
        before += stretch.pages
    return numbers


def _front_heads(front: Stretch) -> Iterator[Head]:
    """Roman folios; the title page, which is the first, has none."""
    for n in range(1, front.pages + 1):
        yield Head("", "", _roman(n) if n > 1 else "", n % 2 == 0)


def _heads(shown: DigestView, numbers: Mapping[str, int], last: int) -> Iterator[Head]:
    """The section and an entry for each page: the first entry of a left-hand page, the last of a right-hand one."""
    section_of = {entry.anchor: section.label for section in shown.sections for entry in section.entries}
    label_of = {entry.anchor: entry.label for entry in shown.entries}
    opening = {numbers[s.anchor]: s.label for s in shown.sections if s.anchor in numbers}
    begins: dict[int, list[str]] = {}
    for anchor in label_of:
        if anchor in numbers:
            begins.setdefault(numbers[anchor], []).append(anchor)
    going_on, section = "", ""
    for n in range(1, last + 1):
        if n == numbers.get("colophon"):
            section_of, label_of, going_on, section = {}, {}, "", shown.words["colophon"]
        if n in opening:
            going_on, section = "", opening[n]
        here = begins.get(n, [])
        verso = n % 2 == 0
        entry = ((going_on or here[0]) if verso else here[-1]) if here else going_on
        section = section_of.get(entry, section)
        going_on = here[-1] if here else going_on
        label = label_of.get(entry, "")
        yield Head(label if verso else section, section if verso else label, str(n), verso)


def _bookmarks(shown: DigestView) -> tuple[Bookmark, ...]:
    sections = (
        Bookmark(s.label, s.anchor, tuple(Bookmark(entry.label, entry.anchor) for entry in s.entries))
        for s in shown.sections
    )
    return (Bookmark(shown.words["contents"], "contents"), *sections, Bookmark(shown.words["colophon"], "colophon"))


def _roman(number: int) -> str:
    text = ""
    for value, letters in _ROMAN:
        while number >= value:
            text, number = text + letters, number - value
    return text
