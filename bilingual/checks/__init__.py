"""Checks: what is not good in a finished digest, one module a subject, seen row by row from its source column."""

from bilingual.checks.rows import Rules
from bilingual.checks.run import CHECKS, check_digest

__all__ = ["CHECKS", "Rules", "check_digest"]
