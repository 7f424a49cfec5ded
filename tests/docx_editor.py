"""A simulated editor: opens a DOCX, does to its XML what Word does, and saves it."""

from __future__ import annotations

import copy
import io
import shutil
import zipfile
from pathlib import Path

from lxml import etree

W_NS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
W = f"{{{W_NS}}}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
SPACE = "{http://www.w3.org/XML/1998/namespace}space"
WHO = {f"{W}id": "9000", f"{W}author": "Lin", f"{W}date": "2026-12-01T09:00:00Z"}


def element(tag: str, attributes: dict[str, str] | None = None, *children: etree._Element) -> etree._Element:
    made = etree.Element(f"{W}{tag}", attributes or {})
    made.extend(children)
    return made


def run(text: str, like: etree._Element | None = None, tag: str = "t") -> etree._Element:
    """A run with a text and the properties of another."""
    properties = None if like is None else like.find(f"{W}rPr")
    made = element("r")
    if properties is not None:
        made.append(copy.deepcopy(properties))
    shown = element(tag)
    shown.text = text
    shown.set(SPACE, "preserve")
    made.append(shown)
    return made


class Editor:
    """A DOCX in the hands of an editor. Rows and cells are found by the visible id and the number of the column."""

    def __init__(self, data: bytes) -> None:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            self.parts = {name: archive.read(name) for name in archive.namelist()}
        self.root = etree.fromstring(self.parts["word/document.xml"])

    def save(self) -> bytes:
        self.parts["word/document.xml"] = etree.tostring(self.root, xml_declaration=True, encoding="UTF-8")
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, part in self.parts.items():
                archive.writestr(name, part)
        return buffer.getvalue()

    def drop(self, *names: str) -> None:
        """Forget parts, as programs do that do not know them."""
        for name in names:
            self.parts.pop(name)

    @property
    def table(self) -> etree._Element:
        return next(self.root.iter(f"{W}tbl"))

    def row(self, row_id: str) -> etree._Element:
        return next(r for r in self.table.findall(f"{W}tr") if self.text(r.findall(f"{W}tc")[0]) == row_id)

    def cell(self, row_id: str, column: int) -> etree._Element:
        return self.row(row_id).findall(f"{W}tc")[column]

    @staticmethod
    def text(inside: etree._Element) -> str:
        return "".join(t.text or "" for t in inside.iter(f"{W}t"))

    def split_at(self, cell: etree._Element, place: int) -> tuple[etree._Element, int]:
        """Cut the run at a character, so that something can stand there: (parent, index in it). Formulas count 0."""
        last = list(cell.iter(f"{W}p"))[-1]
        where = (last, len(last))
        for text in list(cell.iter(f"{W}t")):
            owner = text.getparent()
            parent = owner.getparent()
            length = len(text.text or "")
            if place < length:
                if place:
                    left = run((text.text or "")[:place], owner)
                    parent.insert(parent.index(owner), left)
                    text.text = (text.text or "")[place:]
                return parent, parent.index(owner)
            place -= length
            where = (parent, parent.index(owner) + 1)
        return where

    def insert(self, cell: etree._Element, place: int, text: str, *, tracked: bool) -> None:
        parent, index = self.split_at(cell, place)
        like = next(cell.iter(f"{W}r"), None)
        made = run(text, like)
        parent.insert(index, element("ins", WHO, made) if tracked else made)

    def delete(self, cell: etree._Element, start: int, end: int, *, tracked: bool) -> None:
        """Delete characters of live text from `start` to before `end`."""
        self.split_at(cell, start)
        self.split_at(cell, end)
        at = 0
        for text in list(cell.iter(f"{W}t")):
            owner = text.getparent()
            length = len(text.text or "")
            if start <= at and at + length <= end and length:
                parent = owner.getparent()
                index = parent.index(owner)
                if tracked and parent.tag != f"{W}ins":
                    parent.remove(owner)
                    parent.insert(index, element("del", WHO, run(text.text or "", owner, "delText")))
                else:
                    parent.remove(owner)
            at += length

    def replace(self, cell: etree._Element, start: int, end: int, text: str, *, tracked: bool) -> None:
        self.insert(cell, end, text, tracked=tracked)
        self.delete(cell, start, end, tracked=tracked)

    def comment(self, cell: etree._Element, text: str, author: str = "Lin") -> None:
        """A comment on a whole cell."""
        comments = etree.fromstring(self.parts["word/comments.xml"])
        number = str(900 + len(comments))
        comments.append(
            element(
                "comment",
                {f"{W}id": number, f"{W}author": author, f"{W}date": "2026-12-01T10:00:00Z", f"{W}initials": "L"},
                element("p", {}, run(text)),
            )
        )
        self.parts["word/comments.xml"] = etree.tostring(comments)
        paragraph = cell.find(f"{W}p")
        paragraph.insert(1, element("commentRangeStart", {f"{W}id": number}))
        paragraph.append(element("commentRangeEnd", {f"{W}id": number}))
        paragraph.append(element("r", {}, element("commentReference", {f"{W}id": number})))


def libreoffice() -> str | None:
    """The path of LibreOffice with its Math, which equations need; None when either is missing."""
    found = shutil.which("soffice")
    if found is None or not (Path(found).resolve().parent / "libsmlo.so").exists():
        return None
    return found
