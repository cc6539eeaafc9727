"""The folder of compiled kernels; it may be deleted at any time.

Write access to the folder is enough to run code as the user of this program, so a folder that other users can write
to is refused.
"""

import atexit
import os
import shutil
import stat
import sys
import tempfile
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from ..base.environment_variables import CACHE, folder_of
from ..base.errors import CacheError
from ..base.operating_system import user_id

TEMPORARY = "motorpool-kernels-"  # prefix of the name of a temporary folder
ADMINISTRATOR = 0  # user id of root, who may own a folder above the cache
UNMAPPED = 65534  # owner shown in a container for users that it does not have
LARGEST = 512 * 2**20  # limit of the size of all kernels; the oldest are removed first [bytes]
ADVICE = "name a folder of your own with MOTORPOOL_CACHE"


@lru_cache(maxsize=1)
def cache_folder() -> Path:
    """Return the folder for generated kernels; ``MOTORPOOL_CACHE`` overrides the system's cache folder.

    If it cannot be written, it is a fresh temporary folder: kernels are compiled anew in each process.

    Raises:
        CacheError: another user can write there, or no folder can be written.
        VariableError: ``MOTORPOOL_CACHE`` is a file.
    """
    chosen = folder_of(CACHE)
    # Resolved once, so that a link that is changed later has no effect.
    folder = ((chosen or _system_folder() / "motorpool") / "kernels").resolve()
    try:
        _make(folder)
        check_is_own(folder)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except CacheError:
        raise
    except OSError:
        return _temporary_folder(folder)


def _temporary_folder(instead_of: Path) -> Path:
    """Return a new folder with an unpredictable name, because compiled code is loaded from it.

    Raises:
        CacheError: no folder can be written.
    """
    try:
        temporary = Path(tempfile.mkdtemp(prefix=TEMPORARY))
    except OSError as error:
        raise CacheError(
            f"the folder of compiled kernels, {instead_of}, cannot be written, nor can a temporary one "
            f"({(error.strerror or str(error)).lower()}); {ADVICE}"
        ) from error
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    return temporary


def is_lasting() -> bool:
    """Return whether the folder of kernels is there for the next program."""
    return not cache_folder().name.startswith(TEMPORARY)


def are_kernels_kept() -> bool:
    """Return whether the next program finds the kernels that this one compiles."""
    return is_lasting() and not _Lost.is_any


def note_lost_kernel() -> None:
    """Note that a kernel could not be written, for example because the disk is full."""
    _Lost.is_any = True


class _Lost:
    """Kernels of this process that could not be written."""

    is_any = False


def clear_cache() -> int:
    """Delete all kernels; returns their number."""
    count = len(list(cache_folder().glob("*.o")))
    shutil.rmtree(cache_folder(), ignore_errors=True)
    cache_folder.cache_clear()
    return count


def make_room(size: int) -> None:
    """Remove the least recently used kernels, if there is no room for another one of a ``size`` [bytes]."""
    found: list[tuple[float, int, Path]] = []
    for path in cache_folder().glob("*.o"):
        with suppress(OSError):  # another process has removed it
            status = path.stat()
            found.append((status.st_mtime, status.st_size, path))
    total = size + sum(one for _, one, _ in found)
    for _, one, path in sorted(found):
        if total <= LARGEST:
            return
        with suppress(OSError):
            path.unlink()
            total -= one


def check_is_own(folder: Path) -> None:
    """Refuse a folder that another user can write to or replace, and remove the permissions of others.

    Nothing is checked on systems without POSIX permissions.

    Args:
        folder: resolved.

    Raises:
        CacheError: it, or a folder that it lies in, belongs to another user, or others can write there.
        OSError: its permissions cannot be read.
    """
    user = user_id()
    if user is None:
        return
    for place in (folder, *folder.parents):
        found = place.stat()
        is_parent = place != folder
        where = f"the folder of compiled kernels, {folder}"
        if is_parent:
            where += f", lies in {place}, which"
        if found.st_uid not in (user, ADMINISTRATOR) and not (is_parent and found.st_uid == UNMAPPED):
            raise CacheError(
                f"{where} belongs to another user ({_user_name(found.st_uid)}), whose code would run as yours; {ADVICE}"
            )
        is_shared = bool(found.st_mode & stat.S_IWOTH) or _is_shared_with_group(found)
        if is_shared and not (is_parent and found.st_mode & stat.S_ISVTX):  # in a sticky folder users own their files
            remedy = f"remove that permission (chmod go-w {place})" if is_parent else "delete it"
            raise CacheError(
                f"{where} can be written by other users (mode {stat.S_IMODE(found.st_mode):o}), whose code would run "
                f"as yours; {remedy}, or {ADVICE}"
            )
    if folder.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        folder.chmod(stat.S_IRWXU)


def _make(folder: Path) -> None:
    folder.parent.parent.mkdir(parents=True, exist_ok=True)
    for place in (folder.parent, folder):
        place.mkdir(mode=stat.S_IRWXU, exist_ok=True)


def _is_shared_with_group(found: os.stat_result) -> bool:
    """Return whether other users of a group can write; on many systems a user's own group has this permission."""
    assert sys.platform != "win32"
    import grp
    import pwd

    if not found.st_mode & stat.S_IWGRP:
        return False
    try:
        group, user = grp.getgrgid(found.st_gid), pwd.getpwuid(os.getuid())
    except KeyError:  # without a name, without a list of members
        return True
    return not (group.gr_gid == user.pw_gid and group.gr_name == user.pw_name and set(group.gr_mem) <= {user.pw_name})


def _user_name(number: int) -> str:
    assert sys.platform != "win32"
    import pwd

    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"number {number}"


def _system_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
