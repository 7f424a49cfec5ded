"""Progress: a bar for each stage on a terminal, nothing at all elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Progress(Protocol):
    """What a stage tells of its work."""

    def stage(self, name: str, total: int | None = None) -> None:
        """A stage named `name` begins; `total` steps where they can be counted."""

    def step(self, count: int = 1) -> None:
        """`count` further steps of the stage are done."""


class Silent:
    """No terminal: nothing is drawn."""

    def stage(self, name: str, total: int | None = None) -> None:
        """Nothing to show."""

    def step(self, count: int = 1) -> None:
        """Nothing to show."""


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A bar on standard error while the block runs, drawn only when that is a terminal."""
    if not sys.stderr.isatty():
        yield Silent()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as RichProgress

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with RichProgress(*columns, console=Console(stderr=True), transient=True) as rich:

        class Bars:
            task: TaskID | None = None

            def stage(self, name: str, total: int | None = None) -> None:
                if self.task is not None:
                    rich.remove_task(self.task)
                self.task = rich.add_task(name, total=total)

            def step(self, count: int = 1) -> None:
                if self.task is not None:
                    rich.advance(self.task, count)

        yield Bars()
