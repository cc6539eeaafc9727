"""Participation of a running scenario in an exercise, with a line at its start and a summary at its end."""

import contextlib
import ipaddress
import sys
from collections import Counter
from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING, Any

from .gateway import Gateway
from .settings import settings_of
from .wire.enumerations import PduType

if TYPE_CHECKING:
    from ...world import World
    from ...world.clock import Pacer
    from ...world.remote.exercise import ExercisePart


@contextlib.contextmanager
def joined(world: "World", keys: "ExercisePart", pacer: "Pacer") -> Generator[None, None, None]:
    """Connect a world to an exercise while the block runs, and print a summary at the end.

    Raises:
        ExerciseError: the network cannot be used with these settings.
    """
    gateway = Gateway(world, settings_of(keys), pausable=pacer, tell=_print_message)
    try:
        with gateway:
            print(_introduction(gateway), flush=True)
            yield
    finally:
        print(summary(gateway), flush=True)  # after the gateway has sent its last PDUs


def _print_message(sentence: str) -> None:
    print(f"motorpool: {sentence}", file=sys.stderr, flush=True)


def _introduction(gateway: "Gateway") -> str:
    settings, (host, port) = gateway.settings, gateway.endpoint.to
    listens = "" if port == settings.port else f", listens on port {settings.port}"
    return (
        f"In exercise {settings.exercise} as site {settings.site}, application {settings.application}: "
        f"sends DIS version {settings.version} to {host}:{port}{listens}, {reach(settings.interface)}"
    )


def reach(interface: str) -> str:
    """Return a description of the machines that an interface reaches."""
    if ipaddress.IPv4Address(interface).is_loopback:
        return "on this machine alone"
    return f"on the network of {interface}" if interface != "0.0.0.0" else "on any network"


def summary(gateway: "Gateway") -> str:
    """Return a line with the numbers of sent, received, rejected and ignored PDUs."""
    counts = gateway.endpoint.counts
    lost = {
        "PDUs that the network refused": counts.unsent,
        "of a source that sent too many": counts.flooded,
        "that came faster than they were read": counts.overrun,
    }
    rejected = Counter(gateway.rejected)
    rejected.update({reason: count for reason, count in lost.items() if count})
    ignored = gateway.remote.refused + gateway.management.refused
    received = gateway.received - Counter(
        {PduType.ENTITY_STATE: ignored.pop("own", 0)}
    )  # a multicast group returns own PDUs
    parts = [
        f"sent {total(gateway.sent)} PDUs{listed(named(gateway.sent))}",
        f"received {total(received)}{listed(named(received))}",
        f"rejected {total(rejected)}{listed(rejected)}",
    ]
    if total(ignored):
        parts.append(f"ignored {total(ignored)}{listed(ignored)}")
    return f"exercise {gateway.settings.exercise}: {', '.join(parts)}"


def total(counts: Mapping[Any, int]) -> int:
    """Return the sum of counts."""
    return sum(counts.values())


def named(counts: Mapping[Any, int]) -> dict[str, int]:
    """Return counts of PDUs by the names of their types: Entity State."""
    return {pdu_type.name.replace("_", " ").title(): count for pdu_type, count in counts.items()}


def listed(counts: Mapping[str, int]) -> str:
    """Return counts in brackets, the greatest first; empty if there are none."""
    most = sorted(((count, what) for what, count in counts.items() if count), reverse=True)
    return f" ({', '.join(f'{count} {what}' for count, what in most)})" if most else ""
