"""`align`: two files or two papers of a digest, sentence by sentence; a page of the links, and TMX."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bilingual import lang
from bilingual.errors import SourceError
from bilingual.findings import Finding, Severity
from bilingual.model import Bead
from bilingual.pipeline.aligning import Aligning, aligning, make_aligning, read_corrections, version_text
from bilingual.pipeline.config import locate, read_config
from bilingual.pipeline.load import load_sources
from bilingual.pipeline.places import cache_folder
from bilingual.pipeline.plain import PlainText
from bilingual.pipeline.versions import versions


@dataclass(frozen=True, slots=True)
class Aligned:
    """Two texts and their beads; `texts` is what corrections call them."""

    source: PlainText
    target: PlainText
    beads: tuple[Bead, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def texts(self) -> tuple[str, str]:
        """What `alignment.toml` calls the two sides."""
        return self.source.path, self.target.path


def align_files(source: PlainText, target: PlainText, *, corrections: str = "", embeddings: str = "") -> Aligned:
    """The beads of two files. `corrections` is a file, `embeddings` an encoder; vectors are kept in the user's cache.

    Raises SourceError or AlignmentError for the corrections, MissingExtraError or UsageError for the encoder.
    """
    from bilingual.alignment import Corrections

    decided = read_corrections(Path(corrections)) if corrections else Corrections()
    tool = aligning(decided, embeddings, cache_folder())
    return Aligned(source, target, tool.beads(source, target), _unused(tool, source, target))


def _unused(tool: Aligning, source: PlainText, target: PlainText) -> tuple[Finding, ...]:
    """A file of corrections may be about many texts; that it says nothing of these two is worth a word."""
    if tool.used or not tool.corrections.beads:
        return ()
    first = tool.corrections.beads[0]
    message = (
        f"No correction is about {source.path} and {target.path}, so none was carried out; this one is about "
        f"{first.texts[0]} and {first.texts[1]}. Name the texts as you name the files here."
    )
    return (Finding("align.correction-unused", Severity.WARNING, message, tool.corrections.name, first.line),)


def align_papers(digest: str, source: str, target: str) -> Aligned:
    """The beads of two papers of a digest, each named `file#number` or `file#number@language`, as a build makes them.

    Raises SourceError for a paper that is not there, and what reading the digest raises.
    """
    config = read_config(locate(Path(digest)))
    texts = (
        version_text(version)
        for document in load_sources(config)
        for paper in document.papers
        for version in versions(document, paper)
    )
    known = {text.path: text for text in texts}
    for name in (source, target):
        if name not in known:
            raise SourceError(
                f'The digest "{digest}" has no paper "{name}"; write file#number as "bilingual read" counts, such as '
                "list.txt#3, and @language after it for a translation in the same file."
            )
    tool = make_aligning(config, config.folder / "build" / "cache")
    return Aligned(known[source], known[target], tool.beads(known[source], known[target]))


def links_html(aligned: Aligned) -> bytes:
    """A page that fetches nothing and needs no script: the links by colour and score, and the lines to correct each."""
    from bilingual.alignment import links_page
    from bilingual.publish.templates import load

    langs = aligned.source.lang, aligned.target.lang
    sides = aligned.source.segments, aligned.target.segments
    values = links_page(aligned.beads, *sides, texts=aligned.texts, langs=langs)
    return load().render("align.html.j2", values).encode("utf-8", "replace")


def links_tmx(aligned: Aligned, least: float = 0.0) -> tuple[bytes, int]:
    """A TMX file with a unit for each link of both sides that has at least the score `least`, and how many it has not.

    Each unit has its score as the property `x-score`.
    """
    from bilingual.alignment import text_pairs
    from bilingual.protect import scan
    from bilingual.translation.tmx import Tmx, Unit, Variant, content_of
    from bilingual.translation.tmx_write import write_tmx

    one, other = aligned.source, aligned.target
    pairs = text_pairs(aligned.beads, one.segments, other.segments, spaces=(_space(one.lang), _space(other.lang)))
    units = [
        Unit(
            (Variant(one.lang, content_of(scan(left))), Variant(other.lang, content_of(scan(right)))),
            source_lang=one.lang,
            properties=(("x-score", f"{score:.4f}"),),
        )
        for left, right, score in pairs
        if score >= least
    ]
    return write_tmx(Tmx(tuple(units), one.lang)), len(pairs) - len(units)


def _space(tag: str) -> str:
    return "" if lang.is_chinese(tag) else " "
