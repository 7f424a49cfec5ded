"""Convert: files from one script to the other, in place or elsewhere, each whole or not at all."""

from __future__ import annotations

import io
import os
import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from bilingual import lang
from bilingual.errors import BilingualError, LanguageError, PublishError, SourceError
from bilingual.findings import Finding, Severity
from bilingual.pipeline.progress import Progress, Silent
from bilingual.pipeline.scripting import make_house, make_profile
from bilingual.pipeline.store import read_source, write_output

if TYPE_CHECKING:
    from bilingual.scripts.convert import Converter
    from bilingual.scripts.report import Report

STREAM_FROM: Final = 16 * 1024 * 1024
"""Bytes; a text file from this size on is converted block by block, in constant memory."""
_SAMPLE: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Conversion:
    """What is wanted: `target` and `source` are canonical tags, `source` empty to find it in each text."""

    target: str
    source: str = ""
    profile: str = "standard"
    dictionary: str = ""
    encoding: str = ""


@dataclass(frozen=True, slots=True)
class Converted:
    """A converted file: its bytes, what was not good, and the choices that were made where a report is wanted."""

    data: bytes
    findings: tuple[Finding, ...] = ()
    report: Report | None = None


def convert_bytes(data: bytes, name: str, wanted: Conversion, *, with_report: bool = False) -> Converted:
    """The content of a file in the wanted script; its format is told by the ending of `name`.

    Raises SourceError when the bytes are no such file, LanguageError when there is no such conversion.
    """
    from bilingual.scripts.files import convert_file_bytes
    from bilingual.scripts.report import report

    if not data:
        return Converted(b"")
    suffix = Path(name).suffix
    text, encoding, findings = _read(data, name, suffix, wanted.encoding)
    tool = converter_for(text, wanted)
    made, more = convert_file_bytes(data, suffix, tool, encoding, name) if tool else (data, ())
    guarded = _guard(made, suffix, encoding, wanted, name) if tool and not more else ()
    listed = report(text, tool, name) if tool and with_report else None
    return Converted(made, (*findings, *more, *guarded), listed)


def _read(data: bytes, name: str, suffix: str, encoding: str) -> tuple[str, str, tuple[Finding, ...]]:
    """The text of a file for finding its script and for a report, and its encoding."""
    if suffix.lower() == ".docx":
        from bilingual.readers.docx import read_blocks

        blocks, _ = read_blocks(data, name)
        return "\n".join(block.text for block in blocks), "utf-8", ()
    from bilingual.readers.encoding import decode

    decoded = decode(data, name, encoding or None)
    return decoded.text, decoded.encoding, decoded.findings


def _guard(made: bytes, suffix: str, encoding: str, wanted: Conversion, name: str) -> tuple[Finding, ...]:
    from bilingual.scripts.guards import guard

    if suffix.lower() == ".docx":
        return ()
    return guard(made.decode(encoding, "replace"), wanted.target, name)


def converter_for(text: str, wanted: Conversion) -> Converter | None:
    """The converter for a text, or None where there is nothing to convert. Raises LanguageError for an impossible pair.

    A text without a stated source that is in the script of the target already stays, variants of its region included.
    """
    from bilingual.scripts.detect import detect

    if not lang.is_chinese(wanted.target) or (wanted.source and not lang.is_chinese(wanted.source)):
        raise LanguageError(
            f"There is no script conversion from {wanted.source or 'Chinese'} to {wanted.target}; both must be "
            'Chinese. For English use "bilingual translate".'
        )
    source = wanted.source or detect(text)
    if not lang.is_chinese(source) or (not wanted.source and lang.script(source) == lang.script(wanted.target)):
        return None
    if source == "zh":
        source = "zh-Hans" if lang.script(wanted.target) == lang.HANT else "zh-Hant"
    return _converter(source, wanted.target, wanted.profile, wanted.dictionary)


@cache
def _converter(source: str, target: str, profile: str, dictionary: str) -> Converter:
    from bilingual.scripts.convert import converter

    return converter(source, target, make_profile(Path(), profile), make_house(Path(), dictionary))


def is_large(path: Path) -> bool:
    """Whether a file is converted block by block; a DOCX never is."""
    return path.suffix.lower() != ".docx" and path.is_file() and path.stat().st_size >= STREAM_FROM


def convert_file(path: Path, out: Path, wanted: Conversion, progress: Progress | None = None) -> tuple[Finding, ...]:
    """Convert the file `path` into `out`, which may be the same; a large text goes block by block, shown in bytes."""
    if is_large(path):
        return _convert_large(path, out, wanted, progress or Silent())
    made = convert_bytes(read_source(path), str(path), wanted)
    write_output(out, made.data, PublishError)
    return made.findings


