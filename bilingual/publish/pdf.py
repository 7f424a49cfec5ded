"""The digest as a PDF: Jinja2 makes the pages' HTML, WeasyPrint sets them. Nothing is fetched and no clock is read.

The rows are set first, so that the contents, set after them and put before them, know their page numbers.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from bilingual.model import Digest, Link, Runs
from bilingual.publish import fonts, markup
from bilingual.publish.pdf_formulas import FormulaImages
from bilingual.publish.pdf_page import Look, look, page
from bilingual.publish.pdf_tags import mend_tags
from bilingual.publish.rendered import Rendered
from bilingual.publish.templates import Templates
from bilingual.publish.view import DigestView, SectionView, view

_BASE: Final = "https://templates.invalid/"  # RFC 6761: never resolves; only names of the templates' assets live there


@dataclass(frozen=True, slots=True)
class PdfOptions:
    """`page` is A4, Letter, A5 or B5; `look` is auto, columns, landscape or interleaved."""

    page: str = "A4"
    look: str = "auto"


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a section; `opens` says that it begins with the section's heading."""

    view: SectionView
    opens: bool
    preface: tuple[Any, ...]
    entries: tuple[Any, ...]


def render(digest: Digest, templates: Templates, options: PdfOptions = PdfOptions()) -> Rendered:
    """The digest as a tagged PDF. The same digest and templates give the same bytes.

    Findings: `math.unsupported` for each formula printed as LaTeX. Raises PublishError for an unknown page or look and
    for a template that fails.
    """
    from weasyprint.text.fonts import FontConfiguration

    shown = view(digest)
    chosen = look(options.look, len(digest.columns))
    images = FormulaImages()
    press = _Press(templates, images, FontConfiguration(), _values(shown, options, chosen, images))
    parts = tuple(Part(section, True, section.preface, section.entries) for section in shown.sections)
    body = press.set("pdf_body.html.j2", sections=parts)
    front = press.set("pdf_front.html.j2", pages=_pages(body))
    back = press.set("pdf_back.html.j2")
    whole = front.copy([*front.pages, *body.pages, *back.pages])
    data = whole.write_pdf(
        finisher=mend_tags,
        pdf_identifier=hashlib.sha256(repr(digest).encode("utf-8", "surrogatepass")).digest()[:16],
        pdf_variant="pdf/ua-1",
    )
    return Rendered(data, tuple(images.registry.findings))


@dataclass(frozen=True)
class _Press:
    templates: Templates
    images: FormulaImages
    font_config: Any
    values: dict[str, Any]

    def set(self, template: str, **more: Any) -> Any:
        """The pages of one template, as a WeasyPrint document."""
        from weasyprint import HTML

        source = self.templates.render(template, {**self.values, **more})
        html = HTML(string=source, base_url=_BASE, url_fetcher=fetcher(self.templates), media_type="print")
        return html.render(font_config=self.font_config, cache=self.images.cache, pdf_variant="pdf/ua-1")


def _values(shown: DigestView, options: PdfOptions, chosen: Look, images: FormulaImages) -> dict[str, Any]:
    """What the templates know: the view, functions that make markup of runs, the page and the fonts."""
    tags = dict.fromkeys([*(column.tag for column in shown.columns), "en"])
    stacks = {tag: fonts.Stacks(*map(Markup, fonts.stacks(tag))) for tag in tags}

    def html(runs: Runs, place: str) -> Markup:
        return markup.html(runs, place, images.draw)

    def link(item: Link) -> Markup:
        return Markup(markup.link(item.href, item.label))

    return {
        "view": shown,
        "words": shown.words,
        "html": html,
        "link": link,
        "look": chosen.value,
        "page": page(options.page, chosen),
        "fonts": stacks,
    }


def _pages(document: Any) -> dict[str, int]:
    """The number of the page on which each anchor of a document stands, from 1."""
    return {name: n for n, sheet in enumerate(document.pages, 1) for name in sheet.anchors}


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
