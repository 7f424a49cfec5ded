"""BibTeX: a paper an entry, with the parser of bibtexparser 2 (MIT), which goes on after a broken entry and says where.

The title and abstract of an entry are LaTeX: its accents and braces become characters, its formulas stay.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from bilingual.findings import Finding
from bilingual.model import Document
from bilingual.readers.latex_text import latex_text
from bilingual.readers.records import Record, records_document, skip

if TYPE_CHECKING:
    from bibtexparser.library import Library
    from bibtexparser.model import Block, Entry

_RULE: Final = "records: an entry of a BibTeX file"
_AND: Final = re.compile(r"\s+and\s+", re.IGNORECASE)
_AS_IT_IS: Final = frozenset(("url", "doi", "eprint", "file", "pdf", "link", "howpublished"))
_DROPPED: Final = frozenset(("archiveprefix", "eprinttype"))


def read(text: str, path: str) -> Document:
    """The document of a decoded BibTeX file. Broken entries are skipped with a finding that says where."""
    library = _parse(text)
    records = [_record(entry) for entry in _entries(library)]
    return records_document(records, path, "bibtex", _RULE, findings=tuple(_failures(library, path)))


def _parse(text: str) -> Library:
    from bibtexparser.entrypoint import parse_string
    from bibtexparser.middlewares import RemoveEnclosingMiddleware, ResolveStringReferencesMiddleware

    log = logging.getLogger("bibtexparser")
    if not log.handlers:  # else Python prints its warnings, which are our findings, on standard error
        log.addHandler(logging.NullHandler())
    return parse_string(text, [ResolveStringReferencesMiddleware(), RemoveEnclosingMiddleware()])


def _entries(library: Library) -> Iterator[Entry]:
    """The entries in order, with those whose key was there before."""
    from bibtexparser.model import DuplicateBlockKeyBlock, Entry

    for block in library.blocks:
        if isinstance(block, DuplicateBlockKeyBlock) and isinstance(block.ignore_error_block, Entry):
            yield block.ignore_error_block
        elif isinstance(block, Entry):
            yield block


def _failures(library: Library, path: str) -> Iterator[Finding]:
    from bibtexparser.model import DuplicateBlockKeyBlock

    for block in library.failed_blocks:
        if isinstance(block, DuplicateBlockKeyBlock):
            continue
        why = getattr(block.error, "abort_reason", None) or str(block.error) or "it cannot be parsed"
        yield skip(path, _line(block), " ".join(why.split()).rstrip("."), block.raw or "")


def _line(block: Block) -> int:
    """The line of a block, from 1; the parser counts from 0."""
    return 1 + max(0, block.start_line or 0)


def _record(entry: Entry) -> Record:
    fields: list[tuple[str, str]] = []
    authors: tuple[str, ...] = ()
    for field in entry.fields:
        name, value = field.key.strip().lower(), str(field.value)
        if name == "author":
            authors = tuple(_name(latex_text(one)) for one in _AND.split(" ".join(value.split())) if one.strip())
        elif name not in _DROPPED:
            fields.append((name, value if name in _AS_IT_IS else latex_text(value)))
    line = _line(entry)
    return Record(tuple(fields), line, line + (entry.raw or "").rstrip().count("\n"), authors)


def _name(name: str) -> str:
    """`Last, First` as `First Last`; a name of a group stays."""
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and "," not in first and first.strip() else name.strip()
