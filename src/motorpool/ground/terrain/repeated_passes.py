"""Repeated passes: rut depth, motion resistance and soil strength on ground that vehicles have driven on before.

    soil = PASSES["mud"]
    stiffness = stiffness_of(soil, compaction=0.287)
    first = sinkage_of_wheel(stiffness, soil.exponent, load=8566.0, width=0.32, diameter=0.94)
    rut = depth_after(first, first, soil.multipass)            # after a second pass of the same vehicle [m]

First pass: Bekker's p = k z^n, the formulas of ``soils``. The stiffness k of a class is the one with which the class
has its resistance of the surface's table under ``REFERENCE``, a wheel of an M998.

Depth: z_N = z_1 N^(1/a) (Abebe, Tanaka and Yamazaki 1989). A rut of another vehicle counts as the number of passes of
this vehicle that would have made it, N = (z / z_1)^a; so one depth for each place is enough for mixed traffic.

Resistance in soil that compacts: the work per area of one pass. It is the sum of the work along p = k z^n from the
rut's depth down to z_1, of p times the further sinkage, and of the work of reloading along Wong's line
p = p_u - k_u (z_u - z) with k_u = k_0 + A_u z_u. It is divided by the work of a first pass, p z_1 / (n + 1). Reloading
begins at most a tenth of z_1 above the rut's bottom, which is the share of LETE sand under ``REFERENCE``: no values of
k_u are known for the shallow ruts of firm ground.

Strength of wet fine-grained soil, which remoulds instead: a vehicle makes N passes on a rating cone index of its VCI_N.
VCI_50 is 2.3 times VCI_1 for all vehicles of the motor pool; VCI_N = VCI_1 N^w interpolates between the two, and the
rating cone index after N - 1 passes counts as RCI N^-w. The stiffness decreases in the same proportion, and with it by
Bekker's formulas the resistance increases: by N^(w / (2n + 1)) of wheels, by N^(w / n) of tracks.

Sources: Wong, "Theory of Ground Vehicles" (4th edition, 2008), chapter 2: response to repetitive loading; its values
of sand and snow are from memory. Abebe, Tanaka and Yamazaki, "Soil compaction by multiple passes of a rigid
wheel relevant for optimization of traffic", Journal of Terramechanics 26 (1989) 139-148; a is 2 to 3 in loose, 3 to 4
in medium and 4 to 5 in firm soil. VCI_50: US Army FM 5-430-00-1, chapter 7, from memory. Ours, without a source: the
choice of class for these values, the equivalent number of passes, the limit of a tenth, the interpolation between 1 and
50 passes, and the proportion of stiffness to cone index.
"""

import math
from typing import NamedTuple

from ...models.mathematics import Real, maximum, minimum
from .soils import OWN_RESISTANCE, Wheels

REFERENCE = Wheels(weight=4 * 8566.0, width=0.3175, diameter=0.94)  # an M998 with its load
DEEPEST = 1.5  # limit of a rut [m]
MOST_REBOUND = 0.1  # limit of the rebound of soil over the sinkage of a first pass [1]
SOFTEST = 1.0  # stiffness of reloading, at least, so that none is divided by zero [N/m^3]
FIFTY_OVER_ONE = 2.3  # VCI_50 over VCI_1 of all vehicles of the motor pool [1]
REMOULDING = math.log(FIFTY_OVER_ONE) / math.log(50.0)  # w, of wet fine-grained soil [1]


class Passes(NamedTuple):
    """Response of a class of ground to repeated passes."""

    exponent: float  # sinkage exponent, n [1]
    multipass: float  # exponent of the number of passes, a [1]
    reload_stiffness: float  # k_0; not used of soil that remoulds [N/m^3]
    reload_growth: float  # A_u; not used of soil that remoulds [N/m^4]
    remoulding: float  # exponent of the loss of strength, w; 0 for soil that compacts [1]


_SAND, _SNOW = 503e6, 109.6e6  # A_u of LETE sand and of Petawawa snow, whose k_0 is 0; Wong [N/m^4]

