"""Figure of a tyre: its forces and its moment over the slip, at several loads, and its forces at combined slip."""

from pathlib import Path

import numpy as np

from ...base.errors import VehicleError
from ...base.files import whole_file
from ...base.plotting.style import curve_style, label_axes, new_figure, save_figure
from .console import SHARES
from .magic_formula import forces_of
from .tyre_file import Tyre

SLIP_ANGLE, SLIP_RATIO = 0.26, 0.3  # shown, in both directions [rad], [1]
ANGLES = (0.0, 2.0, 5.0, 10.0)  # slip angles at combined slip [degrees]


def draw_tyre(tyre: Tyre, load: float, file: Path) -> None:
    """Draw a tyre into a file, in the format of its suffix; ``load`` is its static one [N].

    Raises:
        VehicleError: the file cannot be written, or has an unknown suffix.
    """
    figure, axes = new_figure(2, 2, width=9.0, height=6.4, title=tyre.name)
    side, moment, drive, circle = np.ravel(axes)
    angles, ratios = np.linspace(-SLIP_ANGLE, SLIP_ANGLE, 241), np.linspace(-SLIP_RATIO, SLIP_RATIO, 241)
    for number, share in enumerate(SHARES):
        style, words = curve_style(number), f"{share * load / 1000.0:.3g} kN"
        turning = forces_of(tyre, load=share * load, slip_angle=angles)
        side.plot(np.degrees(angles), turning.lateral / 1000.0, **style, label=words)
        moment.plot(np.degrees(angles), turning.aligning, **style, label=words)
        driving = forces_of(tyre, load=share * load, slip_ratio=ratios)
        drive.plot(100.0 * ratios, driving.longitudinal / 1000.0, **style, label=words)
    for number, angle in enumerate(ANGLES):
        both = forces_of(tyre, load=load, slip_angle=np.radians(angle), slip_ratio=ratios)
        label = f"{angle:g}°"
        circle.plot(both.longitudinal / 1000.0, both.lateral / 1000.0, **curve_style(number), label=label)
    label_axes(side, x=("slip angle", "°"), y=("side force, left", "kN"))
    label_axes(moment, x=("slip angle", "°"), y=("aligning moment", "N m"))
    label_axes(drive, x=("slip ratio", "%"), y=("force ahead", "kN"))
    label_axes(circle, x=("force ahead", "kN"), y=("side force, left", "kN"))
    side.legend(title="load")
    low, high = circle.get_ylim()
    circle.set_ylim(low, high + 0.4 * (high - low))  # room for the legend
    circle.legend(title=f"slip angle, {load / 1000.0:.3g} kN", loc="upper center", ncols=len(ANGLES))
    with whole_file(file, error=VehicleError) as new:
        try:
            save_figure(figure, new)
        except ValueError as reason:  # a suffix that matplotlib does not know
            raise VehicleError(f"{file} has no suffix of a picture; name a .png, .svg or .pdf") from reason
