"""Formulas with tracked changes in them: what they were, and what they are.

Changes stand around parts of a formula, or as a mark in the properties of a run or of a sign such as a fraction's bar
(CT_MathCtrlIns and CT_MathCtrlDel of ECMA-376 Part 1, 17.13.5). LaTeX cannot hold them, so that a formula in which
anything was changed is one formula that was deleted and one that was inserted.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Final, TypeAlias

from bilingual.ooxml.names import M, W, local
from bilingual.ooxml.revisions import Revision, RevisionKind, revision

if TYPE_CHECKING:
    from lxml import etree

States: TypeAlias = "tuple[tuple[str, Revision | None], ...]"
"""The LaTeX of formulas in order, with the change that each stands in by what is inside it, if any."""

_INSERTED: Final = (f"{W}ins", f"{W}moveTo")
_DELETED: Final = (f"{W}del", f"{W}moveFrom")
_RUNS: Final = (f"{M}r", f"{W}r")


def formula_states(element: etree._Element) -> States:
    """The formulas in an `m:oMath` or `m:oMathPara`; of one with changes in it both states, if they differ."""
    from bilingual.ooxml.omml_read import to_latex

    display = local(element) == "m:oMathPara"
    found: list[tuple[str, Revision | None]] = []
    for formula in [child for child in element if local(child) == "m:oMath"] if display else [element]:
        changes = list(formula.iter(*_INSERTED, *_DELETED))
        if not changes:
            found.append((to_latex(formula, display=display), None))
            continue
        before, after = (to_latex(_resolved(formula, accept), display=display) for accept in (False, True))
        if before == after:
            found.append((after, None))
            continue
        found += [(before, revision(changes[-1], RevisionKind.DELETED))]
        found += [(after, revision(changes[-1], RevisionKind.INSERTED))]
    return tuple((tex, made) for tex, made in found if tex)


def _resolved(formula: etree._Element, accept: bool) -> etree._Element:
    """A copy of a formula with its changes accepted or rejected."""
    made = copy.deepcopy(formula)
    gone = _DELETED if accept else _INSERTED
    for change in list(made.iter(*_INSERTED, *_DELETED)):
        parent = change.getparent()
        if parent is None:
            continue
        run = _marked_run(change, parent)
        if run is not None:
            owner = run.getparent()
            if change.tag in gone and owner is not None:
                owner.remove(run)
        elif change.tag in gone or str(parent.tag).endswith("Pr"):
            parent.remove(change)
        else:
            at = parent.index(change)
            parent[at : at + 1] = list(change)
    return made


def _marked_run(change: etree._Element, parent: etree._Element) -> etree._Element | None:
    """The run of which `change` is a mark: as its child with nothing but properties, or in its properties."""
    if parent.tag in _RUNS:
        return parent
    above = parent.getparent()
    return above if parent.tag == f"{W}rPr" and above is not None and above.tag in _RUNS else None