# Exponents n of the kind of soil in ``soils.SOILS``; earth and grass have A_u of sand. Classes that are missing
# (asphalt, concrete, gravel, ice) have no ruts.
PASSES = {
    "dry-earth": Passes(0.7, 4.5, 0.0, _SAND, 0.0),
    "wet-earth": Passes(0.5, 3.5, 0.0, 0.0, REMOULDING),
    "dry-sand": Passes(1.1, 2.5, 0.0, _SAND, 0.0),
    "mud": Passes(0.5, 2.5, 0.0, 0.0, REMOULDING),
    "packed-snow": Passes(1.6, 4.5, 0.0, _SNOW, 0.0),
    "fresh-snow": Passes(1.6, 2.5, 0.0, _SNOW, 0.0),
    "grass": Passes(0.7, 4.5, 0.0, _SAND, 0.0),
    "wet-grass": Passes(0.5, 3.5, 0.0, 0.0, REMOULDING),
}


def stiffness_of(soil: Passes, *, compaction: float) -> float:
    """Return the stiffness k of a soil [N/m^(n+2)], with which the reference wheel has a compaction resistance.

    Bekker's sinkage and resistance of a rigid wheel, without k: z = D (f (3 - n) (n + 1) / 3)^2.

    Args:
        compaction: resistance over the load, above 0 [1].
    """
    n = soil.exponent
    sinkage = REFERENCE.diameter * (compaction * (3.0 - n) * (n + 1.0) / 3.0) ** 2
    load = REFERENCE.weight / REFERENCE.number
    return 3.0 * load / (REFERENCE.width * (3.0 - n) * math.sqrt(REFERENCE.diameter) * sinkage ** (n + 0.5))


def sinkage_of_wheel(stiffness: float, exponent: float, *, load: float, width: float, diameter: float) -> float:
    """Return the depth that a rigid wheel sinks in its first pass, by Bekker's formula [m].

    Args:
        stiffness: k [N/m^(n+2)].
        load: on the wheel [N].
    """
    bearing = width * (3.0 - exponent) * stiffness * math.sqrt(diameter)
    return min((3.0 * load / bearing) ** (2.0 / (2.0 * exponent + 1.0)), DEEPEST)


def sinkage_of_track(stiffness: float, exponent: float, *, pressure: float) -> float:
    """Return the depth that a track sinks in its first pass, by Bekker's formula [m].

    Args:
        stiffness: k [N/m^(n+2)].
        pressure: mean ground pressure [Pa].
    """
    return min((pressure / stiffness) ** (1.0 / exponent), DEEPEST)


def passes_in(depth: Real, first: Real, multipass: Real) -> Real:
    """Return the number of passes of a vehicle that would have made a rut [1]; not whole for the rut of another one.

    Args:
        depth: depth of the rut [m].
        first: depth of the vehicle's first pass on untouched ground, above 0 [m].
        multipass: a of ``Passes``.
    """
    return (depth / first) ** multipass


def depth_after(depth: Real, first: Real, multipass: Real) -> Real:
    """Return the depth of a rut after one more pass of a vehicle [m].

    Args:
        depth: depth of the rut before the pass, 0 on untouched ground [m].
        first: depth of the vehicle's first pass on untouched ground, above 0 [m].
        multipass: a of ``Passes``.
    """
    return minimum(first * (1.0 + passes_in(depth, first, multipass)) ** (1.0 / multipass), DEEPEST)


def compaction_factor(depth: Real, first: Real, pressure: Real, soil: Passes) -> Real:
    """Return the compaction resistance of a pass in a rut over that of a first pass, in soil that compacts [1].

    Args:
        depth: depth of the rut before the pass [m].
        first: depth of the vehicle's first pass on untouched ground, above 0 [m].
        pressure: under the vehicle, k first^n [Pa].
    """
    n = soil.exponent
    pressed = minimum(depth / first, 1.0)  # share of the first sinkage that is pressed already
    further = depth_after(depth, first, soil.multipass) - maximum(depth, first)
    share = pressed**n
    met = pressure * share  # the pressure up to which the soil reloads
    reload = soil.reload_stiffness + soil.reload_growth * depth
    rebound = minimum(met / maximum(reload, SOFTEST), MOST_REBOUND * minimum(depth, first))
    return 1.0 - pressed * share + (n + 1.0) * (maximum(further, 0.0) + 0.5 * share * rebound) / first


def compaction_of(resistance: float, kind: str) -> float:
    """Return the part of a motion resistance that compacts the soil, over the load [1].

    Args:
        resistance: motion resistance coefficient of the surface's table [1].
        kind: "wheels" or "tracks".
    """
    return max(resistance - OWN_RESISTANCE[kind], 0.0)
