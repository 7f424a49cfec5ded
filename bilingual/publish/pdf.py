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
from bilingual.publish.pdf_plan import specimens, stretches
from bilingual.publish.pdf_set import Job, Stretch, set_all, set_pages
from bilingual.publish.rendered import Rendered
from bilingual.publish.templates import Templates
from bilingual.publish.view import DigestView, view

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


def render(digest: Digest, templates: Templates, options: PdfOptions = PdfOptions()) -> Rendered:
    """The digest as a tagged PDF. The same digest and templates give the same bytes, on any number of workers.

    Findings: `math.unsupported` for each formula printed as LaTeX, `font.missing-glyph` for each character that no font
    of this system has. Raises PublishError for an unknown page or look and
    for a template that fails.
    """
    shown = view(digest)
    chosen = look(options.look, len(digest.columns))
    used = specimens(shown)
    blank = Job("", templates, replace(shown, sections=()), page(options.page, chosen), chosen.value, used, {})
    cut = stretches(shown)
    jobs = [
        replace(blank, template="pdf_body.html.j2", values={"parts": parts, "ends": n == len(cut)})
        for n, parts in enumerate(cut, 1)
    ]
    body = set_all(jobs, options.workers)
    numbers = _page_numbers(body)
    front = set_pages(replace(blank, template="pdf_front.html.j2", view=shown, values={"pages": numbers}))
    heads = (*_front_heads(front), *_heads(shown, numbers, sum(stretch.pages for stretch in body)))
    sans = tuple(item for item in used if (item.style, item.lang) == ("sans", shown.lang))
    laid = replace(blank, template="pdf_heads.html.j2", values={"heads": heads}, specimens=sans, tagged=False)
    data = merge((front, *body), set_pages(laid), _bookmarks(shown))
    formulas = dict.fromkeys(finding for part in (front, *body) for finding in part.findings)
    missing = frozenset(char for part in (front, *body) for char in part.missing)
    return Rendered(data, (*formulas, *missing_glyphs(shown, missing)))


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
