"""Driver's map: a mobility map with what a driver of a world keeps to, so that a way over it can be driven.

A mobility map says where the vehicle just goes, by the ground at the middle of each cell. A driver keeps a reserve, and
meets all of the cell: places between the posts are steeper, and soils change within it. So each cell is looked at in
nine places by the table that autopilots use (``world.guidance.trafficability``). Where one of them needs more than a
driver dares the heading is no-go; the speed is at most that of autopilots on these places.
"""

from typing import NamedTuple

import numpy as np

from ..compile.rows import Stages
from ..errors import WorldError
from ..fleet import Fleet
from ..models.mathematics import maximum
from ..terrain.heightfield import Heightfield, Terrain
from ..terrain.surface import Surface
from ..terrain.weather import table_in
from ..world.columns import Floats, Whole
from ..world.entity.performance import handling_of
from ..world.guidance.trafficability import GroundMap, footing_at, ground_speed, utilisation
from ..world.guidance.trafficability_table import ground_map, mobility_of
from .conditions import WEATHER
from .maps import SLOPE, MobilityMap

SPREAD = 1.0 / 3.0  # between the three places along each side of a cell, over the side [1]
SLOWEST = 0.1  # speed that counts as the least where it divides [m/s]


class Cells(NamedTuple):
    """Middles of cells, and what is found there in one heading."""

    x: Floats  # east [m]
    y: Floats  # north [m]
    use: Floats  # greatest utilisation of its places [1]
    slowness: Floats  # mean time for a metre [s/m]


class DriverGround(NamedTuple):
    """Ground for one vehicle and its driver."""

    ground: GroundMap
    max_speed: float  # of the driver [m/s]
    acceleration: float  # [m/s^2]
    braking: float  # [m/s^2]
    max_lateral_acceleration: float  # [m/s^2]


def driver_ground(mobility: MobilityMap, terrain: Terrain, surface: Surface) -> DriverGround:
    """Return the ground of a mobility map for the drivers of its vehicle.

    Args:
        mobility: the map.
        terrain: that was mapped.
        surface: its soils in dry weather.

    Raises:
        ModelError: there is no vehicle of the map's name.
    """
    fleet = Fleet(mobility.vehicle, 1)
    handling = handling_of(fleet)
    soils = Surface(
        surface.classes, surface.spacing, surface.x_west, surface.y_south, surface.names,
        table_in(WEATHER[mobility.season], surface.names, surface.table), surface.colours,
    )  # fmt: skip
    heights = Heightfield(terrain.heights, float(terrain.x_west), float(terrain.y_south), float(terrain.spacing))
    ground = ground_map([mobility_of(fleet, 1.0)], soils, heights, slows=True)
    return DriverGround(
        ground, handling.max_speed, handling.acceleration, handling.braking, handling.max_lateral_acceleration
    )


def driver_map(mobility: MobilityMap, driver: DriverGround, *, reserve: float) -> MobilityMap:
    """Return a mobility map with the speeds of a driver, who uses no more than a share of what the vehicle can do.

    Args:
        mobility: the map.
        driver: ground of the map for a driver, see ``driver_ground``.
        reserve: greatest share of grip, engine, brakes and stability that the ground may use up [1].
    """
    if not 0.0 < reserve <= 1.0:
        raise WorldError(f"a driver uses a share of {reserve} of a vehicle; it must be above 0 and at most 1")
    rows, columns = np.indices((mobility.rows, mobility.columns))
    x = (mobility.x_west + (columns.ravel() + 0.5) * mobility.spacing).astype(np.float64)
    y = (mobility.y_south + (rows.ravel() + 0.5) * mobility.spacing).astype(np.float64)
    cells, stages = Cells(x, y, np.zeros(x.size), np.zeros(x.size)), Stages()
    speed, reason = mobility.speed.copy(), mobility.reason.copy()
    for number, heading in enumerate(mobility.headings):
        stages.run(look_at_cells, cells, driver.ground, float(heading), mobility.spacing, driver.max_speed)
        here = np.minimum(speed[number].ravel(), (1.0 / cells.slowness).astype(np.float32))
        stops = (cells.use > reserve) & (here > 0.0)
        speed[number] = np.where(stops, np.float32(0.0), here).reshape(speed[number].shape)
        reason[number][stops.reshape(reason[number].shape)] = SLOPE
    return MobilityMap(
        vehicle=mobility.vehicle, season=mobility.season, spacing=mobility.spacing, x_west=mobility.x_west,
        y_south=mobility.y_south, headings=mobility.headings, speed=speed, reason=reason, crs=mobility.crs,
        origin_easting=mobility.origin_easting, origin_northing=mobility.origin_northing,
    )  # fmt: skip


def look_at_cells(cells: Cells, ground: Whole[GroundMap], heading: float, spacing: float, max_speed: float) -> None:
    """Write the greatest utilisation of nine places of each cell, and the mean time for a metre there.

    Args:
        cells: to look at.
        ground: for one vehicle.
        heading: direction of travel [rad].
        spacing: side of a cell [m].
        max_speed: of the driver [m/s].
    """
    for i in range(cells.x.size):
        use, slowness = -1e9, 0.0
        for place in range(9):
            x = cells.x[i] + (place % 3 - 1) * SPREAD * spacing
            y = cells.y[i] + (place // 3 - 1) * SPREAD * spacing
            footing = footing_at(ground, x, y, heading)
            use = maximum(use, utilisation(ground.table, 0, footing))
            slowness += 1.0 / (9.0 * maximum(ground_speed(ground.table, 0, footing, max_speed), SLOWEST))
        cells.use[i], cells.slowness[i] = use, slowness
