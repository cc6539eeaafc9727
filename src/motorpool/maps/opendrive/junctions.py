"""Junctions of an OpenDRIVE file: which roads they join."""

from collections import Counter
from typing import NamedTuple

from .xml_elements import Element, WrongValue

MOST_CONNECTIONS = 100_000  # of a junction


class Connection(NamedTuple):
    """Connection of a road that leads into a junction to a road in it, or behind it in a direct junction."""

    incoming: str  # id of the road
    other: str  # id of the connecting or linked road
    contact: str  # "start" or "end" of that road
    lanes: frozenset[tuple[int, int]]  # ids of joined lanes: of the incoming road, and of the other


class Junction(NamedTuple):
    """Junction of roads."""

    id: str
    connections: tuple[Connection, ...]


def read_junction(element: Element, left_out: Counter[str]) -> Junction:
    """Return a junction; connections that cannot be read are counted.

    Args:
        left_out: counts by description, changed in place.
    """
    if element.get("type").strip() == "virtual":
        left_out["virtual junctions"] += 1
        return Junction(element.get("id"), ())
    connections: list[Connection] = []
    for each in element.all("connection")[:MOST_CONNECTIONS]:
        try:
            connections.append(_connection(each))
        except WrongValue as reason:
            left_out[str(reason)] += 1
    return Junction(element.get("id"), tuple(connections))


def _connection(element: Element) -> Connection:
    incoming, contact = element.get("incomingRoad"), element.get("contactPoint").strip()
    other = element.get("connectingRoad") or element.get("linkedRoad")
    if not incoming or not other or contact not in ("start", "end"):
        raise WrongValue("<connection> without roads or a contact point")
    lanes = frozenset((int(each.number("from")), int(each.number("to"))) for each in element.all("laneLink"))
    return Connection(incoming, other, contact, lanes)
