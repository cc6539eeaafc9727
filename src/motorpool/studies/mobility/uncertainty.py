"""Uncertainty of a mobility map over soil strength, by Monte Carlo.

    known = conditions_of(surface, "M1A1", season="wet")
    print(simulate(soil_strength(terrain, surface, "M1A1", known), draws=200, variation=0.3, seed=1))

Soil strength is a threshold: a cell bears a vehicle if its rating cone index reaches the vehicle cone index. The
dynamic model therefore runs once, for firm ground, and a draw only decides which cells bear the vehicle.

The cone index of a cell is its expected value times a factor, log-normal with mean 1 and a coefficient of variation.
All cells of a group have the same factor in a draw. By default a group is a soil class, whose strength is uncertain but
uniform over the map; it can also be a patch of a class, because strength varies in space. Patches average out, so V50
and V90 vary less with patches than with classes. The probability of one cell is the same in both cases, and has a
closed form (``bearing_probability``).

The default coefficient of variation of 0.3 is an assumption of this project, in the middle of the values of Phoon and
Kulhawy, "Characterization of geotechnical variability", Canadian Geotechnical Journal 36 (1999) 612-624, for the cone
tip resistance of clay (20 to 40 per cent, recalled); they also propose log-normal values, which are never negative.
Friction and motion resistance are not drawn: they change the speed, so the model would have to run again in each draw.

A range of the mission rating speed instead of one number follows Lessem, Ahlvin, Mlakar and Stough, "Stochastic Vehicle
Mobility Forecasts Using the NATO Reference Mobility Model", Report 2, Technical Report GL-93-15 (1993); V50 and V90 are
those of ``summary``.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...base.errors import WorldError
from ...ground.terrain.heightfield import Terrain
from ...ground.terrain.surface import Surface
from .conditions import Conditions
from .mapping import mobility_map
from .maps import NO_DATA, MobilityMap
from .summary import RATED

VARIATION = 0.3  # coefficient of variation of the cone index, by default [1]
PERCENTILES = (5.0, 50.0, 95.0)  # percentiles that are printed [%]
MAX_DRAWS = 100_000  # of the soil's strength; the error shrinks with their root, the time grows with them
KMH = 3.6  # km/h of one m/s

Floats = NDArray[np.float64]


class SoilStrength(NamedTuple):
    """Strength of the soil of a map, and the strength that the vehicle needs."""

    firm: MobilityMap  # map for ground that bears the vehicle everywhere
    cone_index: Floats  # expected rating cone index, (rows, columns) [lb/in^2]
    groups: NDArray[Any]  # number of the group of cells with the same factor, (rows, columns), such as the class
    vehicle_cone_index: float  # VCI1 [lb/in^2]


class Uncertainty(NamedTuple):
    """Mobility over many draws of soil strength."""

    vehicle: str  # its name
    season: str
    variation: float  # coefficient of variation of the cone index [1]
    bearing: NDArray[np.float32]  # share of the draws in which the soil bears the vehicle, (rows, columns) [1]
    no_go: Floats  # share of cells and headings, (draws,) [1]
    v50: Floats  # (draws,) [m/s]
    v90: Floats  # (draws,) [m/s]

    @property
    def draws(self) -> int:
        """Number of draws."""
        return len(self.no_go)

    def rows(self) -> list[tuple[str, ...]]:
        """Return the percentiles as a table: name and values at ``PERCENTILES``, all as text."""
        speeds = [("V50", KMH * self.v50), ("V90", KMH * self.v90)]
        return [
            ("no-go", *(f"{value:.1%}" for value in np.percentile(self.no_go, PERCENTILES))),
            *(
                (name, *(f"{value:.1f} km/h" if value > 0.0 else "no-go" for value in np.percentile(of, PERCENTILES)))
                for name, of in speeds
            ),
        ]

    def __str__(self) -> str:
        head = ("", *(f"{percentile:g} %" for percentile in PERCENTILES))
        lines = ["".join(f"{cell:<14}" for cell in row).rstrip() for row in (head, *self.rows())]
        title = (
            f"{self.vehicle}, {self.season} season: percentiles of {self.draws} draws of the soil's strength, "
            f"coefficient of variation {self.variation:g}"
        )
        return "\n".join([title, *lines])


def soil_strength(
    terrain: Terrain, surface: Surface, vehicle: Any, known: Conditions, *, patch: float | None = None, **options: Any
) -> SoilStrength:
    """Return the strength of the soils of a terrain, with a map for firm ground.

    Args:
        known: conditions of the vehicle on these soils, in the season of the map.
        patch: side of the squares in which a class has its own strength [m]; by default a class has one strength.
        options: those of ``mobility_map``, such as ``headings`` and ``objects``.

    Raises:
        WorldError: a value is out of range.
    """
    firm_ground = np.full(terrain.heights.shape, np.inf)
    firm = mobility_map(
        terrain, surface, vehicle, season=known.season, cone_index=firm_ground, conditions=known, **options
    )
    x = terrain.x_west + np.arange(terrain.columns) * terrain.spacing
    y = terrain.y_south + np.arange(terrain.rows) * terrain.spacing
    classes = surface.sample(*np.broadcast_arrays(x, y[:, None]))
    groups = classes if patch is None else patches(classes, side=max(1, round(patch / terrain.spacing)))
    return SoilStrength(firm, known.cone_index[classes], groups, known.vehicle_cone_index)


def simulate(soil: SoilStrength, *, draws: int = 100, variation: float = VARIATION, seed: int = 0) -> Uncertainty:
    """Return percent no-go, V50 and V90 for each draw, and how often each cell bears the vehicle.

    Args:
        draws: number of draws; each has its own random stream, so more draws begin with the same ones.
        variation: coefficient of variation of the cone index [1].

    Raises:
        WorldError: a value is out of range, or the arrays have another shape than the map.
    """
    _check(soil, draws, variation)
    strata = _Strata(soil)
    results: dict[bytes, Floats] = {}  # by the strata that bear; with few groups most draws repeat
    borne, found = np.zeros(strata.count), np.zeros((draws, 3))
    for number, stream in enumerate(np.random.SeedSequence(seed).spawn(draws)):
        bears = strata.bearing(factors(strata.group_count, variation, stream))
        borne += bears
        key = bears.tobytes()
        if key not in results:
            results[key] = strata.rating(bears)
        found[number] = results[key]
    bearing = (borne / draws).astype(np.float32)[strata.of_cell]
    firm = soil.firm
    return Uncertainty(firm.vehicle, firm.season, variation, bearing, *np.ascontiguousarray(found.T))


def factors(count: int, variation: float, seed: np.random.SeedSequence) -> Floats:
    """Return log-normal factors with mean 1, and a ``variation`` coefficient [1]."""
    deviation = math.sqrt(math.log1p(variation**2))
    return np.exp(np.random.default_rng(seed).normal(-0.5 * deviation**2, deviation, count))


def patches(classes: ArrayLike, *, side: int) -> NDArray[np.intp]:
    """Return groups for ``SoilStrength``: squares of a soil class, numbered from 0, (rows, columns).

    Args:
        classes: number of the soil class of each cell, (rows, columns).
        side: side of a square [cells].

    Raises:
        WorldError: the side is less than one cell.
    """
    if side < 1:
        raise WorldError(f"the side of a patch of soil is {side} cells; it must be 1 or more")
    kinds = np.asarray(classes)
    row, column = np.divmod(np.arange(kinds.size).reshape(kinds.shape), kinds.shape[1])
    square = row // side * (kinds.shape[1] // side + 1) + column // side
    pairs = square.astype(np.int64) * (int(kinds.max()) + 1) + kinds
    return np.unique(pairs, return_inverse=True)[1].reshape(kinds.shape)


class _Strata:
    """Groups of cells that bear the vehicle in the same draws, and the sorted speeds of firm ground by stratum."""

    def __init__(self, soil: SoilStrength):
        firm = soil.firm
        with np.errstate(divide="ignore"):
            limits = soil.vehicle_cone_index / soil.cone_index  # least factor with which a cell bears
        numbers, groups = np.unique(soil.groups, return_inverse=True)
        levels, level_of_cell = np.unique(limits, return_inverse=True)
        pairs = groups.reshape(limits.shape) * levels.size + level_of_cell.reshape(limits.shape)
        kinds, of_cell = np.unique(pairs, return_inverse=True)
        self.group_count, self.count = numbers.size, kinds.size
        self._group, self._limit = kinds // levels.size, levels[kinds % levels.size]
        self.of_cell = of_cell.reshape(limits.shape)
        is_go = firm.speed > 0.0
        self._piece_count = int((firm.reason != NO_DATA).sum())
        speeds = firm.speed[is_go]
        order = np.argsort(-speeds, kind="stable")
        self._slowness = 1.0 / speeds[order].astype(np.float64)
        everywhere = np.broadcast_to(self.of_cell.astype(np.int32), firm.speed.shape)
        self._of_piece = everywhere[is_go][order]

    def bearing(self, factor: Floats) -> NDArray[np.bool_]:
        """Return whether each stratum bears the vehicle, for the factors of the groups."""
        return factor[self._group] >= self._limit

    def rating(self, bears: NDArray[np.bool_]) -> Floats:
        """Return the share that is no-go [1], V50 and V90 [m/s], for the strata that bear the vehicle."""
        slowness = self._slowness[bears[self._of_piece]]
        time = np.concatenate([[0.0], np.cumsum(slowness)])
        speeds = [_rating_speed(slowness, time, share * self._piece_count) for share in RATED]
        return np.array([1.0 - slowness.size / self._piece_count, *speeds])


def _rating_speed(slowness: Floats, time: Floats, pieces: float) -> float:
    """Return the speed over the best pieces [m/s], 0 if fewer can be crossed."""
    whole = math.floor(pieces + 1e-9)
    rest = max(pieces - whole, 0.0)
    if whole > slowness.size or (rest > 1e-9 and whole == slowness.size):
        return 0.0
    spent = time[whole] + (rest * slowness[whole] if rest > 1e-9 else 0.0)
    return float(pieces / spent)


def check_draws(draws: int, variation: float, patch: float | None = None) -> None:
    """Check the number of draws, the coefficient of variation and the side of a patch.

    Args:
        draws: number of draws.
        variation: coefficient of variation of the cone index [1].
        patch: side of squares with their own strength [m].

    Raises:
        WorldError: a value is out of range.
    """
    if not 1 <= draws <= MAX_DRAWS:
        raise WorldError(f"{draws} draws of the soil's strength; give 1 to {MAX_DRAWS}")
    if not 0.0 < variation <= 2.0:
        raise WorldError(f"a coefficient of variation of {variation}; it must be positive, and at most 2")
    if patch is not None and not (math.isfinite(patch) and patch > 0.0):
        raise WorldError(f"a patch of soil with a side of {patch:g} m; it must be positive")


def _check(soil: SoilStrength, draws: int, variation: float) -> None:
    check_draws(draws, variation)
    if not (math.isfinite(soil.vehicle_cone_index) and soil.vehicle_cone_index >= 0.0):
        raise WorldError(f"a vehicle cone index of {soil.vehicle_cone_index}; it must be zero or positive, and finite")
    shape = (soil.firm.rows, soil.firm.columns)
    for name, values in (("cone indices", soil.cone_index), ("groups", soil.groups)):
        if np.shape(values) != shape:
            raise WorldError(f"the {name} of a map have the shape {np.shape(values)}; the map has {shape}")
    if not (soil.cone_index >= 0.0).all():
        raise WorldError("a cone index is negative or not a number; each must be zero or positive")
    if not (soil.firm.reason != NO_DATA).any():
        raise WorldError(
            f"the mobility map of {soil.firm.vehicle} has no data anywhere, so soil strength has no effect"
        )
