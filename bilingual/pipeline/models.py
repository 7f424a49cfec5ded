"""Models on the disk: Argos packages, listed, installed from a file, an address or an index, and removed.

They live where argostranslate keeps its own, so that what one installs the other finds. An installation is unpacked
beside its place, checked, and renamed: a killed one leaves nothing that counts as a model.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final

from bilingual import lang
from bilingual.errors import EngineError, UsageError
from bilingual.pipeline.download import download, fetch
from bilingual.pipeline.progress import Progress
from bilingual.translation.packages import Metadata, check_members, choose, parse_index, read_metadata

ARGOS_INDEX: Final = "https://raw.githubusercontent.com/argosopentech/argospm-index/main/index.json"
_INDEX_LIMIT: Final = 16 * 1024 * 1024  # bytes; the public index has about 60 kB
_PACKAGE_LIMIT: Final = 2 * 1024**3
_BLOCK: Final = 1 << 20
_README_LIMIT: Final = 20_000  # characters shown


def models_folder() -> Path:
    """Where packages are: ARGOS_PACKAGES_DIR, else argostranslate's folder in XDG_DATA_HOME or ~/.local/share."""
    stated = os.environ.get("ARGOS_PACKAGES_DIR")
    if stated:
        return Path(stated)
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "argos-translate" / "packages"


def index_address(stated: str = "") -> str:
    """The address of the index: as stated, else of ARGOS_PACKAGE_INDEX, else Argos's own."""
    address = stated or os.environ.get("ARGOS_PACKAGE_INDEX", "") or ARGOS_INDEX
    return address if address.endswith(".json") else f"{address.rstrip('/')}/index.json"


def installed() -> list[tuple[Path, Metadata]]:
    """The installed translation packages with their folders, sorted by languages. What is no package is left out."""
    folder = models_folder()
    found: list[tuple[Path, Metadata]] = []
    if folder.is_dir():
        for path in sorted(folder.iterdir()):
            if path.is_dir() and not path.name.startswith("."):
                with contextlib.suppress(EngineError):
                    found.append((path, read_metadata(path)))
    return sorted(found, key=lambda item: (item[1].from_code, item[1].to_code, item[0].name))


def find_installed(source: str, target: str, name: str = "") -> Path:
    """The folder of the package for a pair of canonical tags; `name` may be its code, folder name or path.

    Raises EngineError with the command that installs one.
    """
    if name and Path(name).is_dir():
        return Path(name)
    from_code, to_code = ("zh" if lang.is_chinese(source) else lang.argos(source)), lang.argos(target)
    for path, made in installed():
        if name and name not in (path.name, made.code, made.code.removeprefix("translate-")):
            continue
        if name or (made.from_code, made.to_code) == (from_code, to_code):
            return path
    what = f'No model "{name}"' if name else f"No model from {_name(source)} into {_name(target)}"
    raise EngineError(f'{what} is installed; "bilingual models install {from_code}_{to_code}" installs one.')


def _name(tag: str) -> str:
    return "Chinese" if lang.is_chinese(tag) else lang.english_name(tag)


def available(index: str = "") -> tuple[Metadata, ...]:
    """The packages of an index. Raises EngineError when it cannot be had or understood."""
    address = index_address(index)
    return parse_index(fetch(address, _INDEX_LIMIT), address)


def install(what: str, index: str, progress: Progress) -> tuple[Path, Metadata]:
    """Install a package from a file, an http(s) address, or by its code (`zh_en`) from an index.

    Raises UsageError when there is no such file, EngineError when it cannot be had or is not a package.
    """
    if what.startswith(("http://", "https://")):
        return _install_from(what, Metadata("zh", "en"), progress)
    if Path(what).is_file():
        return install_file(Path(what), progress)
    if what.endswith(".argosmodel") or "/" in what or "\\" in what:
        raise UsageError(f"{what} does not exist; check the path of the package.")
    from_code, _, to_code = what.removeprefix("translate-").partition("_")
    packages = available(index)
    wanted = choose(packages, from_code, to_code)
    if wanted is None:
        codes = sorted({made.code.removeprefix("translate-") for made in packages})
        some = f" It has {', '.join(codes[:8])}{' …' if len(codes) > 8 else ''}." if codes else ""
        raise EngineError(f'The index {index_address(index)} has no package "{what}".{some}')
    errors = []
    for link in wanted.links:
        if link.startswith(("http://", "https://")):
            try:
                return _install_from(link, wanted, progress)
            except EngineError as error:
                errors.append(str(error))
    raise EngineError(errors[0] if errors else f"The index gives no address from which {what} can be downloaded.")


