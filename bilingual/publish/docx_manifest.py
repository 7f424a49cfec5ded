"""The manifest of a Word document: every text of the digest as it was sent, and one identity for all of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from bilingual.model import Digest, Row, trim
from bilingual.ooxml import anchors
from bilingual.publish.docx_table import title_row_id


def manifest_rows(digest: Digest) -> Iterator[anchors.ManifestRow]:
    """The rows of the digest, complete with their texts; row N.0 holds the titles of paper N."""
    for section in digest.sections:
        yield from (_row(row, "") for row in section.preface)
        for entry in section.entries:
            titles = (
                anchors.ManifestCell(
                    title.lang,
                    (anchors.ManifestSegment(f"{entry.key}/title", trim(title.runs), kind=title.origin.kind),),
                )
                for title in entry.title
            )
            yield anchors.ManifestRow(title_row_id(entry.number), entry.key, tuple(titles))
            yield from (_row(row, entry.key) for row in entry.rows)


def _row(row: Row, key: str) -> anchors.ManifestRow:
    cells = (
        anchors.ManifestCell(
            cell.lang,
            tuple(anchors.ManifestSegment(s.id, s.runs, s.space_after, s.origin.kind) for s in cell.segments),
        )
        for cell in row.cells
    )
    return anchors.ManifestRow(row.id, key, tuple(cells))


def identity(digest: Digest) -> str:
    """32 hexadecimal digits that stand for the rows of a digest, ids and texts: the build a returned file came from."""
    return _identity(digest, row_elements(digest))


def row_elements(digest: Digest) -> list[str]:
    """The elements of the manifest, one for each row."""
    return ["".join(anchors.manifest_row(row)) for row in manifest_rows(digest)]


def _identity(digest: Digest, rows: Iterable[str]) -> str:
    total = hashlib.sha256(" ".join(digest.columns).encode())
    for row in rows:
        total.update(row.encode())
    return total.hexdigest()[:32]


def manifest_part(digest: Digest, build: str) -> tuple[str, list[str]]:
    """The identity of the build (`build` itself, unless it is empty) and the manifest part in pieces."""
    rows = row_elements(digest)
    name = build or _identity(digest, rows)
    return name, [*anchors.manifest(name, digest.date, digest.columns, rows)]
