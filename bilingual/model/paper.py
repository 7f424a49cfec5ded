"""Papers: one summary of one research paper, as one source file gives it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bilingual.model.inline import Runs, formulas, links, plain


class ParagraphKind(StrEnum):
    """What a paragraph is on the page."""

    TEXT = "text"
    HEADING = "heading"
    ITEM = "item"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Runs that stand together. `lang` is a canonical tag; `line` counts from 1 in the source file.

    `level` is the depth of a heading or list item, from 1, and 0 for running text.
    """

    runs: Runs
    lang: str = "zh"
    kind: ParagraphKind = ParagraphKind.TEXT
    line: int = 0
    level: int = 0

    @property
    def text(self) -> str:
        """The paragraph in the form of the JSON interfaces."""
        return plain(self.runs)


@dataclass(frozen=True, slots=True)
class Bead:
    """A link between m segments of a source and n of a target: ascending indices from 0, either side may be empty.

    `score` is between 0 and 1; 1 says that a layout or a person stated the link.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    score: float = 1.0


@dataclass(frozen=True, slots=True)
class Translation:
    """The same summary in another language in the same file.

    `stated` says that its paragraphs answer one by one to those of the paper, as the layout of the file has them.
    """

    lang: str
    title: Runs
    paragraphs: tuple[Paragraph, ...]
    stated: bool = False


@dataclass(frozen=True, slots=True)
class Position:
    """Where a paper is: the n-th of its file, on these lines; all count from 1."""

    n: int
    line_start: int
    line_end: int


@dataclass(frozen=True, slots=True)
class Paper:
    """One summary of one paper.

    `key` is `arxiv:ID`, `doi:ID` or an address, else a slug of the title or of the first words; unique in its document.
    `identifiers` are such keys, all of them. `title` is empty when the source gives none. `rule` says in words
    which rule of which layout took this for a paper. `part` is the heading of the source under which it stood.
    `repeats` are the other places of the file where the same paper stands; it is one entry all the same.
    """

    key: str
    title: Runs
    lang: str
    paragraphs: tuple[Paragraph, ...]
    position: Position
    title_lang: str = ""
    authors: tuple[str, ...] = ()
    venue: str = ""
    date: str = ""
    identifiers: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    translations: tuple[Translation, ...] = ()
    rule: str = ""
    part: str = ""
    repeats: tuple[Position, ...] = ()

    @property
    def text(self) -> str:
        """The summary, paragraphs parted by an empty line, with no title in it.

        A paragraph without runs keeps a place beside one of a translation, and is left out here.
        """
        return "\n\n".join(text for paragraph in self.paragraphs if (text := paragraph.text))

    @property
    def formulas(self) -> tuple[str, ...]:
        """The LaTeX of all formulas of title and summary, in order."""
        return formulas(self.title) + tuple(tex for p in self.paragraphs for tex in formulas(p.runs))

    @property
    def all_links(self) -> tuple[str, ...]:
        """The addresses stated for the paper and those in its text, each once, in order."""
        inside = [href for p in self.paragraphs for href in links(p.runs)]
        return tuple(dict.fromkeys([*self.links, *links(self.title), *inside]))
