"""Setting pages: one template filled in and laid out by WeasyPrint, in this process or in another.

A stretch depends on nothing but its job, so that one that was set before can be kept and taken again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

from markupsafe import Markup

from bilingual.findings import Finding, Severity
from bilingual.model import Link, Runs
from bilingual.publish import fonts, markup
from bilingual.publish.pdf_fonts import compact_fonts
from bilingual.publish.pdf_formulas import FormulaImages
from bilingual.publish.pdf_page import Page
from bilingual.publish.pdf_tags import mend_tags
from bilingual.publish.templates import Templates
from bilingual.publish.view import DigestView

_BASE: Final = "https://templates.invalid/"  # RFC 6761: never resolves; only names of the templates' assets live there
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
    values: Mapping[str, Any]
    tagged: bool = True


@dataclass(frozen=True, slots=True)
class Stretch:
    """Pages that are set: a whole PDF. `missing` are the characters that no font of this system has."""

    data: bytes
    pages: int
    places: tuple[Place, ...]
    findings: tuple[Finding, ...]
    missing: frozenset[str] = frozenset()


class Store(Protocol):
    """Where stretches are kept from build to build; it may forget any of them."""

    def get(self, key: str) -> bytes | None:
        """What was kept under `key`, exactly as it was given, or None."""

    def put(self, key: str, data: bytes) -> None:
        """Keep `data` under `key`."""


def set_pages(job: Job) -> Stretch:
    """Set one stretch. Raises PublishError when the template fails."""
    from weasyprint import HTML

    from bilingual.publish.pdf_lines import mend_lines

    images = FormulaImages()
    source = job.templates.render(job.template, _values(job, images))
    html = HTML(string=source, base_url=_BASE, url_fetcher=fetcher(job.templates), media_type="print")
    shown = frozenset(source)

    def finish(document: Any, pdf: Any) -> None:
        if job.tagged:
            mend_tags(document, pdf)
        compact_fonts(pdf, shown)

    variant = "pdf/ua-1" if job.tagged else None
    document = html.render(cache=images.cache, pdf_variant=variant)
    mend_lines(document.pages)
    data = document.write_pdf(finisher=finish, pdf_identifier=b"bilingual", pdf_variant=variant)
    places = tuple(
        Place(name, n, box[1] * 0.75) for n, sheet in enumerate(document.pages) for name, box in sheet.anchors.items()
    )
    missing = frozenset(chr(code) for font in document.fonts.values() for code in font.missing)
    return Stretch(data, len(document.pages), places, tuple(images.registry.findings), missing)


class Setter:
    """Sets stretches: those that are kept are taken, the others are set, side by side where there are several."""

    def __init__(self, workers: int, store: Store | None, stack: ExitStack) -> None:
        self._workers, self._store, self._stack = workers, store, stack
        self._pool: Any = None

    def __call__(self, jobs: Sequence[Job]) -> list[Stretch]:
        """The stretches of `jobs`, in order. Raises PublishError when a template fails."""
        keys = [_key(job) for job in jobs] if self._store else [""] * len(jobs)
        found = [self._kept(key) for key in keys]
        todo = [n for n, stretch in enumerate(found) if stretch is None]
        for n, stretch in zip(todo, self._set([jobs[n] for n in todo]), strict=True):
            found[n] = stretch
            if self._store:
                self._store.put(keys[n], _packed(stretch))
        return [stretch for stretch in found if stretch is not None]

    def _kept(self, key: str) -> Stretch | None:
        data = self._store.get(key) if self._store else None
        return None if data is None else _unpacked(data)

    def _set(self, jobs: Sequence[Job]) -> Iterator[Stretch]:
        from concurrent.futures.process import BrokenProcessPool

        done = 0
        if self._workers > 1 and len(jobs) > 1:
            try:
                for stretch in self._processes().map(set_pages, jobs):
                    yield stretch
                    done += 1
            except BrokenProcessPool:
                # A process that could not start, or was ended for want of memory: what is left is set in this one.
                self._workers = 1
        yield from map(set_pages, jobs[done:])

    def _processes(self) -> Any:
        if self._pool is None:
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import get_context

            # "spawn": Pango and a progress bar have threads, which a fork would break.
            pool = ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"))
            self._pool = self._stack.enter_context(pool)
        return self._pool


@contextmanager
def setter(workers: int, store: Store | None = None) -> Iterator[Setter]:
    """A `Setter` with at most `workers` processes, which end when it is left."""
    with ExitStack() as stack:
        yield Setter(workers, store, stack)


def _key(job: Job) -> str:
    """Equal for jobs that give the same pages on the same machine."""
    total = hashlib.sha256()
    for part in (job.template, job.templates, job.view, job.page, job.look, job.values, job.tagged):
        total.update(repr(part).encode("utf-8", "surrogatepass") + b"\0")
    return total.hexdigest()


def _packed(stretch: Stretch) -> bytes:
    """A stretch as a line of JSON and its PDF."""
    facts = {
        "pages": stretch.pages,
        "places": stretch.places,
        "findings": [[f.code, f.severity.value, f.message, f.path, f.line, f.segment] for f in stretch.findings],
        "missing": sorted(stretch.missing),
    }
    return json.dumps(facts).encode() + b"\n" + stretch.data


def _unpacked(data: bytes) -> Stretch:
    head, _, pdf = data.partition(b"\n")
    facts = json.loads(head)
    places = tuple(Place(*place) for place in facts["places"])
    findings = tuple(Finding(code, Severity(severity), *rest) for code, severity, *rest in facts["findings"])
    return Stretch(pdf, facts["pages"], places, findings, frozenset(facts["missing"]))


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
