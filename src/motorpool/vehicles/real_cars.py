"""Real cars: a table of measured and published values, each row a vehicle of the motor pool.

    car = Vehicle("toyota-corolla-2022")
    motorpool vehicles --search corolla

The table has masses, powers, coast-downs, wheelbases, steering ratios and times to 60 mph of three public sources
(``tools/data/real_cars.py``). A row becomes the text of a vehicle's file with the base ``car``. What no source gives
follows from the mass by the rules here, which are regressions over the table's own cars; the remark of each value says
which it is: V of a source, D computed from those, E by a rule.
"""

import csv
import io
import re
from functools import cache
from pathlib import Path

from ..models.own_model import VEHICLE_SUFFIX

TABLE = Path(__file__).parent / "files" / "real-cars.csv"
SOURCES = {
    "EPA": "US EPA, certification tests of 2022",
    "opendbc": "comma.ai's opendbc",
    "FASTSim": "NREL's FASTSim",
}

GRAVITY = 9.80665  # [m/s^2]
ASPHALT = 0.013  # rolling resistance of usual tyres on asphalt, to which ``rolling_factor`` relates [1]
FAST, SLOW = 31.29, 4.47  # 70 and 10 mph, between which coast-downs are compared [m/s]
PARTS = 200  # of that interval

# Rules; in brackets the standard deviation of the table's cars from them.
WHEELBASE = (1.904, 4.90e-4)  # [m], and for each kg (0.18 m)
POWER = 100.0  # for each kg; the logarithm deviates by 0.46 [W]
ROLLING = 0.00925  # the median (0.0022) [1]
DRAG = (0.071, 2.15e-4)  # [kg/m], and for each kg (0.13 kg/m)
FRONT_SHARE = {"front": 0.41, "rear": 0.48, "all": 0.45}  # of the wheelbase from the front axle to the centre of mass
DRIVEN = {"front": 1.0, "rear": 0.0, "all": 0.5}  # share of the front axle in the drive
STARTS = 0.40, 0.75  # force over the weight, and share of the rated power at the wheels, gear changes included [1]
ELECTRIC_STARTS = 0.60, 0.95  # the same of electric cars; both by the times to 60 mph of the table [1]
STIFFNESS = 0.5  # median factor of 79 cars on the stiffness of tyres; nine of ten between 0.385 and 1 [1]
# Cornering stiffness over the load with a factor of 1: opendbc's Honda Civic, 192.15 and 202.5 kN/rad, 1462 kg, of
# which 60 % are in front. The understeer gradient is 0.94 degrees for each g, over the factor.
FRONT_CORNERING, REAR_CORNERING = 22.34, 35.31  # [1/rad]
TURNING = 1.06  # ``rotating_mass_factor`` [1]

Row = dict[str, str]


@cache
def rows() -> dict[str, Row]:
    """Return the rows of the table by their names."""
    return {row["name"]: row for row in csv.DictReader(io.StringIO(TABLE.read_text(encoding="utf-8")))}


def path_of(name: str) -> Path | None:
    """Return the place of a car in the table, as that of a file: its parent is the table; None if it has none."""
    plain = re.sub(r"[-_ ]+", "-", name.casefold())
    return TABLE / f"{plain}{VEHICLE_SUFFIX}" if plain in rows() else None


def is_in_table(path: Path) -> bool:
    """Return whether a path is that of a car in the table."""
    return path.parent == TABLE


def names_with(words: str) -> list[str]:
    """Return the names of the cars whose name or title has each of some words, in any case."""
    wanted = words.casefold().split()
    return [name for name, row in rows().items() if all(word in f"{name} {row['title'].casefold()}" for word in wanted)]


