"""The argos engine: any installed Argos package, its CTranslate2 model and SentencePiece file read directly.

argostranslate itself would import torch, stanza and spaCy (1.5 GB) and translate one paragraph at a time. The options
here are the ones it passes to CTranslate2, so that the text is the same; what differs is that all sentences go through
the model together, on all cores. It also turns every `_` into a space, which is not done here.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bilingual.errors import EngineError, MissingExtraError
from bilingual.translation.engine import Batch, Request
from bilingual.translation.packages import Metadata, read_metadata

if TYPE_CHECKING:
    import ctranslate2
    import sentencepiece

# What argostranslate 1.11 passes (translate.py, apply_packaged_translation); its own batches are 32 tokens.
_BEAM: Final = 4
_LENGTH_PENALTY: Final = 0.2
_BATCH_TOKENS: Final = 512  # of 64 to 4096 the fastest with 2 cores, with the text unchanged
_LIMIT: Final = 150  # characters; above that models silently drop text
_WIDER: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"beam_size": 8},
    {"beam_size": 6, "no_repeat_ngram_size": 3, "repetition_penalty": 1.2},
)


class ArgosEngine:
    """Translates with the Argos package unpacked in `folder`. Nothing is loaded before the first translation."""

    keeps_placeholders = False
    uses_context = False
    limit = _LIMIT
    batch_size = _BATCH_TOKENS

    def __init__(self, folder: Path, workers: int = 0) -> None:
        """`workers` translate at once, each on one core; 0 is one for each core."""
        self._folder = folder
        self._workers = workers or os.cpu_count() or 1
        self.metadata: Metadata = read_metadata(folder)

    @property
    def name(self) -> str:
        """The package and its version."""
        made = self.metadata
        return f"argos {made.from_code}_{made.to_code} {made.package_version}"

    @cached_property
    def fingerprint(self) -> str:
        """Of the model file, the vocabulary and the version of the library, which may change the text."""
        hasher = hashlib.blake2b(digest_size=16)
        for path in (self._folder / "model" / "model.bin", self._tokenizer_path):
            try:
                with path.open("rb") as stream:
                    while block := stream.read(1 << 20):
                        hasher.update(block)
            except OSError as error:
                raise EngineError(
                    f"The model in {self._folder} has no readable {path.name} ({error.strerror}); install it again."
                ) from None
        return f"argos {hasher.hexdigest()} ctranslate2 {_ctranslate2().__version__} {_BEAM} {_LENGTH_PENALTY}"

    @property
    def _tokenizer_path(self) -> Path:
        path = self._folder / "sentencepiece.model"
        if not path.is_file():
            kind = "a BPE vocabulary" if (self._folder / "bpe.model").is_file() else "no SentencePiece file"
            raise EngineError(
                f"The package {self._folder.name} has {kind}; only packages with a sentencepiece.model can be used."
            )
        return path

    @cached_property
    def _tokenizer(self) -> sentencepiece.SentencePieceProcessor:
        try:
            import sentencepiece
        except ImportError:
            raise _missing("sentencepiece") from None
        try:
            return sentencepiece.SentencePieceProcessor(model_file=str(self._tokenizer_path))
        except (OSError, RuntimeError) as error:
            raise EngineError(f"{self._tokenizer_path} cannot be loaded ({_line(error)}); install it again.") from None

    @cached_property
    def _translator(self) -> ctranslate2.Translator:
        try:
            return _ctranslate2().Translator(
                str(self._folder / "model"), device="cpu", inter_threads=self._workers, intra_threads=1
            )
        except (RuntimeError, ValueError) as error:
            raise EngineError(
                f"The model in {self._folder} cannot be loaded ({_line(error)}); install it again."
            ) from None

    def size(self, request: Request) -> int:
        """Tokens of the model, which is what a batch is measured in."""
        return len(self._tokens(request.text))

    def _tokens(self, text: str) -> list[str]:
        pieces: list[str] = self._tokenizer.encode(text, out_type=str)
        return pieces

    def translate(self, batches: Sequence[Batch], source: str, target: str) -> Iterator[tuple[int, tuple[str, ...]]]:
        """All batches are queued at once, the workers take them in order, and each is given out when it is done."""
        self._check_pair(source, target)
        pending = [(index, self._start(batch)) for index, batch in enumerate(batches)]
        for index, results in pending:
            try:
                answers = [result.result().hypotheses[0] for result in results]
                yield index, tuple(map(self._text, batches[index], answers))
            except RuntimeError as error:
                raise EngineError(f"The model {self.name} failed: {_line(error)}.") from None

    def _start(self, batch: Batch) -> list[Any]:
        prefix = self.metadata.target_prefix
        options = {"beam_size": _BEAM, **_WIDER[min(max(r.effort for r in batch), len(_WIDER) - 1)]}
        started: list[Any] = self._translator.translate_batch(
            [self._tokens(request.text) for request in batch],
            target_prefix=[[prefix]] * len(batch) if prefix else None,
            replace_unknowns=True,
            max_batch_size=0,
            length_penalty=_LENGTH_PENALTY,
            asynchronous=True,
            **options,
        )
        return started

    def _text(self, request: Request, tokens: list[str]) -> str:
        text: str = self._tokenizer.decode_pieces(tokens).replace("▁", " ")
        if "_" not in request.text:
            text = text.replace("_", " ")  # as argostranslate does; a model makes some up
        prefix = self.metadata.target_prefix
        return text.removeprefix(prefix).removeprefix(" ") if prefix else text.removeprefix(" ")

    def _check_pair(self, source: str, target: str) -> None:
        from bilingual import lang

        known = {"zh", "zt"} if self.metadata.from_code in ("zh", "zt") else {self.metadata.from_code}
        if lang.argos(source) not in known or not self.metadata.to_code.startswith(lang.argos(target)[:2]):
            raise EngineError(
                f"The model {self.name} does not translate from {lang.english_name(source)} into "
                f'{lang.english_name(target)}; "bilingual models list" shows the installed ones.'
            )


def _ctranslate2() -> Any:
    try:
        import ctranslate2
    except ImportError:
        raise _missing("ctranslate2") from None
    return ctranslate2


def _missing(name: str) -> MissingExtraError:
    return MissingExtraError(f'Argos models need the package {name}; install it with pip install "bilingual[mt]".')


def _line(error: Exception) -> str:
    return str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
