"""Endpoint: one UDP socket of an exercise, which receives in a thread of its own.

Nothing leaves this machine and nothing comes in from others unless ``interface`` says so.
"""

import ipaddress
import socket
import sys
import threading
import time
from collections import deque
from typing import NamedTuple

from ..errors import ExerciseError

PORT = 3000  # registered for DIS
ADDRESS = "239.255.30.0"  # a multicast group for use within an organisation (RFC 2365)
INTERFACE = "127.0.0.1"  # of this machine alone
BROADCAST = "255.255.255.255"

RECEIVE_BUFFER = 8 << 20  # asked of the system, which may give less [bytes]
MOST_WAITING = 1 << 16  # datagrams that wait to be drained
MOST_OCTETS_WAITING = 1 << 25  # likewise
LONGEST = 8192  # a datagram longer than this is cut, and then refused as too short for its length [bytes]
MOST_SOURCES = 1024  # hosts that are heard in one second
FASTEST_SOURCE = 50_000  # datagrams a second of one host, by default
IP_MULTICAST_ALL = 49  # of <linux/in.h>, which Python does not name
WAKE = 0.2  # how often the thread looks whether it is to end [s]


class Datagram(NamedTuple):
    """Octets that came from a host."""

    data: bytes
    host: str
    time: float  # of arrival, since 1970 in UTC [s]


class Counts(NamedTuple):
    """Numbers of datagrams since the beginning."""

    sent: int
    received: int
    flooded: int  # dropped: their source sent too many in that second
    overrun: int  # dropped: nobody drained in time
    unsent: int  # the network refused them


class Endpoint:
    """A socket that sends to one address and hears what is sent there.

    Args:
        address: a host's, a multicast group's or a broadcast address, with or without ``:port`` to send to.
        port: that this socket listens on; and sends to, unless the address has a port.
        interface: address of the network interface to use: this machine alone by default, "0.0.0.0" for any.
        most_a_second: datagrams of one source heard in a second; the rest are dropped and counted.
        hops: of multicast datagrams, 1 for the local network.

    Raises:
        ExerciseError: the address is none, the port is taken, or the network cannot do it.
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
        self._octets_come = self._octets_drained = 0  # each is written by one thread
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
        """Return how many datagrams came and went."""
        return Counts(self._sent, self._received, self._flooded, self._overrun, self._unsent)

    def send(self, data: bytes | memoryview) -> None:
        """Send one datagram; one that the network refuses is counted."""
        try:
            self._socket.sendto(data, self.to)
            self._sent += 1
        except OSError:
            self._unsent += 1

    def drain(self, most: int = MOST_WAITING, most_octets: int = MOST_OCTETS_WAITING) -> list[Datagram]:
        """Return what has come since, oldest first.

        Args:
            most: datagrams, the rest waits.
            most_octets: likewise; at least one datagram is returned if there is one.
        """
        drained: list[Datagram] = []
        octets, waiting = 0, self._waiting
        while waiting and len(drained) < most and octets < most_octets:
            datagram = waiting.popleft()
            octets += len(datagram.data)
            drained.append(datagram)
        self._octets_drained += octets
        return drained

    def close(self) -> None:
        """Stop listening."""
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
            except OSError:  # nothing came for a while, or nobody listened where we sent
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
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
            opened.settimeout(WAKE)
            if host.is_multicast or _is_broadcast(host):  # several programs of one machine hear the same
                opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if sys.platform == "darwin":
                    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            opened.bind((self._bound_to(host), self.port))
        except OSError as error:
            opened.close()
            raise ExerciseError(
                f"port {self.port} of {self.interface} cannot be listened on: {error.strerror or error}; choose "
                "another port, or end the program that has it"
            ) from error
        if host.is_multicast:
            self._join(opened, hops)
        elif _is_broadcast(host):
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        return opened

    def _bound_to(self, host: ipaddress.IPv4Address) -> str:
        """Return the address to bind: a group's own, so that nothing else comes in."""
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
            if sys.platform == "linux":  # else what other programs have asked for on other interfaces comes in, too
                opened.setsockopt(socket.IPPROTO_IP, IP_MULTICAST_ALL, 0)
        except OSError as error:
            opened.close()
            raise ExerciseError(
                f"multicast to {self.to[0]} is not possible on the interface {self.interface}: "
                f"{error.strerror or error}; name an interface that can (its address, as `ip address` shows it), or "
                "use a broadcast or a host's address"
            ) from error

    def _refuse_leaving(self) -> None:
        """Refuse an address of another machine while only this machine's own interface is allowed."""
        try:
            interface = ipaddress.IPv4Address(self.interface)
        except ValueError as error:
            raise ExerciseError(
                f"interface is {self.interface!r}; it must be an IPv4 address of this machine, for example 127.0.0.1 "
                "for itself alone or 0.0.0.0 for any network"
            ) from error
        host = ipaddress.IPv4Address(self.to[0])
        if interface.is_loopback and not (host.is_loopback or host.is_multicast):
            raise ExerciseError(
                f"address {host} is on another machine, and interface {interface} reaches this machine only; to take "
                "part in an exercise on a network, give interface 0.0.0.0 or the address of a network interface"
            )


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
    """Return whether an address is the general broadcast address, or ends like that of a network of 256 addresses."""
    return int(host) & 0xFF == 0xFF
