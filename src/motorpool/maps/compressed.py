"""Bounded reading of compressed text: a file that inflates to far more than its size is refused."""

import bz2
import contextlib
import gzip
import zlib
from collections.abc import Container, Generator, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from ..base.errors import TerrainError
from ..base.files import open_input

MAX_FILE_BYTES = 8_000_000_000
MAX_BYTES = 64_000_000_000  # of the text
MAX_RATIO = 60  # of text to file; XML of maps shrinks to a tenth or a fifteenth
FREE_BYTES = 4_000_000  # of text that are read at any ratio
MAPS = (
    "OpenStreetMap",
    "Overpass JSON",
    "Lanelet2",
    "OpenDRIVE",
)  # formats that importers here read (``foreign_formats``)
BLOCK = 1 << 18  # bytes at once
_PACKERS = {"zip": b"PK\3\4", "xz": b"\xfd7zXZ\0", "Zstandard": b"\x28\xb5\x2f\xfd", "7-Zip": b"7z\xbc\xaf\x27\x1c"}


@contextlib.contextmanager
def opened(path: Path, *, reads: Container[str] = MAPS) -> Generator[Iterator[tuple[bytes, float]], None, None]:
    """Yield an iterator over blocks of a file's text, each with the fraction of the file that was read.

    The iterator raises a TerrainError if the file is damaged, truncated, or inflates too much.

    Args:
        reads: formats of other programs that are read, by their names in ``base.foreign_formats``.

    Raises:
        TerrainError: the file is missing, too large, or not a regular file.
    """
    with open_input(path, max_bytes=MAX_FILE_BYTES, error=TerrainError, reads=reads) as file:
        yield _blocks(path, file)


def _blocks(path: Path, file: BinaryIO) -> Iterator[tuple[bytes, float]]:
    size = max(1, file.seek(0, 2))
    file.seek(0)
    signature = file.read(6)
    file.seek(0)
    text: Any = file
    if signature[:2] == b"\x1f\x8b":
        text = gzip.GzipFile(fileobj=file)
    elif signature[:3] == b"BZh":
        text = bz2.BZ2File(file)
    elif packer := next((name for name, begin in _PACKERS.items() if signature.startswith(begin)), ""):
        raise TerrainError(f"{path.name} is packed by {packer}; unpack it, or pack it by gzip (.gz) or bzip2 (.bz2)")
    total = 0
    while True:
        try:
            block = text.read(BLOCK)
        except EOFError as error:
            raise TerrainError(f"{path.name} ends in the middle; download it again") from error
        except (OSError, zlib.error, ValueError) as error:
            raise TerrainError(f"{path.name} is damaged: {error}; download it again") from error
        if not block:
            return
        total += len(block)
        read = file.tell()
        if total > MAX_BYTES or (total > FREE_BYTES and total > MAX_RATIO * read):
            raise TerrainError(
                f"{path.name} inflates from {read} to {total} bytes or more; at most {MAX_RATIO} times the size and "
                f"{MAX_BYTES / 1e9:g} GB are read: unpack it and cut a smaller extract"
            )
        yield block, read / size
