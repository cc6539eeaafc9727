"""UDP socket of an exercise, with a receiving thread.

By default it is bound to the loopback interface; only ``interface`` opens it to other machines.
"""

import contextlib
import ipaddress
import socket
import sys
import threading
import time
from collections import deque
from typing import NamedTuple

from ...base.errors import ExerciseError

PORT = 3000  # port registered for DIS
ADDRESS = "239.255.30.0"  # multicast group for use within an organisation (RFC 2365)
INTERFACE = "127.0.0.1"  # loopback: this machine only
BROADCAST = "255.255.255.255"

RECEIVE_BUFFER = 8 << 20  # requested socket buffer; the operating system may grant less [bytes]
SMALLEST_BUFFER = 1 << 16  # below it the operating system's own size is kept [bytes]
MOST_WAITING = 1 << 16  # limit of queued datagrams; later ones are dropped
MOST_OCTETS_WAITING = 1 << 25  # limit of queued bytes; later datagrams are dropped
LONGEST = 8192  # longer datagrams are truncated and then rejected by their length field [bytes]
MOST_SOURCES = 1024  # limit of hosts heard in one second; datagrams of further hosts are dropped
FASTEST_SOURCE = 50_000  # default limit of datagrams of one host in a second
IP_MULTICAST_ALL = 49  # from <linux/in.h>; Python has no name for it
WAKE = 0.2  # longest time until the thread notices ``close`` [s]


class Datagram(NamedTuple):
    """Datagram received from a host."""

    data: bytes
    host: str
    time: float  # of arrival, since 1970 in UTC [s]


class Counts(NamedTuple):
    """Numbers of datagrams since the endpoint was opened."""

    sent: int
    received: int
    flooded: int  # dropped: the source exceeded its limit in that second
    overrun: int  # dropped: the queue was full
    unsent: int  # refused by the network


