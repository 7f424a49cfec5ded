"""Setting pages: one template filled in and laid out by WeasyPrint, in this process or in another.

Every stretch begins with a specimen page, dropped later, that uses each character of the whole digest: so each font is
the same subset everywhere, and stands once in the merged file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from bilingual.findings import Finding
from bilingual.model import Link, Runs
from bilingual.publish import fonts, markup
from bilingual.publish.pdf_formulas import FormulaImages
from bilingual.publish.pdf_page import Page
from bilingual.publish.pdf_plan import Specimen
from bilingual.publish.pdf_tags import mend_tags
from bilingual.publish.templates import Templates
from bilingual.publish.view import DigestView

_BASE: Final = "https://templates.invalid/"  # RFC 6761: never resolves; only names of the templates' assets live there
_SPECIMEN_END: Final = "specimen-end"
ENTRY_LINK: Final = "https://digest.invalid/#"  # a link to an anchor in another stretch, made an inner link later


class Place(NamedTuple):
    """Where an anchor is: its page, counted from 0 in the stretch, and its top, in points from the page's top."""

    anchor: str
    page: int
    top: float


@dataclass(frozen=True, slots=True)
class Job:
    """One stretch to be set: everything another process needs to know. `view` has no sections here."""

    template: str
    templates: Templates
    view: DigestView
    page: Page
    look: str
    specimens: tuple[Specimen, ...]
    values: Mapping[str, Any]
    tagged: bool = True


@dataclass(frozen=True, slots=True)
class Stretch:
    """Pages that are set: a whole PDF, whose first `specimen` pages are to be left out; `pages` counts the others.

    `missing` are the characters that no font of this system has.
    """

    data: bytes
    specimen: int
    pages: int
    places: tuple[Place, ...]
    findings: tuple[Finding, ...]
    missing: frozenset[str] = frozenset()


def set_pages(job: Job) -> Stretch:
    """Set one stretch. Raises PublishError when the template fails."""
    from weasyprint import HTML

    from bilingual.publish.pdf_lines import mend_lines

    images = FormulaImages()
    source = job.templates.render(job.template, _values(job, images))
    html = HTML(string=source, base_url=_BASE, url_fetcher=fetcher(job.templates), media_type="print")
    variant, finisher = ("pdf/ua-1", mend_tags) if job.tagged else (None, None)
    document = html.render(cache=images.cache, pdf_variant=variant)
    mend_lines(document.pages)
    data = document.write_pdf(finisher=finisher, pdf_identifier=b"bilingual", pdf_variant=variant)
    # A user's template may have no specimen page; fonts are then larger and nothing else is lost.
    specimen = next((n for n, sheet in enumerate(document.pages, 1) if _SPECIMEN_END in sheet.anchors), 0)
    sheets = document.pages[specimen:]
    places = tuple(
        Place(name, n, box[1] * 0.75) for n, sheet in enumerate(sheets) for name, box in sheet.anchors.items()
    )
    missing = frozenset(chr(code) for font in document.fonts.values() for code in font.missing)
    return Stretch(data, specimen, len(sheets), places, tuple(images.registry.findings), missing)


def set_all(jobs: Sequence[Job], workers: int) -> list[Stretch]:
    """Set all stretches, on `workers` processes where there is more than one of each."""
    if workers < 2 or len(jobs) < 2:
        return [set_pages(job) for job in jobs]
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # "spawn": Pango and a progress bar have threads, which a fork would break.
    with ProcessPoolExecutor(min(workers, len(jobs)), mp_context=get_context("spawn")) as pool:
        return list(pool.map(set_pages, jobs))


def _values(job: Job, images: FormulaImages) -> dict[str, Any]:
    """What a template knows: the view, functions that make markup of runs, the page and the fonts."""
    tags = dict.fromkeys([*(column.tag for column in job.view.columns), "en"])

    def html(runs: Runs, place: str, tag: str = "") -> Markup:
        return markup.set_html(runs, place, images.draw, tag)

    def link(item: Link) -> Markup:
        return Markup(markup.link(item.href, item.label))

    return {
        "view": job.view,
        "words": job.view.words,
        "html": html,
        "link": link,
        "look": job.look,
        "page": job.page,
        "fonts": {tag: fonts.Stacks(*map(Markup, fonts.stacks(tag))) for tag in tags},
        "specimens": job.specimens,
        "entry_link": ENTRY_LINK,
        **job.values,
    }


def fetcher(templates: Templates) -> Any:
    """A URL fetcher that knows the templates' own assets and denies everything else."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class Assets(URLFetcher):  # type: ignore[misc]
        """Serves assets from memory; a request for anything else fails, and WeasyPrint goes on without it."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            asset = templates.assets.get(url.removeprefix(_BASE)) if url.startswith(_BASE) else None
            if asset is None:
                raise ValueError("only the templates' own assets are read when a PDF is made")
            media_type, data = asset
            return URLFetcherResponse(url, data, {"Content-Type": media_type})

    return Assets()
