"""Aligning as a digest configures it: a person's corrections, and vectors of a multilingual model with their cache."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bilingual.alignment.corrections import BeadCorrection, Corrections, apply, parse_corrections
from bilingual.errors import AlignmentError
from bilingual.findings import Finding, Severity
from bilingual.model import Bead, Document
from bilingual.pipeline.config import DigestConfig
from bilingual.pipeline.rows import Aligner
from bilingual.pipeline.store import read_source
from bilingual.pipeline.versions import Version

if TYPE_CHECKING:
    from bilingual.alignment import Matching
    from bilingual.alignment.embeddings import Encoder


@dataclass(frozen=True, slots=True)
class Aligning:
    """Corrections and encoder of a build.

    `missing` is a file of corrections that is named and not there yet; `used` collects the corrections of beads that
    met their texts.
    """

    corrections: Corrections
    encoder: Encoder | None = None
    missing: str = ""
    store: dict[str, bytes] = field(default_factory=dict)
    used: set[BeadCorrection] = field(default_factory=set)

    def matched(self, documents: Sequence[Document]) -> Matching:
        """The papers that are the same, after a person's word. Raises AlignmentError for a paper that is not there."""
        from bilingual.alignment import match
        from bilingual.alignment.corrected import correct_matching
        from bilingual.alignment.embeddings import vectors
        from bilingual.alignment.matching import paper_texts

        made = None
        if self.encoder is not None:
            made = [vectors(self.encoder, paper_texts(document), self.store) for document in documents]
        return correct_matching(match(documents, made), self.corrections, documents)

    def aligner(self) -> Aligner:
        """The function that lays one version beside another; AlignmentError for a correction that is wrong."""
        return self._align

    def _align(self, pivot: Version, other: Version) -> Sequence[Bead]:
        from bilingual.alignment import Options, align
        from bilingual.alignment.embeddings import vectors

        source = [segment.text for segment in pivot.segments]
        target = [segment.text for segment in other.segments]
        options = Options()
        if self.encoder is not None and source and target:
            both = (vectors(self.encoder, source, self.store), vectors(self.encoder, target, self.store))
            options = Options(vectors=both)
        beads = align(
            source,
            target,
            source_lang=pivot.lang,
            target_lang=other.lang,
            source_breaks=pivot.breaks,
            target_breaks=other.breaks,
            options=options,
        )
        names = text_name(pivot), text_name(other)
        wanted = self.corrections.between(*names)
        self.used.update(c for c in self.corrections.beads if set(c.texts) == set(names))
        return apply(beads, wanted, source, target, self.corrections.name)

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


def text_name(version: Version) -> str:
    """What corrections call a text: `list.txt#33`, and `list.txt#33@en` for a translation in the same file."""
    translated = "@" in version.segments[0].id.rpartition("/")[0] if version.segments else False
    return f"{version.ref.path}#{version.ref.n}" + (f"@{version.lang}" if translated else "")


def make_aligning(config: DigestConfig) -> Aligning:
    """What `[alignment]` asks for.

    Raises SourceError or AlignmentError for the file of corrections, MissingExtraError or UsageError for the encoder.
    """
    from bilingual.alignment.embeddings import load_encoder

    corrections = Corrections()
    path = config.folder / config.alignment.corrections
    missing = config.alignment.corrections if not path.exists() else ""
    if config.alignment.corrections and not missing:
        try:
            text = read_source(path).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise AlignmentError(f"{path} is not UTF-8 text; save it as UTF-8.") from None
        corrections = parse_corrections(text, path.name)
    name = config.alignment.embeddings
    return Aligning(corrections, load_encoder(name) if name else None, missing)
