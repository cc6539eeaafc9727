"""Summary of a mobility map in the figures of NRMM: percent no-go, V50, V90, and the speed profile.

    print(summarise(mobility))
    draw_profiles([mobility], "profile.png")

Every cell counts once for each heading, and all cells are of one size, so a share of cells is a share of area. V90 is
the speed made good over the best 90 per cent of the terrain, "the worst 10 per cent removed from consideration": sort
the terrain from fast to slow, take the best 90 per cent of it, and divide it by the time that crossing it takes,

    V_p = p / (integral of 1 / v(q) dq from 0 to p),    v(q): the speed that a share q of the terrain reaches or exceeds

V_p is a harmonic mean, and 0 if the share includes no-go: V90 is 0 if more than 10 per cent is no-go. It differs from
NRMM in the average: NRMM uses three directions of each terrain unit (up, across and down its slope), this module every
heading of each cell.

Sources: V90 and V100 as in "Vehicle Mobility Assessment for Project WHEELS Study Group", US Army Engineer Waterways
Experiment Station; the share of terrain as the argument of a speed profile, and no-go by reason, as in Lessem, Ahlvin,
Mlakar and Stough, "Stochastic Vehicle Mobility Forecasts Using the NATO Reference Mobility Model", Report 2, Technical
Report GL-93-15 (1993).
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WorldError
from ...base.files import whole_file
from ...base.plotting.style import draw_curve, label_axes, new_figure, save_figure
from .maps import NO_DATA, REASONS, MobilityMap

RATED = (0.5, 0.9)  # shares of the terrain of V50 and V90 [1]
TABLE_SHARES = tuple(share / 10.0 for share in range(1, 11))  # shares in the table of a profile [1]
CURVE_POINTS = 501  # points of a drawn profile
KMH = 3.6  # km/h of one m/s

Floats = NDArray[np.float64]


class Summary(NamedTuple):
    """Figures of one mobility map; shares refer to the cells and headings with data."""

    vehicle: str  # its name
    season: str
    area: float  # with data [m^2]
    headings: int
    no_go: float  # share that the vehicle cannot cross [1]
    no_go_by_reason: dict[str, float]  # the same share by reason [1]
    limits_by_reason: dict[str, float]  # share that it can cross, by limit of the speed [1]
    v50: float  # speed over the best half [m/s]
    v90: float  # speed over the best nine tenths [m/s]
    profile: Floats  # (shares, 3): share [1], speed that it reaches or exceeds, speed made good over it [m/s]

    def rated(self) -> tuple[tuple[str, float], ...]:
        """Return the names and values of V50 and V90 [m/s]."""
        return (("V50", self.v50), ("V90", self.v90))

    def rows(self) -> list[tuple[str, str]]:
        """Return the figures as a table: name and value, both as text."""
        return [
            ("area", f"{self.area / 1e6:.4g} km2, {self.headings} headings"),
            ("no-go", f"{self.no_go:.1%}"),
            *((f"  {name}", f"{share:.1%}") for name, share in self.no_go_by_reason.items()),
            ("go", f"{1.0 - self.no_go:.1%}"),
            *((f"  limited by {name}", f"{share:.1%}") for name, share in self.limits_by_reason.items()),
            *((name, _speed(speed)) for name, speed in self.rated()),
        ]

    def profile_rows(self) -> list[tuple[str, str, str]]:
        """Return the speed profile as a table: share, speed that it reaches or exceeds, speed made good over it."""
        return [(f"{share:.0%}", _speed(speed), _speed(mean)) for share, speed, mean in self.profile]

    def __str__(self) -> str:
        rows = [f"{name:<28}{value}" for name, value in self.rows()]
        profile = [f"{share:<8}{speed:<22}{mean}" for share, speed, mean in self.profile_rows()]
        return "\n".join(
            [
                f"{self.vehicle}, {self.season} season",
                *rows,
                "best of the terrain, its slowest speed, speed made good over it",
                *profile,
            ]
        )


def summarise(mobility: MobilityMap) -> Summary:
    """Return percent no-go by reason, V50, V90 and the speed profile of a mobility map.

    Raises:
        WorldError: no cell of the map has data.
    """
    speeds = sorted_speeds(mobility)
    count, has_data = speeds.size, mobility.reason != NO_DATA
    is_go = mobility.speed > 0.0
    stops = np.bincount(mobility.reason[has_data & ~is_go], minlength=len(REASONS)) / count
    limits = np.bincount(mobility.reason[is_go], minlength=len(REASONS)) / count
    v50, v90 = rating_speeds(speeds, RATED)
    return Summary(
        vehicle=mobility.vehicle,
        season=mobility.season,
        area=float(mobility.has_data.sum()) * mobility.spacing**2,
        headings=len(mobility.headings),
        no_go=float(stops.sum()),
        no_go_by_reason=_by_reason(stops),
        limits_by_reason=_by_reason(limits),
        v50=float(v50),
        v90=float(v90),
        profile=np.column_stack([TABLE_SHARES, speeds_at(speeds, TABLE_SHARES), rating_speeds(speeds, TABLE_SHARES)]),
    )


def sorted_speeds(mobility: MobilityMap) -> Floats:
    """Return the speeds of all cells and headings with data, the fastest first, 0 for no-go [m/s].

    Raises:
        WorldError: no cell has data.
    """
    speeds = mobility.speed[mobility.reason != NO_DATA]
    if not speeds.size:
        raise WorldError(
            f"the mobility map of {mobility.vehicle} has no data anywhere, so it has no summary; "
            "check that terrain and soil map overlap"
        )
    speeds.sort()
    return speeds[::-1].astype(np.float64)


def rating_speeds(speeds: Floats, shares: Sequence[float]) -> Floats:
    """Return the speeds made good over the best shares of a terrain, such as V50 and V90 [m/s].

    Args:
        speeds: speeds on equal pieces of terrain, in falling order, 0 for no-go [m/s].
        shares: shares of the terrain, 0..1 [1]; a share of 0 gives the greatest speed.
    """
    with np.errstate(divide="ignore"):
        slowness = 1.0 / speeds
    time = np.concatenate([[0.0], np.cumsum(slowness)])
    pieces = np.clip(_checked(shares), 1.0 / speeds.size, 1.0) * speeds.size
    whole = np.minimum(pieces.astype(np.intp), speeds.size - 1)
    rest = pieces - whole
    with np.errstate(invalid="ignore"):
        spent = np.where(rest > 1e-9, time[whole] + rest * slowness[whole], time[whole])
    return pieces / spent


def speeds_at(speeds: Floats, shares: Sequence[float]) -> Floats:
    """Return the speeds that shares (0..1) of equal pieces, sorted the fastest first, reach or exceed [m/s]."""
    pieces = np.ceil(_checked(shares) * speeds.size - 1e-9).astype(np.intp)
    return speeds[np.clip(pieces - 1, 0, speeds.size - 1)]


def draw_profiles(maps: Sequence[MobilityMap], path: str | Path) -> Path:
    """Draw the speed profiles of mobility maps: speed made good over the best part of the terrain, against that part.

    Raises:
        WorldError: there is no map, or a map has no data.
    """
    if not maps:
        raise WorldError("a figure of speed profiles needs a mobility map; give one")
    shares = np.linspace(0.0, 1.0, CURVE_POINTS)
    figure, (axes,) = new_figure(title="Speed made good over the best part of the terrain")
    for index, mobility in enumerate(maps):
        speeds = rating_speeds(sorted_speeds(mobility), shares.tolist())
        draw_curve(axes, 100.0 * shares, KMH * speeds, name=f"{mobility.vehicle}, {mobility.season}", index=index)
    axes.set_xlim(0.0, 100.0)
    axes.set_ylim(bottom=0.0)
    label_axes(axes, x=("share of the terrain, the fastest first", "%"), y=("speed made good", "km/h"))
    with whole_file(path, error=WorldError) as new:
        save_figure(figure, new)
    return Path(path)


def _by_reason(shares: Any) -> dict[str, float]:
    order = np.argsort(-shares, kind="stable")
    return {REASONS[index]: float(shares[index]) for index in order if shares[index] > 0.0}


def _checked(shares: Sequence[float]) -> Floats:
    values = np.asarray(shares, np.float64)
    if not ((values >= 0.0) & (values <= 1.0)).all():
        raise WorldError(f"shares of a terrain are {values.tolist()}; each must be 0 to 1")
    return values


def _speed(value: float) -> str:
    return f"{KMH * value:.1f} km/h" if value > 0.0 else "no-go"
