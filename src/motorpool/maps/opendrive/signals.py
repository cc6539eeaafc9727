"""Signs and traffic lights of an OpenDRIVE file: right of way and lights at the ends of roads before junctions.

A sign on a road to a junction, or on a road through it, is for those who drive into the junction there. The roads in
the junction that follow get its right of way; ``<priority>`` gives it to those of junctions without signs and lights.

Source: ASAM OpenDRIVE 1.6, chapters 10.7 (junction priorities) and 12 (signals); numbers of signs: German road traffic
regulations (StVO), annexes 2 and 3.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ...ground.roads.network import GIVE_WAY, PRIORITY, STOP
from ...ground.roads.network_files import MOST_PHASE
from .road import Road, RoadLink, Signal
from .xml_elements import Element, WrongValue

LIGHTS = "lights"
KINDS = {"205": GIVE_WAY, "206": STOP, "301": PRIORITY, "306": PRIORITY}  # by the type of a sign
NAMES = (("stop", STOP), ("yield", GIVE_WAY), ("give way", GIVE_WAY), ("giveway", GIVE_WAY))  # words of other types
LIGHT_TYPES = "10000"  # beginning of the types of traffic lights
NO_LIGHTS = frozenset({"1000002", "1000007", "1000013", "1000014"})  # for pedestrians, bicycles and trams
DIRECTIONS = {"+": (True,), "-": (False,)}  # of traffic along s by orientation; both for others
REACH = 60.0  # distance of a sign from the end of its road, at most [m]

Controllers = Mapping[str, tuple[str, ...]]  # ids of signals by that of their controller
RoadEnd = tuple[str, bool]  # id of a road, and whether its end along s is meant


class EndSigns(NamedTuple):
    """Right of way and traffic lights of vehicles that come to the end of a road; see ``RoadSection``."""

    rule: str = ""
    lights: int = -1
    phase: int = -1


class Way(NamedTuple):
    """Way into a junction: a road that leads to it, and the road in it that follows."""

    incoming: RoadEnd
    through: RoadEnd  # its end is the one that the way leads to


def signals_in(road: Element) -> list[Element]:
    """Return the elements of a road's signs and lights, and of references to them."""
    return [*road.all("signals", "signal"), *road.all("signals", "signalReference")]


def read_signal(element: Element, left_out: Counter[str]) -> Signal | None:
    """Return a sign of right of way, a traffic light or a reference; None, counted, for any other signal."""
    kind = "" if element.tag == "signalReference" else _kind_of(element)
    if kind is None:
        left_out["signals that are no sign of right of way and no traffic light"] += 1
        return None
    is_for = DIRECTIONS.get(element.get("orientation").strip(), (True, False))
    return Signal(element.get("id"), element.number("s"), kind, is_for)


def _kind_of(signal: Element) -> str | None:
    kind, name = signal.get("type").strip(), signal.get("name").lower().replace("_", " ")
    if kind in KINDS:
        return KINDS[kind]
    if kind.startswith(LIGHT_TYPES) and kind not in NO_LIGHTS:
        return LIGHTS
    if kind.isdecimal():
        return None
    words = f"{kind.lower()} {name}"
    if signal.get("dynamic").strip() == "yes":
        return LIGHTS if "light" in words else None
    return next((found for word, found in NAMES if word in words), None)


def controlled_by(controller: Element) -> tuple[str, ...]:
    """Return the ids of the signals of a controller."""
    return tuple(each.get("signalId") for each in controller.all("control"))


def in_sequence(controllers: Iterable[Element]) -> tuple[str, ...]:
    """Return the ids of a junction's controllers, ordered by their sequence, and by their order in the file."""

    def sequence(element: Element) -> float:
        try:
            return element.number("sequence", 0.0)
        except WrongValue:
            return 0.0

    return tuple(element.get("id") for element in sorted(controllers, key=sequence))


