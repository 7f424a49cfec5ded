"""A reading becomes a document: papers get keys, numbers and languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from bilingual.findings import Finding, Severity
from bilingual.model import Document, Paper, Paragraph, Position, links, plain
from bilingual.readers.flow import coarse_lang, flat, weight
from bilingual.readers.identity import first_words, identifiers, slug, unique
from bilingual.readers.layouts.reading import Draft, Reading


def document(
    reading: Reading, path: str, *, encoding: str = "utf-8", format: str = "text", findings: tuple[Finding, ...] = ()
) -> Document:
    """The document that `reading` describes; `findings` are those of the stages before it."""
    keys = unique(key_of(draft) for draft in reading.drafts)
    papers = tuple(_paper(draft, key, n) for n, (draft, key) in enumerate(zip(reading.drafts, keys, strict=True), 1))
    own = tuple(replace(finding, path=path) for finding in reading.findings)
    if not papers:
        own = (*own, _no_papers(path, reading.layout))
    lang = _language([p for paper in papers for p in paper.paragraphs] or reading.preface)
    title = reading.title
    return Document(
        path, lang, title, reading.preface, papers, reading.notes, encoding, format, reading.layout, (*findings, *own)
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


def _paper(draft: Draft, key: str, n: int) -> Paper:
    stated = tuple(dict.fromkeys([*draft.identifiers, *identifiers([*draft.links, *links(draft.title)])]))
    return Paper(
        key=key,
        title=draft.title,
        lang=_language(draft.paragraphs) if draft.paragraphs else coarse_lang(flat(draft.title)),
        paragraphs=draft.paragraphs,
        position=Position(n, draft.line, draft.line_end),
        title_lang=coarse_lang(flat(draft.title)) if draft.title else "",
        authors=draft.authors,
        venue=draft.venue,
        date=draft.date,
        identifiers=stated,
        links=draft.links,
        translations=draft.translations,
        rule=draft.rule,
        part=draft.part,
    )


def _language(paragraphs: Iterable[Paragraph]) -> str:
    """The language in which most is written; "en" for nothing at all."""
    sizes: Counter[str] = Counter()
    for one in paragraphs:
        sizes[one.lang] += weight(flat(one.runs))
    return max(sizes, key=lambda lang: sizes[lang], default="en")


def _no_papers(path: str, layout: str) -> Finding:
    how = f'the layout "{layout}"' if layout else "any layout"
    message = f"No paper was found with {how}; state another `layout`, or a `papers` pattern for where one begins."
    return Finding("read.no-papers", Severity.WARNING, message, path)
