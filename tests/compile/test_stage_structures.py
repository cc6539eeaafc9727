"""Structures of stages say what each field is: the type of its numbers and its axes, or the type of one number."""

import types
from collections.abc import Callable, Iterator
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import numpy as np
import pytest

from motorpool.base.arrays import Axes, Floats, FloatTable
from motorpool.compile.addresses import ArrayLayout, layout_of
from motorpool.compile.form.number_type import number_type
from motorpool.compile.rows import Stages, calls_of, signature_of
from motorpool.compile.specialise import globals_of
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.links.dis.motion.columns import empty_states
from motorpool.links.dis.motion.due import Looks, Publication, find_due, nothing_sent
from motorpool.links.dis.motion.grid_frame import empty_work, to_geocentric_rows, to_grid_rows
from motorpool.links.dis.motion.local_motion import estimate_rows, no_estimate
from motorpool.links.dis.motion.remote_motion import Speeds, write_speeds
from motorpool.links.dis.motion.smoothing import RemotePoses
from motorpool.models.mathematics import Flag, Real, Whole
from motorpool.world import World
from motorpool.world.recovery.phases import BACKING, OTHER_WAY, TOWED
from motorpool.world.scenario.loader import load

Run = tuple[Callable[..., None], tuple[Any, ...]]  # a stage, and the structures that it was given

NUMBERS = {Real: "float", Whole: "int", Flag: "bool"}
RULES = ("dynamic-window", "search-cone", "orca", "as-published")  # that have stages, for all models


def disagreements(where: str, annotation: Any, layout: Any, known: Any = ()) -> Iterator[str]:
    """Yield what an annotation does not say, or says wrongly, of a value with this layout.

    Args:
        where: name of the value.
        annotation: its type.
        layout: of the value, see ``compile.addresses``.
        known: kinds of the type variables of the structure that it is a field of.
    """
    axes = 1
    if get_origin(annotation) is Annotated:
        annotation, *notes = get_args(annotation)
        axes = next((note.count for note in notes if isinstance(note, Axes)), 1)
    if isinstance(annotation, TypeVar):
        annotation = dict(known)[annotation]
    origin, arguments = get_origin(annotation) or annotation, get_args(annotation)
    if isinstance(layout, ArrayLayout):
        if number_type(annotation) is None:
            yield f"{where} is an array; its type is {annotation}"
        elif (np.dtype(number_type(annotation)), axes) != (layout.kind, layout.dimensions):
            yield f"{where} is {layout.kind} with {layout.dimensions} axes; its type is {annotation} with {axes}"
    elif isinstance(layout, str):
        if NUMBERS.get(origin) != layout:
            yield f"{where} is one {layout}; its type is {annotation}"
    elif origin is not layout[0]:
        yield f"{where} is a {layout[0].__name__}; its type is {annotation}"
    else:
        names = getattr(origin, "__parameters__", ())
        kinds = [dict(known).get(each, each) for each in arguments]
        hints = get_type_hints(origin, include_extras=True)
        for (name, field), part in zip(hints.items(), layout[1], strict=True):
            yield from disagreements(f"{where}.{name}", field, part, tuple(zip(names, kinds, strict=True)))


def wrong_in(runs: list[Run]) -> set[str]:
    """Return the disagreements of all structures that stages were given."""
    found: set[str] = set()
    for stage, layouts in {(stage, tuple(map(layout_of, structures))) for stage, structures in runs}:
        hints = get_type_hints(stage, include_extras=True)
        for name, layout in zip(signature_of(stage).structures, layouts, strict=True):
            found |= set(disagreements(f"{stage.__name__}: {name}", hints[name], layout))
    return found


def structures_of(value: Any, seen: set[Any]) -> Iterator[type]:
    """Yield the NamedTuples that a function, or what it calls, takes, makes or returns, and those in their fields."""
    is_structure = isinstance(value, type) and hasattr(value, "_fields")
    if value in seen or not (is_structure or isinstance(value, types.FunctionType)):
        return
    seen.add(value)
    if is_structure:
        yield value
    used = [] if is_structure else [each for _, each in globals_of(value)]
    used += [type(each) for each in used if isinstance(each, tuple)]
    for each in [*used, *named_in(list(get_type_hints(value, include_extras=True).values()))]:
        if isinstance(each, (type, types.FunctionType)):
            yield from structures_of(each, seen)


def named_in(annotations: list[Any]) -> Iterator[Any]:
    """Yield annotations and their parts, but for those of arrays: the shape of an array is of any length."""
    for annotation in annotations:
        yield get_origin(annotation) or annotation
        if number_type(annotation) is None:
            yield from named_in([each for each in get_args(annotation) if not isinstance(each, (str, Axes))])


def says_any(annotation: Any) -> bool:
    """Return whether an annotation leaves open what a value is."""
    return any(each is Any for each in named_in([annotation]))