class Rights(NamedTuple):
    """Ways into a junction, and its rules of right of way."""

    ways: Sequence[Way]
    priorities: Sequence[tuple[str, str]]  # ids of roads in it: that goes first, and that gives way
    phases: Mapping[str, int]  # by the id of the signal


def signs_of(
    roads: Mapping[str, Road], rights: Mapping[str, Rights], left_out: Counter[str]
) -> dict[RoadEnd, EndSigns]:
    """Return the right of way and the lights at the ends of roads.

    Args:
        rights: by the id of the junction.
        left_out: counts by description, changed in place.
    """
    kinds = {each.id: each.kind for road in roads.values() for each in road.signals if each.kind}
    signs: defaultdict[RoadEnd, dict[str, str]] = defaultdict(dict)  # kind, and the id of the signal
    junction_of: dict[RoadEnd, str] = {}
    for road in roads.values():
        for signal in road.signals:
            kind = signal.kind or kinds.get(signal.id, "")
            if not kind:
                continue
            ends = [end for is_last in signal.is_for if (end := _end_before(road, signal.s, is_last)) is not None]
            if not ends:
                left_out["signs and traffic lights before no junction"] += 1
            for end, junction in ends:
                signs[end].setdefault(kind, signal.id)
                junction_of[end] = junction
    found: dict[RoadEnd, EndSigns] = {}
    lit = {junction_of[end] for end, kinds_there in signs.items() if LIGHTS in kinds_there}
    numbers = {junction: number for number, junction in enumerate(sorted(lit))}
    for end, there in signs.items():
        junction = junction_of[end]
        if LIGHTS in there:
            phase = rights[junction].phases.get(there[LIGHTS], -1) if junction in rights else -1
            found[end] = EndSigns("", numbers[junction], phase)
        elif junction not in numbers:
            found[end] = EndSigns(next(kind for kind in (STOP, GIVE_WAY, PRIORITY) if kind in there))
    for junction, each in rights.items():
        if junction not in numbers:
            found |= _through(each, found)
    return found


def _through(rights: Rights, signs: Mapping[RoadEnd, EndSigns]) -> dict[RoadEnd, EndSigns]:
    """Return the right of way of the roads in a junction: that of the signs before it, or else by its priorities.

    By these, a road to the junction has that of most ways from it.
    """
    if any(way.incoming in signs for way in rights.ways):
        rules = {way.through: signs[way.incoming].rule for way in rights.ways if way.incoming in signs}
        return {end: EndSigns(GIVE_WAY if rule == STOP else rule) for end, rule in rules.items()}
    score = Counter(high for high, _ in rights.priorities)
    score.subtract(low for _, low in rights.priorities)
    total = Counter[RoadEnd]()
    for way in rights.ways:
        above = score[way.through[0]] + score[way.incoming[0]]
        total[way.through] = above
        total[way.incoming] += (above > 0) - (above < 0)
    return {end: EndSigns(PRIORITY if above > 0 else GIVE_WAY) for end, above in total.items() if above}


def _end_before(road: Road, s: float, is_last: bool) -> tuple[RoadEnd, str] | None:
    """Return the end of a road before a junction at which a sign is for one direction, and the junction's id."""
    if road.junction:
        link = road.predecessor if is_last else road.successor  # from which they come
        return None if link is None or link.is_junction else ((link.id, link.contact == "end"), road.junction)
    ahead: RoadLink | None = road.successor if is_last else road.predecessor
    distance = road.length - s if is_last else s
    is_near = ahead is not None and ahead.is_junction and distance <= REACH
    return ((road.id, is_last), ahead.id) if ahead is not None and is_near else None


def phases_of(controllers: Sequence[str], signals: Controllers) -> dict[str, int]:
    """Return the phase of each signal of a junction: the number of its controller."""
    return {
        signal: min(number, MOST_PHASE)
        for number, controller in enumerate(controllers)
        for signal in signals.get(controller, ())
    }
