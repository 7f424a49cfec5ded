"""Guards: what is wrong with a machine translation, seen from the two texts alone.

Each guard knows one way in which models fail: nothing, the source again, a loop, dropped text, other numbers, lost
formulas and names, Chinese left over. A guard never changes a text.
"""

from __future__ import annotations

import itertools
import re
from typing import Final

from bilingual import lang
from bilingual.findings import Finding, Severity
from bilingual.model import Math, Runs, Text, plain
from bilingual.protect.length import han_count, length_ratio
from bilingual.protect.names import missing_names
from bilingual.protect.numbers import compare
from bilingual.protect.verify import verify

_SHORTEST: Final = 0.45
_LONGEST: Final = 2.2

_RELIABLE_HAN: Final = 3  # models answer single words such as 否 with any word that often stands alone
_UNKNOWN: Final = re.compile("\u2047|\ufffd|<unk>|<s>|</s>|<pad>", re.IGNORECASE)
_WORD: Final = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)*|\d+(?:[.,]\d+)*|[\u3400-\u9fff]")
_LONGEST_LOOP: Final = 12  # words
_LETTERS: Final = re.compile(r"[A-Za-z][a-z]{3,}")
_TRIPLES: Final = frozenset({"www", "xxx", "iii", "mmm", "zzz"})
_ENOUGH_WORDS: Final = 12
_SAID_AGAIN: Final = 0.2  # of 449 sentences that people wrote in English one is above, a list of links
_WEIGHT: Final = {Severity.ERROR: 100, Severity.WARNING: 10, Severity.INFO: 1}


def guard(source: Runs, target: Runs, source_tag: str, target_tag: str, segment: str = "") -> tuple[Finding, ...]:
    """The findings about `target` as a machine translation of `source`; none says that no guard objects."""
    before, after = _readable(source), _readable(target)
    if not re.search(r"\w", before):
        return verify(source, target, segment=segment)
    found = [*verify(source, target, segment=segment)]
    empty = not re.search(r"\w", after)
    checks = (
        "The translation is empty." if empty else "",
        "" if empty else _copied(before, after, source_tag, target_tag),
        _leftover(after, target_tag),
        _repeated(before, after),
        _length(before, after, source_tag, target_tag),
        _garbled(after, before),
        _names(before, after),
        _short(source, source_tag, target_tag),
    )
    for message, (code, severity) in zip(checks, _CODES, strict=True):
        if message:
            found.append(Finding(code, severity, message, segment=segment))
    found.extend(_numbers(before, after, segment))
    return tuple(found)


_ONE_WORD: Final = "translation.short"  # nothing that another attempt could better
_CODES: Final = (
    ("translation.empty", Severity.ERROR),
    ("translation.copied", Severity.ERROR),
    ("translation.leftover", Severity.WARNING),
    ("translation.repeated", Severity.WARNING),
    ("translation.length", Severity.WARNING),
    ("translation.garbled", Severity.WARNING),
    ("names.missing", Severity.WARNING),
    (_ONE_WORD, Severity.WARNING),
)


def weight(findings: tuple[Finding, ...]) -> int:
    """How bad findings are together, to choose the best of several attempts; 0 for none."""
    return sum(_WEIGHT[finding.severity] for finding in findings)


def needs_retry(findings: tuple[Finding, ...]) -> bool:
    """Whether another attempt may help."""
    return any(finding.severity is not Severity.INFO and finding.code != _ONE_WORD for finding in findings)


def _readable(runs: Runs) -> str:
    """What a model is to translate: the texts, with a space where something protected stands."""
    return "".join(run.text if isinstance(run, Text) else " " for run in runs)


def _copied(before: str, after: str, source_tag: str, target_tag: str) -> str:
    if lang.is_chinese(source_tag) == lang.is_chinese(target_tag):
        return ""
    same = _folded(before) == _folded(after)
    if same and (not lang.is_chinese(source_tag) or han_count(before)):
        return "The translation is the source again."
    han = han_count(before)
    if lang.is_chinese(source_tag) and han >= _RELIABLE_HAN and han_count(after) * 2 > han:
        return "Most of the source stands in the translation untranslated."
    if lang.is_chinese(target_tag) and len(before.split()) > 3 and not han_count(after):
        return "The translation has no Chinese in it."
    return ""


def _folded(text: str) -> str:
    return re.sub(r"\W+", "", text).lower()


