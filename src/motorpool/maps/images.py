"""Images as arrays of levels, for heights and for occupancy maps: PGM (P2, P5), and PNG with 1 to 16 bits.

Sources: Netpbm's "PGM Format Specification"; "Portable Network Graphics (PNG) Specification" (W3C). PNG is read by
Pillow, a dependency of Matplotlib, after its size has been checked.
"""

import io
import re
import warnings
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.errors import TerrainError, require
from ..base.files import read_bytes
from ..ground.terrain.raster import most_posts

SUFFIXES = (".png", ".pgm")
MAX_BYTES = 400_000_000  # limit of a file
MAX_HEADER = 1 << 16  # limit of a PGM file's header, with its comments [bytes]
PNG = b"\x89PNG\r\n\x1a\n"
_BLANK = rb"(?:\s|#[^\n]*\n)+"
_PGM = re.compile(rb"P([25])%b(\d{1,9})%b(\d{1,9})%b(\d{1,5})\s" % (_BLANK, _BLANK, _BLANK))
_COLOURS = {"L": "L", "LA": "LA", "1": "L", "P": "RGB", "RGB": "RGB", "RGBA": "RGBA", "PA": "RGBA"}


class Image(NamedTuple):
    """Levels of an image's pixels; row 0 is at the top."""

    colours: NDArray[Any]  # (rows, columns, colours): 1 for grey, 3 for red, green and blue; whole numbers
    white: int  # greatest level
    alpha: NDArray[Any] | None = None  # (rows, columns) opacity, 0 to ``white``; None: all are opaque


def read_image(path: Path) -> Image:
    """Return the image of a PGM or PNG file.

    Raises:
        TerrainError: it cannot be read, is of another format, damaged or too large.
    """
    content = read_bytes(path, max_bytes=MAX_BYTES, error=TerrainError)
    if content.startswith(PNG):
        return _png(path, content)
    if content[:2] in (b"P2", b"P5"):
        return _pgm(path, content)
    raise TerrainError(f"{path.name} is neither a PNG nor a grey PGM image by its content; save it as one of them")


def _check_size(path: Path, rows: int, columns: int) -> None:
    most = most_posts(path)
    if not 0 < rows * columns <= most:
        raise TerrainError(
            f"{path.name} is an image of {columns} x {rows} pixels; a file of its size may have 1 to "
            f"{most / 1e6:.0f} million: cut a part out of it"
        )


def _pgm(path: Path, content: bytes) -> Image:
    found = _PGM.match(content[:MAX_HEADER])
    if found is None:
        raise TerrainError(f"{path.name} begins like a PGM image, but its width, height and white are missing")
    columns, rows, white = (int(number) for number in found.groups()[1:])
    _check_size(path, rows, columns)
    if not 1 <= white <= 65_535:
        raise TerrainError(f"{path.name} has the white {white}; PGM has 1 to 65535")
    begin, count = found.end(), rows * columns
    if found[1] == b"2":
        levels = _numbers(path, content[begin:])
    else:
        kind = np.dtype(np.uint8 if white < 256 else ">u2")
        levels = np.frombuffer(content, kind, min(count, (len(content) - begin) // kind.itemsize), begin)
    if levels.size < count:
        raise TerrainError(f"{path.name} has {levels.size} of its {columns} x {rows} pixels; it ends too early")
    levels = np.clip(levels[:count], 0, white).astype(np.uint8 if white < 256 else np.uint16)
    return Image(levels.reshape(rows, columns, 1), white)


def _numbers(path: Path, text: bytes) -> NDArray[Any]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", DeprecationWarning)  # NumPy's report of text that is not a number, to 2.2
            return np.fromstring(text.decode("latin-1"), np.float32, sep=" ")
    except (ValueError, DeprecationWarning) as error:
        raise TerrainError(f"{path.name} has text between its levels that is no number; save it again") from error


def _png(path: Path, content: bytes) -> Image:
    if content[12:16] != b"IHDR" or len(content) < 33:
        raise TerrainError(f"{path.name} is a damaged PNG image; save it again")
    _check_size(path, int.from_bytes(content[20:24]), int.from_bytes(content[16:20]))
    pillow = require("PIL.Image", extra="app", purpose="reading PNG images")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with pillow.open(io.BytesIO(content), formats=("PNG",)) as image:
                return _of_pillow(path, image)
    except TerrainError:  # a ValueError, too
        raise
    except (pillow.DecompressionBombError, OSError, SyntaxError, ValueError, ArithmeticError, LookupError) as error:
        reason = " ".join(str(error).split())[:100]
        raise TerrainError(f"{path.name} is a damaged PNG image ({reason}); save it again") from error


def _of_pillow(path: Path, image: Any) -> Image:
    """Return the levels of an image of Pillow; colours of 16 bits are read as 8."""
    if image.mode.startswith("I"):
        levels = np.asarray(image).astype(np.uint16)
        return Image(levels[:, :, np.newaxis], 65_535)
    mode = _COLOURS.get(image.mode)
    if mode is None:
        raise TerrainError(f"{path.name} is a PNG image of the kind {image.mode}; save it as 8- or 16-bit grey")
    if "transparency" in image.info and mode in ("L", "RGB"):
        mode = "LA" if mode == "L" else "RGBA"
    levels = np.asarray(image.convert(mode))
    levels = levels.reshape(*levels.shape[:2], -1)
    if not mode.endswith("A"):
        return Image(levels, 255)
    alpha = levels[:, :, -1]
    return Image(levels[:, :, :-1], 255, alpha=alpha)
