"""Headings that are titles of papers.

A heading is one when it links to a paper, when the blocks right under it are fields that say which paper it is, or when
most of its neighbours of the same level are. Without any such sign in the file, headings that read like titles and have
a summary under them are taken, unless they name the parts of one paper.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from bilingual.model import Link, Text, plain
from bilingual.readers.blocks import Block, BlockKind
from bilingual.readers.flow import ends_sentence, han_letters, weight
from bilingual.readers.identity import is_paper_address
from bilingual.readers.labels import LABELS, Label, normal
from bilingual.readers.layouts.claims import Claim
from bilingual.readers.layouts.drafting import draft, read_title
from bilingual.readers.layouts.fields import is_identity, parse_field
from bilingual.readers.layouts.notes import is_empty_line, note_kind
from bilingual.readers.layouts.sections import Section, is_aside, is_part, names_papers, sections
from bilingual.readers.lines import logical_lines

_LOOK: Final = 12  # blocks after a heading in which its fields stand
_WORD: Final = re.compile(r"[A-Za-z][\w'-]+")
_NUMBERED: Final = re.compile(r"^\W*(?P<number>\d{1,3})\s*[.、)）．:：]?\s")
_SHORTEST_BODY: Final = 20  # weight of a summary that makes a title of the heading over it


def claim_headings(blocks: tuple[Block, ...]) -> list[Claim]:
    """A claim for each heading with a sign of its own, or most of whose neighbours have one."""
    root = sections(blocks)
    signs = {section.start: _sign(section, blocks) for section in root.walk() if section.heading}
    chosen = list(_signed(root, signs, blocks))
    return [_claim(section, blocks, rule) for section, rule in chosen]


def claim_weak_headings(blocks: tuple[Block, ...]) -> list[Claim]:
    """A claim for each heading that reads like a title over a summary, when two or more neighbours do."""
    root = sections(blocks)
    named = [section for section in root.walk() if section.heading]
    if not named or sum(is_part(section.name) for section in named) >= max(2, 0.3 * len(named)):
        return []
    repeated = Counter(normal(section.name) for section in named)
    found: list[Claim] = []
    for parent in root.walk():
        leaves = [c for c in parent.children if not c.children or _parts_only(c)]
        titled = [c for c in leaves if _reads_like_a_paper(c, blocks) and repeated[normal(c.name)] == 1]
        if len(titled) >= 2 and len(titled) >= 0.6 * len(leaves):
            rule = "headings: a heading that reads like a title, with a summary under it"
            found.extend(_claim(section, blocks, rule) for section in titled)
    return found


def _signed(section: Section, signs: dict[int, str], blocks: Sequence[Block]) -> Iterator[tuple[Section, str]]:
    """The sections that are papers, each with the words that say why; not those inside another paper."""
    waiting = [section]
    while waiting:
        parent = waiting.pop()
        inner = [child for child in parent.children if not _is_paper(child, signs)]
        papers = [child for child in parent.children if _is_paper(child, signs)]
        rules = {child.start: signs[child.start] for child in papers}
        leaves = [c for c in inner if _may_join(c, signs)]
        if papers and len(papers) >= len(leaves):
            for child in leaves:
                rules[child.start] = "headings: its neighbours are titles of papers"
        for child in parent.children:
            if child.start in rules:
                yield child, rules[child.start]
        waiting.extend(child for child in reversed(parent.children) if child.start not in rules)


def _is_paper(section: Section, signs: dict[int, str]) -> bool:
    if not signs[section.start]:
        return False
    under = [child for child in section.walk() if child is not section and signs[child.start]]
    return len(under) < 2 or signs[section.start].endswith("(its heading)")


def _may_join(section: Section, signs: dict[int, str]) -> bool:
    """Whether a heading without a sign can be a title like its neighbours."""
    if any(signs[child.start] for child in section.walk()):
        return False
    name = section.name
    if is_part(name) or is_aside(name) or names_papers(name) or note_kind(name) or is_empty_line(name):
        return False
    return is_title_like(name)


def _sign(section: Section, blocks: Sequence[Block]) -> str:
    """Why the heading is a title, or ""."""
    heading = section.heading
    if heading is None or is_aside(section.name) or is_part(section.name) or not section.name:
        return ""
    linked = [run for run in heading.runs if isinstance(run, Link)]
    if linked and _is_whole_link(heading, linked):
        return "headings: the heading is a link to a paper (its heading)"
    own = logical_lines(blocks[section.start + 1 : min(section.own_end, section.start + 1 + _LOOK)])
    labels: set[Label] = set()
    for block in own:
        found = parse_field(block.runs)
        if found is None:
            if not _is_meta(block):
                break
        elif is_identity(found) or found.label in (Label.VENUE, Label.DATE):
            labels.add(found.label)
    if _is_enough(labels, top=section.level == 1 and bool(section.children)):
        return "headings: fields that name a paper stand under the heading"
    parts = [LABELS.get(normal(child.name)) for child in section.children]
    named = sum(label is not None or is_part(c.name) for label, c in zip(parts, section.children, strict=True))
    if (Label.SUMMARY in parts or Label.AUTHORS in parts) and named * 2 >= len(parts):
        return "headings: the abstract or the authors have headings of their own under it"
    return ""


def _is_enough(labels: set[Label], *, top: bool) -> bool:
    """One field that identifies is enough, but at the top of a file authors and date may be those of the digest."""
    if top:
        return bool(labels & {Label.ARXIV, Label.DOI}) or len(labels) >= 3
    return bool(labels & {Label.ARXIV, Label.DOI, Label.PAPER_LINK, Label.AUTHORS, Label.SUMMARY})


def _is_meta(block: Block) -> bool:
    """A short line `label: value` whose label is not known, as a report of scores has between the fields."""
    return (
        block.kind is BlockKind.ITEM and bool(re.match(r"[^：:\n]{1,24}[：:]", block.text)) and weight(block.text) < 200
    )


def _is_whole_link(heading: Block, linked: Sequence[Link]) -> bool:
    label = " ".join(run.label for run in linked)
    words = "".join(run.text for run in heading.runs if isinstance(run, Text))
    hrefs = [run.href for run in linked]
    if any(href.startswith("#") for href in hrefs) or weight(words) > weight(label):
        return False
    return any(map(is_paper_address, hrefs)) or is_title_like(label)


def is_title_like(text: str) -> bool:
    """Whether a text reads like the title of a paper: four words, eight Han letters, or 【】 around it."""
    bare = plain(read_title((Text(text),)).runs)
    return len(_WORD.findall(bare)) >= 4 or han_letters(bare) >= 8 or text.strip().startswith(("【", "《"))


def _reads_like_a_paper(section: Section, blocks: Sequence[Block]) -> bool:
    name = section.name
    if is_part(name) or is_aside(name) or note_kind(name) or is_empty_line(name):
        return False
    if not (is_title_like(name) or _NUMBERED.match(name)):
        return False
    own = blocks[section.start + 1 : section.end]
    texts = [b for b in own if b.kind in (BlockKind.PARAGRAPH, BlockKind.QUOTE)]
    size = sum(weight(block.text) for block in texts)
    return size >= _SHORTEST_BODY and any(ends_sentence(block.text) for block in texts)


def _parts_only(section: Section) -> bool:
    return all(is_part(child.name) or not is_title_like(child.name) for child in section.children)


def _claim(section: Section, blocks: Sequence[Block], rule: str) -> Claim:
    heading = section.heading
    assert heading is not None
    body = blocks[section.start + 1 : section.end]
    part = section.parents[-1] if section.parents else ""
    title = read_title(heading.runs)
    made, notes = draft(title, body, heading.line, rule.removesuffix(" (its heading)"), part=part)
    return Claim(section.start, section.end, made, notes, "headings")
