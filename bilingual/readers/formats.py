"""Formats: which one a file is in, by its name and by what it begins with."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

FORMATS: Final[MappingProxyType[str, tuple[str, ...]]] = MappingProxyType(
    {
        "text": ("txt", "text", "srt", ""),
        "markdown": ("md", "markdown", "mdx", "mkd", "mdown", "qmd", "rmd"),
        "html": ("html", "htm", "xhtml", "mhtml"),
        "docx": ("docx", "docm", "dotx"),
        "jsonl": ("jsonl", "ndjson", "json"),
        "csv": ("csv", "tsv"),
        "bibtex": ("bib", "bibtex"),
        "ris": ("ris",),
        "feed": ("atom", "rss", "xml"),
    }
)
RECORDS: Final = frozenset(("jsonl", "csv", "bibtex", "ris", "feed"))
_BY_EXTENSION: Final = {extension: name for name, extensions in FORMATS.items() for extension in extensions}
_SNIFFED: Final = 65_536  # characters of the beginning that are looked at
_PAGE: Final = re.compile(
    r"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*(?:<!doctype\s+html|<html\b)", re.IGNORECASE | re.DOTALL
)
_FEED: Final = re.compile(r"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*<(?:\w+:)?(?:feed|rss|RDF)\b", re.DOTALL)
_BIBTEX: Final = re.compile(r"^\s*@[A-Za-z]+\s*[{(]", re.MULTILINE)
_RIS: Final = re.compile(r"^\s*TY {1,2}- ?\w", re.MULTILINE)
_JSON_LINE: Final = re.compile(r"\s*[\[{]\s*[\"{\]}]")
_MARKDOWN: Final = (
    (re.compile(r"^ {0,3}#{1,6}[ \t]+\S", re.MULTILINE), 2),
    (re.compile(r"\[[^\[\]\n]{1,300}\]\((?:https?://|#|\.{0,2}/)[^()\s]{1,500}\)"), 3),
    (re.compile(r"^ {0,3}\|?[ \t]*:?-{3,}:?[ \t]*\|[-|: \t]*$", re.MULTILINE), 1),
    (re.compile(r"\*\*[^*\n]{1,200}\*\*"), 3),
)


def extension(path: str) -> str:
    """The extension of a file name in small letters, without its dot; "" for none."""
    name = path.replace("\\", "/").rsplit("/", 1)[-1]
    return name.rsplit(".", 1)[1].lower() if "." in name.lstrip(".") else ""


def is_docx(data: bytes, path: str) -> bool:
    """Whether the bytes are an office package; a truncated one still counts by its name."""
    return data[:4] == b"PK\x03\x04" or _BY_EXTENSION.get(extension(path)) == "docx"


def may_declare(path: str, data: bytes) -> bool:
    """Whether a declaration of a charset in the bytes is one: in pages and XML, not in prose about them."""
    known = _BY_EXTENSION.get(extension(path))
    return known in ("html", "feed") or data.lstrip()[:1] == b"<"


def find_format(text: str, path: str) -> str:
    """The name of the format of a decoded text.

    The extension decides, save that a page is a page whatever its name, that `.xml` may be a page or a feed, and that
    a text without an extension, or with one for plain text, is looked at.
    """
    head = text[:_SNIFFED]
    named = _BY_EXTENSION.get(extension(path))
    if _PAGE.match(head):
        return "html"
    if _FEED.match(head):
        return "feed"
    if named not in (None, "text", "feed"):
        return named or "text"
    if named == "feed":
        return "html" if re.search(r"<(?:p|div|body|td)\b", head, re.IGNORECASE) else "text"
    return _by_content(head)


def _by_content(head: str) -> str:
    if _BIBTEX.match(head):
        return "bibtex"
    if _RIS.match(head):
        return "ris"
    if _JSON_LINE.match(head) and '":' in head:
        return "jsonl"
    if any(len(pattern.findall(head)) >= least for pattern, least in _MARKDOWN):
        return "markdown"
    return "text"
