"""Alignment: the same paper across documents, and sentence by sentence within a pair."""

from bilingual.alignment.matching import Matching, groups, match

__all__ = ["Matching", "groups", "match"]
