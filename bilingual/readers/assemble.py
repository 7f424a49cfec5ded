"""A reading becomes a document: papers get keys, numbers and languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from bilingual.findings import Finding, Severity
from bilingual.model import Document, Paper, Paragraph, Position, links, plain
from bilingual.readers.duplicates import merge_duplicates
from bilingual.readers.flow import coarse_lang, weight, words
from bilingual.readers.identity import first_words, identifiers, slug, unique
from bilingual.readers.layouts.reading import Draft, Reading


def document(
    reading: Reading, path: str, *, encoding: str = "utf-8", format: str = "text", findings: tuple[Finding, ...] = ()
) -> Document:
    """The document that `reading` describes; `findings` are those of the stages before it."""
    merged = merge_duplicates(reading.drafts)
    keys = unique(key_of(draft) for draft in merged.drafts)
    numbered = enumerate(zip(merged.drafts, merged.places, keys, strict=True), 1)
    papers = tuple(_paper(draft, places, key, n) for n, (draft, places, key) in numbered)
    found = (*reading.findings, *merged.findings, *_without_summary(papers))
    own = tuple(replace(finding, path=path) for finding in found)
    if not papers:
        own = (*own, _no_papers(path, reading.layout))
    lang = _language([p for paper in papers for p in paper.paragraphs] or reading.preface)
    notes = tuple(sorted((*reading.notes, *merged.notes), key=lambda note: note.line))
    return Document(
        path, lang, reading.title, reading.preface, papers, notes, encoding, format, reading.layout, (*findings, *own)
    )


def key_of(draft: Draft) -> str:
    """`arxiv:ID`, `doi:ID` or the first address of a paper, else a slug of its title or first words."""
    stated = [*draft.identifiers, *identifiers([*draft.links, *links(draft.title)])]
    if stated:
        return min(stated, key=lambda key: not key.startswith("arxiv:"))
    addresses = [href for href in (*draft.links, *links(draft.title)) if "://" in href]
    if addresses:
        return addresses[0]
    return slug(plain(draft.title)) or next((made for p in draft.paragraphs if (made := first_words(p.text))), "")


def _paper(draft: Draft, places: tuple[tuple[int, int], ...], key: str, n: int) -> Paper:
    stated = tuple(dict.fromkeys([*draft.identifiers, *identifiers([*draft.links, *links(draft.title)])]))
    return Paper(
        key=key,
        title=draft.title,
        lang=_language(draft.paragraphs) if draft.paragraphs else coarse_lang(words(draft.title)),
        paragraphs=draft.paragraphs,
        position=Position(n, draft.line, draft.line_end),
        title_lang=coarse_lang(words(draft.title)) if draft.title else "",
        authors=draft.authors,
        venue=draft.venue,
        date=draft.date,
        identifiers=stated,
        links=draft.links,
        translations=draft.translations,
        rule=draft.rule,
        part=draft.part,
        repeats=tuple(Position(n, *lines) for lines in places),
    )


def _language(paragraphs: Iterable[Paragraph]) -> str:
    """The language in which most is written; "en" for nothing at all."""
    sizes: Counter[str] = Counter()
    for one in paragraphs:
        sizes[one.lang] += weight(words(one.runs))
    return max(sizes, key=lambda lang: sizes[lang], default="en")


def _without_summary(papers: tuple[Paper, ...]) -> tuple[Finding, ...]:
    bare = [paper for paper in papers if not any(p.text.strip() for p in paper.paragraphs)]
    if not bare:
        return ()
    numbers = ", ".join(str(paper.position.n) for paper in bare[:20]) + (" …" if len(bare) > 20 else "")
    message = f"{len(bare)} of {len(papers)} papers have a title and no summary: {numbers}."
    return (Finding("read.no-summary", Severity.INFO, message, line=bare[0].position.line_start),)


def _no_papers(path: str, layout: str) -> Finding:
    how = f'the layout "{layout}"' if layout else "any layout"
    message = f"No paper was found with {how}; state another `layout`, or a `papers` pattern for where one begins."
    return Finding("read.no-papers", Severity.WARNING, message, path)
