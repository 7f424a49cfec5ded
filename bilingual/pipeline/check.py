"""Checking a digest: its own findings and those of all checks, each once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bilingual import lang
from bilingual.findings import Finding
from bilingual.model import Digest
from bilingual.pipeline.config import DigestConfig
from bilingual.pipeline.memories import load_terms

# What a guard says of a translation when it is made, and a check of the row later.
_SAME: Final = {"translation.length": "length.ratio", "translation.copied": "coverage.untranslated"}


def check_findings(digest: Digest, config: DigestConfig) -> tuple[Finding, ...]:
    """All findings about `digest`: those it has from its build, then those of the checks that it lacks.

    A check of the same code at the same row as one from the build says nothing new. Raises SourceError when a term
    file cannot be read.
    """
    from bilingual.checks import Rules, check_digest

    rules = Rules(load_terms(config.folder, config.translation.terms), foreign_characters())
    known = {(_SAME.get(finding.code, finding.code), finding.segment) for finding in digest.findings if finding.segment}
    fresh = (f for f in check_digest(digest, rules) if (f.code, f.segment) not in known)
    return (*digest.findings, *fresh)


def foreign_characters() -> Callable[[str, str], str]:
    """A function from (text, tag) to the characters of the text that only the other script has."""
    from bilingual.scripts.detect import characters

    only = {script: frozenset(chars) for script, chars in characters().items()}

    def foreign(text: str, tag: str) -> str:
        other = only[lang.HANS if lang.script(tag) == lang.HANT else lang.HANT]
        return "".join(char for char in text if char in other)

    return foreign
