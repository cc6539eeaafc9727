"""Cache of computed arrays, in files of the user.

    terrain = cached("terrain", [file_hash, spacing], code=version_of("ground/terrain"), make=read)

The key of an entry includes everything that it depends on: its inputs, the source text of the code that computes it,
and NumPy's version and the processor, which affect rounding. So an entry is never out of date. It is an ``.npz`` file
without pickles, with checksums; a damaged one is computed again. The files are in the folder of compiled kernels, which
only its user can open.
"""

import contextlib
import hashlib
import json
import os
import platform
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ..base.errors import CacheError
from ..base.operating_system import replace_file
from .cache import cache_folder, is_lasting

Arrays = Mapping[str, NDArray[Any]]
Input = NDArray[Any] | str | float | None

FOLDER = "arrays"  # in the folder of compiled kernels
SUFFIX = ".npz"
MAX_BYTES = 256_000_000  # limit of all entries; the least recently used ones are deleted
MAX_ENTRIES = 1000  # limit of their number; each new entry lists all of them
MAX_SHARE = 0.25  # limit of one entry, as a fraction of MAX_BYTES
DAMAGE = (
    OSError,
    ValueError,
    TypeError,
    LookupError,
    EOFError,
    MemoryError,
    NotImplementedError,
    zipfile.BadZipFile,
    zlib.error,
)
HOME = Path(__file__).parents[1]


def cached(kind: str, inputs: Iterable[Input], *, code: str, make: Callable[[], Arrays]) -> Arrays:
    """Return arrays from the cache, or compute and store them.

    The inputs are all that they depend on, in a fixed order; ``code`` is that of ``version_of``.
    """
    folder = _folder()
    if folder is None:
        return make()
    path = folder / f"{kind}-{_digest(kind, inputs, code)}{SUFFIX}"
    found = _read(path)
    if found is None:
        found = make()
        _write(path, found)
    return found


def cached_rows(
    kind: str,
    inputs: Iterable[Input],
    rows: NDArray[Any],
    *,
    code: str,
    make: Callable[[NDArray[Any]], Arrays],
) -> Arrays:
    """Return arrays with one entry per row from the cache; rows that are missing are computed at once and stored.

    Args:
        inputs: all that the entries depend on besides the row, in a fixed order.
        rows: (rows, ...), at least one.
        code: that of ``version_of``.
        make: computes the arrays of some rows; each entry depends on its own row only, but for rounding.
    """
    folder = _folder()
    if folder is None:
        return make(rows)
    common = list(inputs)
    paths = [folder / f"{kind}-{_digest(kind, [*common, row], code)}{SUFFIX}" for row in rows]
    found = {path: entry for path in paths if (entry := _read(path)) is not None}
    missing = [number for number, path in enumerate(paths) if path not in found]
    if missing:
        made = make(rows[missing])
        for place, number in enumerate(missing):
            found[paths[number]] = {name: array[place] for name, array in made.items()}
            _write(paths[number], found[paths[number]])
    return {name: np.array([found[path][name] for path in paths]) for name in found[paths[0]]}


def flattened(value: Any) -> Iterator[Input]:
    """Yield the arrays, numbers and texts in nested tuples and lists, each preceded by its length."""
    if isinstance(value, tuple | list):
        entries = cast("Sequence[Any]", value)
        yield len(entries)
        for entry in entries:
            yield from flattened(entry)
    else:
        yield value.item() if isinstance(value, np.generic) else value


def as_text(value: Any) -> NDArray[Any]:
    """Return numbers, texts and lists of them as an array, by JSON."""
    return np.frombuffer(json.dumps(value).encode(), np.uint8)


def from_text(array: NDArray[Any]) -> Any:
    """Return the value of an array from ``as_text``."""
    return json.loads(array.tobytes())


@lru_cache
def version_of(*parts: str) -> str:
    """Return the version of modules and packages ("ground/terrain", "world/world.py"): a hash of their text."""
    found = hashlib.sha256()
    for part in parts:
        for file in sorted((HOME / part).rglob("*.py")) if (HOME / part).is_dir() else [HOME / part]:
            found.update(f"{file.relative_to(HOME).as_posix()}\0{file.stat().st_size}\0".encode())
            found.update(file.read_bytes())
    return found.hexdigest()


@lru_cache(maxsize=1)
def _machine() -> str:
    features: Any = np.show_config(mode="dicts")
    return json.dumps([np.__version__, platform.machine(), features["SIMD Extensions"]["found"]])


def _digest(kind: str, inputs: Iterable[Input], code: str) -> str:
    found = hashlib.sha256(json.dumps([kind, code, _machine()]).encode())
    for value in inputs:
        if isinstance(value, np.ndarray):
            found.update(f"\0{value.dtype.str}{value.shape}\0".encode())
            found.update(np.ascontiguousarray(value).data)
        else:
            found.update(f"\0{json.dumps(value)}\0".encode())
    return found.hexdigest()[:40]


def _folder() -> Path | None:
    with contextlib.suppress(CacheError, OSError):  # reported when a kernel is compiled
        if is_lasting():
            folder = cache_folder() / FOLDER
            folder.mkdir(mode=0o700, exist_ok=True)
            return folder
    return None


def _read(path: Path) -> Arrays | None:
    """Return the arrays of an entry; None if it is missing or damaged."""
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as file:
            found = {name: file[name] for name in file.files}
        os.utime(path)  # most recently used
    except FileNotFoundError:
        return None
    except DAMAGE:
        with contextlib.suppress(OSError):
            path.unlink()
        return None
    return found


def _write(path: Path, arrays: Arrays) -> None:
    """Store an entry atomically."""
    if sum(array.nbytes for array in arrays.values()) > MAX_SHARE * MAX_BYTES:
        return
    with contextlib.suppress(OSError):  # for example because the disk is full: it is computed again next time
        number, name = tempfile.mkstemp(prefix=".", suffix=SUFFIX, dir=path.parent)
        new = Path(name)
        try:
            with os.fdopen(number, "wb") as file:
                np.savez(file, allow_pickle=False, **dict[str, Any](arrays))
            replace_file(new, path)
        finally:
            new.unlink(missing_ok=True)
        _limit(path.parent)


def _limit(folder: Path) -> None:
    """Delete the least recently used entries above the limits."""
    entries = sorted(((file.stat(), file) for file in folder.glob(f"*{SUFFIX}")), key=lambda entry: entry[0].st_mtime)
    size, count = sum(found.st_size for found, _ in entries), len(entries)
    for found, file in entries:
        if size <= MAX_BYTES and count <= MAX_ENTRIES:
            return
        file.unlink(missing_ok=True)
        size, count = size - found.st_size, count - 1
