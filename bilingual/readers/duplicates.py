"""Duplicates: the same paper more than once in a file becomes one entry, and the user is told.

Two drafts are the same paper when they share an arXiv id (whatever its version) or a DOI, or a title where no
identifiers speak against it; drafts without a title, when their texts are equal. The fullest summary is kept, one in
another language becomes a translation, and others that say something else become notes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bilingual.findings import Finding, Severity
from bilingual.model import Note, Translation, plain
from bilingual.readers.flow import coarse_lang, weight, words
from bilingual.readers.layouts.reading import Draft

_LETTERS: Final = re.compile(r"[\W_]+")
_SHORTEST: Final = 12  # weight of a title that tells papers apart when nothing speaks against it
_REMARK: Final = 0.3  # share of the summary's weight under which a repeat is a remark and no translation
_LONG: Final = 30  # weight of a title that tells them apart even then: five words or ten Han letters


@dataclass(frozen=True, slots=True)
class Merged:
    """Drafts without repeats; `places[i]` are the lines on which draft i stood again."""

    drafts: tuple[Draft, ...]
    places: tuple[tuple[tuple[int, int], ...], ...]
    notes: tuple[Note, ...] = ()
    findings: tuple[Finding, ...] = ()


def merge_duplicates(drafts: Sequence[Draft]) -> Merged:
    """`drafts` with those of one paper made one, in the order in which papers first appear."""
    groups = _groups(drafts)
    kept: list[Draft] = []
    places: list[tuple[tuple[int, int], ...]] = []
    notes: list[Note] = []
    findings: list[Finding] = []
    for group in groups:
        main, others = _fullest([drafts[index] for index in group])
        other_langs = _in_other_languages(main, others)
        kept.append(_with_translations(_with_fields(main, others), other_langs))
        places.append(tuple((other.line, other.line_end) for other in others))
        if others:
            notes.extend(_unsaid(main, [draft for draft in others if draft not in other_langs]))
            findings.append(_finding(main, others))
    return Merged(tuple(kept), tuple(places), tuple(notes), tuple(findings))


def _groups(drafts: Sequence[Draft]) -> list[list[int]]:
    """Indexes of drafts by paper."""
    group_of: dict[str, int] = {}
    groups: list[list[int]] = []
    known: list[set[str]] = []
    for index, draft in enumerate(drafts):
        strong = {key for key in draft.identifiers if key.startswith(("arxiv:", "doi:"))}
        weak = _weak_key(draft)
        at = next((group_of[key] for key in sorted(strong) if key in group_of), None)
        if at is None and weak in group_of and (_tells(draft) or not _conflict(strong, known[group_of[weak]])):
            at = group_of[weak]
        if at is None:
            at = len(groups)
            groups.append([])
            known.append(set())
        groups[at].append(index)
        known[at] |= strong
        for key in strong:
            group_of.setdefault(key, at)
        if weak:
            group_of.setdefault(weak, at)
    return groups


def _weak_key(draft: Draft) -> str:
    """The title, or the text where there is none, in letters and digits alone."""
    title = _bare(plain(draft.title))
    if title:
        return f"title {title}" if weight(title) >= _SHORTEST else ""
    text = _bare(" ".join(p.text for p in draft.paragraphs))
    return f"text {text}" if text else ""


def _tells(draft: Draft) -> bool:
    """Whether a title is long enough that two papers hardly share it; then different addresses are a slip."""
    return weight(plain(draft.title)) >= _LONG


def _bare(text: str) -> str:
    return _LETTERS.sub("", unicodedata.normalize("NFKC", text).casefold())


def _conflict(one: Iterable[str], other: Iterable[str]) -> bool:
    """Whether both have identifiers of a kind, and none in common."""
    for kind in ("arxiv:", "doi:"):
        first = {key for key in one if key.startswith(kind)}
        second = {key for key in other if key.startswith(kind)}
        if first and second and not first & second:
            return True
    return False


def _size(draft: Draft) -> int:
    return sum(weight(p.text) for p in draft.paragraphs)


def _lang(draft: Draft) -> str:
    return coarse_lang(" ".join(words(p.runs) for p in draft.paragraphs))


def _fullest(group: Sequence[Draft]) -> tuple[Draft, list[Draft]]:
    """The fullest draft in the language in which the paper comes first, and the others."""
    told = [draft for draft in group if _size(draft)] or list(group)
    main = max((draft for draft in told if _lang(draft) == _lang(told[0])), key=_size)
    return main, [draft for draft in group if draft is not main]


def _in_other_languages(main: Draft, others: Sequence[Draft]) -> list[Draft]:
    """The fullest draft of each language that `main` lacks, if it is no mere remark."""
    have = {_lang(main), *(translation.lang for translation in main.translations)}
    best: dict[str, Draft] = {}
    for draft in others:
        lang = _lang(draft)
        enough = _size(draft) >= _size(main) * _REMARK
        if lang not in have and enough and (lang not in best or _size(draft) > _size(best[lang])):
            best[lang] = draft
    return list(best.values())


def _with_translations(main: Draft, drafts: Sequence[Draft]) -> Draft:
    """`main` with the same paper in other languages; which paragraphs answer to which is for the aligner to find."""
    made = tuple(
        Translation(
            _lang(draft), draft.title if coarse_lang(words(draft.title)) == _lang(draft) else (), draft.paragraphs
        )
        for draft in drafts
    )
    return replace(main, translations=(*main.translations, *made))


def _with_fields(main: Draft, others: Sequence[Draft]) -> Draft:
    group = [main, *others]
    return replace(
        main,
        title=main.title or next((d.title for d in others if d.title), ()),
        authors=main.authors or next((d.authors for d in others if d.authors), ()),
        venue=main.venue or next((d.venue for d in others if d.venue), ""),
        date=main.date or next((d.date for d in others if d.date), ""),
        identifiers=tuple(dict.fromkeys(key for d in group for key in d.identifiers)),
        links=tuple(dict.fromkeys(href for d in group for href in d.links)),
    )


def _unsaid(main: Draft, others: Sequence[Draft]) -> list[Note]:
    """What repeats say that the kept summary does not."""
    said = {_bare(p.text) for p in main.paragraphs}
    return [
        Note("duplicate", paragraph.text, paragraph.line)
        for other in others
        for paragraph in other.paragraphs
        if paragraph.text.strip() and _bare(paragraph.text) not in said
    ]


def _finding(main: Draft, others: Sequence[Draft]) -> Finding:
    name = plain(main.title) or next((p.text for p in main.paragraphs), "")
    lines = ", ".join(str(draft.line) for draft in others)
    return Finding(
        "read.duplicate",
        Severity.INFO,
        f"“{name[:80]}” is in the file {len(others) + 1} times and is one entry; it stands again on line {lines}.",
        line=main.line,
    )
