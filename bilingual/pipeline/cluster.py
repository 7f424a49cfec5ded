"""Translation on a Dask cluster: batches go to workers, and a lost worker's batches are done again by others.

Each worker loads the model once, from the package of the same name in its own folder of models, and a worker whose
model is another one refuses: the text is the same wherever a batch is done.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from bilingual.errors import EngineError, MissingExtraError
from bilingual.translation.argos import ArgosEngine
from bilingual.translation.engine import Batch, Request

_CONNECT: Final = 15  # seconds to reach a scheduler
_TRIES: Final = 3  # of a batch whose worker raised an error; lost workers are another matter, and Dask's own


class ClusterEngine:
    """The Argos engine on the workers of a Dask scheduler at `address`. Nothing is connected before it translates."""

    def __init__(self, local: ArgosEngine, folder: Path, address: str) -> None:
        self._local = local
        self._folder = folder
        self._address = address
        self.keeps_placeholders = local.keeps_placeholders
        self.uses_context = local.uses_context
        self.limit = local.limit
        self.batch_size = local.batch_size

    @property
    def name(self) -> str:
        """As of the engine on one machine: the text is the same."""
        return self._local.name

    @property
    def fingerprint(self) -> str:
        """As of the engine on one machine, so that the answers of either serve both."""
        return self._local.fingerprint

    def size(self, request: Request) -> int:
        """Tokens of the model."""
        return self._local.size(request)

    def translate(self, batches: Sequence[Batch], source: str, target: str) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Each batch as a task of the cluster, given out when it is done, in whatever order."""
        if not batches:
            return
        distributed = _distributed()
        try:
            client = distributed.Client(self._address, timeout=_CONNECT, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            reason = (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")
            raise EngineError(f"The Dask scheduler {self._address} cannot be reached: {reason}.") from None
        with client:
            spec = (str(self._folder), self._local.metadata.code, self.fingerprint)
            futures = {
                client.submit(
                    translate_batch,
                    spec,
                    [(r.text, r.effort) for r in batch],
                    source,
                    target,
                    pure=False,
                    retries=_TRIES,
                    key=f"bilingual-{self.fingerprint[-20:]}-{id(batches)}-{index}",
                ): index
                for index, batch in enumerate(batches)
            }
            for future in distributed.as_completed(list(futures), loop=client.loop):
                try:
                    texts = tuple(future.result())
                except EngineError:
                    raise
                except Exception as error:
                    reason = (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")
                    raise EngineError(f"A worker of {self._address} failed: {reason}.") from None
                yield futures[future], texts


def translate_batch(
    spec: tuple[str, str, str], texts: Sequence[tuple[str, int]], source: str, target: str
) -> list[str]:
    """What a worker does with a batch of (text, effort): the texts of its answers, in order."""
    engine = _engine(*spec)
    ((_, answers),) = engine.translate([[Request(text, effort=effort) for text, effort in texts]], source, target)
    return list(answers)


@functools.cache
def _engine(folder: str, code: str, fingerprint: str) -> ArgosEngine:
    """The model of this process, loaded once."""
    from bilingual.pipeline.models import installed

    places = [Path(folder), *(path for path, made in installed() if made.code == code)]
    for place in places:
        if (place / "metadata.json").is_file():
            engine = ArgosEngine(place, 1)
            if engine.fingerprint == fingerprint:
                return engine
    raise EngineError(f"A worker does not have the model {code} that this machine has; install the same one on all.")


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise MissingExtraError(
            'A Dask cluster needs the package distributed; install it with pip install "bilingual[dask]".'
        ) from None
    return distributed
