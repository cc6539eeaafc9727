"""Functions that differ between operating systems and that several modules need.

Differences that concern one module stand there: locks of files (``observers.file_claim``), permissions of folders
(``compile.cache``), options of sockets (``viewer.listening``, ``dis.endpoint``), libraries of C (``native.machine``).
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import subprocess
    import threading

PAUSES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4)  # between attempts to replace a file on Windows [s]


def expanded(path: "str | os.PathLike[str]") -> Path:
    """Return a path with the home folder in place of a leading ``~``; that of an unknown user stays as it is."""
    return Path(os.path.expanduser(path))  # noqa: PTH111 - Path.expanduser raises RuntimeError for an unknown user


def processor_count() -> int:
    """Return the number of processors that this process may use; outside Linux that of the machine."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def user_id() -> int | None:
    """Return the number of this process's user; None without POSIX permissions, as on Windows."""
    if sys.platform == "win32" or not hasattr(os, "getuid"):
        return None
    return os.getuid()


def lower_priority() -> None:
    """Give other processes priority over this one, where POSIX has a call for it."""
    if sys.platform != "win32":
        os.nice(10)


def memory_left() -> int | None:
    """Return the address space that this process may still take [bytes]; None without a limit (``ulimit -v``)."""
    if sys.platform != "linux":
        return None
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return None
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    return max(0, limit - pages * resource.getpagesize())


def hold_while_forking(lock: "threading.Lock") -> None:
    """Hold a lock during each fork, so that no child starts with a held lock or half of the work under it."""
    if sys.platform != "win32":
        os.register_at_fork(before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release)


def call_in_forked_child(call: Callable[[], object]) -> None:
    """Call a function in each child of a fork, which has none of the threads of its parent."""
    if sys.platform != "win32":
        os.register_at_fork(after_in_child=call)


def replace_file(new: Path, final: Path) -> None:
    """Rename a file to the name of another one, which it replaces.

    Windows refuses this while a program has either file open. Virus scanners and search indexes open new files for a
    moment, so there the attempt is repeated for less than a second.

    Raises:
        OSError: the system refuses it.
    """
    for pause in PAUSES if sys.platform == "win32" else ():
        try:
            new.replace(final)
        except PermissionError:
            time.sleep(pause)
        else:
            return
    new.replace(final)


def interrupt(process: "subprocess.Popen[Any]") -> None:
    """Ask a process to end as by Ctrl-C; on Windows, which cannot send this to one process, end it."""
    if sys.platform == "win32":
        process.terminate()
    else:
        process.send_signal(signal.SIGINT)


def hang_up_signal() -> int | None:
    """Return the number of the signal of a closed terminal: SIGHUP, or SIGBREAK on Windows."""
    return getattr(signal, "SIGHUP", None) or getattr(signal, "SIGBREAK", None)
