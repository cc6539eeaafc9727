"""``motorpool tyre``: a tyre as tables, lines for a vehicle's file, and a figure."""

import math
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.table import Table

from ...base.console import PrintableConsole
from ...base.errors import VehicleError
from ...base.files import check_output
from ...base.terminal import in_one_line
from .axle_values import TESTED_ON, axle_values_of
from .tyre_file import RANGES, Tyre, read_tyre

SHARES = (0.5, 1.0, 1.5, 2.0)  # of the load, in the table
UNITS = {"load": "N", "slip_ratio": "1", "slip_angle": "rad", "camber": "rad", "pressure": "Pa"}


def show_tyre(file: Path, *, load: float | None, figure: Path | None, overwrite: bool) -> None:
    """Print a tyre, and draw it.

    Raises:
        VehicleError: the file cannot be read, the load is not one, or the figure exists.
    """
    tyre = read_tyre(file)
    static = tyre.nominal_load if load is None else load
    if not (math.isfinite(static) and static > 0.0):
        raise VehicleError(f"--load is {static:g}; it must be a positive number, in newtons")
    if figure is not None:
        check_output(figure, error=VehicleError)
        if figure.exists() and not overwrite:
            raise VehicleError(f"{figure} exists; overwrite it with --force")
    axes = "ISO axes" if tyre.is_iso else "SAE axes, turned to x ahead, y left, z up"
    print(f"{in_one_line(tyre.name)}: Magic Formula {tyre.version}, {axes}, for the {tyre.side} side of a vehicle")
    print(f"nominal load {tyre.nominal_load:.5g} N, radius {tyre.radius:.4g} m")
    _print_loads(tyre, static)
    for name in RANGES:
        if name in tyre.ranges:
            low, high = tyre.ranges[name]
            print(f"{name.replace('_', ' ')}: measured from {low:.4g} to {high:.4g} {UNITS[name]}")
    if "QDZ1" not in tyre.values:
        print("note: the file has no coefficients of the aligning moment")
    low, high = tyre.ranges.get("load", (0.0, math.inf))
    if not low <= static <= high:
        print(f"note: {static:.5g} N is beyond the loads of the file, whose end counts")
    _print_parameters(tyre, static)
    if figure is not None:
        from .figure import draw_tyre

        draw_tyre(tyre, static, figure)
        print(f"wrote {figure}")


def _print_loads(tyre: Tyre, load: float) -> None:
    heads = ("load [N]", "cornering coefficient [1/rad]", "friction, lateral", "longitudinal", "trail [mm]")
    shown = Table(*heads, box=SIMPLE_HEAD, pad_edge=False)
    for column in shown.columns:
        column.justify = "right"
    for share in SHARES:
        one = axle_values_of(tyre, share * load)
        shown.add_row(
            f"{one.load:.5g}",
            f"{one.cornering_coefficient:.3g}",
            f"{one.lateral_friction:.3g}",
            f"{one.longitudinal_friction:.3g}",
            f"{1000.0 * one.trail:.3g}" if "QDZ1" in tyre.values else "–",
        )
    PrintableConsole().print(shown)


def _print_parameters(tyre: Tyre, load: float) -> None:
    one = axle_values_of(tyre, load)
    print(f"\nfor the [params] of a vehicle's file whose tyres carry {load:.5g} N each; the grip is taken as measured")
    print(f"on {TESTED_ON}, and is one number for both axles:")
    print(f"front_axle_cornering_coefficient = {one.cornering_coefficient:.4g}")
    print(f"rear_axle_cornering_coefficient = {one.cornering_coefficient:.4g}")
    print(f"tyre_grip = {one.tyre_grip:.4g}")
    print(f"load_sensitivity = {one.load_sensitivity:.3g}")
