"""HTML in place: the text between tags changes, the attributes that a person reads, and the languages of the script.

The page is cut with regular expressions and not parsed, so that all its markup stays to the character, faults
included. Inline tags part no word; scripts, styles, code, preformatted text and formulas are not touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from bilingual import lang
from bilingual.errors import LanguageError
from bilingual.scripts.convert import Converter
from bilingual.scripts.files.spans import convert_spans

_RAW: Final = "script|style|code|pre|kbd|samp|var|tt|textarea|math|svg|template"
_PIECE: Final = re.compile(r"<!--|<(?P<close>/?)(?P<name>[A-Za-z][\w:-]*)|<[!?]")
_INLINE: Final = frozenset(
    "a abbr b bdi bdo big cite del dfn em font i ins label mark q s small span strike strong sub sup u wbr".split()
)
# The values of attributes that are read or spoken (HTML Living Standard, translatable attributes), and of a page's
# descriptions in its head.
_READ: Final = re.compile(
    r"""(\s(?:alt|title|placeholder|aria-label|aria-description|aria-roledescription|summary|label|abbr)\s*=\s*)"""
    r"""("[^"]*"|'[^']*')""",
    re.IGNORECASE,
)
_CONTENT: Final = re.compile(r"""(\scontent\s*=\s*)("[^"]*"|'[^']*')""", re.IGNORECASE)
_DESCRIBES: Final = re.compile(
    r"""^<meta\s(?=[^>]*?(?:name|property)\s*=\s*["']?"""
    r"""(?:description|keywords|title|abstract|subject|application-name|"""
    r"""(?:og|twitter):(?:title|description|site_name|image:alt))["'\s/>])""",
    re.IGNORECASE,
)
_LANG: Final = re.compile(r"""(\s(?:xml:)?lang\s*=\s*)(["']?)([A-Za-z][\w-]*)""", re.IGNORECASE)
_CHARSET: Final = re.compile(r"""(charset\s*=\s*["']?|encoding\s*=\s*["'])([\w-]+)""", re.IGNORECASE)
_LONGEST: Final = 4_000_000  # characters of a page without a block, after which a stream is cut between two tags
_HEAD: Final = 2_000  # characters in which a page names its encoding


def convert_html(text: str, converter: Converter) -> str:
    """An HTML page in the target script."""
    made, rest = convert_html_start(text, converter, whole=True)
    return made + rest


def convert_html_start(text: str, converter: Converter, *, whole: bool = False) -> tuple[str, str]:
    """The start of a page in the target script, and its rest, which begins with a block and is as it was.

    With `whole` there is no rest. A start of more than `_LONGEST` characters ends anywhere between two pieces.
    """
    made: list[str] = []
    block: list[tuple[bool, str]] = []
    at = cut = 0
    for is_text, ends_block, piece in _pieces(text):
        if ends_block or (not whole and at - cut > _LONGEST):
            made += _block(block, converter)
            block, cut = [], at
        block.append((is_text, piece if is_text else _relabelled(piece, converter)))
        at += len(piece)
    if whole:
        return "".join([*made, *_block(block, converter)]), ""
    return "".join(made), text[cut:]


def _block(block: list[tuple[bool, str]], converter: Converter) -> Iterator[str]:
    """The pieces of one block, its texts converted as one."""
    made = iter(convert_spans([piece for is_text, piece in block if is_text], converter))
    return iter([next(made) if is_text else piece for is_text, piece in block])


def _pieces(text: str) -> Iterator[tuple[bool, bool, str]]:
    """The page in order: whether a piece is text, whether a block ends before it, and the piece."""
    done = at = 0
    while match := _PIECE.search(text, at):
        start = match.start()
        if start > done:
            yield True, False, text[done:start]
        name = (match["name"] or "").lower()
        end = _end(text, match, name)
        yield False, bool(name) and name not in _INLINE, text[start:end]
        done = at = end
    if done < len(text):
        yield True, False, text[done:]


def _end(text: str, match: re.Match[str], name: str) -> int:
    """Where markup ends that begins at `match`: a comment, a tag, or an element whose content is not text."""
    if match[0] == "<!--":
        end = text.find("-->", match.end())
        return end + 3 if end >= 0 else len(text)
    end = _tag_end(text, match.end())
    if name and not match["close"] and re.fullmatch(_RAW, name) and text[end - 2 : end] != "/>":
        return _element_end(text, name, end)
    return end


def _tag_end(text: str, at: int) -> int:
    """Where a tag ends; a `>` inside quotes is part of a value."""
    quote = ""
    for match in re.compile("[\"'>]").finditer(text, at):
        sign = match[0]
        if quote:
            quote = "" if sign == quote else quote
        elif sign == ">":
            return match.end()
        else:
            quote = sign
    return len(text)


def _element_end(text: str, name: str, at: int) -> int:
    """Where the element `name` ends whose content begins at `at`, elements of the same name in it included."""
    depth = 1
    for match in re.compile(rf"<(/?){re.escape(name)}\b", re.IGNORECASE).finditer(text, at):
        depth += -1 if match[1] else 1
        if depth == 0:
            return _tag_end(text, match.end())
    return len(text)


def _relabelled(tag: str, converter: Converter) -> str:
    """A tag whose language follows the script, `lang="zh-CN"` to `lang="zh-TW"`, as do the attributes that are read."""
    if "lang" in tag.lower():
        tag = _LANG.sub(lambda match: f"{match[1]}{match[2]}{follow(match[3], converter)}", tag)
    if tag.isascii() or not tag[1:2].isalpha():
        return tag
    end = _tag_end(tag, 1)  # what follows is the content of a script or the like

    def change(match: re.Match[str]) -> str:
        return match[1] + converter.text(match[2])

    opening = _READ.sub(change, tag[:end])
    if _DESCRIBES.match(opening):
        opening = _CONTENT.sub(change, opening)
    return opening + tag[end:]


def follow(stated: str, converter: Converter) -> str:
    """The language tag for a text that was tagged `stated`: that of the target where the script was the source's."""
    try:
        tag = lang.parse(stated)
    except LanguageError:
        return stated
    if lang.script(tag) != lang.script(converter.source) or not lang.script(tag):
        return stated
    return converter.target if "Han" in stated.title() else lang.ooxml(converter.target)


def restate_encoding(text: str, codec: str) -> str:
    """The page with UTF-8 where its head names another encoding."""
    head, rest = text[:_HEAD], text[_HEAD:]
    return _CHARSET.sub(lambda match: f"{match[1]}utf-8" if match[2] else match[0], head) + rest if codec else text
