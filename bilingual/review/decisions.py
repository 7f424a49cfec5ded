"""Conflicts as a text file that a person edits, and the decisions read back from it (TOML 1.0)."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bilingual.errors import ReviewError
from bilingual.model import Runs, plain
from bilingual.model.review import Change, Conflict
from bilingual.protect import scan

_HEAD = """\
# Segments for which there is more than one new text. Nothing of them changes until it is decided here:
# set "choose" to the number of a text below, to "current" for the text of the present build,
# or leave "choose" empty and write your own text into "text". Then import the files again.
"""


def write_conflicts(conflicts: Sequence[Conflict]) -> str:
    """The text file for the conflicts, "" when there are none. Choices are empty."""
    if not conflicts:
        return ""
    return "\n".join([_HEAD, *map(_conflict, conflicts)])


def _conflict(conflict: Conflict) -> str:
    lines = ["[[conflict]]"]
    lines += [f"{key} = {_string(value)}" for key, value in (("segment", conflict.segment_id), ("lang", conflict.lang))]
    lines += [f"row = {_string(conflict.row)}", f"sent = {_string(plain(conflict.base))}"]
    lines += [f"current = {_string(plain(conflict.current))}"]
    for n, option in enumerate(conflict.options, 1):
        who = ", ".join(filter(None, (option.author, option.date)))
        lines.append(f"{n} = {_string(plain(option.after))}{f'  # {_comment(who)}' if who else ''}")
    return "\n".join([*lines, 'choose = ""', 'text = ""', ""])


def _string(text: str) -> str:
    """A TOML basic string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c >= " " and c != "\x7f" else f"\\u{ord(c):04x}" for c in escaped) + '"'


def _comment(text: str) -> str:
    return "".join(c if c >= " " and c != "\x7f" else " " for c in text)


def decide(conflicts: Sequence[Conflict], text: str, name: str) -> tuple[tuple[Change, ...], tuple[Conflict, ...]]:
    """The changes that `text`, the edited file called `name`, decides for, and the conflicts that stay open.

    A decision counts only for the texts that it was made about. Raises ReviewError when the file cannot be read or a
    choice is none of those offered.
    """
    try:
        listed = tomllib.loads(text).get("conflict", [])
    except tomllib.TOMLDecodeError as error:
        raise ReviewError(f"{name} is not valid TOML ({error}); correct that line and import again.") from None
    known = {(str(item.get("segment")), str(item.get("lang"))): item for item in listed}
    decided: list[Change] = []
    still_open: list[Conflict] = []
    for conflict in conflicts:
        item = known.get((conflict.segment_id, conflict.lang))
        chosen = _chosen(conflict, item, name) if item is not None and _is_about(item, conflict) else None
        if chosen is None:
            still_open.append(conflict)
        elif plain(chosen) != plain(conflict.current):
            option = next((o for o in conflict.options if o.after == chosen), conflict.options[0])
            decided.append(replace(option, before=conflict.current, after=chosen))
    return tuple(decided), tuple(still_open)


def _is_about(item: dict[str, Any], conflict: Conflict) -> bool:
    offered = [item.get(str(n)) for n, _ in enumerate(conflict.options, 1)]
    wanted = [plain(option.after) for option in conflict.options]
    return item.get("current") == plain(conflict.current) and offered == wanted


def _chosen(conflict: Conflict, item: dict[str, Any], name: str) -> Runs | None:
    """The text that was decided for; None when nothing was."""
    choice, own = str(item.get("choose", "")).strip(), str(item.get("text", ""))
    if choice == "current":
        return conflict.current
    if choice:
        if not choice.isdigit() or not 1 <= int(choice) <= len(conflict.options):
            offers = ", ".join(map(str, range(1, len(conflict.options) + 1)))
            raise ReviewError(
                f'{name}: "{choice}" is no choice for segment {conflict.segment_id}; choose {offers} or current.'
            )
        return conflict.options[int(choice) - 1].after
    return scan(own) if own.strip() else None
