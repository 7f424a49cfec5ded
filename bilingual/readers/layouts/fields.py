"""Fields: `作者：…`, `**arXiv ID**: …`, `Abstract` and the like, taken out of the blocks of a paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bilingual.model import Link, Note, Runs, Text, join, links, plain, trim
from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.flow import OPAQUE, coarse_lang, flat, flow, unwrap
from bilingual.readers.identity import arxiv_id, identifiers, is_paper_address
from bilingual.readers.labels import LABELS, Label, normal

_LONGEST_LABEL: Final = 40  # characters, with the emphasis and brackets around it
_SHORT_NAME: Final = 24
_END: Final = re.compile(f"[：:\n{OPAQUE}]")
_AND: Final = re.compile(r"\s*(?:[,，、;；]|\band\b|&|(?<=\w)\s和\s)\s*")
_ET_AL: Final = re.compile(r"\s*(?:et al\.?|等人?|\.\.\.|…)\s*$")
_IDENTITY: Final = frozenset({Label.ARXIV, Label.DOI, Label.PAPER_LINK, Label.AUTHORS, Label.SUMMARY})
_ALONE: Final = frozenset({Label.SUMMARY, Label.AUTHORS})  # labels that may stand on a line of their own


@dataclass(frozen=True, slots=True)
class Field:
    """A label and what it announces. `value` is empty when the value stands in the next block."""

    label: Label
    name: str
    value: Runs


@dataclass(slots=True)
class Fields:
    """The fields of one paper, and in `body` the blocks that are none."""

    title: Runs = ()
    authors: tuple[str, ...] = ()
    venue: str = ""
    date: str = ""
    identifiers: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    body: list[Block] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)


def parse_field(runs: Runs) -> Field | None:
    """The field that `runs` are, or None."""
    if not _may_have_label(runs):
        return None
    whole = flow(runs)
    found = _END.search(whole.text, 0, _LONGEST_LABEL)
    at = found.start() if found else len(whole.text)
    if at > _LONGEST_LABEL or (found is None and len(whole.text) > _LONGEST_LABEL):
        return None
    name = normal(whole.text[:at])
    only = trim(whole.cut(0, len(whole.text)))
    if not name and len(only) == 1 and isinstance(only[0], Link):
        # A link whose text is the label: [paper](https://…)
        label = LABELS.get(normal(only[0].label))
        return Field(label, normal(only[0].label), only) if label in (Label.PAPER_LINK, Label.LINK) else None
    label = LABELS.get(name)
    if label is None:
        value = trim(whole.cut(found.end(), len(whole.text))) if found and found[0] in "：:" else ()
        # A misspelt or unknown label before nothing but an address: Homeoage: https://…
        alone = name and len(name) <= _SHORT_NAME and len(value) == 1 and isinstance(value[0], Link)
        return Field(Label.LINK, name, value) if alone else None
    if found is None or found[0] == "\n":
        if label not in _ALONE:
            return None
        return Field(label, name, trim(whole.cut(at, len(whole.text))))
    if found[0] == OPAQUE:
        runs_after = trim(whole.cut(at, len(whole.text)))
        linked = bool(runs_after) and isinstance(runs_after[0], Link)
        return Field(label, name, runs_after) if linked and label in _LINKED else None
    return Field(label, name, trim(whole.cut(found.end(), len(whole.text))))


_LINKED: Final = frozenset({Label.ARXIV, Label.DOI, Label.PAPER_LINK, Label.LINK})


def _may_have_label(runs: Runs) -> bool:
    """A quick look at the first characters, since most texts are long and begin with no label."""
    head = ""
    for run in runs:
        head += run.text if isinstance(run, Text) else OPAQUE
        if len(head) > _LONGEST_LABEL:
            return bool(_END.search(head, 0, _LONGEST_LABEL))
    return bool(head)


def is_identity(found: Field) -> bool:
    """Whether a field says which paper this is, as authors, an address and an abstract do, and a score does not."""
    if found.label is Label.PAPER_LINK:
        return bool(links(found.value))
    return found.label in _IDENTITY


def read_fields(blocks: Sequence[Block]) -> Fields:
    """The fields among `blocks`, and the rest in order."""
    fields = Fields()
    waiting: Field | None = None
    summary: Block | None = None  # the block just read, when it is a summary that the next line may go on
    for block in blocks:
        if block.kind is BlockKind.CODE:
            fields.body.append(block)
            continue
        found = parse_field(block.runs)
        if summary and not found and _goes_on(summary, block):
            summary = _longer(fields.body.pop(), block)
            fields.body.append(summary)
            continue
        summary = block if found and found.label is Label.SUMMARY and found.value else None
        if waiting and waiting.label is Label.AUTHORS and not found:
            fields.authors = fields.authors or authors(plain(unwrap(block.runs)))
        elif found and not (found.label is Label.TITLE and fields.title):
            _take(found, block, fields)
        else:
            _take_links(block, fields)
        waiting = found if found and not found.value else None
    return fields


def _goes_on(summary: Block, block: Block) -> bool:
    """Whether a line is the rest of a summary that was wrapped: the next line, in the same language."""
    follows = block.kind is BlockKind.PARAGRAPH and block.line == summary.line_end + 1
    return follows and coarse_lang(flat(summary.runs)) == coarse_lang(flat(block.runs))


def _longer(summary: Block, block: Block) -> Block:
    return replace(summary, runs=join((*summary.runs, Text("\n"), *block.runs)), line_end=block.line_end)


def _take(found: Field, block: Block, fields: Fields) -> None:
    text = plain(unwrap(found.value)).strip()
    _identify(found, text, fields)
    if found.label is Label.TITLE:
        fields.title = unwrap(found.value)
    elif found.label is Label.AUTHORS:
        fields.authors = fields.authors or authors(text)
    elif found.label is Label.VENUE:
        fields.venue = fields.venue or text
    elif found.label is Label.DATE:
        fields.date = fields.date or text
    elif found.label is Label.SUMMARY:
        if text:
            fields.body.append(replace(block, kind=BlockKind.PARAGRAPH, runs=found.value, level=0, marker=""))
    elif found.label in _LINKED:
        if not links(found.value) and text and not arxiv_id(text) and found.label in (Label.PAPER_LINK, Label.LINK):
            # 论文：followed by words and no address is a sentence about the paper.
            fields.body.append(block)
    else:
        fields.notes.append(Note("field", plain(unwrap(block.runs)).strip(), block.line))


def _identify(found: Field, text: str, fields: Fields) -> None:
    if found.label in (Label.SUMMARY, Label.META, Label.TITLE):
        return
    hrefs = [href for href in links(found.value) if href]
    fields.links.extend(href for href in hrefs if href not in fields.links)
    if found.label is Label.LINK:
        return
    for key in identifiers([*hrefs, f"{found.name}: {text}"]):
        if key not in fields.identifiers:
            fields.identifiers.append(key)
    bare = arxiv_id(text.split()[0] if text.split() else "")
    if found.label is Label.ARXIV and bare and bare not in fields.identifiers:
        fields.identifiers.append(bare)


def _take_links(block: Block, fields: Fields) -> None:
    """A block of links and nothing else gives its links to the paper; others are its text."""
    targets = [run for run in block.runs if isinstance(run, Link)]
    words = "".join(run.text for run in block.runs if isinstance(run, Text)).strip(" \n\t|·•-—–/,，[]()")
    named = [
        run for run in targets if normal(run.label) in LABELS or run.label == run.href or is_paper_address(run.href)
    ]
    if targets and not words and len(named) == len(targets):
        fields.links.extend(run.href for run in targets if run.href not in fields.links)
        fields.identifiers.extend(
            key for key in identifiers(run.href for run in targets) if key not in fields.identifiers
        )
        fields.notes.append(Note("links", plain(unwrap(block.runs)).strip(), block.line))
    else:
        fields.body.append(block)


def authors(text: str) -> tuple[str, ...]:
    """The names in a list of authors; "et al." and 等 go."""
    parts = (_ET_AL.sub("", part).strip() for part in _AND.split(" ".join(text.split())))
    return tuple(part for part in parts if part)


def without_links(runs: Runs) -> tuple[Runs, tuple[str, ...]]:
    """A title as plain runs, and the addresses that were on it."""
    hrefs = tuple(dict.fromkeys(run.href for run in runs if isinstance(run, Link) and run.href))
    # Title [paper](…) [code](…): the label of such a link is no part of the title.
    named = [run for run in runs if isinstance(run, Link) and normal(run.label) in LABELS]
    kept = [run for run in runs if run not in named] if len(named) < len(runs) else runs
    return join(Text(run.label) if isinstance(run, Link) else run for run in kept), hrefs
