"""Published figures of a vehicle: the values and bounds of a source, and the manoeuvres that measure them."""

import math
import re
from typing import NamedTuple

STATUS = {"V": "verified", "R": "recalled", "E": "estimated", "D": "derived"}

# What one of a unit is in SI.
UNITS = {
    "m": 1.0,
    "km": 1e3,
    "kg": 1.0,
    "t": 1e3,
    "s": 1.0,
    "m/s": 1.0,
    "km/h": 1.0 / 3.6,
    "m/s^2": 1.0,
    "g": 9.80665,
    "kW": 1e3,
    "N": 1.0,
    "kN": 1e3,
    "N m": 1.0,
    "kg m^2": 1.0,
    "kPa": 1e3,
    "kg/m^3": 1.0,
    "l": 1e-3,
    "l/h": 1e-3 / 3600.0,
    "rpm": math.pi / 30.0,
    "rad": 1.0,
    "deg": math.pi / 180.0,
    "rad/s": 1.0,
    "1/rad": 1.0,
    "%": 0.01,
    "1": 1.0,
    "": 1.0,  # of a word
}

# What measures a figure: its name in ``check``, perhaps with the value at which it is measured and the soil on which.
MANOEUVRES = {
    "acceleration": "time from rest to a speed",
    "brake-turn": "radius of the outer track's circle about the inner one, which is braked",
    "braking": "way to stop from a speed",
    "climb": "steady speed up a grade",
    "coast-down": "time to roll from a speed to 16 km/h",
    "deceleration": "mean deceleration of the brakes from 32 km/h",
    "fuel-rate": "fuel over time at a speed",
    "pivot": "how far the middle moves in a whole turn on the spot",
    "range": "how far a full tank carries it at a speed",
    "reverse-speed": "greatest speed backward",
    "side-slope": "greatest grade across which it drives without sliding or tipping",
    "steepest-climb": "greatest grade that it climbs from rest",
    "tipping-slope": "greatest side slope of a table that holds it by friction, on which it does not tip",
    "top-speed": "greatest speed",
    "turning-diameter": "of the circle of its outermost wheel or track at full steer",
    "turning-radius": "of the circle of its outermost wheel or track at full steer",
}
# The same of figures that follow from the values of the file by a formula.
CALCULATIONS = {
    "drive-acceleration": "greatest force of the engine over the mass",
    "front-stiffness": "cornering stiffness of the front tyres over load and friction",
    "full-power-speed": "speed from which the engine's power limits it, and no longer its force",
    "ground-pressure": "weight over the area of both tracks, of a width",
    "length-over-gun": "with the gun forward",
    "rear-stiffness": "cornering stiffness of the rear tyres over load and friction",
    "rolling-resistance": "over the load, at rest",
    "tank": "content of the tank, at a density",
    "tyre-friction": "of its tyres",
    "wheelbase": "between its axles",
}
HARD_ROAD = "dry-asphalt"  # the soil of a check that names none
STRUCTURES = ("body", "params")  # a figure may also be a value of these: "params.mass"

_CHECK = re.compile(r"(?P<name>[a-z-]+)(?:\s+(?P<at>[0-9.]+)\s*(?P<unit>\S+))?(?:\s+on\s+(?P<soil>[a-z-]+))?")


class Check(NamedTuple):
    """The measurement of a figure."""

    name: str  # of a manoeuvre, or the path of a value of the file: "params.mass"
    at: float | None = None  # at which it is measured, SI
    unit: str = ""  # in which that is written
    soil: str = HARD_ROAD  # on which it is measured

    @property
    def is_value(self) -> bool:
        """Return whether it is a value of the file, and nothing to measure."""
        return self.name.partition(".")[0] in STRUCTURES


class Figure(NamedTuple):
    """One published figure; values as they are published, in its unit."""

    quantity: str
    value: float | str
    unit: str
    low: float | None = None
    high: float | None = None
    source: str = ""
    status: str = "E"  # a letter of ``STATUS``
    check: str = ""  # see ``parse_check``; empty where nothing measures it
    note: str = ""

    @property
    def si(self) -> float | None:
        """The value in SI; None for a word."""
        return self.to_si(self.value)

    @property
    def bounds(self) -> tuple[float, float]:
        """From where to where it may lie, in SI; infinite where nothing is said."""
        low, high = self.to_si(self.low), self.to_si(self.high)
        return (-math.inf if low is None else low, math.inf if high is None else high)

    def to_si(self, value: float | str | None) -> float | None:
        """Return a value in this figure's unit, in SI."""
        return None if value is None or isinstance(value, str) else value * UNITS[self.unit]


def parse_check(text: str) -> Check | None:
    """Return the measurement that a figure's ``check`` names; None if it names none.

    "top-speed", "acceleration 32 km/h", "range 25 km/h on dry-earth", "params.mass".

    Raises:
        ValueError: it is none of these.
    """
    if not text:
        return None
    structure, dot, name = text.partition(".")
    if dot and structure in STRUCTURES and name.isidentifier():
        return Check(text)
    match = _CHECK.fullmatch(text.strip())
    if match is None or match["name"] not in MANOEUVRES | CALCULATIONS or (match["unit"] or "") not in UNITS:
        raise ValueError(text)
    unit = match["unit"] or ""
    at = None if match["at"] is None else float(match["at"]) * UNITS[unit]
    return Check(match["name"], at, unit, match["soil"] or HARD_ROAD)
