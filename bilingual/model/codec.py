"""Runs as JSON values and back, for files that people may read: a plain string wherever that says everything."""

from __future__ import annotations

from typing import Any, assert_never

from bilingual.model.inline import Break, Code, Inline, Link, Math, Runs, Text


def runs_to_json(runs: Runs) -> Any:
    """A string for one text without marks, else a list of strings and objects, an object for each other inline."""
    listed = [_to_json(run) for run in runs]
    return listed[0] if len(listed) == 1 and isinstance(listed[0], str) else listed


def _to_json(run: Inline) -> Any:
    match run:
        case Text(text, marks):
            return {"text": text, "marks": list(marks)} if marks else text
        case Math(tex, display, opening):
            return {"math": tex, "display": display, "opening": opening}
        case Code(code, fence):
            return {"code": code, "fence": fence}
        case Link(href, label):
            return {"href": href, "label": label}
        case Break():
            return {"break": True}
        case _:
            assert_never(run)


def runs_from_json(value: Any) -> Runs:
    """The runs that `runs_to_json` wrote. Raises ValueError for anything else."""
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list):
        raise ValueError("runs are a string or a list")
    return tuple(map(_from_json, listed))


def _from_json(value: Any) -> Inline:
    match value:
        case str():
            return Text(value)
        case {"text": str(text), "marks": list(marks)}:
            return Text(text, tuple(map(str, marks)))
        case {"math": str(tex), "display": bool(display), "opening": str(opening)}:
            return Math(tex, display, opening)
        case {"code": str(code), "fence": str(fence)}:
            return Code(code, fence)
        case {"href": str(href), "label": str(label)}:
            return Link(href, label)
        case {"break": True}:
            return Break()
        case _:
            raise ValueError(f"no inline: {value!r:.80}")
