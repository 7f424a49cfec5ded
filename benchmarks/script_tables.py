"""Derive the tables of `bilingual/scripts/data` that no person wrote: characters, choices, boundaries, lasting results.

Run it after a change of OpenCC or of the CSV files, with jieba (MIT) installed: `python benchmarks/script_tables.py`.
OpenCC cuts a text by longest match over phrases that hold a choice. Wherever a common word of jieba's list and such a
phrase can overlap, the more probable cut by jieba's frequencies is compared with what the longest match gives. Where
the text differs, the meeting of the two words becomes a phrase of its own.
"""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import opencc

from bilingual.scripts import converter
from bilingual.scripts.dictionaries import dictionary_files
from bilingual.scripts.engine import Convert, compiled, corrections, load
from bilingual.scripts.phrases import read

DATA = Path(__file__).parents[1] / "bilingual" / "scripts" / "data"
OPENCC = Path(opencc.__file__).parent / "clib"
HAN = re.compile("[\u4e00-\u9fff]+")
# Occurrences in jieba's corpus from which a word counts. With 500 there are 74,000 meetings instead of 40,000, no
# other result on the texts at hand, and a fifth less throughput.
CROSSING = 1500
FIELD = 3000  # the count that a word of words.txt has at least
MARGIN = 1.5  # natural logarithm by which the cut at words must be more probable; as much again for a longer path.
# With vocabulary half a unit is enough, because a wrong word is worse than one of the other region
REGIONAL = 300  # the same for meetings with vocabulary, of which there are fewer
LONGEST = 5  # characters of a meeting
EITHER = ("了解",)  # words that Taiwan writes in two ways (了解, 瞭解), where OpenCC's choice may stand
CONFIGURATIONS = {
    "s2t": ("zh-Hans", "zh-Hant", "standard"),
    "s2tw": ("zh-Hans", "zh-Hant-TW", "standard"),
    "s2twp": ("zh-Hans", "zh-Hant-TW", "regional"),
    "s2hk": ("zh-Hans", "zh-Hant-HK", "standard"),
    "s2hkp": ("zh-Hans", "zh-Hant-HK", "regional"),
    "t2s": ("zh-Hant", "zh-Hans", "standard"),
    "tw2s": ("zh-Hant-TW", "zh-Hans", "standard"),
    "tw2sp": ("zh-Hant-TW", "zh-Hans", "regional"),
    "hk2s": ("zh-Hant-HK", "zh-Hans", "standard"),
    "hk2sp": ("zh-Hant-HK", "zh-Hans", "regional"),
}
ABOVE = "# Derived by benchmarks/script_tables.py from jieba 0.42.1 (MIT) and words.txt; do not edit.\n"


@dataclass(frozen=True)
class Lexicon:
    """Words with their logarithmic probabilities."""

    score: dict[str, float]
    count: dict[str, int]

    def cut(self, text: str, kept: tuple[int, int] | None = None) -> tuple[float, list[tuple[int, int]]]:
        """The most probable cut of `text` in two or more words (Viterbi); none may cross an end of `kept`."""
        best = [(0.0, 0)] + [(-math.inf, 0)] * len(text)
        for start in range(len(text)):
            for end in range(start + 1, min(len(text), start + 6) + 1):
                score = self.score.get(text[start:end], -20.0 if end == start + 1 else -math.inf)
                if (kept and any(start < edge < end for edge in kept)) or end - start == len(text):
                    continue
                best[end] = max(best[end], (best[start][0] + score, start))
        path = []
        end = len(text)
        while end:
            path.append((best[end][1], end))
            end = best[end][1]
        return best[-1][0], path[::-1]


