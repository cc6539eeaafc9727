"""Rates of encoding and decoding DIS: in batches, and one datagram at a time.

`python benchmarks/pdus.py` first checks that what is encoded decodes to the same, then prints Entity States a second of
processor time, on one core. Encoding fills location, velocity, orientation, acceleration, angular velocity, appearance,
algorithm, ids, entity types, force, marking and timestamp of each from columns; decoding checks each PDU and reads all
of them into columns. `--articulations 2` adds a turret and a gun.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from motorpool.links.dis.wire.decoding import decode, decode_datagram, decode_packed, read_states, view
from motorpool.links.dis.wire.encoding import datagrams, entity_states
from motorpool.links.dis.wire.entity_columns import (
    Articulations,
    EntityColumns,
    EntityIds,
    EntityTypes,
    EulerAngles,
    Vectors,
    fill,
)
from motorpool.links.dis.wire.enumerations import PduType

STATES = 20_000
SECONDS = 1.0  # of each measurement
TURRET_AND_GUN = (4096 + 11, 4416 + 13)


class Rate(NamedTuple):
    """One measurement."""

    name: str
    rate: float  # Entity States a second of processor time, of the fastest repetition
    aim: float


def columns(count: int, articulations: int) -> EntityColumns:
    """Random states of tanks around a place in California."""
    random = np.random.default_rng(1)

    def vector(centre: tuple[float, float, float], spread: float, dtype: str) -> tuple[Any, ...]:
        return tuple((random.normal(middle, spread, count)).astype(dtype) for middle in centre)

    zero = (0.0, 0.0, 0.0)
    numbers = np.arange(count)
    return EntityColumns(
        entity_id=EntityIds(1, 1 + numbers // 50_000, 1 + numbers % 50_000),
        entity_type=EntityTypes(1, 1, 225, 1, 1, 3),
        location=Vectors(*vector((-2689e3, -4450e3, 3695e3), 10e3, "f8")),
        velocity=Vectors(*vector(zero, 10.0, "f4")),
        orientation=EulerAngles(*vector(zero, 1.0, "f4")),
        acceleration=Vectors(*vector(zero, 1.0, "f4")),
        angular_velocity=Vectors(*vector(zero, 0.1, "f4")),
        algorithm=random.integers(1, 10, count),
        appearance=random.integers(0, 2**32, count, dtype=np.uint32),
        force_id=random.integers(0, 4, count),
        marking=np.array([f"TANK {number}" for number in range(count)], "S11"),
        timestamp=random.integers(0, 2**32, count, dtype=np.uint32),
        articulations=Articulations(TURRET_AND_GUN, random.normal(0.0, 1.0, (count, 2)).astype("f4"))
        if articulations
        else None,
    )


def check(sent: EntityColumns, buffer: bytes, articulations: int) -> None:
    """Raise if the columns do not come back."""
    received, is_good = read_states(view(buffer, PduType.ENTITY_STATE, articulations))
    assert is_good.all()
    for name in ("location", "velocity", "orientation", "acceleration", "angular_velocity"):
        for part, other in zip(getattr(sent, name), getattr(received, name), strict=True):
            assert np.array_equal(part, other), name
    assert np.array_equal(sent.appearance, received.appearance)
    assert np.array_equal(sent.marking, received.marking)


def measured(name: str, work: Callable[[], Any], count: int, aim: float) -> Rate:
    """Repeat some work for a second and take the fastest."""
    print(f"{name} …", flush=True)
    fastest, until = np.inf, time.perf_counter() + SECONDS
    while time.perf_counter() < until:
        began = time.process_time()
        work()
        fastest = min(fastest, time.process_time() - began)
    return Rate(name, count / fastest, aim)


def rates(count: int, articulations: int) -> list[Rate]:
    """Measure everything."""
    sent = columns(count, articulations)
    states = entity_states(count, articulation_count=articulations)
    fill(states, sent)
    buffer = states.tobytes()
    check(sent, buffer, articulations)
    rows = [bytes(datagram) for datagram in datagrams(states)]
    lengths = np.full(count, states.dtype.itemsize)
    starts = np.arange(count) * states.dtype.itemsize
    few = rows[: count // 10]

    def decode_equal() -> None:
        _, is_good = read_states(view(buffer, PduType.ENTITY_STATE, articulations))
        assert is_good.all()

    def decode_each() -> None:
        for row in few:
            decode_datagram(row)

    return [
        measured("encode: columns into PDUs", lambda: fill(states, sent), count, 5e6),
        measured("decode: check PDUs of one buffer, read columns", decode_equal, count, 10e6),
        measured(
            "decode: datagrams of one buffer, in groups", lambda: decode_packed(buffer, starts, lengths), count, 0
        ),
        measured("decode: list of datagrams, in groups", lambda: decode(rows), count, 0),
        measured("decode: one datagram at a time", decode_each, len(few), 150e3),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--states", type=int, default=STATES, help="Entity States in a batch")
    parser.add_argument("--articulations", type=int, choices=(0, 2), default=0, help="articulations of each")
    arguments = parser.parse_args()
    table = rates(arguments.states, arguments.articulations)
    print(f"\n{arguments.states} Entity States, {arguments.articulations} articulations; millions a second, one core")
    print("| | rate | aim |\n|---|---|---|")
    for row in table:
        print(f"| {row.name} | {row.rate / 1e6:.2f} | {f'{row.aim / 1e6:g}' if row.aim else ''} |")


if __name__ == "__main__":
    main()
