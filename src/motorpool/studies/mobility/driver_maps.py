"""Driver's map: a mobility map with the reserves of a world's drivers, so that its routes can be driven.

A mobility map shows the limits of the vehicle on the ground at the middle of each cell. A driver keeps a reserve and
crosses the whole cell: the ground between the posts can be steeper, and soils change within a cell. Nine positions of
each cell are therefore evaluated by the table that autopilots use (``world.navigation.trafficability``). If one of them
needs more than the driver's reserve allows, the heading is no-go. The speed is at most that of autopilots there.
"""

from typing import NamedTuple

import numpy as np

from ...base.errors import WorldError
from ...compile.rows import Stages
from ...ground.terrain.heightfield import Heightfield, Terrain
from ...ground.terrain.surface import Surface
from ...ground.terrain.weather import table_in
from ...models.mathematics import maximum
from ...vehicles.fleet import Fleet
from ...world.columns import Floats, Whole
from ...world.drivers.manual_control import handling_of
from ...world.navigation.trafficability import GroundMap, footing_at, ground_speed, utilisation
from ...world.navigation.trafficability_table import ground_map, mobility_of
from .conditions import WEATHER
from .maps import SLOPE, MobilityMap

SPREAD = 1.0 / 3.0  # distance of the three positions along each side of a cell, over the side [1]
SLOWEST = 0.1  # least speed to divide by [m/s]


class Cells(NamedTuple):
    """Middles of cells, and the results there for one heading."""

    x: Floats  # east [m]
    y: Floats  # north [m]
    use: Floats  # greatest utilisation of its positions [1]
    slowness: Floats  # mean time per metre [s/m]


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
        surface: its soils in dry weather.

    Raises:
        ModelError: there is no vehicle of the map's name.
    """
    fleet = Fleet(mobility.vehicle, 1)
    handling = handling_of(fleet.model)
    soils = Surface(
        surface.classes, surface.spacing, surface.x_west, surface.y_south, surface.names,
        table_in(WEATHER[mobility.season], surface.names, surface.table), surface.colours,
    )  # fmt: skip
    heights = Heightfield(terrain.heights, float(terrain.x_west), float(terrain.y_south), float(terrain.spacing))
    ground = ground_map([mobility_of(fleet, 1.0)], soils, heights, terrain.compiled_decks(), slows=True)
    return DriverGround(
        ground, handling.max_speed, handling.acceleration, handling.braking, handling.max_lateral_acceleration
    )


def driver_map(mobility: MobilityMap, driver: DriverGround, *, reserve: float) -> MobilityMap:
    """Return a mobility map with the speeds of a driver that uses at most a share of the vehicle's abilities.

    Args:
        reserve: greatest share of grip, engine, brakes and stability that the ground may need [1].

    Raises:
        WorldError: the reserve is out of range.
    """
    if not 0.0 < reserve <= 1.0:
        raise WorldError(f"the driver's reserve is a share of {reserve}; it must be above 0 and at most 1")
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
    """Write the greatest utilisation of nine positions of each cell, and the mean time per metre there.

    Args:
        heading: direction of travel [rad].
        spacing: side of a cell [m].
        max_speed: highest speed of the driver [m/s].
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
