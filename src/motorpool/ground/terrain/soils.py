"""Soils: sinkage, resistance and traction on soft ground, by Bekker and Wong or by the cone index.

    soil = SOILS["dry sand"]
    tank = Tracks(weight=560_000.0, width=0.635, length=4.575)
    mobility_on_tracks(soil, tank).drawbar_pull                    # thrust less resistance, on level ground [N]
    surface = surface.with_row("dry-sand", row_for(soil, tank))    # this soil for a fleet of the tank

Pressure-sinkage relation: p = (kc/b + kphi) z^n. A track sinks until the soil carries its mean pressure, a rigid wheel
by Bekker's formula. The compaction resistance is the work per metre of rut. The thrust A c + W tan phi builds up over
the shear deformation modulus K (Janosi and Hanamoto). A vehicle is mobile if its drawbar pull, thrust less resistance,
is positive.

Valid for deep uniform soil, level ground, low speed and the first pass. Not valid for tracks with pressure peaks under
the road wheels (they sink deeper), for tyres softer than the soil (they sink less), and where ``warnings`` are given.

Sources: Bekker, "Introduction to Terrain-Vehicle Systems" (1969); Wong, "Theory of Ground Vehicles" (4th edition,
2008), chapter 2, also for the table of soils; Janosi and Hanamoto, "The analytical determination of drawbar pull as a
function of slip" (1961). Symbols there: kc, kphi, n, c, phi, K; b width, D diameter, A area, W weight, i slip, z depth.

Cone index of wheels: Priddy and Willoughby, "Clarification of vehicle cone index with reference to mean maximum
pressure", Journal of Terramechanics 43 (2006) 85-96; for wheels only. Cone index of tracks, and both mobility indices:
US Army FM 5-430-00-1, chapter 7, from memory, and Wong, Jayakumar, Toma and Preston-Thomas, "A review of mobility
metrics for next generation vehicle mobility models", Journal of Terramechanics 87 (2020) 11-20.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WorldError
from .surface import CLASSES, FIELDS, HARD, LIMITS, rows_of

SLIP = 0.2  # default slip of tracks and wheels at high pull [1]
GREATEST_WHEEL_EXPONENT = 1.3  # limit of the sinkage exponent in the wheel's formula [1]
DEEPEST_WHEEL = 1.0 / 3.0  # limit of sinkage over diameter in the wheel's formula [1]
DEEPEST_TRACK = 0.5  # limit of the sinkage at which the hull stays clear of the ground [m]
# rolling resistance of the running gear on hard ground, over the load [1]
OWN_RESISTANCE = {"tracks": 0.035, "wheels": 0.013}


class Soil(NamedTuple):
    """Pressure-sinkage and shear parameters of one soil."""

    cohesive_modulus: float  # kc [N/m^(n+1)]
    friction_modulus: float  # kphi [N/m^(n+2)]
    exponent: float  # sinkage exponent, n [1]
    cohesion: float  # c [Pa]
    friction_angle: float  # phi [rad]
    shear_length: float  # shear deformation modulus, K [m]


def _soil(kc: float, kphi: float, n: float, c: float, phi: float, shear_length: float) -> Soil:
    """Return a soil from kilonewtons, kilopascals and degrees, the units of the table."""
    return Soil(1e3 * kc, 1e3 * kphi, n, 1e3 * c, math.radians(phi), shear_length)


# Wong (2008), from measurements of the Land Locomotion Laboratory and his own. The percentages are moisture; the shear
# deformation moduli are typical of the kind of soil, not measured with the other values.
SOILS = {
    "dry sand": _soil(0.99, 1528.43, 1.1, 1.04, 28.0, 0.02),
    "sandy loam 15 %": _soil(5.27, 1515.04, 0.7, 1.72, 29.0, 0.02),
    "sandy loam 22 %": _soil(2.56, 43.12, 0.2, 1.38, 38.0, 0.02),
    "sandy loam 11 %, Michigan": _soil(52.53, 1127.97, 0.9, 4.83, 20.0, 0.02),
    "sandy loam 23 %, Michigan": _soil(11.42, 808.96, 0.4, 9.65, 35.0, 0.02),
    "sandy loam 26 %, Hanamoto": _soil(2.79, 141.11, 0.3, 13.79, 22.0, 0.02),
    "sandy loam 32 %, Hanamoto": _soil(0.77, 51.91, 0.5, 5.17, 11.0, 0.02),
    "clayey soil 38 %, Thailand": _soil(13.19, 692.15, 0.5, 4.14, 13.0, 0.02),
    "clayey soil 55 %, Thailand": _soil(16.03, 1262.53, 0.7, 2.07, 10.0, 0.02),
    "heavy clay 25 %": _soil(12.7, 1555.95, 0.13, 68.95, 34.0, 0.006),
    "heavy clay 40 %": _soil(1.84, 103.27, 0.11, 20.69, 6.0, 0.03),
    "lean clay 22 %": _soil(16.43, 1724.69, 0.2, 68.95, 20.0, 0.006),
    "lean clay 32 %": _soil(1.52, 119.61, 0.15, 13.79, 11.0, 0.03),
    "LETE sand": _soil(102.0, 5301.0, 0.79, 1.3, 31.1, 0.012),
    "upland sandy loam 51 %": _soil(74.6, 2080.0, 1.1, 3.3, 33.7, 0.02),
    "Rubicon sandy loam 43 %": _soil(6.9, 752.0, 0.66, 3.7, 29.8, 0.02),
    "North Gower clayey loam 46 %": _soil(41.6, 2471.0, 0.73, 6.1, 26.6, 0.02),
    "Grenville loam 24 %": _soil(0.06, 5880.0, 1.01, 3.1, 29.8, 0.02),
    "snow, United States": _soil(4.37, 196.72, 1.6, 1.03, 19.7, 0.03),
    "snow, Harrison": _soil(2.49, 245.9, 1.6, 0.62, 23.2, 0.03),
    "snow, Sweden": _soil(10.55, 66.08, 1.44, 6.0, 20.7, 0.03),
}


class Tracks(NamedTuple):
    """Load and contact area of a tracked vehicle."""

    weight: float  # of the whole vehicle [N]
    width: float  # of one track [m]
    length: float  # of one track on the ground [m]
    number: int = 2  # number of tracks


class Wheels(NamedTuple):
    """Load and tyres of a wheeled vehicle; all wheels are driven, equal and equally loaded."""

    weight: float  # of the whole vehicle [N]
    width: float  # of one tyre [m]
    diameter: float  # [m]
    number: int = 4  # number of wheels


class Mobility(NamedTuple):
    """Mobility of a vehicle on a soil, on level ground."""

    sinkage: float  # depth of the rut [m]
    resistance: float  # compaction resistance of the whole vehicle [N]
    greatest_thrust: float  # limit of the soil at any slip [N]
    thrust: float  # at the given slip [N]
    drawbar_pull: float  # thrust less resistance [N]
    gradeability: float  # steepest slope that the vehicle climbs; negative if it is immobile [rad]
    warnings: tuple[str, ...]  # about limits of the formulas

    @property
    def is_mobile(self) -> bool:
        """Return whether the vehicle moves on level ground."""
        return self.drawbar_pull > 0.0


def mobility_on_tracks(soil: Soil, tracks: Tracks, *, slip: float = SLIP) -> Mobility:
    """Return the mobility of a tracked vehicle on a soil at a slip of 0 to 1.

    Raises:
        WorldError: a value of the vehicle or the slip is out of range.
    """
    _check(tracks, slip)
    area = tracks.number * tracks.width * tracks.length
    stiffness = soil.cohesive_modulus / tracks.width + soil.friction_modulus
    sinkage = (tracks.weight / area / stiffness) ** (1.0 / soil.exponent)
    resistance = tracks.number * _rut(soil, tracks.width, sinkage)
    warnings: list[str] = []
    if sinkage > DEEPEST_TRACK:
        warnings.append(f"tracks sink {sinkage:.2f} m, so that the hull drags: the real mobility is lower")
    return _mobility(soil, tracks.weight, area, tracks.length, sinkage, resistance, slip, warnings)


def mobility_on_wheels(soil: Soil, wheels: Wheels, *, slip: float = SLIP) -> Mobility:
    """Return the mobility of a vehicle with rigid wheels on a soil at a slip of 0 to 1.

    Raises:
        WorldError: a value of the vehicle or the slip is out of range.
    """
    _check(wheels, slip)
    load = wheels.weight / wheels.number
    stiffness = soil.cohesive_modulus / wheels.width + soil.friction_modulus
    warnings: list[str] = []
    if soil.exponent > GREATEST_WHEEL_EXPONENT:
        warnings.append(f"a sinkage exponent of {soil.exponent:g} is beyond {GREATEST_WHEEL_EXPONENT:g} for wheels")
    bearing = wheels.width * (3.0 - soil.exponent) * stiffness * math.sqrt(wheels.diameter)
    sinkage = (3.0 * load / bearing) ** (2.0 / (2.0 * soil.exponent + 1.0))
    if sinkage > DEEPEST_WHEEL * wheels.diameter:
        warnings.append(
            f"wheels sink {sinkage:.2f} m, more than a third of their {wheels.diameter:.2f} m: "
            "the real mobility is lower"
        )
    resistance = wheels.number * _rut(soil, wheels.width, sinkage)
    depth = min(sinkage, 0.5 * wheels.diameter)
    length = math.sqrt(depth * (wheels.diameter - depth))
    area = wheels.number * wheels.width * length
    return _mobility(soil, wheels.weight, area, length, sinkage, resistance, slip, warnings)


def mean_shear_fraction(shear_length: float, slip_distance: float) -> float:
    """Return the fraction of the greatest thrust if the shear displacement grows linearly along the contact [1].

    Mean of Janosi and Hanamoto's 1 - exp(-j/K) from 0 to ``slip_distance`` [m].
    """
    if shear_length <= 0.0:
        return 1.0 if slip_distance > 0.0 else 0.0
    share = slip_distance / shear_length
    return 1.0 + math.expm1(-share) / share if share > 1e-9 else 0.5 * share


def row_for(soil: Soil, vehicle: Tracks | Wheels, *, slip: float = SLIP) -> NDArray[np.float64]:
    """Return a row of a surface's table (``surface.FIELDS``) for a soil and a vehicle.

    Friction is the greatest thrust over the weight; this shear curve has no peak, so sliding friction is equal.
    Resistance is the sum of compaction and running gear. The speed factor is that of standard classes of equal
    resistance. The cone index is that of hard ground if the vehicle is mobile, otherwise 0. The resistance of the other
    kind of running gear assumes the same compaction.
    """
    mobility = (
        mobility_on_tracks(soil, vehicle, slip=slip)
        if isinstance(vehicle, Tracks)
        else mobility_on_wheels(soil, vehicle, slip=slip)
    )
    friction, compaction = mobility.greatest_thrust / vehicle.weight, mobility.resistance / vehicle.weight
    kind = "tracks" if isinstance(vehicle, Tracks) else "wheels"
    values = {
        "friction": friction,
        "sliding_friction": friction,
        "wheel_resistance": OWN_RESISTANCE["wheels"] + compaction,
        "track_resistance": OWN_RESISTANCE["tracks"] + compaction,
        "shear_length": soil.shear_length,
        "speed_factor": _speed_factor(OWN_RESISTANCE[kind] + compaction, kind),
        "cone_index": HARD if mobility.is_mobile else 0.0,
    }
    return np.array([min(max(values[name], LIMITS[name][0]), LIMITS[name][1]) for name in FIELDS])


def _mobility(
    soil: Soil,
    weight: float,
    area: float,
    length: float,
    sinkage: float,
    resistance: float,
    slip: float,
    warnings: Sequence[str],
) -> Mobility:
    greatest = area * soil.cohesion + weight * math.tan(soil.friction_angle)
    thrust = greatest * mean_shear_fraction(soil.shear_length, slip * length)
    pull = thrust - resistance
    return Mobility(sinkage, resistance, greatest, thrust, pull, math.atan(pull / weight), tuple(warnings))


def _rut(soil: Soil, width: float, sinkage: float) -> float:
    """Return the work per metre of pressing a rut: the resistance of one track or wheel [N]."""
    stiffness = soil.cohesive_modulus / width + soil.friction_modulus
    return width * stiffness * sinkage ** (soil.exponent + 1.0) / (soil.exponent + 1.0)


def _speed_factor(resistance: float, kind: str) -> float:
    """Return the speed factor at a resistance, linear between the standard classes without slippery ones."""
    slippery = ("packed-snow", "fresh-snow", "ice", "grass", "wet-grass")
    table = rows_of([name for name in CLASSES if name not in slippery])
    resistances = table[:, FIELDS.index("wheel_resistance" if kind == "wheels" else "track_resistance")]
    factors = table[:, FIELDS.index("speed_factor")]
    order = np.lexsort((-factors, resistances))
    return float(np.interp(resistance, resistances[order], factors[order]))


def _check(vehicle: Tracks | Wheels, slip: float) -> None:
    for name, value in vehicle._asdict().items():
        if not (math.isfinite(value) and value > 0.0):
            raise WorldError(f"the {name} of {type(vehicle).__name__} is {value}; it must be positive and finite")
    if not 0.0 <= slip <= 1.0:
        raise WorldError(f"the slip is {slip}; it must be 0 to 1")


# ---- cone index

KNEE = 115.0  # mobility index at which the formula changes
STANDARD_DEFLECTION = 0.15  # tyre deflection over section height that the formula assumes [1]
POUND_FORCE, INCH = 4.4482216, 0.0254  # [N], [m]

# Drawbar pull over weight by the excess of the rating cone index over VCI1 [lb/in^2]. After the curves of NRMM (Ahlvin
# and Haley 1992) for fine-grained soil, from memory, rounded.
PULL_OF_TRACKS = ((0.0, 0.0), (5.0, 0.29), (10.0, 0.41), (20.0, 0.52), (50.0, 0.62), (100.0, 0.65), (300.0, 0.67))
PULL_OF_WHEELS = ((0.0, 0.0), (5.0, 0.23), (10.0, 0.34), (20.0, 0.46), (50.0, 0.58), (100.0, 0.63), (300.0, 0.66))


def vehicle_cone_index_of_wheels(mobility_index: float, *, deflection: float = STANDARD_DEFLECTION) -> float:
    """Return the VCI1 of a wheeled vehicle: the lowest rating cone index that it crosses once [lb/in^2].

    Args:
        deflection: deflection of the tyres over their section height; lower tyre pressure increases it [1].

    Raises:
        WorldError: the mobility index is negative, or the deflection is not a fraction.
    """
    _check_index(mobility_index)
    if not 0.0 < deflection <= 1.0:
        raise WorldError(f"a deflection of {deflection} of the section height; it must be a fraction, above 0 up to 1")
    if mobility_index <= KNEE:
        index = 11.48 + 0.2 * mobility_index - 39.2 / (mobility_index + 3.74)
    else:
        index = 4.1 * mobility_index**0.446
    return index * (STANDARD_DEFLECTION / deflection) ** 0.25


def vehicle_cone_index_of_tracks(mobility_index: float) -> float:
    """Return the VCI1 of a tracked vehicle: the lowest rating cone index that it crosses once [lb/in^2].

    Raises:
        WorldError: the mobility index is negative.
    """
    _check_index(mobility_index)
    return 7.0 + 0.2 * mobility_index - 39.2 / (mobility_index + 5.6)


def _check_index(mobility_index: float) -> None:
    if not (mobility_index >= 0.0 and math.isfinite(mobility_index)):
        raise WorldError(f"a mobility index of {mobility_index}; it must be zero or positive, and finite")


def mobility_index_of_tracks(
    tracks: Tracks, *, clearance: float = 0.45, road_wheels: int = 12, shoe_area: float = 0.1, has_grousers: bool = True
) -> float:
    """Return the mobility index of a tracked vehicle with an automatic gearbox and at least 10 hp per ton.

    Args:
        clearance: under the hull [m].
        road_wheels: number on the ground, both sides.
        shoe_area: area of one track shoe [m^2].
        has_grousers: whether grousers are higher than 1.5 inches (38 mm).
    """
    pounds, inches = tracks.weight / POUND_FORCE, tracks.width / INCH
    pressure = pounds / (tracks.number * tracks.length / INCH * inches)
    heavy = 1.0 if pounds < 50e3 else 1.2 if pounds < 70e3 else 1.4 if pounds < 100e3 else 1.8
    bogie = pounds / 10.0 / (road_wheels * shoe_area / INCH**2)
    grousers = 1.1 if has_grousers else 1.0
    return pressure * heavy / (inches / 100.0 * grousers) + bogie - clearance / INCH / 10.0


def mobility_index_of_wheels(wheels: Wheels, *, axles: int = 2, clearance: float = 0.4) -> float:
    """Return the mobility index of a wheeled vehicle without chains, with a ground clearance [m].

    The vehicle has an automatic gearbox and at least 10 hp per ton.
    """
    pounds, inches = wheels.weight / POUND_FORCE, wheels.width / INCH
    pressure = pounds / (inches * 0.5 * wheels.diameter / INCH * wheels.number)
    axle = pounds / axles / 1e3
    if axle < 2.0:
        heavy = 0.553 * axle
    elif axle < 13.5:
        heavy = 0.033 * axle + 1.05
    elif axle < 20.0:
        heavy = 0.142 * axle - 0.42
    else:
        heavy = 0.278 * axle - 3.115
    return pressure * heavy / ((10.0 + inches) / 100.0) + 0.5 * axle - clearance / INCH / 10.0


def drawbar_coefficient(
    rating_cone_index: float, least: float, *, curve: Sequence[tuple[float, float]] = PULL_OF_TRACKS
) -> float | None:
    """Return drawbar pull over weight [1] on soil of a rating cone index, None if the vehicle is immobilised.

    Args:
        rating_cone_index: rating cone index of the soil [lb/in^2].
        least: VCI1 of the vehicle [lb/in^2].
        curve: pairs of excess [lb/in^2] and pull over weight [1], increasing; linear between them.

    Raises:
        WorldError: the curve does not increase.
    """
    excesses = np.array([pair[0] for pair in curve], np.float64)
    pulls = np.array([pair[1] for pair in curve], np.float64)
    if not (np.diff(excesses) > 0.0).all() or (np.diff(pulls) < 0.0).any():
        raise WorldError("the curve of pull over excess cone index must rise from pair to pair")
    if rating_cone_index < least:
        return None
    return float(np.interp(rating_cone_index - least, excesses, pulls))
