"""Aligning as a digest or a command configures it: a person's corrections, and vectors of a model with their cache."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from bilingual.alignment.corrections import BeadCorrection, Corrections, apply, parse_corrections
from bilingual.errors import AlignmentError
from bilingual.findings import Finding, Severity
from bilingual.model import Bead, Document
from bilingual.pipeline.config import DigestConfig
from bilingual.pipeline.plain import PlainText
from bilingual.pipeline.rows import Aligner
from bilingual.pipeline.store import read_source
from bilingual.pipeline.versions import Version

if TYPE_CHECKING:
    from bilingual.alignment import Matching
    from bilingual.alignment.embeddings import Encoder
    from bilingual.alignment.similarity import Array


@dataclass(frozen=True, slots=True)
class Aligning:
    """Corrections and encoder, and the file that keeps vectors between runs (None: `store` has them for this run).

    `missing` is a file of corrections that is named and not there yet; `used` collects the corrections of beads that
    met their texts.
    """

    corrections: Corrections
    encoder: Encoder | None = None
    missing: str = ""
    cache: Path | None = None
    store: dict[str, bytes] = field(default_factory=dict)
    used: set[BeadCorrection] = field(default_factory=set)

    def matched(self, documents: Sequence[Document]) -> Matching:
        """The papers that are the same, after a person's word. Raises AlignmentError for a paper that is not there."""
        from bilingual.alignment import match
        from bilingual.alignment.corrected import correct_matching
        from bilingual.alignment.matching import paper_texts

        made = None
        if self.encoder is not None:
            made = self._vectors(self.encoder, [paper_texts(document) for document in documents])
        return correct_matching(match(documents, made), self.corrections, documents)

    def aligner(self) -> Aligner:
        """The function that lays one version beside another; AlignmentError for a correction that is wrong."""
        return lambda pivot, other: self.beads(version_text(pivot), version_text(other))

    def beads(self, source: PlainText, target: PlainText) -> tuple[Bead, ...]:
        """The beads of two texts with a person's corrections. Raises AlignmentError for a correction that is wrong."""
        from bilingual.alignment import Options, align

        options = Options()
        if self.encoder is not None and source.segments and target.segments:
            one, other = self._vectors(self.encoder, [source.segments, target.segments])
            options = Options(vectors=(one, other))
        beads = align(
            source.segments,
            target.segments,
            source_lang=source.lang,
            target_lang=target.lang,
            source_breaks=source.breaks,
            target_breaks=target.breaks,
            options=options,
        )
        wanted = self.corrections.between(source.path, target.path)
        self.used.update(c for c in self.corrections.beads if set(c.texts) == {source.path, target.path})
        return apply(beads, wanted, source.segments, target.segments, self.corrections.name)

    def _vectors(self, encoder: Encoder, sides: Sequence[Sequence[str]]) -> list[Array]:
        from bilingual.alignment.embeddings import vectors
        from bilingual.pipeline.vectors import open_vectors

        if self.cache is None:
            return [vectors(encoder, texts, self.store) for texts in sides]
        with open_vectors(self.cache) as store:
            return [vectors(encoder, texts, store) for texts in sides]

    def findings(self) -> tuple[Finding, ...]:
        """The file that is not there, and each correction of a bead whose two texts were never laid side by side."""
        message = f"There is no {self.missing} yet; write corrections into it when you have some."
        absent = (Finding("align.no-corrections", Severity.INFO, message, self.missing),) if self.missing else ()
        unused = (
            Finding(
                "align.correction-unused",
                Severity.WARNING,
                f"The texts {c.texts[0]} and {c.texts[1]} are not aligned with each other, so this correction does "
                "nothing; name them as file#number of papers that are the same, the first document's first.",
                self.corrections.name,
                c.line,
            )
            for c in self.corrections.beads
            if c not in self.used
        )
        return (*absent, *unused)


def version_text(version: Version) -> PlainText:
    """A version as corrections know it: `list.txt#33`, and `list.txt#33@en` for a translation in the same file."""
    translated = "@" in version.segments[0].id.rpartition("/")[0] if version.segments else False
    name = f"{version.ref.path}#{version.ref.n}" + (f"@{version.lang}" if translated else "")
    return PlainText(name, version.lang, tuple(segment.text for segment in version.segments), version.breaks)


def make_aligning(config: DigestConfig, cache: Path | None = None) -> Aligning:
    """What `[alignment]` asks for; `cache` is the folder that keeps vectors between builds.

    Raises SourceError or AlignmentError for the file of corrections, MissingExtraError or UsageError for the encoder.
    """
    corrections = Corrections()
    path = config.folder / config.alignment.corrections
    missing = config.alignment.corrections if not path.exists() else ""
    if config.alignment.corrections and not missing:
        corrections = read_corrections(path)
    return aligning(corrections, config.alignment.embeddings, cache, missing)


def aligning(corrections: Corrections, embeddings: str, cache: Path | None, missing: str = "") -> Aligning:
    """An `Aligning` with the encoder named `embeddings`, if any. Raises MissingExtraError or UsageError for it."""
    from bilingual.alignment.embeddings import load_encoder
    from bilingual.pipeline.vectors import VECTORS_NAME

    place = cache / VECTORS_NAME if cache is not None else None
    return Aligning(corrections, load_encoder(embeddings) if embeddings else None, missing, place)


def read_corrections(path: Path) -> Corrections:
    """The corrections in a file. Raises SourceError when it cannot be read, AlignmentError that names the line."""
    try:
        text = read_source(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise AlignmentError(f"{path} is not UTF-8 text; save it as UTF-8.") from None
    return parse_corrections(text, path.name)