def dictionary(name: str) -> dict[str, list[str]]:
    """One of OpenCC's compiled dictionaries."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.txt"
        source = OPENCC / "share" / "opencc" / f"{name}.ocd2"
        command = [str(OPENCC / "bin" / "opencc_dict"), "-i", str(source), "-o", str(out), "-f", "ocd2", "-t", "text"]
        subprocess.run(command, check=True, capture_output=True)
        rows = (line.partition("\t") for line in out.read_text("utf-8").splitlines())
        return {key: value.split(" ") for key, _, value in rows}


def characters() -> str:
    """characters.tsv: the characters that only one script has."""
    simplified, traditional = dictionary("STCharacters"), dictionary("TSCharacters")
    variants = {**dictionary("TWVariants"), **dictionary("HKVariants")}
    shared = {c for values in variants.values() for value in values for c in value}
    shared |= {c for values in dictionary("STPhrases").values() for value in values for c in value}
    kept = {c for values in dictionary("TSPhrases").values() for value in values for c in value}
    hans = {k for k, v in simplified.items() if k not in v and k not in traditional and k not in shared}
    hant = {k for k, v in traditional.items() if k not in v and k not in simplified and k not in kept} | {"於"}
    return (
        "# Characters that only one script writes, derived from OpenCC's dictionaries (Apache-2.0) by "
        "benchmarks/script_tables.py.\n"
        f"Hans\t{''.join(sorted(hans))}\nHant\t{''.join(sorted(hant))}\n"
    )


def choices() -> str:
    """choices.tsv: characters with several counterparts, and OpenCC's regional vocabulary, in the forms of Taiwan."""
    forms = {key: values[0] for key, values in dictionary("TWVariants").items()}
    lines = ["# Characters with several counterparts and regional vocabulary, from OpenCC's dictionaries; do not edit."]
    for direction, name in (("s2t", "STCharacters"), ("t2s", "TSCharacters")):
        for char, found in dictionary(name).items():
            targets = dict.fromkeys(forms.get(target, target) if direction == "s2t" else target for target in found)
            if len(targets) > 1 and ord(char) < 0x10000:
                lines.append(f"{direction}\t{char}\t{''.join(targets)}")
    simplified = converted(compiled("t2s", {}), dictionary("TWPhrases")).values()
    taiwan = converted(compiled("t2tw", {}), dictionary("TWPhrasesRev")).values()
    for configuration, words in (("s2twp", simplified), ("tw2sp", taiwan)):
        made = converted(load(configuration), words)
        lines += [f"{configuration}\t{word}\t{target}" for word, target in sorted(made.items())]
    return "\n".join(lines) + "\n"


def lexicon() -> Lexicon:
    """jieba's word list with the words of the field."""
    import jieba

    counts: dict[str, int] = {}
    for line in (Path(jieba.__file__).parent / "dict.txt").read_text("utf-8").splitlines():
        word, count, _ = line.split(" ")
        if HAN.fullmatch(word):
            counts[word] = int(count)
    for word in (DATA / "words.txt").read_text("utf-8").splitlines():
        if HAN.fullmatch(word):
            counts[word] = max(counts.get(word, 0), FIELD)
    total = math.log(sum(counts.values()))
    return Lexicon({w: math.log(c) - total for w, c in counts.items() if c}, counts)


def converted(convert: Convert, texts: Iterable[str]) -> dict[str, str]:
    """Many texts at once."""
    listed = list(dict.fromkeys(texts))
    return dict(zip(listed, convert("\n".join(listed)).split("\n"), strict=True))


@dataclass(frozen=True)
class Meeting:
    """A phrase and a word that overlap: the text of both, and where each of them is in it."""

    text: str
    phrase: tuple[int, int]
    word: tuple[int, int]


def meetings(phrases: Iterable[str], words: list[str]) -> Iterator[Meeting]:
    """Every overlap of a phrase and a word, either first."""
    ending: dict[str, list[str]] = defaultdict(list)
    beginning: dict[str, list[str]] = defaultdict(list)
    for word in words:
        for size in range(1, len(word)):
            ending[word[-size:]].append(word)
            beginning[word[:size]].append(word)
    for phrase in phrases:
        for size in range(1, len(phrase)):
            for word in ending.get(phrase[:size], ()):
                text = word + phrase[size:]
                if len(text) <= LONGEST and not word.endswith(phrase):
                    yield Meeting(text, (len(word) - size, len(text)), (0, len(word)))
            for word in beginning.get(phrase[-size:], ()):
                text = phrase + word[size:]
                if len(text) <= LONGEST and not word.startswith(phrase):
                    yield Meeting(text, (0, len(phrase)), (len(phrase) - size, len(text)))


def parted(lexicon: Lexicon, found: Iterable[Meeting], known: set[str], margin: float) -> dict[str, list[str]]:
    """The meetings whose most probable cut has the word in it and not the phrase, with that cut.

    A meeting that is a word itself, such as 高清晰, is cut all the same.
    """
    cuts: dict[str, list[str]] = {}
    for meeting in {m.text: m for m in found}.values():
        if meeting.text in known:
            continue
        score, path = lexicon.cut(meeting.text)
        if meeting.word not in path:
            continue
        other, other_path = lexicon.cut(meeting.text, meeting.phrase)
        if score - other >= margin * (2 if len(path) > len(other_path) else 1):
            cuts[meeting.text] = [meeting.text[start:end] for start, end in path]
    return cuts


def differing(convert: Convert, cuts: dict[str, list[str]]) -> dict[str, str]:
    """The texts that come out differently when converted word by word, with that result."""
    whole = converted(convert, cuts)
    words = converted(convert, (word for cut in cuts.values() for word in cut))
    apart = {text: "".join(words[word] for word in cut) for text, cut in cuts.items()}
    return {text: apart[text] for text in cuts if apart[text] != whole[text]}


