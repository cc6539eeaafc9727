"""Listening socket of a server, bound before anything else, so that a port in use is reported at once."""

import contextlib
import errno
import socket
import sys
from collections.abc import Generator
from typing import NamedTuple

from ...base.errors import ViewerError

STALLED_SOCKET = 30_000  # a peer that takes no byte for so long is dropped by the system, where it can [ms]


class Listener(NamedTuple):
    """A socket that listens, and the host by which it was asked for."""

    socket: socket.socket
    host: str

    @property
    def port(self) -> int:
        """Number of the port."""
        return self.socket.getsockname()[1]

    @contextlib.contextmanager
    def kept(self) -> Generator[None, None, None]:
        """Give the port back if the block fails."""
        try:
            yield
        except BaseException:
            self.socket.close()
            raise


def listen(host: str, port: int, *, prefix: str = "--") -> Listener:
    """Listen at an address of this machine.

    Args:
        port: 0 for any free one.
        prefix: beginning of the names of the options "host" and "port" in messages of errors.

    Raises:
        ViewerError: it cannot be had, and what to do instead.
    """
    return Listener(_bind(host, port, prefix), host)


def _bind(host: str, port: int, prefix: str) -> socket.socket:
    if not 0 <= port <= 65_535:
        raise ViewerError(f"the port is {port}; {prefix}port takes 1 to 65535, or 0 for any free one")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise ViewerError(f"{host!r} is no address of this machine ({error}); use {prefix}host 127.0.0.1") from error
    try:
        _set_options(listener)
        listener.bind(address)
        listener.listen()
    except OSError as error:
        listener.close()
        raise ViewerError(_sentence(host, port, error, prefix)) from error
    return listener


def _set_options(listener: socket.socket) -> None:
    if sys.platform == "win32":  # where SO_REUSEADDR would share a port in use
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if sys.platform == "linux":
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_SOCKET)


def _sentence(host: str, port: int, error: OSError, prefix: str) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} of {host} is in use; stop the program that has it, or choose another with {prefix}port"
    if error.errno == errno.EACCES and sys.platform == "win32":  # of any number: reserved, or had by another program
        return f"port {port} of {host} is reserved or in use; choose another with {prefix}port"
    if error.errno == errno.EACCES:
        return f"port {port} of {host} needs more rights than yours; choose one above 1023 with {prefix}port"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is not an address of this machine; use {prefix}host 127.0.0.1, or 0.0.0.0 for all its addresses"
    return f"port {port} of {host} cannot be served ({error.strerror}); choose another with {prefix}port"
