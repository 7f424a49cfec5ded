"""Small Word documents made from their XML, one habit of Word each."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

NAMESPACES = " ".join(
    f'xmlns:{prefix}="{uri}"'
    for prefix, uri in {
        "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
        "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
        "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
        "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
        "v": "urn:schemas-microsoft-com:vml",
        "o": "urn:schemas-microsoft-com:office:office",
        "w14": "http://schemas.microsoft.com/office/word/2010/wordml",
        "w15": "http://schemas.microsoft.com/office/word/2012/wordml",
    }.items()
)
_TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def run(text: str, properties: str = "") -> str:
    """A run of text."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(content: str, properties: str = "") -> str:
    """A paragraph; plain text becomes a run."""
    inner = content if content.startswith("<") or not content else run(content)
    return f"<w:p><w:pPr>{properties}</w:pPr>{inner}</w:p>"


def styled(content: str, style: str) -> str:
    """A paragraph with a style."""
    return paragraph(content, f'<w:pStyle w:val="{style}"/>')


def cell(*content: str, properties: str = "") -> str:
    """A cell; plain texts become paragraphs."""
    inner = "".join(one if one.startswith("<") else paragraph(one) for one in content)
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inner}</w:tc>"


def row(*cells: str, properties: str = "") -> str:
    """A row; plain texts become cells."""
    inner = "".join(one if one.startswith("<") else cell(one) for one in cells)
    return f"<w:tr><w:trPr>{properties}</w:trPr>{inner}</w:tr>"


def table(*rows: str, look: str = "") -> str:
    """A table of rows."""
    return f"<w:tbl><w:tblPr>{look}</w:tblPr>{''.join(rows)}</w:tbl>"


def inserted(content: str, author: str = "Wang", date: str = "2026-05-01T08:00:00Z") -> str:
    """A tracked insertion."""
    return f'<w:ins w:id="1" w:author="{author}" w:date="{date}">{content}</w:ins>'


def deleted(text: str, author: str = "Li") -> str:
    """A tracked deletion."""
    return f'<w:del w:id="2" w:author="{author}"><w:r><w:delText xml:space="preserve">{text}</w:delText></w:r></w:del>'


def part(root: str, content: str) -> str:
    """A part of WordprocessingML with the given root."""
    return f'<?xml version="1.0" encoding="UTF-8"?><w:{root} {NAMESPACES}>{content}</w:{root}>'


def docx(
    *body: str,
    parts: Mapping[str, str] | None = None,
    links: Mapping[str, str] | None = None,
    entries: Mapping[str, bytes] | None = None,
    document: str | None = None,
) -> bytes:
    """A DOCX.

    `parts` are contents by the kind of their relationship (`styles`, `footnotes`), `links` external addresses by the id
    of theirs, `entries` further entries of the zip; `document` replaces the main part.
    """
    related = [(f"p{n}", kind, f"{kind}.xml", "") for n, kind in enumerate(parts or {})]
    related += [(key, "hyperlink", target, ' TargetMode="External"') for key, target in (links or {}).items()]
    files: dict[str, str | bytes] = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"/>',
        "_rels/.rels": _relationships([("d", "officeDocument", "word/document.xml", "")]),
        "word/document.xml": document or part("document", f"<w:body>{''.join(body)}<w:sectPr/></w:body>"),
        "word/_rels/document.xml.rels": _relationships(related),
    }
    files.update({f"word/{kind}.xml": content for kind, content in (parts or {}).items()})
    files.update(entries or {})
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def _relationships(listed: list[tuple[str, str, str, str]]) -> str:
    items = "".join(
        f'<Relationship Id="{key}" Type="{_TYPE}{kind}" Target="{target.replace("&", "&amp;")}"{mode}/>'
        for key, kind, target, mode in listed
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{items}</Relationships>'
