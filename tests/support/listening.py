"""Sockets at which processes of this machine can be reached, as the kernel lists them (Linux)."""

import contextlib
import ipaddress
import os
import re
from pathlib import Path
from typing import NamedTuple

import pytest

LISTENS, UNCONNECTED = "0A", "07"  # states of TCP and of UDP
on_linux = pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="the list of sockets is read from /proc")


class Listening(NamedTuple):
    """A socket that waits for whoever comes."""

    kind: str  # tcp, tcp6, udp, udp6
    host: str
    port: int


def processes_below(pid: int | None = None) -> list[int]:
    """Return a process, this one by default, and all that descend from it."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        parents[int(folder.name)] = int(fields[1])
    found = [pid or os.getpid()]
    for process in found:
        found += [child for child, parent in parents.items() if parent == process]
    return found


def listening_sockets(*pids: int) -> set[Listening]:
    """Return the sockets of processes that wait for connections or datagrams; of this process by default."""
    inodes = {inode for pid in pids or (os.getpid(),) for inode in _inodes(pid)}
    found = set()
    for kind in ("tcp", "tcp6", "udp", "udp6"):
        for line in Path(f"/proc/net/{kind}").read_text().splitlines()[1:]:
            fields = line.split()
            local, state, inode = fields[1], fields[3], fields[9]
            if inode in inodes and state == (LISTENS if kind.startswith("tcp") else UNCONNECTED):
                host, _, port = local.partition(":")
                found.add(Listening(kind, str(_address(host)), int(port, 16)))
    return found


def beyond_loopback(found: set[Listening]) -> set[Listening]:
    """Return those that other machines may reach; of a group, its members decide: ``groups_beyond_loopback``."""
    return {one for one in found if not _is_within(ipaddress.ip_address(one.host))}


def groups_beyond_loopback() -> set[str]:
    """Return the multicast groups that this machine has joined on other interfaces than the loopback."""
    found, device = set(), ""
    for line in Path("/proc/net/igmp").read_text().splitlines()[1:]:
        if not line.startswith("\t"):
            device = line.split()[1]
        elif device != "lo":
            found.add(str(_address(line.split()[0])))
    return found


def _is_within(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    plain = getattr(address, "ipv4_mapped", None) or address
    return plain.is_loopback or plain.is_multicast


def _inodes(pid: int) -> set[str]:
    inodes = set()
    with contextlib.suppress(OSError):  # the process has ended
        for link in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):  # the file is closed, as this folder itself is
                found = re.fullmatch(r"socket:\[(\d+)\]", str(link.readlink()))
                inodes |= {found[1]} if found else set()
    return inodes


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Return an address from the kernel's hexadecimal words, whose bytes are reversed on all our machines."""
    words = [bytes.fromhex(text[start : start + 8])[::-1] for start in range(0, len(text), 8)]
    return ipaddress.ip_address(b"".join(words))
