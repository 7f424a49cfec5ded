"""Load: source files from the disk, read into documents whose languages are known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from bilingual.errors import SourceError
from bilingual.findings import Finding, Severity
from bilingual.model import Document
from bilingual.pipeline.config import DigestConfig, SourceConfig
from bilingual.pipeline.progress import Progress, Silent
from bilingual.pipeline.store import expand, read_source

_BLANK: Final = b" \t\r\n\x00\xef\xbb\xbf\xff\xfe"  # white space in any encoding, and byte order marks


def load(path: Path, shown: str, source: SourceConfig) -> Document:
    """The document at `path`, called `shown` in every message. Raises SourceError or UsageError."""
    from bilingual.readers import read_bytes
    from bilingual.scripts.detect import tag_document

    data = read_source(path)
    if not data.strip(_BLANK):
        raise SourceError(f"{shown} is empty; put the summaries into it, or take it out of the sources.")
    document = read_bytes(
        data,
        shown,
        layout=source.layout,
        encoding=source.encoding or None,
        papers=source.papers or None,
        select=source.select,
    )
    document = tag_document(document, source.lang or None)
    return replace(document, title=source.title or document.title)


def load_sources(config: DigestConfig, progress: Progress | None = None) -> tuple[Document, ...]:
    """All documents of a digest, in the order of its sources; a file that two sources name is read once."""
    found: dict[Path, tuple[str, Path, SourceConfig]] = {}
    for source in config.sources:
        for shown, path in expand(config.folder, source.path):
            found.setdefault(path.resolve(), (shown, path, source))
    bar = progress or Silent()
    bar.stage("Reading", len(found))
    documents = []
    for shown, path, source in found.values():
        documents.append(load(path, shown, source))
        bar.step()
    return tuple(documents)


def load_files(paths: Sequence[str], source: SourceConfig) -> tuple[Document, ...]:
    """The documents of files named on a command line, each shown by the path it was named with."""
    return tuple(load(Path(path), path, replace(source, path=path)) for path in dict.fromkeys(paths))


def note_findings(documents: Iterable[Document]) -> tuple[Finding, ...]:
    """One info finding for each line about the source itself, so that what became metadata is listed, not dropped."""
    return tuple(
        Finding(
            "read.metadata",
            Severity.INFO,
            f"Taken as {note.kind}, not as text of a paper: {note.text}",
            d.path,
            note.line,
        )
        for d in documents
        for note in d.notes
    )
