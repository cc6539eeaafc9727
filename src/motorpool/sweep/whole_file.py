"""Files that are whole under their names, or are not there."""

import contextlib
import os
import tempfile
from collections.abc import Generator
from pathlib import Path

from ..errors import SweepError


@contextlib.contextmanager
def whole_file(path: Path) -> Generator[str, None, None]:
    """Give the name of a new file, which takes the place of ``path`` when it is whole, and vanishes otherwise.

    Raises:
        SweepError: it cannot be written.
    """
    try:
        handle, new = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}.", suffix=path.suffix)
        os.close(handle)
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        yield new
        Path(new).replace(path)
    except OSError as error:
        Path(new).unlink(missing_ok=True)
        raise _unwritable(path, error) from error
    except BaseException:
        Path(new).unlink(missing_ok=True)
        raise


def _unwritable(path: Path, error: OSError) -> SweepError:
    return SweepError(
        f"{path} cannot be written: {(error.strerror or str(error)).lower()}; the runs are kept, and the same command "
        "writes it later"
    )
