"""Surface of the ground: classes on a raster, and their table."""

import math

import numpy as np
import pytest

from motorpool.compile import flat
from motorpool.compile.columns import copies_for
from motorpool.compile.form.types import FLOAT, ArrayType
from motorpool.errors import WorldError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.surface import CLASSES, FIELDS, LIMITS, Surface, class_at, rows_of


@pytest.fixture(scope="module")
def patchwork() -> Surface:
    """Every cell a class of its own drawing, 10 m wide, not around the origin."""
    numbers = np.random.default_rng(3).integers(0, len(CLASSES), (7, 11)).astype(np.uint8)
    return Surface(numbers, 10.0, -33.0, 21.0)


def test_a_cell_counts_for_its_whole_square(patchwork):
    rows, columns = np.indices(patchwork.classes.shape)
    for share_x, share_y in ((0.001, 0.001), (0.5, 0.5), (0.999, 0.001), (0.999, 0.999)):
        x, y = -33.0 + 10.0 * (columns + share_x), 21.0 + 10.0 * (rows + share_y)
        np.testing.assert_array_equal(patchwork.sample(x, y), patchwork.classes)


def test_beyond_the_border_the_border_goes_on_and_nowhere_is_class_zero(patchwork):
    assert patchwork.sample(-1e9, 25.0) == patchwork.classes[0, 0]
    assert patchwork.sample(1e9, 1e9) == patchwork.classes[-1, -1]
    assert patchwork.sample(-math.inf, math.inf) == patchwork.classes[-1, 0]
    assert patchwork.sample(math.nan, 1e9) == patchwork.sample(0.0, math.nan) == 0


def sample_all(classes, x_west, y_south, spacing, east, north, found):
    """Sample place by place."""
    for i in range(found.size):
        found[i] = class_at(classes, x_west, y_south, spacing, east[i], north[i])


def test_one_place_many_places_and_compiled_code_agree(patchwork):
    random = np.random.default_rng(4)
    x, y = random.uniform(-60.0, 110.0, 300), random.uniform(0.0, 120.0, 300)
    x[:3], y[1:4] = [math.nan, math.inf, -math.inf], [math.nan, 30.0, math.inf]
    many = patchwork.sample(x, y)
    assert many.tolist() == [patchwork.sample(float(east), float(north)) for east, north in zip(x, y, strict=True)]
    column = ArrayType("float64", 1)
    parameters = [ArrayType(patchwork.classes.dtype.name, 2), FLOAT, FLOAT, FLOAT, column, column, column]
    found = np.full(x.size, np.nan)
    compiled = flat.compiled(copies_for("float64").compiled(sample_all), parameters)
    compiled(patchwork.classes, patchwork.x_west, patchwork.y_south, patchwork.spacing, x, y, found)
    assert many.tolist() == found.tolist()


def test_the_table_is_that_of_the_specification():
    table = dict(zip(CLASSES, rows_of(CLASSES), strict=True))
    assert table["dry-earth"][:6].tolist() == [0.68, 0.65, 0.05, 0.06, 0.015, 0.8]
    assert table["mud"][:6].tolist() == [0.35, 0.30, 0.30, 0.18, 0.03, 0.3]
    assert table["ice"][:6].tolist() == [0.10, 0.07, 0.015, 0.03, 0.0, 0.5]
    np.testing.assert_array_equal(table["concrete"], table["dry-asphalt"])


def test_no_ground_holds_better_when_it_slides_and_soft_ground_bears_less_than_hard():
    table = rows_of(CLASSES)
    friction, sliding, _, _, shear, speed, cone = table.T
    assert (sliding <= friction).all()
    assert (speed <= 1.0).all()
    assert cone[shear == 0.0].min() > cone[shear > 0.01].max()
    for name, (low, high) in LIMITS.items():
        assert ((table[:, FIELDS.index(name)] >= low) & (table[:, FIELDS.index(name)] <= high)).all()


