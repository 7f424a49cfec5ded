"""Findings: what is not good in a text, with a stable code and the place where it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How bad a finding is; `--strict` counts errors and warnings, never infos."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a person should know about a text.

    `code` is stable and dotted (`protect.lost`); `line` counts from 1 in the source file, 0 when the
    finding is not about a line; `segment` is the id of a row or segment, or empty.
    """

    code: str
    severity: Severity
    message: str
    path: str = ""
    line: int = 0
    segment: str = ""

    def as_json(self) -> dict[str, str | int]:
        """The finding in the shape that `check --json` and every `findings` list use."""
        return {
            "code": self.code,
            "severity": self.severity.value,
            "message": self.message,
            "path": self.path,
            "line": self.line,
            "segment": self.segment,
        }

    def as_text(self) -> str:
        """One line for standard error: place, severity, code, message."""
        place = self.path + (f":{self.line}" if self.line else "")
        where = " ".join(part for part in (place, self.segment) if part)
        return f"{where + ': ' if where else ''}{self.severity.value}: {self.message} [{self.code}]"