def lasting() -> str:
    """lasting.tsv: results of each configuration that a second conversion would change, such as 量子位元."""
    rows = []
    for configuration, (source, target, profile) in CONFIGURATIONS.items():
        convert = converter(source, target, profile).text
        back = "zh-Hant", "zh-Hans"
        other = converter(*(back if configuration.startswith("s") else back[::-1])).words
        keys = {
            *corrections(configuration),
            *(key for name in phrase_dictionaries(configuration) for key in dictionary(name)),
        }
        for text in sorted(keys.union(map(other, keys))):
            once = convert(text)
            if len(once) > 1 and once not in keys and convert(once) != once:
                rows.append(f"{configuration}\t{once}\n")
    return ABOVE.replace("from jieba 0.42.1 (MIT) and words.txt", "from OpenCC") + "".join(dict.fromkeys(rows))


def phrase_dictionaries(configuration: str) -> list[str]:
    """The names of OpenCC's dictionaries of phrases in one of its configurations."""
    config = json.loads((OPENCC / "share" / "opencc" / f"{configuration}.json").read_text("utf-8"))
    stages = [dictionary_files(stage["dict"])[:-1] for stage in config["conversion_chain"]]
    return [Path(name).stem for names in stages for name in names if "Characters" not in name]


def write(name: str, entries: dict[str, str]) -> None:
    """A dictionary in OpenCC's text format."""
    body = "".join(f"{key}\t{entries[key]}\n" for key in sorted(entries))
    (DATA / name).write_text(ABOVE + body, "utf-8")


def engine(configuration: str) -> Convert:
    """OpenCC with the corrections as the files in `data` now have them."""
    return compiled(configuration, corrections(configuration))


def main() -> None:
    """Write all tables."""
    (DATA / "lasting.tsv").write_text("", "utf-8")
    (DATA / "characters.tsv").write_text(characters(), "utf-8")
    (DATA / "choices.tsv").write_text(choices(), "utf-8")
    theirs, regional = dictionary("STPhrases"), dictionary("STPhrases_GeneratedFromRegionalPhrases")
    words = lexicon()
    ours = [phrase.source for phrase in read("s2t.csv")]
    known = {*theirs, *regional, *ours}
    variants = converted(compiled("t2s", {}), [*dictionary("HKVariantsPhrases"), *dictionary("TWVariantsPhrases")])
    lexemes = [w for w in dict.fromkeys(variants.values()) if len(w) > 1 and w not in known]
    write("boundaries_twp.txt", {"發佈會": "發表會"})
    write("boundaries.txt", {"发布会": "發佈會"})
    base = converted(engine("s2t"), lexemes)
    write("boundaries.txt", base)
    crossing = [w for w, count in words.count.items() if count >= CROSSING and 2 <= len(w) <= 4]
    phrases = [p for p in theirs if 2 <= len(p) <= 3] + lexemes + [p for p in ours if len(p) <= 4]
    cuts = parted(words, meetings(phrases, crossing), known, MARGIN)
    cuts = {text: cuts[text] for text in differing(engine("s2tw"), cuts) if not text.endswith(EITHER)}
    write("boundaries.txt", base | _joined(engine("s2t"), cuts))
    vocabulary = [phrase.source for phrase in read("s2t_regional.csv")]
    theirs_too = converted(compiled("t2s", {}), dictionary("TWPhrases")).values()
    phrases = [p for p in {*theirs_too, *vocabulary} if 2 <= len(p) <= 4]
    crossing = [w for w, count in words.count.items() if count >= REGIONAL and 2 <= len(w) <= 4]
    extra = parted(words, meetings(phrases, crossing), known | set(vocabulary), 0.5)
    cuts |= {text: extra[text] for text in differing(engine("s2twp"), extra)}
    standard = _joined(engine("s2t"), cuts)
    write("boundaries.txt", base | standard)
    apart = differing(engine("s2twp"), cuts)
    write("boundaries_twp.txt", {standard[text]: target for text, target in apart.items()})
    corrections.cache_clear()
    (DATA / "lasting.tsv").write_text(lasting(), "utf-8")
    print(f"{len(cuts)} meetings, {len(apart)} of them with vocabulary", file=sys.stderr)


def _joined(convert: Convert, cuts: dict[str, list[str]]) -> dict[str, str]:
    words = converted(convert, (word for cut in cuts.values() for word in cut))
    return {text: "".join(words[word] for word in cut) for text, cut in cuts.items()}


if __name__ == "__main__":
    main()
