"""The layout found by itself: signs first, then whichever layout without signs fits best.

Signs are cards, headings, rows and entries that fields or links mark as papers; a file may hold several of them. Only
where a file has none is it read by form alone, as prose, bullets, `title: summary` lines, abstracts, or one paper.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from bilingual.findings import Finding, Severity
from bilingual.model import Note, Paragraph
from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.flow import weight
from bilingual.readers.layouts.abstracts import read_abstracts
from bilingual.readers.layouts.brackets import claim_bracketed
from bilingual.readers.layouts.bullets import read_bullets
from bilingual.readers.layouts.cards import claim_cards
from bilingual.readers.layouts.claims import Claim, Claimed, left_over
from bilingual.readers.layouts.entries import claim_entries
from bilingual.readers.layouts.front import read_front
from bilingual.readers.layouts.headings import claim_headings, claim_weak_headings
from bilingual.readers.layouts.notes import note_kind
from bilingual.readers.layouts.prose import read_prose
from bilingual.readers.layouts.reading import Layout, Reading
from bilingual.readers.layouts.sections import Section, is_aside, names_papers, sections
from bilingual.readers.layouts.single import read_single
from bilingual.readers.layouts.stacked import read_stacked
from bilingual.readers.layouts.tables import claim_rows
from bilingual.readers.layouts.titles import are_titles, read_titles
from bilingual.readers.lines import logical_lines

# At equal scores the one that asks for more evidence goes first.
FLAT: Final[MappingProxyType[str, Layout]] = MappingProxyType(
    {
        "prose": read_prose,
        "bullets": read_bullets,
        "titles": read_titles,
        "stacked": read_stacked,
        "abstracts": read_abstracts,
    }
)
_CLEAR: Final = 0.8  # score of a reading by form that one or two signs do not outweigh
_FITS: Final = 0.4  # score under which a reading by form is doubtful where a file has headings
_COVERS: Final = 0.5  # share of a file with headings that a reading section by section must explain


def read_auto(blocks: tuple[Block, ...]) -> Reading:
    """The reading with the strongest evidence; one without drafts when there is none."""
    lines = logical_lines(blocks)
    claims = _only_named(_signed_claims(lines), lines)
    signed = _reading(lines, claims)
    if any(claim.layout != "list" for claim in claims):
        return signed
    by_form = _best(blocks)
    single = read_single(blocks)
    if single.score >= _CLEAR and len(claims) <= 2:
        return single
    if claims and not _outweighs(by_form, signed, claims):
        return signed
    is_prose = by_form.layout == "prose" and by_form.score >= _CLEAR
    if any(block.kind is BlockKind.HEADING for block in lines) and not is_prose:
        return _by_headings(blocks, lines, by_form, single)
    if by_form.score < _FITS:
        return single if single.drafts and single.score >= by_form.score else by_form
    return by_form


def _outweighs(by_form: Reading, signed: Reading, claims: Sequence[Claim]) -> bool:
    """Whether a clear reading by form goes before few entries in lists, as when two of forty items have a link."""
    if by_form.score < _CLEAR:
        return False
    return len(by_form.drafts) > 2 * len(signed.drafts) and not any(claim.linked for claim in claims)


def _signed_claims(lines: tuple[Block, ...]) -> list[Claim]:
    claimed = Claimed(len(lines))
    claims: list[Claim] = []

    def take(more: list[Claim]) -> None:
        claims.extend(more)
        claimed.add(more)

    take(claim_cards(lines))
    take([claim for claim in claim_headings(lines) if claimed.is_free(claim.start, claim.end)])
    for section in sections(lines).walk():
        if is_aside(section.name):
            continue
        for start, end in claimed.stretches(section.start + 1, section.own_end):
            take(claim_rows(lines, start, end, section.name))
        for start, end in claimed.stretches(section.start + 1, section.own_end):
            take(claim_bracketed(lines, start, end, section.name))
        for start, end in claimed.stretches(section.start + 1, section.own_end):
            take(claim_entries(lines, start, end, section.name, named=names_papers(section.name)))
    return sorted(claims, key=lambda claim: claim.start)


def _only_named(claims: list[Claim], lines: Sequence[Block]) -> list[Claim]:
    """Where a heading names the papers, lists of links under other headings are not taken for more of them."""
    named = [claim for claim in claims if claim.linked and names_papers(claim.draft.part)]
    if not named:
        return claims
    return [claim for claim in claims if not claim.linked or names_papers(claim.draft.part)]


def _reading(lines: Sequence[Block], claims: Sequence[Claim]) -> Reading:
    """The reading that claims make: what none covers is front matter or notes."""
    if not claims:
        return Reading("")
    front, rest = left_over(lines, claims)
    before, after = read_front(front), _notes(rest)
    layouts = tuple(dict.fromkeys(claim.layout for claim in claims))
    notes = [*before.notes, *(note for claim in claims for note in claim.notes), *after.notes]
    return Reading(
        "+".join(layouts),
        1.0,
        before.title or after.title,
        before.preface,
        tuple(claim.draft for claim in claims),
        tuple(notes),
        after.findings,
    )


@dataclass(frozen=True, slots=True)
class _Rest:
    title: str
    notes: tuple[Note, ...]
    findings: tuple[Finding, ...]


def _notes(rest: Sequence[Block]) -> _Rest:
    """What stands between and after papers, as notes; text among it is told to the user."""
    notes: list[Note] = []
    texts: list[Block] = []
    for block in rest:
        text = block.text.strip()
        kind = note_kind(text) or ("header" if block.kind is BlockKind.HEADING else "text")
        if text:
            notes.append(Note(kind, text, block.line))
        if kind == "text" and weight(text) >= 30:
            texts.append(block)
    title = next((note.text for note in notes if note.kind == "header"), "")
    return _Rest(title, tuple(notes), skipped(texts))


def skipped(texts: Sequence[Block]) -> tuple[Finding, ...]:
    """The finding for text between or after papers that was read as none."""
    if not texts:
        return ()
    size = sum(weight(block.text) for block in texts)
    lines = f"{texts[0].line}–{texts[-1].line_end}" if len(texts) > 1 else str(texts[0].line)
    message = (
        f"{len(texts)} blocks of text on lines {lines} ({size} letters) are in no paper; they are kept as notes. "
        "State `layout`, `select` or `papers` if they should be."
    )
    return (Finding("read.not-a-paper", Severity.INFO, message, line=texts[0].line),)


def _best(blocks: tuple[Block, ...]) -> Reading:
    return max((read(blocks) for read in FLAT.values()), key=lambda reading: reading.score)


def _by_headings(blocks: tuple[Block, ...], lines: tuple[Block, ...], by_form: Reading, single: Reading) -> Reading:
    """A file with headings and no signs: titles in headings, papers by form in each section, or one paper."""
    weak = claim_weak_headings(lines)
    if weak:
        return _reading(lines, weak)
    parts = _each_section(blocks)
    total = sum(weight(block.text) for block in lines if block.kind is not BlockKind.HEADING)
    if len(parts.drafts) >= 2 and _covered(parts) >= _COVERS * total:
        return parts
    if single.drafts:
        return single
    return by_form


def _covered(reading: Reading) -> int:
    return sum(weight(p.text) for draft in reading.drafts for p in draft.paragraphs) + sum(
        weight(p.text) for p in reading.preface
    )


def _each_section(blocks: tuple[Block, ...]) -> Reading:
    """Each section's own blocks read by form, put together in order."""
    readings: list[tuple[Section, Reading]] = []
    for section in sections(blocks).walk():
        own = blocks[section.start + 1 : section.own_end]
        if own and not is_aside(section.name):
            readings.append((section, _best(own)))
    clear = {reading.layout for _, reading in readings if reading.score >= _FITS and reading.drafts}
    good = [(section, reading) for section, reading in readings if reading.drafts and reading.layout in clear]
    if not good:
        return Reading("")
    preface: list[Paragraph] = []
    notes = [Note("header", s.name, s.heading.line) for s in sections(blocks).walk() if s.heading and s.name]
    findings: list[Finding] = []
    first = min(section.start for section, _ in good)
    reading_of = {section.start: reading for section, reading in good}
    for section in sections(blocks).walk():
        reading = reading_of.get(section.start)
        if reading:
            preface.extend(reading.preface)
            notes.extend(reading.notes)
            findings.extend(reading.findings)
            continue
        own = blocks[section.start + 1 : section.own_end]
        front = read_front(own)
        rest = _notes(own)
        preface.extend(front.preface if section.start < first else ())
        notes.extend(front.notes if section.start < first else rest.notes)
        findings.extend(() if section.start < first else rest.findings)
    drafts = [replace(d, part=d.part or s.name) for s, reading in good for d in reading.drafts]
    if any(d.title for d in drafts) and not are_titles([d.title for d in drafts if d.title]):
        return Reading("")
    layouts = tuple(dict.fromkeys(reading.layout for _, reading in good))
    title = next((note.text for note in notes if note.kind == "header"), "")
    score = sum(reading.score for _, reading in good) / len(good)
    return Reading("+".join(layouts), score, title, tuple(preface), tuple(drafts), tuple(notes), tuple(findings))


def read_claims(find: Callable[[tuple[Block, ...]], list[Claim]]) -> Layout:
    """The layout that takes only what `find` claims."""

    def read(blocks: tuple[Block, ...]) -> Reading:
        lines = logical_lines(blocks)
        return _reading(lines, sorted(find(lines), key=lambda claim: claim.start))

    return read


def claim_all_headings(lines: tuple[Block, ...]) -> list[Claim]:
    """Headings with signs, else those that read like titles."""
    return claim_headings(lines) or claim_weak_headings(lines)


def claim_all_rows(lines: tuple[Block, ...]) -> list[Claim]:
    """The rows of every table."""
    return [
        claim
        for section in sections(lines).walk()
        for claim in claim_rows(lines, section.start + 1, section.own_end, section.name)
    ]


def claim_all_entries(lines: tuple[Block, ...]) -> list[Claim]:
    """The entries of every list; stated by a person, every list is one of papers."""
    return [
        claim
        for section in sections(lines).walk()
        for claim in claim_entries(lines, section.start + 1, section.own_end, section.name, named=True)
    ]
