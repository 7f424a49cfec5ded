"""What names a paper: arXiv ids, DOIs and addresses, and slugs where there is none.

An arXiv id is `2401.00001` or, before April 2007, `hep-th/9901001` (arxiv.org/help/arxiv_identifier); the version is no
part of it. A DOI is `10.` with a registrant and a suffix (DOI Handbook 2.2), and letter case does not count in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import unquote

_ARXIV: Final = re.compile(
    r"(?:arxiv\.org/(?:abs|pdf|html|e-print)/|alphaxiv\.org/\w+/|huggingface\.co/papers/|ar5iv\.[a-z.]+/(?:abs|html)/"
    r"|arxiv\s*[:：]\s*|10\.48550/arxiv\.)"
    r"(?P<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?",
    re.IGNORECASE,
)
_BARE_ARXIV: Final = re.compile(r"(?P<id>\d{4}\.\d{4,5})(?:v\d+)?")
_DOI: Final = re.compile(r"(?:doi\.org/|doi\s*[:：]\s*|^)(?P<id>10\.\d{4,9}/[^\s\"<>，。；、）】》]+)", re.IGNORECASE)
_PAPER_PAGE: Final = re.compile(
    r"//(?:[\w-]+\.)*(?:arxiv\.org|openreview\.net|aclanthology\.org|aclweb\.org|openaccess\.thecvf\.com|"
    r"proceedings\.\w+(?:\.\w+)?|papers\.(?:nips|neurips)\.cc|ieeexplore\.ieee\.org|dl\.acm\.org|pubmed\.ncbi\.nlm\.nih\.gov|"
    r"ncbi\.nlm\.nih\.gov/pmc|biorxiv\.org|medrxiv\.org|semanticscholar\.org|jmlr\.org|ecva\.net|isca-(?:archive|speech)\.org|"
    r"usenix\.org/(?:conference|system)|link\.springer\.com|nature\.com/articles|sciencedirect\.com|ojs\.aaai\.org)"
    r"|\.pdf(?:[?#]|$)",
    re.IGNORECASE,
)
_SLUG: Final = re.compile(r"[^\W_]+")
_SLUG_LENGTH: Final = 60
_FIRST_WORDS: Final = 8


def identifiers(texts: Iterable[str]) -> tuple[str, ...]:
    """The arXiv ids and DOIs that addresses or labelled texts name, as `arxiv:ID` and `doi:ID`, each once, in order."""
    found: list[str] = []
    for text in texts:
        for match in _ARXIV.finditer(text):
            found.append(f"arxiv:{match['id'].lower()}")
        doi = _DOI.search(unquote(text))
        if doi and "arxiv." not in doi["id"].lower():
            found.append(f"doi:{doi['id'].rstrip('.,;)').lower()}")
    return tuple(dict.fromkeys(found))


def arxiv_id(text: str) -> str:
    """`arxiv:ID` when `text` is an arXiv id and nothing else, with or without its version, else ""."""
    match = _BARE_ARXIV.fullmatch(text.strip())
    return f"arxiv:{match['id']}" if match else ""


def is_paper_address(href: str) -> bool:
    """Whether an address leads to a paper: an archive, a publisher's or proceedings' page, or a PDF."""
    return bool(_ARXIV.search(href) or _DOI.search(href) or _PAPER_PAGE.search(href))


def slug(text: str) -> str:
    """`text` as a key: its words in small letters with `-` between, cut at a word before 60 characters."""
    words = _SLUG.findall(text.lower())
    made = "-".join(words)
    if len(made) <= _SLUG_LENGTH:
        return made
    cut = made[:_SLUG_LENGTH]
    return cut.rsplit("-", 1)[0] if "-" in cut else cut


def first_words(text: str) -> str:
    """The slug of the first words of a summary."""
    return slug(" ".join(text[:400].split()[:_FIRST_WORDS]))


def unique(keys: Iterable[str]) -> tuple[str, ...]:
    """`keys`, where one that came before gets `-2`, `-3` … at its end."""
    seen: set[str] = set()
    made: list[str] = []
    next_number: dict[str, int] = {}
    for key in keys:
        name = key or "paper"
        number = next_number.get(name, 1)
        one = name if number == 1 else f"{name}-{number}"
        while one in seen:
            number += 1
            one = f"{name}-{number}"
        next_number[name] = number + 1
        seen.add(one)
        made.append(one)
    return tuple(made)