def _install_from(address: str, expected: Metadata, progress: Progress) -> tuple[Path, Metadata]:
    name = address.rsplit("/", 1)[-1].partition("?")[0] or "model.argosmodel"
    part = models_folder() / ".downloads" / name
    download(address, part, _PACKAGE_LIMIT, progress, sha256=expected.sha256, size=expected.size)
    try:
        return install_file(part, progress, address)
    finally:
        part.unlink(missing_ok=True)


def install_file(path: Path, progress: Progress, where: str = "") -> tuple[Path, Metadata]:
    """Install the package in the file `path`; `where` is what messages call it. Raises EngineError."""
    shown = where or str(path)
    folder = models_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            root = check_members([(m.filename, m.file_size) for m in members], shown)
            if any(stat.S_ISLNK(member.external_attr >> 16) for member in members):
                raise EngineError(f"{shown} has symbolic links in it; it was not installed.")
            progress.stage(f"Installing {root}", sum(member.file_size for member in members))
            with tempfile.TemporaryDirectory(prefix=".installing-", dir=folder) as temporary:
                for member in members:
                    _extract(archive, member, Path(temporary), progress.step)
                made = read_metadata(Path(temporary) / root)
                _swap(Path(temporary) / root, folder / root)
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise EngineError(f"{shown} is not a whole Argos package ({_reason(error)}); get it again.") from None
    except OSError as error:
        raise EngineError(f"{shown} cannot be installed in {folder}: {error.strerror or error}.") from None
    return folder / root, made


def _extract(archive: zipfile.ZipFile, member: zipfile.ZipInfo, folder: Path, step: Callable[[int], None]) -> None:
    """One file of the archive, never more bytes than it says; reading it to its end checks its CRC."""
    target = folder / member.filename
    if member.is_dir():
        target.mkdir(parents=True, exist_ok=True)
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    with archive.open(member) as source, target.open("wb") as sink:
        _copy(source, sink, member.file_size, step)


def _copy(source: IO[bytes], sink: IO[bytes], size: int, step: Callable[[int], None]) -> None:
    left = size
    while block := source.read(min(_BLOCK, left + 1)):
        left -= len(block)
        if left < 0:
            raise zipfile.BadZipFile("a file in it is longer than stated")
        sink.write(block)
        step(len(block))


def _swap(new: Path, place: Path) -> None:
    """Put a folder in its place; the one that was there goes only when the new one is complete."""
    if place.exists():
        old = new.with_name(f"{new.name}.old")
        place.rename(old)
    new.rename(place)


def remove(name: str) -> tuple[Path, Metadata]:
    """Remove an installed package by its code (`zh_en`) or folder name. Raises UsageError when there is none."""
    for path, made in installed():
        if name in (path.name, made.code, made.code.removeprefix("translate-")):
            try:
                shutil.rmtree(path)
            except OSError as error:
                raise EngineError(f"{path} cannot be removed: {error.strerror}.") from None
            return path, made
    raise UsageError(f'No model "{name}" is installed; "bilingual models list" shows the installed ones.')


def describe(name: str) -> dict[str, object]:
    """What an installed package is, for `models info`. Raises UsageError when there is none with that name."""
    for path, made in installed():
        if name in (path.name, made.code, made.code.removeprefix("translate-")):
            readme = path / "README.md"
            size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
            text = readme.read_text("utf-8", "replace")[:_README_LIMIT] if readme.is_file() else ""
            return {**made.as_json(), "path": str(path), "bytes": size, "readme": text.strip()}
    raise UsageError(f'No model "{name}" is installed; "bilingual models list" shows the installed ones.')


def _reason(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")
