"""ooxml."""