def _convert_large(path: Path, out: Path, wanted: Conversion, progress: Progress) -> tuple[Finding, ...]:
    from bilingual.readers.encoding import decode

    with path.open("rb") as stream:
        sample = stream.read(_SAMPLE)
    # A sample may end inside a character, so it ends with its last line.
    sample = sample[: sample.rfind(b"\n") + 1] or sample
    decoded = decode(sample, str(path), wanted.encoding or None)
    tool = converter_for(decoded.text, wanted)
    marked = decoded.encoding == "utf-8" and sample.startswith(b"\xef\xbb\xbf")
    encoding = "utf-8-sig" if marked else decoded.encoding
    progress.stage("Converting", path.stat().st_size)
    try:
        _stream(path, out, tool, (encoding, encoding), progress)
    except UnicodeEncodeError as error:
        lost = error.object[error.start]
        message = f'{encoding} has no "{lost}" (U+{ord(lost):04X}), so the result is written in UTF-8.'
        progress.stage("Converting", path.stat().st_size)
        _stream(path, out, tool, (encoding, "utf-8"), progress)
        return *decoded.findings, Finding("convert.encoding", Severity.WARNING, message, str(path))
    return decoded.findings


class _Restating:
    """Writes on, and lets the first stretch name the new encoding where it names one."""

    def __init__(self, writer: TextIO, suffix: str, codec: str) -> None:
        self._writer, self._suffix, self._codec, self._first = writer, suffix, codec, True

    def write(self, text: str, /) -> None:
        """Take the next stretch."""
        from bilingual.scripts.files import restated

        self._writer.write(restated(text, self._suffix, self._codec) if self._first else text)
        self._first = False


def _stream(path: Path, out: Path, tool: Converter | None, codecs: tuple[str, str], progress: Progress) -> None:
    """Convert a text from one encoding into another (Python's names), block by block; `out` is whole or as it was."""
    from bilingual.scripts.files import convert_stream

    encoding, written = codecs
    handle, name = tempfile.mkstemp(prefix=f".{out.name}.", dir=out.parent)
    os.close(handle)
    temporary = Path(name)
    try:
        with (
            path.open("rb") as raw,
            io.TextIOWrapper(raw, encoding, newline="") as reader,
            temporary.open("w", encoding=written, newline="") as writer,
        ):
            if tool is None:
                shutil.copyfileobj(reader, writer, _SAMPLE)
            else:
                done = 0

                def step(_: int) -> None:
                    nonlocal done
                    progress.step(raw.tell() - done)
                    done = raw.tell()

                to = writer if written == encoding else _Restating(writer, path.suffix, encoding)
                convert_stream(reader, to, tool, step, path.suffix)
        temporary.chmod(path.stat().st_mode & 0o777)
        temporary.replace(out)
    except UnicodeDecodeError as error:
        raise SourceError(f"{path} is not text in {encoding} all through ({error.reason}); state --encoding.") from None
    finally:
        temporary.unlink(missing_ok=True)


def files_below(folder: Path) -> list[Path]:
    """The files of a folder that can be converted, sorted; hidden ones and links are left alone."""
    from bilingual.scripts.files import SUFFIXES

    return sorted(
        path
        for path in folder.rglob("*")
        if path.suffix.lower() in SUFFIXES
        and path.is_file()
        and not path.is_symlink()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )


def convert_folder(
    folder: Path, out: Path, wanted: Conversion, progress: Progress
) -> Iterator[tuple[Path, str, tuple[Finding, ...]]]:
    """Convert every file of a folder on all cores. Gives for each file: its path, an error or "", and its findings.

    A file that fails is left as it was, and the others go on.
    """
    paths = files_below(folder)
    progress.stage("Converting", len(paths))
    targets = [out / path.relative_to(folder) for path in paths]
    for target in {target.parent for target in targets}:
        target.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(min(len(paths), os.cpu_count() or 1) or 1) as pool:
        jobs = {pool.submit(_job, path, target, wanted): path for path, target in zip(paths, targets, strict=True)}
        for job in as_completed(jobs):
            error, findings = job.result()
            progress.step()
            yield jobs[job], error, findings


def _job(path: Path, out: Path, wanted: Conversion) -> tuple[str, tuple[Finding, ...]]:
    try:
        return "", convert_file(path, out, wanted)
    except BilingualError as error:
        return str(error), ()


def write_report(report: Report | None, path: Path) -> None:
    """The report as HTML where `path` ends so, else as JSON; an empty one where nothing was to be converted."""
    from bilingual.scripts.report import Report

    made = report or Report(str(path), "unchanged", ())
    text = made.as_html() if path.suffix.lower() in (".html", ".htm") else made.as_json()
    write_output(path, text.encode("utf-8"), PublishError)
