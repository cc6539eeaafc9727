"""Generated text that samples terrain and surface under each vehicle, inside the loop that steps a model.

Those fields of a model's ``Ground`` that a terrain or surface defines are written to the ground columns of a block of
vehicles before each step, in a separate loop: gathering from a raster and stepping are faster apart. All other columns
keep the values that the caller has set.

An empty raster stands for a missing terrain or surface, so that one kernel serves all cases.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..ground.terrain import surface as surfaces
from ..ground.terrain.heightfield import Terrain, sample_terrain
from ..ground.terrain.surface import Surface, class_at
from ..models.mathematics import sincos
from ..models.registry import Model
from .places import STORED, Words, place_source

SAMPLE_DISTANCE = 2.0  # of document 003's attitude [m]


class Rasters(NamedTuple):
    """Rasters of terrain and surface, in the order of a kernel's arguments."""

    heights: NDArray[np.float32] = np.zeros((0, 0), np.float32)  # of the posts [m]
    x_west: float = 0.0  # of the western posts [m]
    y_south: float = 0.0  # of the southern posts [m]
    spacing: float = 1.0  # between posts [m]
    classes: NDArray[np.uint8] = np.zeros((0, 0), np.uint8)  # of the cells
    class_west: float = 0.0  # outer corner of the first cell [m]
    class_south: float = 0.0  # outer corner of the first cell [m]
    class_spacing: float = 1.0  # side of a cell [m]
    table: NDArray[np.float64] = np.zeros((0, len(surfaces.FIELDS)))  # soil properties of each class


NOWHERE = Rasters()


def rasters_of(terrain: Terrain | None, surface: Surface | None) -> Rasters:
    """Return the arguments for a terrain and a surface, either of which may be none."""
    rasters = NOWHERE
    if terrain is not None:
        west, south, spacing = (float(place) for place in (terrain.x_west, terrain.y_south, terrain.spacing))
        rasters = rasters._replace(heights=terrain.heights, x_west=west, y_south=south, spacing=spacing)
    if surface is not None:
        west, south, spacing = (float(place) for place in (surface.x_west, surface.y_south, surface.spacing))
        rasters = rasters._replace(classes=surface.classes, class_west=west, class_south=south, class_spacing=spacing)
        rasters = rasters._replace(table=surface.table)
    return rasters


def without_surface(rasters: Rasters) -> Rasters:
    """Return the rasters of the terrain alone."""
    return rasters._replace(classes=NOWHERE.classes, table=NOWHERE.table)


def heights_beside(heights: Any, x_west: Any, y_south: Any, spacing: Any, x: Any, y: Any, yaw: Any) -> tuple[Any, Any]:
    """Return the heights [m] 2 m ahead of a yaw [rad] and 2 m to its right, which document 003 samples.

    The raster has rows from south to north, its south-western sample at ``x_west`` and ``y_south`` [m].
    """
    sine, cosine = sincos(yaw)
    ahead, right = SAMPLE_DISTANCE * cosine, SAMPLE_DISTANCE * sine
    return (
        sample_terrain(heights, x_west, y_south, spacing, x + ahead, y + right)[0],
        sample_terrain(heights, x_west, y_south, spacing, x + right, y - ahead)[0],
    )


class Sample(NamedTuple):
    """One sample of a raster: the line that takes it at the vehicle's place, and the values that it gives."""

    raster: str  # the argument that is empty where there is none
    line: str
    values: dict[str, str]  # ground field: the expression that is its value after the line


_POSTS = "heights, x_west, y_south, spacing"
_PLACE = "{x}, {y}"
_SAMPLES = (
    Sample(
        "heights",
        f"height, slope_x, slope_y = sample_terrain({_POSTS}, {_PLACE})",
        {"height": "height", "slope_x": "slope_x", "slope_y": "slope_y"},
    ),
    Sample(
        "heights",
        f"ahead, right = heights_beside({_POSTS}, {_PLACE}, {{yaw}})",
        {"height_ahead": "ahead", "height_right": "right"},
    ),
    Sample(
        "classes",
        f"kind = class_at(classes, class_west, class_south, class_spacing, {_PLACE})",
        {name: f"table[kind, {number}]" for number, name in enumerate(surfaces.FIELDS)},
    ),
)

FIELDS = tuple(name for sample in _SAMPLES for name in sample.values)  # fields of a model's Ground that can be sampled
FUNCTIONS = (sample_terrain, heights_beside, class_at)  # functions that the lines call


def samples_for(model: Model) -> list[Sample]:
    """Return the samples that a model's kernel takes, with only the values that the model reads."""
    if not model.stands_on_ground or not {"x", "y", "yaw"} <= set(model.module.State._fields):
        return []
    wanted = model.module.Ground._fields
    samples = [
        each._replace(values={name: value for name, value in each.values.items() if name in wanted})
        for each in _SAMPLES
    ]
    return [each for each in samples if each.values]


@cache
def takes_rasters(model: Model) -> bool:
    """Return whether a model's kernel takes rasters as arguments."""
    return bool(samples_for(model))


def any_source(model: Model) -> str:
    """Return the text of a test for any of the rasters that a model's kernel samples."""
    return " or ".join(f"{name}.size > 0" for name in dict.fromkeys(each.raster for each in samples_for(model)))


def loops_source(model: Model, float_type: str) -> str:
    """Return the body of a function that fills the ground columns of a block of vehicles."""
    place = place_source(model, float_type, STORED)
    loops = [
        f"""if {sample.raster}.size:
        for i in range(state_x.size):
            {sample.line.format(**place)}
            {(chr(10) + " " * 12).join(f"ground_{name}[i] = {value}" for name, value in sample.values.items())}
"""
        for sample in samples_for(model)
    ]
    return "    ".join(loops)


def scalar_source(model: Model, float_type: str, words: Words, indent: str) -> str:
    """Return the lines, in a time loop over one vehicle, that renew its ``ground``."""
    lines: list[str] = []
    place = place_source(model, float_type, words)
    for sample in samples_for(model):
        fields = ", ".join(
            f"FLOAT({sample.values[name]})" if name in sample.values else f"ground.{name}"
            for name in model.module.Ground._fields
        )
        lines += [
            f"if {sample.raster}.size > 0:",
            "    " + sample.line.format(**place),
            f"    ground = Ground({fields})",
        ]
    return f"\n{indent}".join(lines) or "pass"


def sampled_fields(model: Model) -> list[str]:
    """Return the ground fields that are sampled."""
    return [name for sample in samples_for(model) for name in sample.values]
