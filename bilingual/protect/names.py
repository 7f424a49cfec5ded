"""Latin names in a text: what a translation must keep letter by letter, such as `GPT-4o`, `FedCGNM` or `train_set`.

A name is a Latin token with a capital, a digit or an underscore. Ordinary lower-case words in a Chinese text (`prompt`)
may be inflected or translated, and are not looked for.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from bilingual.protect.numbers import plain_digits

_TOKEN: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*+(?:(?:[-‑.@+&'’]|::)[A-Za-z0-9_]++)*+[+*#]{0,2}")
_NAME: Final = re.compile(r"[A-Z0-9_]")
_PLURAL: Final = re.compile(r"(?:['’]s|s|es)$")
# Common abbreviations and words that begin with a capital only because a sentence does.
_NO_NAME: Final = frozenset("A An The In On Of For And We It Is This That To By With From As At Or No".split())


def names(text: str) -> tuple[str, ...]:
    """The names of `text` in order, repeats kept; full-width letters count as ASCII."""
    return tuple(
        token
        for token in _TOKEN.findall(plain_digits(text))
        if _NAME.search(token) and token not in _NO_NAME and len(token) > 1
    )


def missing_names(source: str, target: str) -> tuple[str, ...]:
    """The names of `source` that `target` has nowhere, each once, in order.

    Letter case and an English plural or genitive do not count: `LLM` is in "LLMs", `Transformer` in "transformers".
    """
    have = {_folded(token) for token in _TOKEN.findall(plain_digits(target))}
    have |= {_folded(part) for token in have for part in re.split(r"[-‑]", token)}
    squeezed = re.sub(r"[\s_-]", "", plain_digits(target)).lower()
    return tuple(
        name for name in dict.fromkeys(names(source)) if _folded(name) not in have and not _squeezed_in(name, squeezed)
    )


def repeated_names(text: str) -> Counter[str]:
    """How often each name stands in `text`, letter case folded."""
    return Counter(map(_folded, names(text)))


def _folded(name: str) -> str:
    lower = name.lower().replace("‑", "-")
    return _PLURAL.sub("", lower) if len(lower) > 3 else lower


def _squeezed_in(name: str, squeezed: str) -> bool:
    """`GPT-4` is in "GPT 4" and `FlashAttention` in "Flash Attention"; not for short names, which words contain."""
    core = re.sub(r"[\s_-]", "", name).lower()
    return len(core) > 4 and "_" not in name and core in squeezed
