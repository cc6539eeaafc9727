"""Dynamic models on hills and changing soil, compared with other programs: one core, float64.

MuJoCo moves a car of four wheels as rigid bodies in contact (``four_wheels.xml``); CommonRoad's single-track, drift and
multi-body models are Python functions, stepped here by Euler's rule, one evaluation a step: the least they can cost.
All are timed in turns with ours in one run. A step of theirs is shorter than ours: the last column says how many
vehicles each moves in real time at the step it is used with.
"""

import importlib
import importlib.util
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from motorpool.base.errors import install_command
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.surface import Surface
from motorpool.models.registry import find
from motorpool.vehicles.fleet import Fleet

OURS = (
    "single-track", "double-track", "four-axles", "skid-steer", "tractor-trailer", "friction-circle/wheeled",
    "friction-circle/tracked",
)  # fmt: skip
VEHICLES, QUICK_VEHICLES = 1_000_000, 20_000
STEPS = 20  # a call
DT = 1.0 / 60.0
MUJOCO_DT = 0.005  # of four_wheels.xml [s]
POSTS, SPACING = 400, 30.0  # of the hills [m]
ROUNDS = 3
MISSING = f"{{0}} is not installed, so it is not timed; install it with: {install_command('bench')}."


class Rate(NamedTuple):
    """Rate of one program or model on one core."""

    name: str
    words: str
    steps_a_second: float
    dt: float  # [s]

    @property
    def in_real_time(self) -> float:
        """Number of vehicles that it moves in real time."""
        return self.steps_a_second * self.dt


class Contender(NamedTuple):
    """Something that can be timed: its ``work`` makes ``steps`` vehicle-steps."""

    name: str
    words: str
    work: Callable[[], object]
    steps: int
    dt: float


def measure_dynamic_models(models: Sequence[str], *, quick: bool, advance: Callable[[str], None]) -> Iterator[Rate]:
    """Yield the rates of these models and of the other programs, the fastest of some rounds each, in turns."""
    contenders: list[Contender] = []
    for name in models:
        advance(f"compiling {name} on hills")
        contenders.append(_ours(name, QUICK_VEHICLES if quick else VEHICLES))
    for make in others().values():
        contenders += make()
    yield from fastest(contenders, _thread_seconds, lambda name: advance(f"timing {name} on hills"))


def fastest(
    contenders: Sequence[Contender], seconds_of: Callable[[Callable[[], object]], float], advance: Callable[[str], None]
) -> Iterator[Rate]:
    """Yield the rate of each contender, the fastest of ``ROUNDS``, in turns."""
    best = dict.fromkeys((contender.name for contender in contenders), float("inf"))
    for contender in contenders:
        contender.work()
    for _ in range(ROUNDS):
        for contender in contenders:
            advance(contender.name)
            best[contender.name] = min(best[contender.name], seconds_of(contender.work))
    for each in contenders:
        yield Rate(each.name, each.words, each.steps / best[each.name], each.dt)


def _thread_seconds(work: Callable[[], object]) -> float:
    begin = time.thread_time()
    work()
    return time.thread_time() - begin


def others() -> dict[str, Callable[[], list[Contender]]]:
    """Return functions that make the contenders of each other program that is installed, by its title."""
    known = {"MuJoCo": ("mujoco", _mujoco), "CommonRoad": ("vehiclemodels", _commonroad)}
    return {title: make for title, (module, make) in known.items() if importlib.util.find_spec(module) is not None}


def missing_programs() -> list[str]:
    """Return a sentence for each program that is not installed."""
    return [MISSING.format(title) for title in ("MuJoCo", "CommonRoad") if title not in others()]


def _hills() -> tuple[Terrain, Surface]:
    east, north = np.meshgrid(np.arange(POSTS) * SPACING, np.arange(POSTS) * SPACING)
    heights = 20.0 * np.sin(east / 180.0) * np.cos(north / 150.0) + 6.0 * np.sin((east + 2.0 * north) / 70.0)
    terrain = Terrain.from_heights(heights, SPACING, name="hills")
    usual = Surface.uniform("dry-earth", terrain)
    classes = np.random.default_rng(5).integers(0, len(usual.names), (POSTS, POSTS)).astype(np.uint8)
    corner = -0.5 * POSTS * SPACING
    return terrain, Surface(classes, SPACING, corner, corner, usual.names, usual.table, usual.colours)


def _ours(name: str, count: int) -> Contender:
    model = find(name)
    terrain, surface = _hills()
    random = np.random.default_rng(1)
    reach = 0.45 * POSTS * SPACING
    fleet = Fleet(model, count)
    fleet.state.x, fleet.state.y = random.uniform(-reach, reach, (2, count))
    fleet.state.yaw, fleet.state.speed = random.uniform(-3.0, 3.0, count), random.uniform(3.0, 15.0, count)
    fleet.drive(fleet.state.speed + 0.05, random.uniform(-0.3, 0.3, count), dt=DT)

    def work() -> None:
        fleet.step(DT, STEPS, terrain=terrain, surface=surface, threads=1)

    work()
    bad = int(np.count_nonzero(fleet.status))
    assert bad == 0, f"{name}: {bad} vehicles could not be stepped"
    return Contender(name, model.summary.split(":")[0].rstrip("."), work, count * STEPS, DT)


def _mujoco() -> list[Contender]:
    mujoco: Any = importlib.import_module("mujoco")
    model = mujoco.MjModel.from_xml_path(str(Path(__file__).parent / "four_wheels.xml"))
    data = mujoco.MjData(model)
    data.ctrl[:] = (0.05, 0.05, 60.0, 60.0)
    steps = 2000
    mujoco.mj_step(model, data, steps)

    def work() -> None:
        mujoco.mj_step(model, data, steps)

    words = f"four wheels as rigid bodies, level ground, {mujoco.__version__}"
    return [Contender("MuJoCo", words, work, steps, MUJOCO_DT)]


def _commonroad() -> list[Contender]:
    parameters: Any = importlib.import_module("vehiclemodels.parameters_vehicle2").parameters_vehicle2()
    starts: Any = importlib.import_module("vehiclemodels.init_st")
    drift_starts: Any = importlib.import_module("vehiclemodels.init_std")
    body_starts: Any = importlib.import_module("vehiclemodels.init_mb")
    initial = [0.0, 0.0, 0.0, 15.0, 0.0, 0.0, 0.0]
    kinds: tuple[tuple[str, str, list[float], float], ...] = (  # each with about the longest step that Euler bears
        ("st", "single-track", starts.init_st(initial), 0.01),
        ("std", "single-track drift", drift_starts.init_std(initial, parameters), 0.001),
        ("mb", "multi-body", body_starts.init_mb(initial, parameters), 0.001),
    )
    return [_commonroad_model(*kind, parameters) for kind in kinds]


def _commonroad_model(short: str, words: str, state: list[float], dt: float, parameters: Any) -> Contender:
    module: Any = importlib.import_module(f"vehiclemodels.vehicle_dynamics_{short}")
    dynamics: Callable[..., Any] = getattr(module, f"vehicle_dynamics_{short}")
    steps = 200

    def work() -> None:
        x = list(state)
        for _ in range(steps):
            rates = dynamics(x, [0.02, 0.0], parameters)
            x = [value + dt * rate for value, rate in zip(x, rates, strict=True)]

    return Contender(f"CommonRoad {short.upper()}", f"{words}, Python", work, steps, dt)
