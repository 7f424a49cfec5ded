"""Segmentation: paragraphs into sentences, formulas, code and addresses never cut."""

from bilingual.segmentation.split import segments, split

__all__ = ["segments", "split"]
