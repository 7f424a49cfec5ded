"""Formulas: equal ones are converted once, and one that cannot be converted becomes a finding, once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from bilingual.findings import Finding, Severity
from bilingual.mathml import MathError
from bilingual.model import Math, inline_text

T = TypeVar("T")


class Formulas(Generic[T]):
    """A registry for one output: `convert(tex, display)` is called once for each formula that differs."""

    def __init__(self, convert: Callable[[str, bool], T]) -> None:
        self._convert = convert
        self._made: dict[tuple[str, bool], T | None] = {}
        self.findings: list[Finding] = []

    def get(self, math: Math, place: str) -> T | None:
        """The converted formula, or None when it has to stay LaTeX; `place` is the row that a finding names."""
        key = (math.tex, math.display)
        if key not in self._made:
            self._made[key] = self._make(math, place)
        return self._made[key]

    def _make(self, math: Math, place: str) -> T | None:
        try:
            return self._convert(math.tex, math.display)
        except MathError as error:
            message = f"The formula {inline_text(math)} cannot be drawn and is printed as LaTeX: {error.reason}."
            self.findings.append(Finding("math.unsupported", Severity.WARNING, message, segment=place))
            return None
