"""Outputs: a digest rendered in each format that is asked for, all of them before the first one is written."""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from bilingual.errors import ConfigError
from bilingual.findings import Finding
from bilingual.model import Digest, OriginKind
from bilingual.pipeline.config import DigestConfig
from bilingual.pipeline.progress import Progress
from bilingual.pipeline.store import read_source, write_output

NAMES: Final = {
    "docx": "digest.docx",
    "pdf": "digest.pdf",
    "html": "digest.html",
    "epub": "digest.epub",
    "json": "digest.json",
    "tmx": "digest.tmx",
    "xliff": "digest.xliff",
    "review.docx": "review.docx",
}


@dataclass(frozen=True, slots=True)
class Output:
    """One finished file: its name in the output folder, its bytes, and what was not good in making it."""

    name: str
    data: bytes
    findings: tuple[Finding, ...] = ()


def render(
    digest: Digest, config: DigestConfig, formats: Sequence[str], progress: Progress, cache: Path | None = None
) -> list[Output]:
    """The digest in each of `formats`. JSON comes last and lists what the others found.

    `cache` is a folder that may be deleted at any time, from which pages that are as before are taken; None keeps none.
    """
    progress.stage("Publishing", len(formats))
    outputs: list[Output] = []
    with _epoch(digest.date):
        for name in sorted(formats, key=lambda name: name == "json"):
            data, findings = _pdf(digest, config, cache) if name == "pdf" else _RENDERERS[name](digest, config)
            outputs.append(Output(NAMES[name], data, findings))
            known = set(digest.findings)
            digest = _with(digest, [f for f in findings if f not in known])
            progress.step()
    return outputs


@contextmanager
def _epoch(date: str) -> Iterator[None]:
    """SOURCE_DATE_EPOCH while publishing, unless it is set: fontTools writes the time into fonts that it subsets."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        yield
        return
    moment = datetime.datetime.fromisoformat(date).replace(tzinfo=datetime.UTC)
    os.environ["SOURCE_DATE_EPOCH"] = str(max(0, int(moment.timestamp())))
    try:
        yield
    finally:
        del os.environ["SOURCE_DATE_EPOCH"]


def write(outputs: Sequence[Output], folder: Path) -> list[Path]:
    """Write each output beside its name and rename it, so that a failure leaves every earlier file whole."""
    paths = [folder / output.name for output in outputs]
    for output, path in zip(outputs, paths, strict=True):
        write_output(path, output.data)
    return paths


def _with(digest: Digest, findings: Sequence[Finding]) -> Digest:
    return replace(digest, findings=(*digest.findings, *findings)) if findings else digest


def _template_folders(config: DigestConfig) -> tuple[Path, ...]:
    if not config.publish.templates:
        return ()
    folder = config.folder / config.publish.templates
    if not folder.is_dir():
        raise ConfigError(f'"publish.templates" names {folder}, which is not a folder.')
    return (folder,)


_Rendered = tuple[bytes, tuple[Finding, ...]]


def _docx(digest: Digest, config: DigestConfig) -> _Rendered:
    from bilingual.publish import docx

    one = config.publish.headings == "in-table"
    layout = docx.Layout.ONE_TABLE if one else docx.Layout.PAPER_TABLES
    return docx.render(digest, reference_docx(config), layout, page=config.publish.page)


def _review(digest: Digest, config: DigestConfig) -> _Rendered:
    from bilingual.publish import docx

    return docx.render_review(digest, reference_docx(config), findings=digest.findings, page=config.publish.page)


def reference_docx(config: DigestConfig) -> bytes:
    """The reference document of Word outputs: that of the digest's own templates, else the shipped one."""
    from bilingual.publish.templates import home

    folders = (*_template_folders(config), home())
    return read_source(next(path for folder in folders if (path := folder / "reference.docx").is_file()))


def _pdf(digest: Digest, config: DigestConfig, cache: Path | None) -> _Rendered:
    from bilingual.pipeline.kept import KeptPages
    from bilingual.publish import pdf
    from bilingual.publish.templates import load

    options = pdf.PdfOptions(page=config.publish.page, look=config.publish.look, workers=os.cpu_count() or 1)
    kept = KeptPages(cache / "pages") if cache else None
    made = pdf.render(_quoted(digest, config), load(_template_folders(config)), options, kept)
    if kept:
        kept.trim()
    return made


def _html(digest: Digest, config: DigestConfig) -> _Rendered:
    from bilingual.publish import html
    from bilingual.publish.templates import load

    return html.render(_quoted(digest, config), load(_template_folders(config)))


def _epub(digest: Digest, config: DigestConfig) -> _Rendered:
    from bilingual.publish import epub
    from bilingual.publish.templates import load

    return epub.render(_quoted(digest, config), load(_template_folders(config)))


def _quoted(digest: Digest, config: DigestConfig) -> Digest:
    """The digest with the quotation marks that pages are to show."""
    from bilingual.publish.quotes import regional

    if config.publish.quotes not in ("source", "region"):
        raise ConfigError(f'"publish.quotes" is "{config.publish.quotes}", and must be "source" or "region".')
    return regional(digest) if config.publish.quotes == "region" else digest


def _json(digest: Digest, config: DigestConfig) -> _Rendered:
    from bilingual.publish import json

    return json.render(digest), ()


def _tmx(digest: Digest, config: DigestConfig) -> _Rendered:
    """Every row as a unit with all its languages."""
    from bilingual.publish.view import cell_runs
    from bilingual.translation.tmx import Tmx, Unit, Variant, content_of
    from bilingual.translation.tmx_write import write_tmx

    rows = [row for section in digest.sections for row in section.preface]
    rows += [row for entry in digest.entries for row in entry.rows]
    units = []
    for row in rows:
        cells = [cell for cell in row.cells if cell_runs(cell)]
        source = next((cell.lang for cell in cells if cell.origin.kind is OriginKind.SOURCE), "")
        variants = tuple(Variant(cell.lang, content_of(cell_runs(cell))) for cell in cells)
        if len(variants) > 1:
            units.append(Unit(variants, id=row.id, source_lang=source))
    return write_tmx(Tmx(tuple(units))), ()


def _xliff(digest: Digest, config: DigestConfig) -> _Rendered:
    from bilingual.publish import xliff

    return xliff.render(digest)


_RENDERERS: Final[dict[str, Callable[[Digest, DigestConfig], _Rendered]]] = {
    "docx": _docx,
    "html": _html,
    "epub": _epub,
    "json": _json,
    "tmx": _tmx,
    "xliff": _xliff,
    "review.docx": _review,
}
