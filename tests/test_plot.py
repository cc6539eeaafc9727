"""Figures in one line: what is drawn is what was measured."""

import math

import numpy as np
import pytest

import motorpool as mp
from motorpool import plot
from motorpool.errors import ModelError
from motorpool.ground.terrain.surface import Surface

PNG = b"\x89PNG"


@pytest.fixture(scope="module")
def history():
    fleet = mp.Fleet("bicycle", 2, speed=10.0, steer_angle=[0.1, 0.2])
    return fleet.run(dt=0.02, steps=100, every=2)


def test_paths_are_those_of_the_history_and_a_notebook_shows_them(history):
    figure = plot.paths(history)
    curves = [line for line in figure.axes[0].lines if len(line.get_xdata()) > 1]
    for vehicle, curve in enumerate(curves):
        assert np.array_equal(curve.get_xydata(), np.column_stack([history.x[:, vehicle], history.y[:, vehicle]]))
    assert figure._repr_png_().startswith(PNG)


def test_paths_go_by_names_and_rows_and_into_axes_of_ones_own(history):
    figure = plot.paths({"first": history}, vehicles=[1])
    plot.paths(history, axes=figure.axes[0])
    assert len([line for line in figure.axes[0].lines if len(line.get_xdata()) > 1]) == 3


def test_series_have_their_units(history):
    figure = plot.series(history, "x", "yaw")
    assert [axes.get_ylabel() for axes in figure.axes] == ["x [m]", "yaw [rad]"]
    assert figure.axes[-1].get_xlabel() == "time [s]"


def test_a_circle_at_constant_speed_has_its_centripetal_acceleration():
    fleet = mp.Fleet("bicycle", 1, speed=10.0, steer_angle=0.2)
    told = fleet.run(dt=0.01, steps=200, columns=["x", "y", "yaw", "speed"])
    found = fleet.run(dt=0.01, steps=200)  # whose speed is that of its path
    circle, *dots = plot.friction_ellipse({"told": told, "found": found}, friction=0.7).axes[0].lines
    radius = 2.7 / math.tan(0.2)
    for each, exact in zip(dots, (1e-9, 0.05), strict=True):
        assert each.get_xdata() == pytest.approx(10.0**2 / radius / 9.81, rel=max(exact, 1e-3))
        assert each.get_ydata() == pytest.approx(0.0, abs=exact)
    assert np.hypot(*circle.get_xydata().T) == pytest.approx(0.7)


def test_a_terrain_and_a_world_are_drawn_from_above():
    heights = np.add.outer(np.arange(21.0), 2.0 * np.arange(31.0))
    ground = mp.Terrain.from_heights(heights, spacing=10.0)
    figure = plot.terrain(ground)
    assert np.array_equal(figure.axes[0].images[0].get_array(), heights)
    world = mp.World(fleets=[("bicycle", 2), "M1A1"], terrain=ground, surface=Surface.uniform("grass", terrain=ground))
    shown = plot.world(world)
    assert shown._repr_png_().startswith(PNG)
    assert [text.get_text() for text in shown.legends[0].get_texts()] == [
        "bicycle/arc (2)",
        "M1A1 (1)",
    ]


@pytest.mark.parametrize(
    ("draw", "sentence"),
    [
        (lambda h: plot.series(h, "yav"), "did you mean 'yaw'"),
        (lambda h: plot.paths(3), "int cannot be drawn; give a history"),
        (lambda h: plot.paths(h, vehicles=[7]), "there is no vehicle 7; the history has 2"),
        (
            lambda h: plot.friction_ellipse(mp.Fleet("bicycle", 1).run(0.1, 1)),
            "has 2 samples; accelerations need three or more",
        ),
    ],
)
def test_what_cannot_be_drawn_is_said(history, draw, sentence):
    with pytest.raises(ModelError, match=sentence):
        draw(history)
