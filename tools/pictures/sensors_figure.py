"""Draws docs/figures/sensors.png: a survey truck's odometry, and the errors of its satellite positions and odometry."""

from pathlib import Path

import numpy as np

import motorpool as mp
from motorpool.base.plotting.style import draw_curve, label_axes, label_map, new_figure, save_figure

ROOT = Path(__file__).parents[2]
OUT = ROOT / "docs" / "figures" / "sensors.png"
SECONDS = 120


def main() -> None:
    """Drive, draw, and tell the errors."""
    world = mp.load(str(ROOT / "examples/sensors/survey.yaml")).build(seed=5)
    sensors = mp.Sensors(world)
    sensors.channels = [channel for channel in sensors if channel.name in ("gnss", "odometry")]
    gnss, odometry, vehicles = sensors["gnss"], sensors["odometry"], world.vehicles
    x, y, yaw = (float(column[0]) for column in (vehicles.x, vehicles.y, vehicles.yaw))
    way, times, reckoned, errors, gaps = [], [], [], [], 0
    locate, last = _to_map(world.terrain), 0
    for _ in range(round(SECONDS / world.dt)):
        world.run(seconds=world.dt, observers=[sensors])
        way.append((vehicles.x[0], vehicles.y[0]))
        ahead, left = odometry["x"][0], odometry["y"][0]
        reckoned.append((x + ahead * np.cos(yaw) - left * np.sin(yaw), y + ahead * np.sin(yaw) + left * np.cos(yaw)))
        if gnss.sequence[0] > last:
            last = gnss.sequence[0]
            gaps += not gnss["has_fix"][0]
            times.append(gnss.time[0])
            place = locate(gnss["longitude"][0], gnss["latitude"][0])
            errors.append(np.subtract(place, way[round(times[-1] / world.dt) - 1]))
    points, reckoned = np.array(way), np.array(reckoned)
    time, off = world.dt * (1.0 + np.arange(len(points))), np.hypot(*(reckoned - points).T)
    figure, (over, axes) = new_figure(2, height=4.0)
    draw_curve(over, *reckoned.T, name="odometry", index=1, linewidth=1.2)
    draw_curve(over, *points.T, name="way", index=0, linewidth=1.2)
    label_map(over)
    draw_curve(axes, time[2::3], off[2::3], name="odometry", index=1)
    draw_curve(axes, times, np.hypot(*np.transpose(errors)), name="gnss", index=0, linewidth=1.2)
    label_axes(axes, x=("time", "s"), y=("distance from the way", "m"))
    save_figure(figure, OUT)
    length = np.hypot(*np.diff(points, axis=0).T).sum()
    print(
        f"{OUT.name}: {length:.0f} m; gnss {np.sqrt(np.nanmean(np.square(errors).sum(axis=1))):.1f} m RMS, "
        f"{gaps / 5:.1f} s without a fix; odometry {np.hypot(*(reckoned[-1] - points[-1])):.1f} m at the end"
    )


def _to_map(terrain: mp.Terrain):
    """Return the function from longitude and latitude [deg] to x and y [m]."""
    from motorpool.ground.terrain.projection import transform_between

    transform = transform_between("EPSG:4326", terrain.crs)

    def located(longitude: float, latitude: float) -> tuple[float, float]:
        if not np.isfinite(latitude):
            return np.nan, np.nan
        east, north = transform(longitude, latitude)
        return east - terrain.origin_easting, north - terrain.origin_northing

    return located


if __name__ == "__main__":
    main()
