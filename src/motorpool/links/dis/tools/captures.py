"""Captures of network packets, in the formats of Wireshark (.pcap and .pcapng).

Only UDP datagrams are read. Files are written as bare IPv4 packets (link type 101), so that no hardware addresses
are invented.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, NamedTuple

from ....base.errors import ExerciseError, require
from ....base.files import folders_for, open_input
from ..endpoint import PORT

RAW_IP = 101  # link type of packets that begin with their IP header
LARGEST = 1 << 40  # limit of a capture, which is read packet by packet [bytes]
LONGEST = 65_535  # limit of a packet [bytes]
PURPOSE = "captures of network packets"


class Captured(NamedTuple):
    """UDP datagram of a capture."""

    time: float  # since 1970 in UTC [s]
    data: bytes
    source: str  # host that sent it
    port: int  # destination port


def read_capture(path: str | os.PathLike[str]) -> Iterator[Captured]:
    """Yield the UDP datagrams of a capture, in the file's order; other and truncated packets are skipped.

    Raises:
        ExerciseError: the file cannot be read or is not a capture.
        MissingExtraError: dpkt is not installed.
    """
    dpkt: Any = require("dpkt", extra="dis", purpose=PURPOSE)
    file = Path(path)
    with open_input(file, max_bytes=LARGEST, error=ExerciseError) as stream:
        try:
            reader = dpkt.pcap.UniversalReader(stream)
            packets = iter(reader)
            decode = _decoder(dpkt, reader.datalink())
        except (ValueError, KeyError, dpkt.Error) as error:
            raise ExerciseError(f"{file} cannot be read as a capture; it must be a .pcap or .pcapng file") from error
        while True:
            try:
                time, packet = next(packets)
            except StopIteration:
                return
            except (ValueError, dpkt.Error):  # truncated, for example because the writer was killed: keep what was read
                return
            found = _datagram(dpkt, decode, packet)
            if found is not None:
                yield Captured(float(time), *found)


class CaptureWriter:
    """Context manager that writes a capture.

    Raises:
        ExerciseError: the file exists or cannot be written.
        MissingExtraError: dpkt is not installed.
    """

    def __init__(self, path: str | os.PathLike[str], *, overwrite: bool = False):
        self._dpkt: Any = require("dpkt", extra="dis", purpose=PURPOSE)
        self.path = Path(path)
        if self.path.suffix.lower() != ".pcap":
            raise ExerciseError(f"{self.path} must end in .pcap, the only format that is written")
        with folders_for(self.path, error=ExerciseError):
            self._stream: BinaryIO = self._opened(overwrite=overwrite)
        self._writer = self._dpkt.pcap.Writer(self._stream, snaplen=LONGEST, linktype=RAW_IP)
        self.count = 0

    def _opened(self, *, overwrite: bool) -> BinaryIO:
        try:
            return self.path.open("wb" if overwrite else "xb")
        except FileExistsError as error:
            raise ExerciseError(f"{self.path} exists already; choose another name, or use --force") from error
        except OSError as error:
            raise ExerciseError(f"{self.path} cannot be written: {error.strerror}") from error

    def __enter__(self) -> "CaptureWriter":
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self.close()

    def write(
        self, time: float, data: bytes, *, source: str = "127.0.0.1", port: int = PORT, to: str | None = None
    ) -> None:
        """Write a datagram.

        Args:
            time: since 1970 in UTC [s].
            to: destination host or group; the source by default.

        Raises:
            ExerciseError: the file cannot be written, for example because the disk is full.
        """
        dpkt = self._dpkt
        udp = dpkt.udp.UDP(sport=port, dport=port, data=data)
        udp.ulen = len(udp)
        packet = dpkt.ip.IP(src=_octets(source), dst=_octets(to or source), p=dpkt.ip.IP_PROTO_UDP, ttl=64, data=udp)
        packet.len = len(packet)
        try:
            self._writer.writepkt_time(bytes(packet), time)
        except OSError as error:
            raise ExerciseError(f"{self.path} cannot be written: {error.strerror}") from error
        self.count += 1

    def flush(self) -> None:
        """Flush the file, so that its content survives the end of this process.

        Raises:
            ExerciseError: the file cannot be written, for example because the disk is full.
        """
        try:
            self._stream.flush()
        except OSError as error:
            raise ExerciseError(f"{self.path} cannot be written: {error.strerror}") from error

    def close(self) -> None:
        """Close the file; repeated calls have no effect."""
        self._stream.close()


def _octets(address: str) -> bytes:
    return bytes(map(int, address.split(".")))


def _decoder(dpkt: Any, link_type: int) -> Any:
    """Return the frame decoder of a link type, None for packets that begin with their IP header."""
    kinds = {  # see tcpdump.org/linktypes.html
        0: dpkt.loopback.Loopback,
        1: dpkt.ethernet.Ethernet,
        12: None,
        RAW_IP: None,
        108: dpkt.loopback.Loopback,
        113: dpkt.sll.SLL,
        228: None,  # IPv4
        276: dpkt.sll2.SLL2,
    }
    if link_type not in kinds:
        raise ValueError(link_type)
    return kinds[link_type]


def _datagram(dpkt: Any, decode: Any, packet: bytes) -> tuple[bytes, str, int] | None:
    """Return data, source and port of a packet's UDP datagram; None if it has no complete one."""
    try:
        inner = dpkt.ip.IP(packet) if decode is None else decode(packet).data
        if not isinstance(inner, dpkt.ip.IP) or inner.mf or inner.offset or not isinstance(inner.data, dpkt.udp.UDP):
            return None
        udp = inner.data
        if len(udp.data) < udp.ulen - 8:
            return None
        return bytes(udp.data[: udp.ulen - 8]), ".".join(map(str, inner.src)), int(udp.dport)
    except Exception:  # dpkt raises exceptions of many types on packets with wrong lengths
        return None