def text_of(path: Path) -> str:
    """Return the text of a car's vehicle file."""
    row = rows()[path.stem]
    source = " and ".join(SOURCES[each] for each in row["source"].split(", "))
    mass, wheelbase = _number(row, "mass"), _number(row, "wheelbase")
    own_wheelbase = wheelbase or round(WHEELBASE[0] + WHEELBASE[1] * mass, 2)
    drive = row["drive"] or "front"
    share = _number(row, "front_share")
    front = round((share or FRONT_SHARE[drive]) * own_wheelbase, 3)
    rear = round(own_wheelbase - front, 3)
    power, drag, rolling = (_number(row, key) for key in ("power", "air_drag", "rolling"))
    own_power = power or round(POWER * mass, -2)
    own_drag, own_rolling = drag or round(DRAG[0] + DRAG[1] * mass, 3), rolling or ROLLING
    track = round(1.2 + 2e-4 * mass, 2)
    given = "of the coast-down (D)" if row["coast_a"] else "of the source (V)"
    start, efficiency = ELECTRIC_STARTS if row["is_electric"] == "1" else STARTS
    values = {
        "mass": (mass, "kg", "with driver and load (V)"),
        "yaw_inertia": (round(mass * front * rear, 1), "kg m^2", "mass times both axle offsets (E)"),
        "front_axle_offset": (front, "m", "share of the wheelbase by source (V)" if share else "usual share (E)"),
        "rear_axle_offset": (rear, "m", "the rest of the wheelbase (D)"),
        "centre_height": (round(0.36 * track, 3), "m", "by the track width (E)"),
        "track_width": (track, "m", "1.2 m and 0.2 mm for each kg (E)"),
        **_cornering_coefficients(row),
        "rolling_factor": (round(own_rolling / ASPHALT, 4), "1", given if rolling else "median of the table (E)"),
        "front_drive_share": (DRIVEN[drive], "1", "driven axles (V)" if row["drive"] else "front wheels (E)"),
        "engine_power": (own_power, "W", "rated (V)" if power else "100 W for each kg (E)"),
        "drive_efficiency": (efficiency, "1", "by the times to 60 mph of others (E)"),
        "max_drive_force": (round(start * mass * GRAVITY, -1), "N", "share of the weight, likewise (E)"),
        "max_speed": (69.4, "m/s", "usual limit of 250 km/h; many do not reach it (E)"),
        "rotating_mass_factor": (TURNING, "1", "usual (E)"),
        "max_brake_force": (round(mass * GRAVITY, -1), "N", "a little more than dry asphalt holds (E)"),
        "air_drag": (own_drag, "kg/m", given if drag else "by the mass (E)"),
        "gear_count": (0.0, "1", "none: the engine gives its power at any speed (E)"),
    }
    lines = [
        f'title = "{row["title"]}"',
        f'summary = "A real car, with values of {source}; others follow from its mass."',
        'base = "car"',
        "\n[body]",
        f"length = {round(own_wheelbase + 1.85, 2)} # [m] wheelbase and usual overhangs (E)",
        f"width = {round(track + 0.3, 2)} # [m] track width and 0.3 m (E)",
        "\n[params]",
        *(f"{name} = {value} # [{unit}] {remark}" for name, (value, unit, remark) in values.items()),
    ]
    if wheelbase:
        lines += _figure("wheelbase", wheelbase, "m", source, check="wheelbase", within=0.001)
    if row["steering_ratio"]:
        lines += _figure("steering ratio", float(row["steering_ratio"]), "1", source)
    if row["coast_a"]:
        time = coast_time(mass, *(_number(row, f"coast_{each}") for each in "abc"))
        lines += _figure("time to roll from 70 to 10 mph", round(time, 1), "s", source, check="coast-down 112.65 km/h")
    if row["acceleration_time"]:
        lines += _figure(
            "time to 60 mph", float(row["acceleration_time"]), "s", source, check="acceleration 96.56 km/h", within=0.1
        )
    return "\n".join(lines) + "\n"


def _cornering_coefficients(row: Row) -> dict[str, tuple[float, str, str]]:
    """Return the values of the tyres with their units and remarks."""
    own = _number(row, "stiffness")
    remark = "by opendbc's factor on a Honda Civic (E)" if own else "by opendbc's median factor (E)"
    coefficients = {"front": FRONT_CORNERING, "rear": REAR_CORNERING}
    return {
        f"{axle}_axle_cornering_coefficient": (round(coefficient * (own or STIFFNESS), 2), "1/rad", remark)
        for axle, coefficient in coefficients.items()
    }


def coast_time(mass: float, a: float, b: float, c: float) -> float:
    """Return the time to roll from 70 to 10 mph against the force a + b v + c v^2 [N], by Simpson's rule [s]."""
    step = (FAST - SLOW) / PARTS
    speeds = [SLOW + step * part for part in range(PARTS + 1)]
    weights = [1, *([4, 2] * (PARTS // 2))[:-1], 1]
    slowness = sum(weight / (a + b * speed + c * speed * speed) for weight, speed in zip(weights, speeds, strict=True))
    return TURNING * mass * slowness * step / 3.0


def _number(row: Row, key: str) -> float:
    """Return a number of a row; 0 where it is empty."""
    return float(row[key] or 0.0)


def _figure(quantity: str, value: float, unit: str, source: str, *, check: str = "", within: float = 0.05) -> list[str]:
    """Return the lines of a published figure.

    Args:
        within: difference of the simulated value that is allowed, over the figure [1].
    """
    lines = ["\n[[figure]]", f'quantity = "{quantity}"', f"value = {value}", f'unit = "{unit}"', f'source = "{source}"']
    lines.append('status = "V"')
    if check:
        low, high = round(value * (1.0 - within), 4), round(value * (1.0 + within), 4)
        lines += [f"low = {low}", f"high = {high}", f'check = "{check}"']
    return lines
