"""Documents: one source file, read."""

from __future__ import annotations

from dataclasses import dataclass

from bilingual.findings import Finding
from bilingual.model.paper import Paper, Paragraph


@dataclass(frozen=True, slots=True)
class Note:
    """A line of a source that is about the source: navigation, a statistic, hot topics. Never a paper, never lost."""

    kind: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Document:
    """One source file. Text before the first paper is `preface`; `notes` are its headers and statistics.

    `encoding` is a Python codec name, `format` and `layout` are the names `read --json` shows.
    """

    path: str
    lang: str
    title: str
    preface: tuple[Paragraph, ...]
    papers: tuple[Paper, ...]
    notes: tuple[Note, ...] = ()
    encoding: str = "utf-8"
    format: str = "text"
    layout: str = ""
    findings: tuple[Finding, ...] = ()

    @property
    def entry_count(self) -> int:
        """How many entries the file has, repeats counted; `len(papers)` is the number of different papers."""
        return sum(1 + len(paper.repeats) for paper in self.papers)
