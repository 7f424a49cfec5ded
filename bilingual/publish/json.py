"""digest.json: the aligned digest in full, for programs. Its fields are a contract: more may come, none is renamed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from bilingual.model import Digest, Entry, Pair, PaperPlace, PaperRef, Row, Section, TitleCell

Json = dict[str, Any]


def render(digest: Digest) -> bytes:
    """The digest as UTF-8 JSON, keys in the order of this module. The same digest gives the same bytes."""
    return (json.dumps(as_json(digest), ensure_ascii=False, indent=1) + "\n").encode("utf-8", "backslashreplace")


def as_json(digest: Digest) -> Json:
    """The digest as JSON values.

    `title` is that of the first column that has one, and `titles` has them all. Entries are listed flat in
    `entries`; `sections` says which entries stand under which heading, and holds prefaces and notes of sources.
    """
    titles = _titles(digest.title)
    return {
        "title": next(iter(titles.values()), ""),
        "titles": titles,
        "date": digest.date,
        "columns": list(digest.columns),
        "entries": [_entry(entry, section) for section in digest.sections for entry in section.entries],
        "sections": [_section(section) for section in digest.sections],
        "possible": [_pair(pair) for pair in digest.possible],
        "unmatched": [_place(place) for place in digest.unmatched],
        "findings": [finding.as_json() for finding in digest.findings],
        "colophon": [{"subject": subject, "fact": fact} for subject, fact in digest.colophon],
    }


def _entry(entry: Entry, section: Section) -> Json:
    return {
        "number": entry.number,
        "key": entry.key,
        "section": section.id,
        "papers": _refs(entry.papers),
        "title": _titles(entry.title),
        "title_from_summary": any(cell.placeholder for cell in entry.title),
        "authors": list(entry.authors),
        "venue": entry.venue,
        "links": list(entry.links),
        "evidence": list(entry.evidence),
        "rows": _rows(entry.rows),
    }


def _section(section: Section) -> Json:
    return {
        "id": section.id,
        "path": section.path,
        "title": _titles(section.title),
        "preface": _rows(section.preface),
        "notes": list(section.notes),
        "entries": [entry.number for entry in section.entries],
    }


def _titles(cells: Iterable[TitleCell]) -> dict[str, str]:
    return {cell.lang: cell.text for cell in cells if cell.text}


def _rows(rows: Iterable[Row]) -> list[Json]:
    return [
        {
            "id": row.id,
            "starts": row.starts,
            "score": row.score,
            "cells": {
                cell.lang: {
                    "text": cell.text,
                    "origin": cell.origin.kind.value,
                    "by": cell.origin.by,
                    "segments": [segment.id for segment in cell.segments],
                }
                for cell in row.cells
            },
        }
        for row in rows
    ]


def _refs(papers: Iterable[PaperRef]) -> list[Json]:
    return [{"path": paper.path, "n": paper.n} for paper in papers]


def _place(place: PaperPlace) -> Json:
    return {"path": place.path, "n": place.n, "key": place.key, "title": place.title}


def _pair(pair: Pair) -> Json:
    return {
        "papers": [_place(place) for place in pair.papers],
        "score": round(pair.score, 4),
        "evidence": list(pair.evidence),
        "status": "confirmed" if pair.confirmed else "possible",
    }
