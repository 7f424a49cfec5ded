r"""Scan a text once for what nothing may change: formulas, code and addresses.

Formulas are `\(..\)`, `\[..\]`, `$..$`, `$$..$$` and LaTeX's mathematical environments. A price is not a formula: the
dollar rule is pandoc's `tex_math_dollars` (the opening `$` has no space after it, the closing one none before it and no
digit after it), made stricter for Chinese, where prices stand without spaces (`$5美元，推理$3美元`). Every position is
looked at a bounded number of times, so that 50,000 lone `$` or `[` cost what 50,000 letters cost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from bilingual.model import Code, Inline, Link, Math, Runs, Text, join

_ENVIRONMENTS: Final = (
    "equation|align|alignat|gather|multline|eqnarray|displaymath|math|aligned|alignedat|gathered|split|cases|"
    "matrix|pmatrix|bmatrix|vmatrix|Vmatrix|Bmatrix|smallmatrix|array"
)
_TOKEN: Final = re.compile(
    rf"\\begin\{{(?P<env>(?:{_ENVIRONMENTS})\*?)\}}"
    r"|\\[\\$()\[\]{}]"
    r"|(?P<dollars>\$+)"
    r"|(?P<ticks>`+)"
    r"|(?P<url>(?:[hH][tT]{2}[pP][sS]?|[fF][tT][pP])://[!#-;=?-_a-z~]+|[wW](?<!\w.)[wW]{2}\.[!#-;=?-_a-z~]+)"
    r"|(?P<blank>\n[ \t\r]*\n)"
)
# What a token can begin with. Looking for these alone first is six times faster than trying every alternative.
_FIRST: Final = re.compile(r"[\\$`hHfFwW\n]")
_BLANK: Final = re.compile(r"\n[ \t\r]*\n")
_BRACE: Final = re.compile(r"\\[\\${}]|[{}$]|\n[ \t\r]*\n")
_DISPLAY_LIMIT: Final = 20_000  # characters; the longest display formula seen in real papers has under 3,000
_HAN: Final = re.compile("[\u2e80-\u2fdf\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_CJK_STOP: Final = re.compile("[，。；：！？、「」『』《》“”…]")
_TEX: Final = re.compile(r"[\\^_={}<>+*|/]")
_WORDS: Final = re.compile(r"[A-Za-z]{3,}[ ,]+(?:[^A-Za-z]*[ ,])?[A-Za-z]{3,}")
_AMOUNT: Final = re.compile(r"\d[\d.,]*\s*(?:[A-Za-z]{2,}|-)|\d[\d.,]*\s*[kKmMbB]\b")
_CITATION: Final = re.compile(r"[\d\s,;–-]+")
_TRAILING: Final = ".,;:!?'\"*_~"
_PAIRS: Final = {")": "(", "]": "[", "}": "{"}


def scan(text: str) -> Runs:
    """The inlines of `text`: texts without marks, formulas, code spans and bare addresses.

    `"".join(map(source_text, scan(t))) == t` for every `t`; what does not close, or reads as a price, stays text.
    """
    return join(_inlines(text))


def _inlines(text: str) -> Iterator[Inline]:
    dollars = _DollarPairs(text)
    dead: dict[str, int] = {}
    done = at = 0
    while match := _token(text, at):
        at = match.end()
        found = _opaque(text, match, dollars, dead)
        if found is None:
            continue
        inline, end = found
        if match.start() > done:
            yield Text(text[done : match.start()])
        yield inline
        done = at = end
    if done < len(text):
        yield Text(text[done:])


def _token(text: str, at: int) -> re.Match[str] | None:
    """The next token from `at` on."""
    while first := _FIRST.search(text, at):
        match = _TOKEN.match(text, first.start())
        if match:
            return match
        at = first.end()
    return None


def _opaque(text: str, match: re.Match[str], dollars: _DollarPairs, dead: dict[str, int]) -> tuple[Inline, int] | None:
    """The inline that begins at `match` and where it ends, or None when the token is only text."""
    token, start, after = match[0], match.start(), match.end()
    if token in (r"\(", r"\["):
        close = r"\)" if token == r"\(" else r"\]"
        end = _closer(text, close, after, dead)
        if end < 0 or not _is_bracketed_math(text[after:end], token):
            return None
        return Math(text[after:end], token == r"\[", token), end + 2
    if match["env"]:
        close = rf"\end{{{match['env']}}}"
        end = _closer(text, close, after, dead)
        return None if end < 0 else (Math(text[start : end + len(close)], True, ""), end + len(close))
    if match["dollars"]:
        return _dollar_math(text, token, start, dollars, dead)
    if match["ticks"]:
        end = _closer(text, token, after, dead)
        while end >= 0 and text[end + len(token) : end + len(token) + 1] == "`":
            longer = re.compile("`+").match(text, end)
            end = _closer(text, token, longer.end() if longer else end + 1, dead)
        return None if end < 0 else (Code(text[after:end], token), end + len(token))
    if match["url"]:
        return _address(token, start)
    return None


def _closer(text: str, close: str, start: int, dead: dict[str, int]) -> int:
    """Where `close` next stands in the same paragraph, or -1.

    `dead` remembers how far it is known that there is none, so that a text of openers only is read once.
    """
    if dead.get(close, -1) >= start:
        return -1
    limit = min(len(text), start + _DISPLAY_LIMIT)
    end = text.find(close, start, limit)
    if end < 0:
        dead[close] = limit - len(close)
        return -1
    blank = _BLANK.search(text, start, end)
    if blank:
        dead[close] = blank.start()
        return -1
    return end


def _is_bracketed_math(tex: str, opening: str) -> bool:
    r"""`\[1, 2\]` is an escaped citation of Markdown, not a formula; an empty pair is nothing."""
    return bool(tex.strip()) and not (opening == r"\[" and _CITATION.fullmatch(tex))


def _dollar_math(
    text: str, token: str, start: int, dollars: _DollarPairs, dead: dict[str, int]
) -> tuple[Inline, int] | None:
    after = start + len(token)
    if token == "$$":
        end = _closer(text, "$$", after, dead)
        if end < 0 or not text[after:end].strip():
            return None
        return Math(text[after:end], True, "$$"), end + 2
    if token != "$":
        return None
    end = dollars.partner(start)
    if end < 0 or not _is_dollar_math(text, start, end):
        return None
    return Math(text[after:end], False, "$"), end + 1


def _is_dollar_math(text: str, start: int, end: int) -> bool:
    """Whether the characters between two single dollars are a formula and not two prices."""
    tex = text[start + 1 : end]
    if not tex or tex[0].isspace() or tex[-1].isspace():
        return False
    if text[end + 1 : end + 2].isdigit():
        return False
    outside = _outside_braces(tex)
    if _HAN.search(outside) or _CJK_STOP.search(outside):
        return False
    marked = bool(_TEX.search(tex))
    before = text[start - 1 : start]
    if not marked and before.isascii() and before.isalnum():
        return False
    if marked:
        return not _looks_like_prose(tex)
    return not (_WORDS.search(tex) or _AMOUNT.match(tex))


def _looks_like_prose(tex: str) -> bool:
    r"""Words and a slash, as in `$5/month or a year$`, with nothing that only LaTeX has."""
    return not re.search(r"[\\^_={}<>]", tex) and bool(_WORDS.search(tex) or _AMOUNT.match(tex))


def _outside_braces(tex: str) -> str:
    depth = 0
    kept: list[str] = []
    for char in tex:
        if char == "{":
            depth += 1
        elif char == "}":
            depth = max(0, depth - 1)
        elif depth == 0:
            kept.append(char)
    return "".join(kept)


class _DollarPairs:
    """For each single `$` the next one at the same depth of braces, found in one pass over the text.

    A `$` inside the braces of `\\text{if $y$}` belongs to the formula around it, so it never ends that formula.
    """

    def __init__(self, text: str) -> None:
        self._next: dict[int, int] = {}
        if "$" not in text:
            return
        open_at: list[int] = [-1]  # the last `$` at each depth of braces; -1 for none
        previous_dollar = -2
        for match in _BRACE.finditer(text):
            token, at = match[0], match.start()
            if token == "{":
                open_at.append(-1)
            elif token == "}":
                if len(open_at) > 1:
                    open_at.pop()
                else:
                    open_at = [-1]
            elif token == "$":
                if at != previous_dollar + 1 and text[at + 1 : at + 2] != "$":
                    if open_at[-1] >= 0:
                        self._next[open_at[-1]] = at
                    open_at[-1] = at
                previous_dollar = at
            elif token[0] == "\n":
                open_at = [-1]

    def partner(self, start: int) -> int:
        """Where the formula that begins at `start` would end, or -1."""
        return self._next.get(start, -1)


def _address(token: str, start: int) -> tuple[Inline, int] | None:
    """The address without the punctuation that ends the sentence around it; brackets stay while they balance."""
    balance = {close: token.count(close) - token.count(opening) for close, opening in _PAIRS.items()}
    end = len(token)
    while end:
        last = token[end - 1]
        if balance.get(last, 0) > 0:
            balance[last] -= 1
        elif last not in _TRAILING:
            break
        end -= 1
    url = token[:end]
    scheme_only = re.fullmatch(r"(?:\w+://|www\.?)", url, re.IGNORECASE)
    if not url or scheme_only:
        return None
    href = url if "://" in url else f"https://{url}"
    return Link(href, url), start + len(url)
