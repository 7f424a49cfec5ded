"""What can be compared between two papers: identifiers, titles, names, formulas, numbers, addresses.

Everything is taken once a paper, so that matching looks at sets and never at text again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote, urlsplit

from bilingual.alignment import names as naming
from bilingual.alignment.fold import HAN, letters
from bilingual.alignment.names import Coinage
from bilingual.alignment.numbers import numbers
from bilingual.model import Paper, Paragraph, Runs, Text, formulas, links

_ARXIV: Final = re.compile(
    r"(?:arxiv\.org/(?:abs|pdf|html)/|arxiv:)\s*((?:[a-z-]+(?:\.[a-z]{2})?/)?\d[\d.]{3,}\d)(?:v\d+)?", re.IGNORECASE
)
_DOI: Final = re.compile(r"(?:doi\.org/|doi:\s*)(10\.\d{4,9}/[^\s?#]+)", re.IGNORECASE)
_LETTERS_IN_TITLE: Final = 12  # a shorter normalised title ("Introduction") can be of many papers
_HAN_IN_TITLE: Final = 6
_FORMULA: Final = 12  # characters of a normalised formula that can be evidence; shorter ones are in every paper
_YEAR_PREFIX: Final = re.compile(r"^\s*\d{4}\s*年?\s*[:：]\s*")


@dataclass(frozen=True, slots=True)
class Features:
    """The comparable content of one paper; `forms` and `formulas` give each key as it was written."""

    identifiers: frozenset[str]
    titles: frozenset[str]
    latin_title: frozenset[str]
    coined: Mapping[str, Coinage]
    names: frozenset[str]
    words: frozenset[str]
    formulas: Mapping[str, str]
    numbers: frozenset[str]
    addresses: frozenset[str]
    forms: Mapping[str, str]
    length: int


def features(paper: Paper) -> Features:
    """The features of a paper, those of its translations in the same file included."""
    runs = [paper.title, *(t.title for t in paper.translations)]
    body: list[Paragraph] = [*paper.paragraphs, *(p for t in paper.translations for p in t.paragraphs)]
    title = readable(paper.title)
    text = "\n".join(readable(p.runs) for p in body)
    everything = "\n".join([*(readable(r) for r in runs), text])
    stated = [paper.key, *paper.identifiers, *paper.links, *(href for r in runs for href in links(r))]
    own = frozenset(filter(None, map(identifier, stated)))
    inside = frozenset(filter(None, (identifier(href) for p in body for href in links(p.runs))))
    return Features(
        identifiers=own,
        titles=frozenset(t for r in runs for t in title_keys(readable(r))),
        latin_title=frozenset(re.findall(r"[a-z]{3,}", title.casefold())),
        coined=naming.coined(title, text),
        names=frozenset(naming.names(everything)),
        words=naming.capitalised(everything),
        formulas=_telling(tex for r in (*runs, *(p.runs for p in body)) for tex in formulas(r)),
        numbers=frozenset(n.value for n in numbers(everything) if not n.spelled and n.significant >= 2),
        addresses=inside - own,
        forms=naming.display_forms(everything),
        length=len(everything),
    )


def readable(runs: Runs) -> str:
    """The text of `runs` with a lone sign in place of each formula, code span or address."""
    return "".join(run.text if isinstance(run, Text) else " § " for run in runs).replace("\n", " ").strip()


def identifier(text: str) -> str:
    """The canonical form of an arXiv id (without its version), a DOI or an address; "" for anything else."""
    if match := _ARXIV.search(text):
        return f"arxiv:{match[1].lower()}"
    if match := _DOI.search(text):
        doi = unquote(match[1]).lower().rstrip(".,;)")
        inner = re.fullmatch(r"10\.48550/arxiv\.(.+)", doi)
        return f"arxiv:{re.sub(r'v[0-9]+$', '', inner[1])}" if inner else f"doi:{doi}"
    if not re.match(r"https?://", text.strip(), re.IGNORECASE):
        return ""
    try:
        parts = urlsplit(text.strip())
    except ValueError:
        return ""
    host = (parts.hostname or "").removeprefix("www.")
    path = re.sub(r"/{2,}", "/", unquote(parts.path)).rstrip("/")
    return f"{host}{path}{'?' + parts.query if parts.query else ''}" if path or parts.query else ""


def title_keys(title: str) -> list[str]:
    """The normalised title, and the same without a year before it or a name in brackets after it.

    Titles too short to belong to one paper only give nothing.
    """
    bare = _YEAR_PREFIX.sub("", title)
    variants = (title, bare, re.sub(r"[(（][^()（）]{1,24}[)）]\s*$", "", bare))
    keys = dict.fromkeys(letters(variant.replace("§", "")) for variant in variants)
    return [k for k in keys if len(k) >= _LETTERS_IN_TITLE or len(HAN.findall(k)) >= _HAN_IN_TITLE]


_SPACING: Final = re.compile(
    r"\\(?:[,;:!> ]|(?:q?quad|left|right|[bB]ig[lr]?|displaystyle|limits|math(?:rm|bf|cal|bb)|boldsymbol|bm|text|"
    r"operatorname\*?|(?:wide)?tilde|(?:wide)?hat)(?![A-Za-z]))"
)


def normal_formula(tex: str) -> str:
    """LaTeX without spaces, braces, sizes and fonts, so that two ways to write a formula are one."""
    tex = re.sub(r"\\(mid|vert)\b", "|", re.sub(r"\\\|", "‖", tex))
    tex = re.sub(r"\\le\b", r"\\leq", re.sub(r"\\ge\b", r"\\geq", tex))
    return re.sub(r"[\s{}~&.,;]+", "", _SPACING.sub("", tex))


def _telling(texs: Iterable[str]) -> dict[str, str]:
    return {normal: tex for tex in texs if len(normal := normal_formula(tex)) >= _FORMULA}