@pytest.fixture(scope="module")
def runs() -> list[Run]:
    """Stages that a small world runs in some steps, and those of DIS, each with its structures."""
    found: list[Run] = []
    with pytest.MonkeyPatch.context() as patch:
        run_stage = Stages.run

        def run(self: Stages, stage: Any, *arguments: Any, **rows: Any) -> None:
            for each, own in calls_of(stage, arguments):
                found.append((each, tuple(own)[: len(signature_of(each).structures)]))
            run_stage(self, stage, *arguments, **rows)

        patch.setattr(Stages, "run", run)
        drive(load("jacksboro").changed(vehicles=16, objects=50, terrain="flat").build(seed=7))
        load("1992").changed(vehicles=2, objects=5).build(seed=7).step()
    return [*found, *runs_of_dis()]


def drive(world: World) -> None:
    """Let vehicles shoot, be driven by hand, drive routes, follow, avoid and touch each other, and free themselves."""
    vehicles = world.vehicles
    for vehicle, rule in enumerate(RULES):
        world.avoidance.choose([vehicle], rule)
    world.guidance.convoy([5, 6])
    world.guidance.route([7], [(vehicles.x[7] + 50.0, vehicles.y[7]), (vehicles.x[7] + 90.0, vehicles.y[7])])
    world.place_vehicles([9], vehicles.x[8] + 2.0, vehicles.y[8], 0.0)  # it touches the other
    world.place_vehicles([15], world.objects.x[0], world.objects.y[0], 0.0)  # it touches the object
    vehicles.driver[10] = 1
    vehicles.trigger[:] = 1.0
    vehicles.residual_lateral_speed[8] = 1.0
    vehicles.recovery_phase[11:14] = OTHER_WAY, BACKING, TOWED
    vehicles.resumed_count[7] = 1
    world.run(seconds=0.2)


def runs_of_dis() -> list[Run]:
    """Stages of DIS with structures as their owners make them."""
    vehicles = World(fleets=["bicycle"], terrain=Terrain.flat(size=100.0)).vehicles
    column = np.zeros(1)
    shown, estimate, work = RemotePoses(1), no_estimate(1), empty_work(1)
    looks = Looks(vehicles.damage, vehicles.engine_stop, vehicles.turret_yaw, vehicles.turret_elevation)
    publication = Publication(
        vehicles.pose, vehicles.yaw_rate, looks, estimate, nothing_sent(1), column, column, column
    )  # fmt: skip
    return [
        (find_due, (publication,)),
        (estimate_rows, (vehicles.pose, vehicles.motion, estimate)),
        (write_speeds, (empty_states(1), column, Speeds(column, column, column))),
        (to_geocentric_rows, work),
        (to_grid_rows, work),
        *smoothing_runs(shown),
    ]


def smoothing_runs(shown: RemotePoses) -> list[Run]:
    """Stages that show received states, which ``RemotePoses`` gives to the function that runs them."""
    found: list[Run] = []

    def run(stage: Callable[..., None], *arguments: Any) -> None:
        found.append((stage, arguments[:3]))

    poses = RemotePoses(1, run=run)
    poses.receive([0], empty_states(1), 0.0)
    poses.show(0.0)
    return found


def test_structures_are_what_their_fields_say(runs: list[Run]):
    assert len({stage for stage, _ in runs}) >= 45
    assert not wrong_in(runs)


def test_no_structure_of_a_stage_leaves_a_field_open(runs: list[Run]):
    seen: set[Any] = set()
    structures = {each for stage, _ in runs for each in structures_of(stage, seen)}
    assert len(structures) > 90
    open_fields = [
        f"{structure.__name__}.{name}"
        for structure in structures
        for name, field in get_type_hints(structure, include_extras=True).items()
        if says_any(field)
    ]
    assert not open_fields


class Ground(NamedTuple):
    """Fields of every kind."""

    heights: FloatTable
    x: Floats
    spacing: Real
    count: Whole
    is_level: Flag


class Scene(NamedTuple):
    """A structure in a structure."""

    ground: Ground


@pytest.mark.parametrize(
    ("field", "value", "wrong"),
    [
        ("heights", np.zeros((2, 2), np.float32), "scene.ground.heights is float32 with 2 axes"),
        ("heights", np.zeros(2), "scene.ground.heights is float64 with 1 axes"),
        ("x", np.zeros((2, 2)), "scene.ground.x is float64 with 2 axes"),
        ("x", 0.0, "scene.ground.x is one float"),
        ("spacing", np.zeros(2), "scene.ground.spacing is an array"),
        ("count", True, "scene.ground.count is one bool"),
        ("is_level", 1, "scene.ground.is_level is one int"),
    ],
)
def test_a_field_of_another_kind_is_found(field: str, value: Any, wrong: str):
    ground = Ground(np.zeros((2, 2)), np.zeros(2), 1.0, 3, True)
    assert not list(disagreements("scene", Scene, layout_of(Scene(ground))))
    (found,) = disagreements("scene", Scene, layout_of(Scene(ground._replace(**{field: value}))))
    assert found.startswith(wrong)


def test_an_open_field_is_found():
    assert says_any(Any)
    assert says_any(tuple[Any, float])
    assert not says_any(FloatTable)
