"""Reasons for which a vehicle makes no headway: the values of the ``standing_reason`` column."""

NONE = 0  # it moves, or is meant to stand
SOIL = 1  # motion resistance of the soil exceeds the force of grip and engine
SLOPE = 2  # the same, mostly by grade resistance
OBJECT = 3  # against an object
VEHICLE = 4  # against a vehicle, or behind one that stands
CONVOY = 5  # waits for its leader
PRIORITY = 6  # yields
OVERTURNED = 7  # on its side or roof
DAMAGED = 8  # by a hit, beyond driving
MAP_EDGE = 9  # at the edge of the map
NO_WAY = 10  # the avoidance rule finds no free heading
OUT_OF_FUEL = 11  # its tank is empty

BY_VEHICLE = frozenset((VEHICLE, CONVOY, PRIORITY))  # with these, ``blocked_by`` is the id of a vehicle

WORDS = {
    NONE: "none", SOIL: "soil", SLOPE: "slope", OBJECT: "object", VEHICLE: "vehicle", CONVOY: "convoy",
    PRIORITY: "priority", OVERTURNED: "overturned", DAMAGED: "damaged", MAP_EDGE: "edge of the map",
    NO_WAY: "no way", OUT_OF_FUEL: "out of fuel",
}  # fmt: skip
