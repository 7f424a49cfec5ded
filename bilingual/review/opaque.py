"""Formulas and links of a returned paragraph, as they were and as they are to be."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from typing import Final

from lxml import etree

from bilingual.ooxml.omml_read import to_latex
from bilingual.ooxml.write import M_NS, W_NS
from bilingual.review.tokens import Span, Tracked, link_span, math_span

W: Final = f"{{{W_NS}}}"
M: Final = f"{{{M_NS}}}"
INSERTED: Final = (f"{W}ins", f"{W}moveTo")
DELETED: Final = (f"{W}del", f"{W}moveFrom")


def recorded(element: etree._Element) -> Tracked:
    """The recorded change that an element states."""
    return Tracked(element.tag in INSERTED, element.get(f"{W}author", ""), element.get(f"{W}date", ""))


class Formulas:
    """Reads equations; equal ones are read once. `key` gives from LaTeX what formulas are compared by."""

    def __init__(self, key: Callable[[str], str]) -> None:
        self._key = key
        self._known: dict[bytes, str] = {}

    def _latex(self, formula: etree._Element) -> str:
        source = etree.tostring(formula, with_tail=False)
        found = self._known.get(source)
        if found is None:
            found = self._known[source] = to_latex(formula)
        return found

    def spans(self, element: etree._Element, state: Tracked | None) -> list[Span]:
        """A formula, or its old and its new state when changes inside it were recorded."""
        display = element.tag == f"{M}oMathPara"
        key = self._key
        changes = list(element.iter(*INSERTED, *DELETED))
        if not changes:
            tex = self._latex(element)
            return [math_span(tex, display, key(tex), state)] if tex else []
        before, after = (to_latex(_resolved(element, keep)) for keep in (False, True))
        last = recorded(changes[-1])
        if before == after:
            return [math_span(after, display, key(after), state)] if after else []
        made = [math_span(before, display, key(before), Tracked(False, last.author, last.date))] if before else []
        return made + ([math_span(after, display, key(after), Tracked(True, last.author, last.date))] if after else [])


def _resolved(element: etree._Element, accept: bool) -> etree._Element:
    """A copy of a formula with its recorded changes accepted or rejected."""
    made = copy.deepcopy(element)
    gone = DELETED if accept else INSERTED
    for change in list(made.iter(*INSERTED, *DELETED)):
        parent = change.getparent()
        if parent is None:
            continue
        marker = parent.tag == f"{W}rPr" or str(parent.tag).endswith("}ctrlPr")
        if marker:
            run = parent.getparent()
            above = None if run is None else run.getparent()
            if change.tag in gone and run is not None and above is not None and run.tag in (f"{M}r", f"{W}r"):
                above.remove(run)
        elif change.tag in gone:
            parent.remove(change)
        else:
            at = parent.index(change)
            parent[at : at + 1] = list(change)
    return made


def link_spans(href: str, inner: Iterable[Span]) -> list[Span]:
    """A link as it was and as it is to be; one span when its label did not change."""
    listed = list(inner)
    before = "".join(_label(s) for s in listed if not (s.tracked and s.tracked.inserted))
    after = "".join(_label(s) for s in listed if not (s.tracked and not s.tracked.inserted))
    tracks = [s.tracked for s in listed if s.tracked is not None]
    if not tracks:
        return [link_span(href, after)]
    last = tracks[-1]
    made = [link_span(href, before, Tracked(False, last.author, last.date))] if before else []
    return made + ([link_span(href, after, Tracked(True, last.author, last.date))] if after else [])


def _label(span: Span) -> str:
    return span.text.partition(":")[2] if span.inline is not None else span.text
