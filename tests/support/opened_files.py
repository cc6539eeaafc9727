"""Watch for data that open more than they name: files of a folder, and connections to a port of this machine."""

import contextlib
import ctypes
import os
import socket
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

IN_OPEN = 0x20  # from <sys/inotify.h>
IN_NONBLOCK = 0x800
EVENT = struct.Struct("iIII")  # watch, mask, cookie, length of the name

can_watch = sys.platform == "linux"


class Watch:
    """Names of files that were opened, by Python or by a library, and the port of a listener with its visitors."""

    def __init__(self, folders: list[Path]):
        self._system = ctypes.CDLL(None, use_errno=True)
        self._notices = self._system.inotify_init1(IN_NONBLOCK)
        self._folders = {
            self._system.inotify_add_watch(self._notices, os.fsencode(folder), IN_OPEN): folder for folder in folders
        }
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.setblocking(False)
        self.port = self._listener.getsockname()[1]

    def close(self) -> None:
        os.close(self._notices)
        self._listener.close()

    def opened(self) -> set[Path]:
        """Return the files of the folders that were opened since the last call."""
        found: set[Path] = set()
        with contextlib.suppress(BlockingIOError):
            while content := os.read(self._notices, 1 << 16):
                while content:
                    folder, _, _, length = EVENT.unpack_from(content)
                    name = content[EVENT.size : EVENT.size + length].rstrip(b"\0")
                    if name:
                        found.add(self._folders[folder] / os.fsdecode(name))
                    content = content[EVENT.size + length :]
        return {path for path in found if not path.is_dir()}

    def visitors(self) -> int:
        """Return the number of connections to the listener since the last call."""
        count = 0
        with contextlib.suppress(BlockingIOError):
            while True:
                self._listener.accept()[0].close()
                count += 1
        return count


@contextlib.contextmanager
def watched(*folders: Path) -> Iterator[Watch]:
    """Yield a watch on folders."""
    watch = Watch(list(folders))
    try:
        yield watch
    finally:
        watch.close()
