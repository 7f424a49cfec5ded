"""MathError: a formula that cannot be shown faithfully, and the reason in words a reader can act on."""

from __future__ import annotations


class MathError(ValueError):
    """A formula that was refused; `tex` is its source, `reason` one clause without a full stop."""

    def __init__(self, tex: str, reason: str) -> None:
        super().__init__(tex, reason)
        self.tex = tex
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.reason}: {self.tex}"
