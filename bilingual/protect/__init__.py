"""Protected spans: found once when a source is read, masked before anything converts a text, verified afterwards."""

from bilingual.protect.mask import Mark, Masked, is_whole, mask, unmask
from bilingual.protect.scan import scan
from bilingual.protect.verify import opaque_spans, verify

__all__ = ["Mark", "Masked", "is_whole", "mask", "opaque_spans", "scan", "unmask", "verify"]
