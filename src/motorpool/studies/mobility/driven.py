"""Check of a mobility map: the vehicle drives for a minute on the ground of cells drawn at random.

    known = conditions_of(surface, "M998")
    found = mobility_map(terrain, surface, "M998", conditions=known, ride_limit=math.inf)
    print(drive_cells(found, terrain, surface, "M998").share_within(0.1))

The ground of a cell is an endless plane with its slope and soil. Vehicles start at the speed of the map, at 70 % of it,
and from rest. Drivers command full throttle, the speed of the map at once, or that speed gently. Full throttle counts
where it keeps its line, otherwise the fastest of the other drivers that does. The plane has neither roughness nor
obstacles, so check a map without them.
"""

from typing import Any, NamedTuple

import numpy as np

from ...base.errors import WorldError
from ...ground.terrain.heightfield import Terrain
from ...ground.terrain.surface import Surface
from ...ground.terrain.weather import table_in
from .conditions import WEATHER
from .maps import MobilityMap
from .trials import Driving, Floats, Planes, model_of, parameters_of, run_trials

DURATION = 60.0  # of each drive [s]
STARTS = (1.0, 0.7, 0.0)  # speeds at the start over that of the map [1]
DRIVERS = (
    (None, 0.0),
    (1.0, 0.0),
    (1.0, 2.0),
    (1.0, 8.0),
)  # commanded speed over that of the map [1], None: full throttle; settling time [s]


class Driven(NamedTuple):
    """Speeds of cells and headings drawn at random."""

    planes: Planes  # ground of each cell
    mapped: Floats  # speed of the map [m/s]
    rolling: Floats  # speed after a minute, with a rolling start [m/s]
    standing: Floats  # speed after a minute, from rest [m/s]

    def share_within(self, tolerance: float) -> tuple[float, float]:
        """Return the shares in which rolling and standing start end within a tolerance of the map's speed [1]."""
        ends = np.array([self.rolling, self.standing])
        rolling, standing = (np.abs(ends - self.mapped) <= tolerance * self.mapped).mean(axis=1)
        return float(rolling), float(standing)


def drive_cells(
    found: MobilityMap, terrain: Terrain, surface: Surface, vehicle: Any, *, count: int = 1000, seed: int = 1
) -> Driven:
    """Drive for a minute on the ground of cells and headings that are "go" on a map.

    Args:
        found: a map of this vehicle on this terrain and surface.
        surface: its soils in dry weather.

    Raises:
        WorldError: no cell is "go".
    """
    go = np.flatnonzero(found.is_go)
    if not go.size:
        raise WorldError(
            "the map has no cell that is go in any heading, so no cell can be driven; check vehicle and soils"
        )
    drawn = np.random.default_rng(seed).choice(go, count)
    heading, row, column = np.unravel_index(drawn, found.speed.shape)
    x, y = terrain.x_west + column * terrain.spacing, terrain.y_south + row * terrain.spacing
    _, slope_x, slope_y = terrain.sample(x, y)
    soils = table_in(WEATHER[found.season], surface.names, surface.table)[surface.sample(x, y)]
    direction = np.arctan2(slope_y, slope_x) - found.headings[heading]
    planes = Planes(soils, np.hypot(slope_x, slope_y), direction)
    mapped = found.speed[heading, row, column].astype(np.float64)
    along = mapped * np.hypot(1.0, planes.steepness * np.cos(planes.direction))  # the ground, not the map
    model = model_of(vehicle)
    top_speed = parameters_of(model)["max_speed"]
    ways = [(start, target, settling) for start in STARTS for target, settling in DRIVERS]
    driving = Driving(
        np.concatenate([start * along for start, _, _ in ways]),
        np.concatenate([np.full(count, top_speed) if target is None else target * along for _, target, _ in ways]),
        np.repeat([settling for _, _, settling in ways], count),
    )
    tried = Planes(*(np.concatenate([column] * len(ways)) for column in planes))
    speeds = run_trials(model, tried, driving, duration=DURATION).speed
    speeds = speeds.reshape(len(STARTS), len(DRIVERS), count)
    kept = (speeds[:-1, 0] > 0.0).all(axis=0)  # full throttle keeps its line from each rolling start
    speeds[:, 0] *= kept
    rolling, standing = speeds[:-1].max(axis=(0, 1)), speeds[-1].max(axis=0)
    return Driven(planes, mapped, rolling, standing)
