"""Readers: the bytes of a source file → its papers.

A format turns bytes into blocks, a layout finds the papers in blocks, and neither knows the other.
"""

from __future__ import annotations

from bilingual.model import Document

__all__ = ["read_bytes"]


def read_bytes(
    data: bytes,
    path: str,
    *,
    layout: str = "auto",
    encoding: str | None = None,
    papers: str | None = None,
    select: tuple[str, ...] = (),
) -> Document:
    """The document that the bytes of a source file hold.

    `path` is the name to show; its extension and the content decide the format. `layout` is a name of
    `layouts.LAYOUTS` or "auto"; `encoding` a codec name, or None to find it. Raises SourceError when the bytes cannot
    be read, UsageError for an unknown layout.
    """
    from bilingual.readers.assemble import document
    from bilingual.readers.layouts import read_layout
    from bilingual.readers.text import read_text

    text = data.decode("utf-8-sig")
    return document(read_layout(read_text(text), layout), path)
