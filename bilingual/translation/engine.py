"""The engine protocol: texts in, texts out, batch by batch, in any order of batches.

An engine knows nothing of papers. It is asked for pieces that hold no protected span, or, when it says that it keeps
placeholders, for sentences with numbered ones. The same request must give the same text in any batch.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias


@dataclass(frozen=True, slots=True)
class Request:
    """One text to translate.

    `before` and `after` are its neighbours in the paper, and `terms` pairs of a source term and its preferred
    translation; engines that cannot use them ignore them. `effort` is 0 at first, and higher when an earlier answer
    was not good: a wider search, another temperature.
    """

    text: str
    before: str = ""
    after: str = ""
    terms: tuple[tuple[str, str], ...] = ()
    effort: int = 0


Batch: TypeAlias = Sequence[Request]


class Engine(Protocol):
    """What translates.

    `name` is shown as the origin of a cell. `fingerprint` changes whenever the same request could give another text:
    with the model, its options and the prompt. `limit` is how many characters a piece may have. `keeps_placeholders`
    says whether masking is worth a try before a sentence is cut at its protected spans.
    """

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    @property
    def limit(self) -> int: ...

    @property
    def keeps_placeholders(self) -> bool: ...

    @property
    def uses_context(self) -> bool: ...

    def size(self, request: Request) -> int:
        """How much work a request is, in units of which `batch_size` make a batch."""

    @property
    def batch_size(self) -> int: ...

    def translate(self, batches: Sequence[Batch], source: str, target: str) -> Iterator[tuple[int, tuple[str, ...]]]:
        """(index of a batch, its texts) for every batch once, as they are done. Raises EngineError."""


def request_key(engine: Engine, request: Request, source: str, target: str) -> str:
    """A digest of everything that the answer to `request` depends on; the key of caches. 32 hexadecimal digits."""
    hasher = hashlib.blake2b(digest_size=16)
    context = (request.before, request.after, *(text for pair in request.terms for text in pair))
    for part in (engine.fingerprint, source, target, str(request.effort), request.text, *context):
        data = part.encode("utf-8", "surrogatepass")
        hasher.update(len(data).to_bytes(8, "big"))
        hasher.update(data)
    return hasher.hexdigest()


def batches_of(engine: Engine, requests: Sequence[Request]) -> list[list[int]]:
    """Indices of `requests` in batches of like sizes, the longest first, each at most `batch_size` when padded.

    Requests of one length share a batch because a batch costs its longest member times their number.
    """
    sizes = [max(1, engine.size(request)) for request in requests]
    order = sorted(range(len(requests)), key=lambda at: (-sizes[at], at))
    result: list[list[int]] = []
    for at in order:
        if result and sizes[result[-1][0]] * (len(result[-1]) + 1) <= engine.batch_size:
            result[-1].append(at)
        else:
            result.append([at])
    return result