def test_a_uniform_surface_is_the_same_everywhere():
    terrain = Terrain.flat(size=500.0)
    surface = Surface.uniform("gravel", terrain)
    x = np.array([terrain.x_west, 0.0, terrain.x_east, 1e6])
    assert {surface.names[number] for number in surface.sample(x, x[::-1])} == {"gravel"}
    assert surface.name_at(0, 0) == "gravel"


def test_numbers_become_classes_by_their_legend():
    surface = Surface.from_classes([[7, 7, 200], [9, 7, 200]], spacing=5.0, legend={7: "mud", 9: "ice", 200: "gravel"})
    assert surface.name_at(-7.4, -4.9) == "mud"
    assert surface.name_at(-7.4, 4.9) == "ice"
    assert surface.name_at(7.4, 4.9) == "gravel"


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (
            lambda: Surface.uniform("tarmac", Terrain.flat()),
            "there is no soil 'tarmac'; did you mean 'dry-asphalt' or 'wet-asphalt'?",
        ),
        (lambda: Surface.from_classes([[1, 2]], spacing=1.0, legend={1: "mud"}), "number 2, which its legend"),
        (lambda: Surface.from_classes([[1.5]], spacing=1.0), "must be whole numbers"),
        (lambda: Surface.from_classes([1, 2], spacing=1.0), r"shape \(2,\)"),
        (lambda: Surface.from_classes([[0]], spacing=0.0), "the spacing of a surface is 0.0 m"),
        (lambda: Surface.from_classes([[0]], spacing=1.0, x_west=math.nan), "the x_west of a surface is nan"),
        (lambda: Surface(np.zeros((2, 2), np.int64), 1.0, 0.0, 0.0), "must be uint8"),  # type: ignore[arg-type]
        (lambda: Surface(np.full((2, 2), 40, np.uint8), 1.0, 0.0, 0.0), "has the class 40 and names for 13"),
        (
            lambda: Surface(
                np.zeros((1, 1), np.uint8), 1.0, 0.0, 0.0, names=("x",), table=np.zeros((1, 3)), colours=("#fff",)
            ),
            "1 classes x 7 values",
        ),
        (
            lambda: Surface(np.zeros((1, 1), np.uint8), 1.0, 0.0, 0.0).with_row("oil", (9, 1, 0, 0, 0, 1, 1)),
            r"the friction of oil is 9.0; it must be 0.01 to 2",
        ),
    ],
)
def test_what_is_no_surface_is_refused_in_a_sentence(make, words):
    with pytest.raises(WorldError, match=words):
        make()


def test_a_class_may_get_other_values_and_a_new_one_is_added_at_the_end():
    plain = Surface.uniform("mud", Terrain.flat())
    firm = plain.with_row("mud", (0.5, 0.4, 0.1, 0.1, 0.02, 0.5, 90.0))
    assert firm.values("cone_index")[firm.sample(0.0, 0.0)] == 90.0
    assert plain.values("cone_index")[plain.sample(0.0, 0.0)] == 30.0
    more = plain.with_row("oil", (0.2, 0.1, 0.02, 0.02, 0.0, 0.5, 1000.0), colour="#202020")
    assert more.names[-1] == "oil"
    assert more.colours[-1] == "#202020"
    assert more.values("friction")[-1] == 0.2


def test_a_surface_is_scaled_within_the_limits_of_its_properties():
    ground = Surface.uniform("dry-earth", Terrain.flat(size=100.0, spacing=10.0))
    scaled = ground.scaled({"friction": 0.5, "resistance": 30.0})
    assert np.array_equal(scaled.values("friction"), 0.5 * ground.values("friction"))
    assert np.array_equal(scaled.values("sliding_friction"), 0.5 * ground.values("sliding_friction"))
    wheels = np.minimum(30.0 * ground.values("wheel_resistance"), LIMITS["wheel_resistance"][1])
    assert wheels.max() == 1.0 > wheels.min()
    assert np.array_equal(scaled.values("wheel_resistance"), wheels)
    assert np.array_equal(scaled.values("cone_index"), ground.values("cone_index"))
