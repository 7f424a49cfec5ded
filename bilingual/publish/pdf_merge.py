"""Stretches into one PDF: pages, tags, links, named places, bookmarks, page labels and running heads.

The first stretch is the front matter; its metadata are those of the whole.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bilingual.publish.pdf_fonts import share_fonts
from bilingual.publish.pdf_set import ENTRY_LINK, Stretch
from bilingual.publish.pdf_shapes import share_forms


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A bookmark and those below it; `anchor` is the named place it leads to."""

    label: str
    anchor: str
    below: tuple[Bookmark, ...] = ()


def merge(stretches: Sequence[Stretch], heads: Sequence[Stretch], bookmarks: Sequence[Bookmark]) -> bytes:
    """The finished file. `heads` have one page for each page of all stretches together, to be laid under it.

    The pages of the first stretch have Roman numbers; those after it count from 1.
    """
    import pikepdf

    whole = pikepdf.open(io.BytesIO(stretches[0].data))
    structure = _Structure(whole)
    for stretch in stretches[1:]:
        source = pikepdf.open(io.BytesIO(stretch.data))
        first = len(whole.pages)
        whole.pages.extend(source.pages)
        structure.take(source, list(whole.pages)[first:])
    structure.finish()
    pages = list(whole.pages)
    _lay_heads(whole, pages, heads)
    places = _places(pages, stretches)
    _name_places(whole, places)
    _link_contents(pages[: stretches[0].pages], places)
    _bookmark(whole, bookmarks, places)
    _label_pages(whole, stretches[0].pages)
    share_forms(pages)
    share_fonts(pages)
    out = io.BytesIO()
    whole.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


class _Structure:
    """The structure tree of the whole (ISO 32000-1, 14.7), to which those of further stretches are added."""

    def __init__(self, whole: Any) -> None:
        self._whole = whole
        self._root = whole.Root.StructTreeRoot
        self._document = self._root.K[0]
        self._kids = list(self._document.K)
        self._owners = _owners(self._root)
        self._next = 1 + max(self._owners, default=0)

    def take(self, source: Any, pages: Iterable[Any]) -> None:
        """Add the tree of `source`, whose pages are already `pages` of the whole."""
        root = self._whole.copy_foreign(source.Root.StructTreeRoot)
        shift = self._next
        for page in pages:
            page.obj["/StructParents"] = int(page.obj["/StructParents"]) + shift
            for note in page.obj.get("/Annots", ()):
                if "/StructParent" in note:
                    note["/StructParent"] = int(note["/StructParent"]) + shift
        self._owners |= {number + shift: owner for number, owner in _owners(root).items()}
        self._next = 1 + max(self._owners, default=shift)
        for kid in root.K[0].K:
            kid["/P"] = self._document
            self._kids.append(kid)

    def finish(self) -> None:
        """Write the tree."""
        import pikepdf

        self._document["/K"] = pikepdf.Array(self._kids)
        flat = [part for number in sorted(self._owners) for part in (number, self._owners[number])]
        self._root["/ParentTree"] = self._whole.make_indirect(pikepdf.Dictionary(Nums=pikepdf.Array(flat)))
        self._root["/ParentTreeNextKey"] = self._next


def _owners(root: Any) -> dict[int, Any]:
    """The entries of a parent tree, which WeasyPrint writes as one leaf, page by page."""
    nums = list(root.ParentTree.Nums)
    return {int(number): owner for number, owner in zip(nums[::2], nums[1::2], strict=True)}


def _lay_heads(whole: Any, pages: Sequence[Any], heads: Sequence[Stretch]) -> None:
    """Put the running head and folio of each page before its content, as an artifact of pagination."""
    import pikepdf

    sources = [pikepdf.open(io.BytesIO(stretch.data)) for stretch in heads]
    sheets = [sheet for source in sources for sheet in source.pages]
    for n, (page, head) in enumerate(zip(pages, sheets, strict=True)):
        form = whole.copy_foreign(head.as_form_xobject())
        name = f"/Head{n}"
        page.obj.Resources.XObject[name] = form
        page.contents_add(f"/Artifact <</Type /Pagination>> BDC q {name} Do Q EMC\n".encode(), prepend=True)


def _places(pages: Sequence[Any], stretches: Sequence[Stretch]) -> dict[str, Any]:
    """The destination of each anchor: a page and a height on it."""
    import pikepdf

    places: dict[str, Any] = {}
    before = 0
    for stretch in stretches:
        for place in stretch.places:
            page = pages[before + place.page].obj
            top = float(page.MediaBox[3]) - place.top
            places[place.anchor] = pikepdf.Array([page, pikepdf.Name.XYZ, 0, round(top, 2), 0])
        before += stretch.pages
    return places


def _name_places(whole: Any, places: Mapping[str, Any]) -> None:
    """The name tree of destinations (12.3.2.3): `digest.pdf#e12` opens the twelfth paper."""
    import pikepdf

    names = [part for name in sorted(places) for part in (pikepdf.String(name), places[name])]
    destinations = pikepdf.Dictionary(Names=pikepdf.Array(names))
    whole.Root["/Names"] = pikepdf.Dictionary(Dests=whole.make_indirect(destinations))


def _link_contents(pages: Iterable[Any], places: Mapping[str, Any]) -> None:
    """Turn the links that stand for entries of other stretches into links to their places."""
    for page in pages:
        for note in page.obj.get("/Annots", ()):
            address = str(note.get("/A", {}).get("/URI", ""))
            anchor = address.removeprefix(ENTRY_LINK)
            if anchor != address and anchor in places:
                del note["/A"]
                note["/Dest"] = places[anchor]


def _bookmark(whole: Any, bookmarks: Sequence[Bookmark], places: Mapping[str, Any]) -> None:
    from pikepdf import OutlineItem

    def item(bookmark: Bookmark) -> Any:
        made = OutlineItem(bookmark.label, destination=places[bookmark.anchor])
        made.children.extend(item(below) for below in bookmark.below if below.anchor in places)
        made.is_closed = bool(bookmark.below) and len(bookmarks) > 1
        return made

    with whole.open_outline() as outline:
        outline.root[:] = [item(bookmark) for bookmark in bookmarks if bookmark.anchor in places]


def _label_pages(whole: Any, front: int) -> None:
    """Page labels (12.4.2), so that a viewer shows the numbers that the pages bear."""
    import pikepdf

    roman, arabic = pikepdf.Dictionary(S=pikepdf.Name.r), pikepdf.Dictionary(S=pikepdf.Name.D)
    whole.Root["/PageLabels"] = pikepdf.Dictionary(Nums=pikepdf.Array([0, roman, front, arabic]))
