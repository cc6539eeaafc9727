"""Columns of a log: quantity and unit of a heading, and formulas of columns for a quantity.

    heading_of("yaw_rate_deg_s")  # yaw_rate in degrees a second
    parse_mapping("steer_angle_deg=wheel*0.0625")  # the wheel's column over a ratio of 16, in degrees

A heading is a name of Motorpool or a usual one (``psi_dot``, ``vx``), followed by the unit: ``speed_kmh``,
``speed [km/h]``, ``Speed (km/h)``. Without a unit it is SI. Of a path, as in ``/odom/pose/pose/position/x``, the last
part is the name; where that is an axis, the part before it says of which vector.
"""

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import FitError, closest_names
from .sparse_columns import LONGEST_NAME, Columns, listed

Floats = NDArray[np.float64]

TIME = "time"
HEADING = "heading"  # clockwise from north, in logs of other programs; converted to a yaw

# Quantities that a log may have besides a model's fields: unit, and names in other programs.
QUANTITIES: dict[str, tuple[str, tuple[str, ...]]] = {
    TIME: ("s", ("t", "timestamp", "stamp", "elapsed", "simtime", "seconds", "rosbagtimestamp", "timestamps")),
    "x": ("m", ("east", "easting", "posx", "positionx", "xpos")),
    "y": ("m", ("north", "northing", "posy", "positiony", "ypos")),
    "yaw": ("rad", ("psi", "yawangle")),
    "latitude": ("deg", ("lat",)),
    "longitude": ("deg", ("lon", "lng", "long")),
    HEADING: ("rad", ("course", "azimuth")),
    "speed": ("m/s", ("v", "vx", "velocity", "forwardspeed", "longitudinalspeed", "longitudinalvelocity")),
    "lateral_speed": ("m/s", ("vy", "lateralvelocity")),
    "sideslip_angle": ("rad", ("beta", "sideslip")),
    "yaw_rate": ("rad/s", ("psidot", "yawvelocity", "gyroz", "angularvelocityz", "yawspeed")),
    "lateral_acceleration": ("m/s^2", ("ay", "accy", "accely", "latacc", "linearaccelerationy")),
    "longitudinal_acceleration": ("m/s^2", ("ax", "accx", "accelx", "longacc", "linearaccelerationx")),
    "steer_angle": ("rad", ("delta", "steeringangle", "roadwheelangle", "wheelangle", "steerangle")),
    "steer": ("1", ("steering",)),  # -1..1 of the full steer angle, as recordings have it
    "steer_rate": ("rad/s", ("deltadot", "steeringrate")),
    "throttle": ("1", ("gas", "accelerator", "acceleratorpedal", "gaspedal")),
    "brake": ("1", ("brakepedal", "braking")),
    "acceleration": ("m/s^2", ("acceleratio", "commandedacceleration")),
}

DEGREES = ("latitude", "longitude")  # on WGS 84, in degrees where other angles are in radians
_PLACE_FACTORS = {"": 1.0, "deg": 1.0, "min": 1.0 / 60.0, "rad": 180.0 / math.pi}

_POSITION = {"x": "x", "y": "y"}
_VELOCITY = {"x": "speed", "y": "lateral_speed"}
_TURNING = {"z": "yaw_rate"}
_ACCELERATION = {"x": "longitudinal_acceleration", "y": "lateral_acceleration"}
# Vectors by the part of a path before the axis (x, y, z), as messages of ROS, PlotJuggler and CARLA name them; an axis
# of any other vector is no quantity.
_VECTORS: dict[str, dict[str, str]] = {
    name: axes
    for names, axes in (
        ("position point translation location pose odom odometry utm enu ego vehicle car robot state", _POSITION),
        ("linear velocity linearvelocity vel linearvel", _VELOCITY),
        ("angular angularvelocity angularvel gyro gyroscope rotationrate", _TURNING),
        ("linearacceleration linearaccel acceleration accel acc accelerometer", _ACCELERATION),
    )
    for name in names.split()
}
_ACCELERATIONS = ("accel", "acceleration")  # of which ``linear`` is a vector, too
_COMMANDED = re.compile(r"(?:^|[/._])(?:cmd|command|commands|control|setpoint|target|desired|reference|ref)(?:$|[/._])")
_PATH = re.compile(r"[/.]+")
OWN, SAME, ALIAS, AXIS, COMMANDED = range(5)  # ranks of headings for one quantity: the least is taken

