"""Rendered: what a publisher gives back."""

from __future__ import annotations

from typing import NamedTuple

from bilingual.findings import Finding


class Rendered(NamedTuple):
    """A finished output and what is not good in it."""

    data: bytes
    findings: tuple[Finding, ...] = ()
