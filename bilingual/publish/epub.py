"""The digest as an EPUB 3 book: a chapter a section, and in it the rows with their languages below one another.

See https://www.w3.org/TR/epub-33/. Formulas are MathML; nothing is loaded from outside the book.
"""

from __future__ import annotations

import hashlib
import io
import uuid
import zipfile
from collections.abc import Iterator
from typing import Any, Final

from markupsafe import Markup

from bilingual.model import Digest, Link, Math, Runs
from bilingual.publish import fonts, markup
from bilingual.publish.formulas import Formulas
from bilingual.publish.rendered import Rendered
from bilingual.publish.templates import Templates
from bilingual.publish.view import view

_EPOCH: Final = (1980, 1, 1, 0, 0, 0)  # the first date a ZIP can have: the same bytes in every build
_CONTAINER: Final = (
    '<?xml version="1.0"?>\n<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
    '<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>'
    "</container>\n"
)


def render(digest: Digest, templates: Templates) -> Rendered:
    """The digest as an EPUB file. The same digest and templates give the same bytes.

    Findings: `math.unsupported` for each formula shown as LaTeX. Raises PublishError when a template fails.
    """
    formulas: Formulas[str] = Formulas(_mathml)
    parts = dict(_parts(digest, templates, formulas))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as book:
        _write(book, "mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        _write(book, "META-INF/container.xml", _CONTAINER)
        for name, text in parts.items():
            _write(book, f"EPUB/{name}", text)
    return Rendered(out.getvalue(), tuple(formulas.findings))


def _parts(digest: Digest, templates: Templates, formulas: Formulas[str]) -> Iterator[tuple[str, str]]:
    shown = view(digest)

    def draw(math: Math, place: str) -> str | None:
        return formulas.get(math, place)

    def html(runs: Runs, place: str) -> Markup:
        return markup.html(runs, place, draw)

    def link(item: Link) -> Markup:
        return Markup(markup.link(item.href, item.label))

    tags = dict.fromkeys([*(column.tag for column in shown.columns), "en"])
    values: dict[str, Any] = {"view": shown, "words": shown.words, "html": html, "link": link, "title": shown.title}
    pages = {"title": templates.render("epub_title.xhtml.j2", values)}
    chapters = [(f"chapter-{n}", section) for n, section in enumerate(shown.sections, 1)]
    for name, section in chapters:
        pages[name] = templates.render("epub_section.xhtml.j2", {**values, "section": section, "title": section.label})
    pages["colophon"] = templates.render("epub_colophon.xhtml.j2", {**values, "title": shown.words["colophon"]})
    files = [(f"{name}.xhtml", section) for name, section in chapters]
    with_math = [(name, "<math" in text) for name, text in pages.items()]
    yield (
        "package.opf",
        templates.render(
            "epub_package.opf.j2",
            {
                **values,
                "identifier": _identifier(digest),
                "pages": with_math,
                "mathematics": any(has for _, has in with_math),
            },
        ),
    )
    yield "nav.xhtml", templates.render("epub_nav.xhtml.j2", {**values, "chapters": files})
    stacks = {tag: fonts.Stacks(*map(Markup, fonts.stacks(tag))) for tag in tags}
    yield "style.css", templates.render("epub.css.j2", {"fonts": stacks, "view": shown})
    for name, text in pages.items():
        yield f"{name}.xhtml", text


def _identifier(digest: Digest) -> str:
    """A UUID made from what the digest says."""
    total = hashlib.sha256(repr(digest).encode("utf-8", "surrogatepass")).digest()
    return f"urn:uuid:{uuid.UUID(bytes=total[:16], version=5)}"


def _write(book: zipfile.ZipFile, name: str, text: str, method: int = zipfile.ZIP_DEFLATED) -> None:
    info = zipfile.ZipInfo(name, _EPOCH)
    info.compress_type = method
    info.external_attr = 0o644 << 16
    book.writestr(info, text.encode())


def _mathml(tex: str, display: bool) -> str:
    from bilingual.publish.math import to_mathml

    return to_mathml(tex, display)
