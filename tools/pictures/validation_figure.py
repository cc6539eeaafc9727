"""Draws docs/figures/validation.png: four manoeuvres of four vehicles, measured beside the answers.

`python tools/pictures/validation_figure.py`
"""

from pathlib import Path

from motorpool.base.plotting.style import draw_curve, label_axes, new_figure, save_figure
from motorpool.studies.validation.catalogue import MANOEUVRES

OUT = Path(__file__).parents[2] / "docs" / "figures" / "validation.png"
SHOWN = (
    ("CR2", "step-steer", 0, "BMW 320i"),
    ("M1A1", "pivot", 0, "M1A1 turns on the spot"),
    ("M998", "lane-change", 0, "M998 between the cones of ISO 3888-1"),
    ("articulated-lorry", "trailer", 0, "A lorry reverses with straight wheels"),
)

if __name__ == "__main__":
    figure, axes = new_figure(columns=2, rows=2)
    for place, (vehicle, manoeuvre, number, title) in zip(axes, SHOWN, strict=True):
        picture = MANOEUVRES[manoeuvre].run(vehicle).pictures[number]
        label_axes(place, x=picture.x_axis, y=picture.y_axis)
        place.set_title(f"{title}: {picture.title}" if vehicle == "CR2" else title, fontsize=10)
        for index, curve in enumerate(picture.curves):
            is_cone = not curve.name
            changes = {"color": "#D55E00", "linestyle": "-", "linewidth": 2.5} if is_cone else {}
            draw_curve(place, curve.x, curve.y, name=curve.name, index=min(index, 1), **changes)
    print(save_figure(figure, OUT))
