"""Subtitles in place (SRT, WebVTT): numbers, times and tags stay, and a tag parts no word."""

from __future__ import annotations

import re
from typing import Final

from bilingual.scripts.convert import Converter
from bilingual.scripts.files.spans import convert_apart

_TAG: Final = re.compile(r"</?[A-Za-z][^<>\n]{0,200}>|\{\\[^{}\n]{0,200}\}")


def convert_subtitles(text: str, converter: Converter) -> str:
    """A file of subtitles in the target script."""
    made = []
    plain: list[str] = []
    for line in text.splitlines(keepends=True):
        if _TAG.search(line):
            made += [converter.text("".join(plain)), _tagged(line, converter)]
            plain = []
        else:
            plain.append(line)
    return "".join([*made, converter.text("".join(plain))])


def _tagged(line: str, converter: Converter) -> str:
    return convert_apart(line, (match.span() for match in _TAG.finditer(line)), converter)