# Factors to SI of units, by the SI unit and by their spelling with letters and underscores only.
_FACTORS: dict[str, dict[str, float]] = {
    "s": {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9},
    "m": {"m": 1.0, "mm": 1e-3, "km": 1e3},
    "m/s": dict.fromkeys(("m_s", "mps"), 1.0)
    | dict.fromkeys(("km_h", "kmh", "kph"), 1.0 / 3.6)
    | {"mph": 0.44704, "kn": 1852.0 / 3600.0},
    "rad": {"rad": 1.0, "deg": math.pi / 180.0},
    "rad/s": {"rad_s": 1.0, "deg_s": math.pi / 180.0},
    "m/s^2": {"m_s2": 1.0, "mps2": 1.0, "g": 9.80665},
    "1": {"percent": 0.01, "pct": 0.01, "permille": 1e-3},
}
UNITS = {spelling: (si, factor) for si, factors in _FACTORS.items() for spelling, factor in factors.items()}
_SPELLINGS = (("°", "deg"), ("%", "percent"), ("²", "2"), ("degrees", "deg"), ("degree", "deg"), ("radians", "rad"))
_BRACKETS = re.compile(r"^(?P<name>.*?)\s*[\[(](?P<unit>[^\])]*)[\])]\s*$")


class Heading(NamedTuple):
    """Quantity and factor of a heading."""

    quantity: str  # its name here
    factor: float  # of its values, to SI [1]


def heading_of(text: str, known: Mapping[str, str]) -> Heading | None:
    """Return the quantity of a heading; None if it is unknown.

    Args:
        known: units of the quantities allowed besides ``QUANTITIES``: fields of the model.
    """
    if len(text) > LONGEST_NAME:
        return None
    for name, unit in _splits(text):
        quantity = _quantity(name, known)
        if quantity is None:
            continue
        if quantity in DEGREES:
            if unit in _PLACE_FACTORS:
                return Heading(quantity, _PLACE_FACTORS[unit])
            continue
        si = known.get(quantity) or QUANTITIES[quantity][0]
        if not unit:
            return Heading(quantity, 1.0)
        found = UNITS.get(unit)
        if found is not None and (found[0] == si or si == ""):
            return Heading(quantity, found[1])
    return None


def rank_of(text: str, quantity: str) -> int:
    """Return the rank of a heading among those of a quantity, the least the best; a command comes last."""
    if _COMMANDED.search(text.casefold()):
        return COMMANDED
    if text.startswith(quantity):
        return OWN
    plain = _plain(_PATH.split(_splits(text)[0][0])[-1])
    return SAME if plain == quantity.replace("_", "") else AXIS if len(plain) == 1 else ALIAS


def states_unit(text: str) -> bool:
    """Return whether a heading ends with a unit."""
    return len(text) <= LONGEST_NAME and any(unit in UNITS for _, unit in _splits(text))


def factor_of(text: str) -> float:
    """Return the factor to SI of the unit in a heading; 1 without a unit."""
    if len(text) > LONGEST_NAME:
        return 1.0
    for _, unit in _splits(text):
        if unit in UNITS:
            return UNITS[unit][1]
    return 1.0


def _splits(text: str) -> list[tuple[str, str]]:
    """Return the ways to read a heading as a name and a unit, the whole as a name first."""
    match = _BRACKETS.match(text)
    if match:
        return [(match["name"], _unit(match["unit"]))]
    plain = text.strip()
    parts = re.split(r"[_\s]", plain)
    found = [(plain, "")]
    for count in (2, 1):
        if len(parts) > count:
            name, unit = "_".join(parts[:-count]), _unit("_".join(parts[-count:]))
            found += [(name, unit)] if unit in UNITS else []
    return found


def _unit(text: str) -> str:
    word = text.strip().lower()
    for spelling, plain in _SPELLINGS:
        word = word.replace(spelling, plain)
    return re.sub(r"\W+", "_", word.replace("^", "")).strip("_")


def _quantity(name: str, known: Mapping[str, str]) -> str | None:
    parts = [part for part in _PATH.split(name) if part.strip()]
    if not parts:
        return None
    axis = parts[-1].strip().casefold()
    if len(parts) > 1 and axis in ("x", "y", "z", "w"):
        return _axis_of(parts[:-1], axis)
    for plain in dict.fromkeys((_plain(name.rpartition("/")[2]), _plain(parts[-1]))):
        for quantity in known:
            if plain == quantity.replace("_", ""):
                return quantity
        for quantity, (_, others) in QUANTITIES.items():
            if plain == quantity.replace("_", "") or plain in others:
                return quantity
    return None