class Endpoint:
    """UDP socket that sends to one address and receives the datagrams that are sent to it.

    Args:
        address: IPv4 host, multicast group or broadcast address, optionally with ``:port`` of the destination.
        port: port to listen on, and to send to by default.
        interface: address of the network interface, "0.0.0.0" for any.
        most_a_second: limit of datagrams of one source in a second; further ones are dropped and counted.
        hops: time to live of multicast datagrams; 1 stays in the local network.

    Raises:
        ExerciseError: the address is invalid, the port is in use, or the network does not support it.
    """

    def __init__(
        self,
        address: str = ADDRESS,
        *,
        port: int = PORT,
        interface: str = INTERFACE,
        most_a_second: int = FASTEST_SOURCE,
        hops: int = 1,
    ):
        self.to = _destination(address, port)
        self.port, self.interface = port, interface
        self._refuse_leaving()
        self._most_a_second = most_a_second
        self._waiting: deque[Datagram] = deque()
        self._octets_come = self._octets_drained = 0  # each is written by one thread only
        self._sent = self._received = self._flooded = self._overrun = self._unsent = 0
        self._socket = self._open(hops)
        self.own = self._socket.getsockname()[:2]
        self._is_closing = False
        self._thread = threading.Thread(target=self._receive, name=f"DIS port {port}", daemon=True)
        self._thread.start()

    def __enter__(self) -> "Endpoint":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def counts(self) -> Counts:
        """Return the numbers of datagrams sent, received and dropped."""
        return Counts(self._sent, self._received, self._flooded, self._overrun, self._unsent)

    def send(self, data: bytes | memoryview) -> None:
        """Send one datagram; one that the network refuses is counted in ``counts.unsent``."""
        try:
            self._socket.sendto(data, self.to)
            self._sent += 1
        except OSError:
            self._unsent += 1

    def drain(self, most: int = MOST_WAITING, most_octets: int = MOST_OCTETS_WAITING) -> list[Datagram]:
        """Return and remove queued datagrams, oldest first: one at least, else ``most`` and ``most_octets`` at most."""
        drained: list[Datagram] = []
        octets, waiting = 0, self._waiting
        while waiting and len(drained) < most and octets < most_octets:
            datagram = waiting.popleft()
            octets += len(datagram.data)
            drained.append(datagram)
        self._octets_drained += octets
        return drained

    def close(self) -> None:
        """Stop the thread and close the socket."""
        self._is_closing = True
        self._thread.join()
        self._socket.close()

    # ---- the receiving thread

    def _receive(self) -> None:
        counts: dict[str, int] = {}
        until = 0.0
        while not self._is_closing:
            try:
                data, (host, _) = self._socket.recvfrom(LONGEST)
            except OSError:  # time-out, or an ICMP error because no program listens at the destination
                continue
            now = time.monotonic()
            if now >= until:
                counts.clear()
                until = now + 1.0
            self._received += 1
            if len(counts) >= MOST_SOURCES and host not in counts:
                self._flooded += 1
                continue
            count = counts[host] = counts.get(host, 0) + 1
            if count > self._most_a_second:
                self._flooded += 1
            elif len(self._waiting) >= MOST_WAITING or self._octets_come - self._octets_drained > MOST_OCTETS_WAITING:
                self._overrun += 1
            else:
                self._octets_come += len(data)
                self._waiting.append(Datagram(data, host, time.time()))

    # ---- opening

    def _open(self, hops: int) -> socket.socket:
        host = ipaddress.IPv4Address(self.to[0])
        opened = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            _enlarge_buffer(opened)
            opened.settimeout(WAKE)
            if host.is_multicast or _is_broadcast(host):  # several programs of one machine share the port
                opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if sys.platform == "darwin":
                    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            opened.bind((self._bound_to(host), self.port))
        except OSError as error:
            opened.close()
            raise ExerciseError(
                f"port {self.port} of {self.interface} cannot be opened: {error.strerror or error}; choose "
                "another port, or end the program that uses it"
            ) from error
        if host.is_multicast:
            self._join(opened, hops)
        elif _is_broadcast(host):
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        return opened

    def _bound_to(self, host: ipaddress.IPv4Address) -> str:
        """Return the address to bind: the group's own address, so that other traffic on the port is not received.

        Windows binds to addresses of its interfaces only, and delivers groups and broadcasts to these.
        """
        if sys.platform == "win32":
            return self.interface
        if host.is_multicast or _is_broadcast(host):
            return "" if host == ipaddress.IPv4Address(BROADCAST) else str(host)
        return self.interface

    def _join(self, opened: socket.socket, hops: int) -> None:
        interface = socket.inet_aton(self.interface)
        try:
            opened.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(self.to[0]) + interface)
            opened.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, interface)
            opened.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, hops)
            opened.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
            if sys.platform == "linux":  # otherwise Linux also delivers groups of other programs
                opened.setsockopt(socket.IPPROTO_IP, IP_MULTICAST_ALL, 0)
        except OSError as error:
            opened.close()
            raise ExerciseError(
                f"multicast to {self.to[0]} is not possible on the interface {self.interface}: "
                f"{error.strerror or error}; give the address of an interface that supports it (see `ip address`), or "
                "use a broadcast address or the address of a host"
            ) from error

    def _refuse_leaving(self) -> None:
        try:
            interface = ipaddress.IPv4Address(self.interface)
        except ValueError as error:
            raise ExerciseError(
                f"interface is {self.interface!r}; it must be an IPv4 address of this machine, for example 127.0.0.1 "
                "(this machine only) or 0.0.0.0 (any network)"
            ) from error
        host = ipaddress.IPv4Address(self.to[0])
        if interface.is_loopback and not (host.is_loopback or host.is_multicast):
            raise ExerciseError(
                f"address {host} is on another machine, and interface {interface} reaches this machine only; to take "
                "part in an exercise on a network, give interface 0.0.0.0 or the address of a network interface"
            )


def _enlarge_buffer(opened: socket.socket) -> None:
    """Request a large receive buffer; macOS refuses one above its limit, so less is requested until it is granted."""
    size = RECEIVE_BUFFER
    while size >= SMALLEST_BUFFER:
        with contextlib.suppress(OSError):
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, size)
            return
        size //= 2


def _destination(address: str, port: int) -> tuple[str, int]:
    host, colon, own_port = address.partition(":")
    try:
        to_port = int(own_port) if colon else port
        if not (0 < to_port < 65536 and 0 <= port < 65536):
            raise ValueError
        return str(ipaddress.IPv4Address("127.0.0.1" if host == "localhost" else host)), to_port
    except ValueError as error:
        raise ExerciseError(
            f"address {address!r} with port {port} cannot be used; give an IPv4 address, with or without :port, for "
            "example 127.0.0.1:3001, 192.168.1.255 or 239.255.30.0, and ports of 1 to 65535"
        ) from error


def _is_broadcast(host: ipaddress.IPv4Address) -> bool:
    return int(host) & 0xFF == 0xFF
