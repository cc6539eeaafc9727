"""Claim on a file: only one program at a time writes it. Readers are not restricted."""

import io
import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    _BEHIND_EVERYTHING = 1 << 60  # Windows does not let other programs read locked bytes

    def claim(file: io.FileIO) -> bool:
        """Claim an open file until it is closed; false where another program has done so."""
        file.seek(_BEHIND_EVERYTHING)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(0)
        return True

else:
    import fcntl

    def claim(file: io.FileIO) -> bool:
        """Claim an open file until it is closed; false where another program has done so."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks: other claims are not visible
            return True
        return True


def begins_with(file: io.FileIO, content: bytes) -> bool:
    """Return whether a file that is open for reading, too, still begins with ``content``."""
    file.seek(0)
    return file.read(len(content)) == content


def is_in_place(file: io.FileIO, *, size: int | None = None) -> bool:
    """Return whether the absolute path of an open file still leads to it, and its size is ``size``."""
    mine = os.fstat(file.fileno())
    try:
        found = Path(file.name).stat()
    except OSError:
        return False
    return os.path.samestat(mine, found) and size in (None, mine.st_size)