def _axis_of(parents: list[str], axis: str) -> str | None:
    """Return the quantity of an axis of the vector that the last of the ``parents`` names."""
    vector = _plain(parents[-1])
    if vector == "linear" and any(_plain(part) in _ACCELERATIONS for part in parents[-3:-1]):
        return _ACCELERATION.get(axis)
    return _VECTORS.get(vector, {}).get(axis)


def _plain(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()


# ---- --column yaw_rate=psi_dot


class Mapping_(NamedTuple):  # noqa: N801 - collections.abc has the plain name
    """One ``--column QUANTITY=COLUMNS``."""

    quantity: str
    factor: float | None  # to SI; None if the column's heading has the unit
    formula: str


def parse_mapping(text: str, known: Mapping[str, str]) -> Mapping_:
    """Return the parts of ``QUANTITY=COLUMNS``, such as "yaw_rate_deg_s=gyro*-1"; the columns are not read.

    Raises:
        FitError: the text names no known quantity, or no column.
    """
    name, equals, formula = (part.strip() for part in text.partition("="))
    if not equals or not name or not formula:
        raise FitError(f"--column {text!r} is not understood; write QUANTITY=COLUMN, such as yaw_rate=psi_dot")
    heading = heading_of(name, known)
    if heading is None:
        names = [*QUANTITIES, *known]
        close = closest_names(name, names)
        meant = f"did you mean {' or '.join(close)}?" if close else f"quantities are {', '.join(QUANTITIES)}"
        raise FitError(f"--column {text!r} names no quantity; {meant}")
    has_unit = any(unit for _, unit in _splits(name) if unit in UNITS) and name != heading.quantity
    return Mapping_(heading.quantity, heading.factor if has_unit else None, formula)


_OPERATORS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: lambda left, right: left / right,
}


def evaluated(mapping: Mapping_, columns: Columns) -> Floats:
    """Return the values of a mapped quantity in SI units.

    A single column has the unit of its heading; in a formula the numbers are used without conversion, and the unit is
    that of the quantity's name.

    Raises:
        FitError: there is no such column, or the formula has more than + - * / and numbers.
    """
    formula = mapping.formula.strip("'\"")
    if formula in columns:
        factor = factor_of(columns.labelled(formula)) if mapping.factor is None else mapping.factor
        return columns[formula] * factor
    try:
        tree = ast.parse(_quoted(mapping.formula, columns), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise _no_column(mapping, mapping.formula, columns) from None
    value = np.asarray(_value(tree, mapping, columns), np.float64)
    if value.ndim == 0:
        length = len(next(iter(columns.values()), ()))
        value = np.full(length, float(value))
    return value * (1.0 if mapping.factor is None else mapping.factor)


def _quoted(formula: str, columns: Columns) -> str:
    """Return a formula with quotation marks around the columns in it whose names are no words of Python."""
    parts = re.split(r"""("[^"]*"|'[^']*')""", formula)
    odd = sorted((name for name in columns if name in formula and not name.isidentifier()), key=len, reverse=True)
    odd = [name for name in odd if not re.fullmatch(r"[-+*/().\d\s]*", name)]
    if not odd:
        return formula
    pattern = re.compile("|".join(map(re.escape, odd)))
    return "".join(
        part if part.startswith(("'", '"')) else pattern.sub(lambda found: repr(found[0]), part) for part in parts
    )


def _value(node: Any, mapping: Mapping_, columns: Mapping[str, Floats]) -> Any:
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return float(node.value)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _column(node.value, mapping, columns)
    if isinstance(node, ast.Name):
        return _column(node.id, mapping, columns)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand, mapping, columns)
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _value(node.left, mapping, columns), _value(node.right, mapping, columns)
        with np.errstate(all="ignore"):
            return _OPERATORS[type(node.op)](left, right)
    raise FitError(
        f"--column {mapping.quantity}={mapping.formula} is not understood; it may have columns, numbers, + - * / and "
        "brackets, and quotes around a column whose name has spaces"
    )


def _column(name: str, mapping: Mapping_, columns: Mapping[str, Floats]) -> Floats:
    if name not in columns:
        raise _no_column(mapping, name, columns)
    return columns[name]


def _no_column(mapping: Mapping_, name: str, columns: Mapping[str, Floats]) -> FitError:
    close = closest_names(name, columns)
    meant = f"did you mean {listed(close, sign=' or ')}?" if close else f"its columns are {listed(columns)}"
    return FitError(f"--column {mapping.quantity}={mapping.formula}: the log has no column {name!r}; {meant}")
