"""Bounded reading of archives: zip files, and arrays in NumPy's ``.npz`` files.

An archive declares its size before it is unpacked: the directory of a zip file gives the size of each member, and an
array begins with its type and shape. So oversized content is refused before it is inflated, and no more is inflated
than was declared. Arrays that were not requested are not read.
"""

import math
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Collection
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from ...base.errors import TerrainError
from ...base.files import open_input

MAX_DIRECTORY_BYTES = 1 << 20  # limit of the directory of a zip file, about 10 000 members
MAX_ARRAY_BYTES = 1_600_000_000  # limit of all arrays together, unpacked: 200 million values of 64 bits
Arrays = dict[str, NDArray[Any]]

# Exceptions of zipfile and NumPy for files of another format, damaged, encrypted or pickled ones.
DAMAGE = (
    ValueError, EOFError, LookupError, AttributeError, TypeError, RuntimeError, SyntaxError, OSError, ArithmeticError,
    struct.error, tokenize.TokenError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip
# NumPy uses no other methods, and zipfile inflates those others at once, without a limit.
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_END = struct.Struct("<4s4H2LH")  # end record of a zip file: PKWARE's APPNOTE.TXT, section 4.3.16
_LOCATOR = b"PK\x06\x07", 20  # signature and size of the locator before it in files with a directory beyond 4 GB


def open_zip(file: BinaryIO, label: str) -> zipfile.ZipFile:
    """Open a zip file after checking the size of its directory.

    Raises:
        TerrainError: the directory is too large, or a file is compressed by another method than deflate.
        zipfile.BadZipFile: the file is not a zip file.
    """
    length = file.seek(0, 2)
    file.seek(max(0, length - _END.size - 0xFFFF - _LOCATOR[1]))
    tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) < at + _END.size:
        raise zipfile.BadZipFile("it is not a zip file")
    is_larger = tail[max(0, at - _LOCATOR[1]) : at].startswith(_LOCATOR[0])
    if is_larger or _END.unpack_from(tail, at)[5] > MAX_DIRECTORY_BYTES:
        raise TerrainError(f"{label} lists too many files; unpack it and name the file to read")
    file.seek(0)
    archive = zipfile.ZipFile(file)
    if any(entry.compress_type not in METHODS for entry in archive.infolist()):
        raise TerrainError(f"{label} is compressed by another method than deflate; pack it again with zip")
    return archive


def read_npz(path: Path, names: Collection[str] | None, *, max_bytes: int = MAX_ARRAY_BYTES) -> Arrays:
    """Return the requested arrays of a ``.npz`` file, and an empty array for each other one in it.

    Args:
        names: names of the arrays to read; None for all.
        max_bytes: limit of the total size, unpacked.

    Raises:
        TerrainError: the file is missing, too large or damaged, or holds other data than plain arrays.
    """
    with open_input(path, max_bytes=max_bytes, error=TerrainError) as file:
        try:
            with open_zip(file, path.name) as archive:
                return _arrays(archive, names, path.name, max_bytes)
        except TerrainError:
            raise
        except DAMAGE as error:
            raise TerrainError(
                f"{path.name} is not a NumPy archive of plain arrays, or is damaged; write it with numpy.savez"
            ) from error


def _arrays(archive: zipfile.ZipFile, names: Collection[str] | None, label: str, left: int) -> Arrays:
    arrays: Arrays = {}
    for entry in archive.infolist():
        name = entry.filename.removesuffix(".npy")
        arrays[name] = np.zeros(0)
        if names is not None and name not in names:
            continue
        with archive.open(entry) as member:
            shape, is_fortran_order, dtype = _header(member)
            size = math.prod(shape) * dtype.itemsize
            if size > left:
                raise TerrainError(
                    f"{label}: the array {name} of shape {shape} takes {size} bytes unpacked; {left} are left for it: "
                    "save a part, or fewer bits"
                )
            left -= size
            content = member.read(size)
        cells = np.frombuffer(content, dtype, count=math.prod(shape))
        arrays[name] = cells.reshape(shape[::-1]).T if is_fortran_order else cells.reshape(shape)
    return arrays


def _header(member: Any) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Return shape, memory order (true for Fortran order) and type of an array."""
    version = npy.read_magic(member)
    read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
    shape, is_fortran_order, dtype = read(member)
    if dtype.hasobject or min(shape, default=0) < 0:
        raise ValueError("not a plain array")
    return shape, is_fortran_order, dtype
