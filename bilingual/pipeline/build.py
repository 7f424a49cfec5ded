"""Build: from a digest's configuration to its outputs, by stages that are one visible tuple."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from bilingual.errors import ConfigError
from bilingual.findings import Finding
from bilingual.model import Digest, Document, Pair, PaperRef, Runs, Section, Text, TitleCell
from bilingual.pipeline.aligning import Aligning, make_aligning
from bilingual.pipeline.assemble import Tools, assemble, reorder
from bilingual.pipeline.config import DigestConfig
from bilingual.pipeline.load import load_sources, note_findings
from bilingual.pipeline.progress import Progress
from bilingual.pipeline.scripting import script_conversion
from bilingual.pipeline.titles import title_cells


@dataclass(frozen=True, slots=True)
class Job:
    """A build on its way: what the stages before have made of the configuration."""

    config: DigestConfig
    progress: Progress
    date: str
    cache: Path | None = None
    documents: tuple[Document, ...] = ()
    groups: tuple[tuple[PaperRef, ...], ...] = ()
    evidence: Mapping[PaperRef, tuple[str, ...]] = field(default_factory=dict)
    digest: Digest | None = None
    aligning: Aligning | None = None

    @property
    def done(self) -> Digest:
        """The digest, once the stage that assembles it has run."""
        if self.digest is None:
            raise RuntimeError("this stage needs the digest, so it must come after `assembled`")
        return self.digest


def read(job: Job) -> Job:
    """Source files → documents."""
    return replace(job, documents=load_sources(job.config, job.progress))


def matched(job: Job) -> Job:
    """Documents → groups of papers that are the same, and the pairs that only may be."""
    from bilingual.alignment import groups

    job.progress.stage("Matching papers")
    aligning = make_aligning(job.config, job.cache)
    matching = aligning.matched(job.documents)
    empty = Digest((), job.date, job.config.columns, ())
    possible = tuple(pair for pair in matching.pairs if not pair.confirmed)
    digest = replace(empty, possible=possible, unmatched=matching.unmatched)
    joined = groups(matching, job.documents)
    return replace(job, groups=joined, evidence=_evidence(joined, matching.pairs), digest=digest, aligning=aligning)


def _evidence(joined: Sequence[tuple[PaperRef, ...]], pairs: Sequence[Pair]) -> dict[PaperRef, tuple[str, ...]]:
    """For the first paper of each group, what the confirmed pairs within the group say, each sentence once."""
    first = {ref: group[0] for group in joined for ref in group}
    found: dict[PaperRef, dict[str, None]] = {}
    for pair in pairs:
        one, other = (first.get(PaperRef(place.path, place.n)) for place in pair.papers)
        if pair.confirmed and one is not None and one == other:
            found.setdefault(one, {}).update(dict.fromkeys(pair.evidence))
    return {ref: tuple(texts) for ref, texts in found.items()}


def assembled(job: Job) -> Job:
    """Documents and groups → sections, entries and rows, in every script the columns ask for."""
    job.progress.stage("Aligning and converting", sum(len(d.papers) for d in job.documents))
    convert = script_conversion(job.config)
    aligning = job.aligning or make_aligning(job.config, job.cache)
    tools = Tools(job.config.columns, aligning.aligner(), convert)
    sections, findings = assemble(job.documents, job.groups, tools, job.progress.step, job.evidence)
    sections = reorder(sections, job.config.publish.order, job.config.columns)
    title = _digest_title(job, convert)
    digest = replace(job.done, title=title, sections=sections, colophon=_colophon(job, sections))
    own = [finding for document in job.documents for finding in document.findings]
    everything = (*own, *note_findings(job.documents), *findings, *aligning.findings())
    return replace(job, digest=replace(digest, findings=everything))


def translated(job: Job) -> Job:
    """Cells that no source fills → machine translation, from the memory, the cache and the engine."""
    from bilingual.pipeline.translate import translate_digest

    return replace(job, digest=translate_digest(job.done, job.config, job.progress, job.cache))


def reviewed(job: Job) -> Job:
    """The edits of returned reviews are put in; those that fit no more are findings."""
    from bilingual.pipeline.review import load_edits
    from bilingual.review.edits import apply_edits

    digest, stale = apply_edits(job.done, load_edits(job.config.folder))
    return replace(job, digest=replace(digest, findings=(*digest.findings, *stale)))


STAGES: Final[tuple[Callable[[Job], Job], ...]] = (read, matched, assembled, translated, reviewed)


def make_digest(config: DigestConfig, progress: Progress, cache: Path | None = None) -> Digest:
    """Run all stages. Raises the errors of the stages; what is only not good is in the digest's findings.

    `cache` is a folder that may be deleted at any time; None keeps nothing.
    """
    job = Job(config, progress, digest_date(config), cache)
    for stage in STAGES:
        job = stage(job)
    return job.done


def digest_date(config: DigestConfig) -> str:
    """The date the outputs bear: the digest's, else SOURCE_DATE_EPOCH's, else today's in UTC."""
    if config.date:
        return config.date
    stated = os.environ.get("SOURCE_DATE_EPOCH", "")
    if stated and not (stated.isascii() and stated.isdigit() and len(stated) < 12):
        raise ConfigError(f'SOURCE_DATE_EPOCH is "{stated}", and must be a number of seconds since 1970.')
    return time.strftime("%Y-%m-%d", time.gmtime(int(stated) if stated else None))


def _digest_title(job: Job, convert: Callable[[Runs, str, str], tuple[Runs, str]]) -> tuple[TitleCell, ...]:
    """The title in each column: as stated for it, else converted, else any that is stated, else the folder's name."""
    stated = [(Text(text), tag) for tag, text in job.config.title]
    if not stated:
        stated = [(Text(job.config.folder.resolve().name), "en")]
    known = [((text,), tag or _tag_of(text.text)) for text, tag in stated]
    exact = {tag: runs for runs, tag in known}
    cells, _ = title_cells(known[0][0], known[0][1], job.config.columns, convert, known)
    return tuple(TitleCell(c.lang, exact.get(c.lang, c.runs), c.origin) for c in cells)


def _tag_of(text: str) -> str:
    from bilingual.scripts.detect import detect

    return detect(text)


def _colophon(job: Job, sections: Sequence[Section]) -> tuple[tuple[str, str], ...]:
    """What made the digest, as (subject, fact): sources, script profile, engine. No clock and no machine."""
    entries = sum(len(section.entries) for section in sections)
    papers = sum(len(document.papers) for document in job.documents)
    return (
        ("sources", ", ".join(f"{d.path} ({len(d.papers)})" for d in job.documents)),
        ("papers", f"{papers}"),
        ("entries", f"{entries}"),
        ("script", job.config.script.profile),
        ("translation", job.config.translation.engine),
    )


def folder_of(config: DigestConfig, out: str) -> Path:
    """Where outputs go: as stated with `--out`, else the folder `build` of the digest."""
    return Path(out) if out else config.folder / "build"


def without_network(config: DigestConfig) -> DigestConfig:
    """The same digest with nothing but the memory and the cache in place of an engine on the network."""
    if config.translation.engine != "openai":
        return config
    return replace(config, translation=replace(config.translation, engine="memory"))


def findings_by_weight(findings: Sequence[Finding]) -> list[Finding]:
    """Errors first, then warnings, then infos; in the order of the sources within each."""
    weight = {"error": 0, "warning": 1, "info": 2}
    return sorted(findings, key=lambda finding: weight[finding.severity.value])