def _leftover(after: str, target_tag: str) -> str:
    if lang.is_chinese(target_tag):
        return ""
    rest = "".join(re.findall(r"[\u3400-\u4dbf\u4e00-\u9fff]+", after))
    return f"The translation still has Chinese in it: {rest[:20]}." if rest else ""


def _repeated(before: str, after: str) -> str:
    """A loop: the same one to twelve words again and again, more often than the source says anything twice."""
    words = [word.lower() for word in _WORD.findall(after)]
    worst, phrase = longest_loop(words)
    source_worst, _ = longest_loop([word.lower() for word in _WORD.findall(before)])
    if worst >= 3 and worst > source_worst:
        return f'The translation repeats "{phrase}" {worst} times in a row.'
    if len(words) >= _ENOUGH_WORDS:
        share, source_share = _said_again(words), _said_again(_WORD.findall(before.lower()))
        if share > max(_SAID_AGAIN, source_share + 0.1):
            return f"{share:.0%} of the translation's word pairs are said again and again."
    stutter = _stutter(after)
    if stutter and stutter not in before.lower():
        return f'The translation stutters: "{stutter}".'
    return ""


def _said_again(words: list[str]) -> float:
    """The share of word pairs that stood in the text before."""
    pairs = list(itertools.pairwise(words))
    return 1 - len(set(pairs)) / len(pairs) if pairs else 0.0


def _stutter(text: str) -> str:
    """A word with the same one to six letters three times in a row, as no English word has; "" for none."""
    for match in _LETTERS.finditer(text):
        word = match[0].lower()
        for size in range(1, 7):
            run = 0
            for at in range(size, len(word)):
                run = run + 1 if word[at] == word[at - size] else 0
                if run >= 2 * size and word[at - 2 * size - size + 1 : at + 1] not in _TRIPLES:
                    return word[max(0, at - 3 * size - 3) : at + 1]
    return ""


def longest_loop(words: list[str]) -> tuple[int, str]:
    """How often in a row the most repeated one to twelve words of `words` stand, and those words.

    A loop of n words repeated k times shows as (k - 1) n positions in a row that equal the one n before.
    """
    best, phrase = 1, ""
    for size in range(1, min(_LONGEST_LOOP, len(words) // 2) + 1):
        run = 0
        for at in range(size, len(words)):
            run = run + 1 if words[at] == words[at - size] else 0
            times = run // size + 1
            if times > best and not words[at].isdigit():
                best, phrase = times, " ".join(words[at - size + 1 : at + 1])
    return best, phrase


def _length(before: str, after: str, source_tag: str, target_tag: str) -> str:
    short = len(before) < 12  # where a few words more or less say nothing
    if short and len(after) < 60:
        return ""
    ratio = length_ratio(before, after, source_tag, target_tag)
    if ratio < _SHORTEST:
        return f"The translation is {ratio:.0%} of the expected length; text may have been dropped."
    if ratio > _LONGEST:
        return f"The translation is {ratio:.1f} times as long as expected; text may have been invented."
    return ""


def _garbled(after: str, before: str) -> str:
    found = _UNKNOWN.search(after)
    if found and found[0] not in before:
        return f"The translation has {found[0]!r} in it, which a model writes for what it does not know."
    return ""


def _names(before: str, after: str) -> str:
    missing = missing_names(before, after)
    return f"Names of the source are not in the translation: {', '.join(missing)}." if missing else ""


def _short(source: Runs, source_tag: str, target_tag: str) -> str:
    text = plain(source)
    if lang.is_chinese(target_tag) or any(isinstance(run, Math) for run in source):
        return ""
    word = "".join(char for char in text if han_count(char))
    if lang.is_chinese(source_tag) and 0 < len(word) < _RELIABLE_HAN and len(text.strip()) < 8:
        return f"A text of one word ({word}) says too little for a model; check the translation."
    return ""


def _numbers(before: str, after: str, segment: str) -> list[Finding]:
    difference = compare(before, after)
    missing = ", ".join(number.text for number in difference.missing)
    added = ", ".join(number.text for number in difference.added)
    if not missing and not added:
        return []
    sure = bool(difference.added) or any(number.digits for number in difference.missing)
    parts = [f"missing: {missing}" if missing else "", f"only in the translation: {added}" if added else ""]
    message = f"Numbers differ; {'; '.join(part for part in parts if part)}."
    return [Finding("numbers.differ", Severity.ERROR if sure else Severity.WARNING, message, segment=segment)]
