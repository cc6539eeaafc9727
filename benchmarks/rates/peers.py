"""The bicycle car and avoidance in other programs beside ours, in turns; each that is not installed is left out.

NumPy, JAX and Warp compute the arc of ``bicycle/arc`` on as many cars as ours, and are compared with it before they
are timed. highway-env and IR-SIM move one car at a time by their own bicycle, by Euler's rule; pyrvo moves discs by
ORCA, as the vehicles of our world avoid each other by ``avoidance: orca``. All are timed by the clock, so that each
may use the processors that it would. A step of theirs is longer or shorter than ours: the last column is comparable.
"""

import importlib
import importlib.util
import math
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from motorpool.base.errors import ModelError
from motorpool.models.registry import find
from motorpool.vehicles.fleet import Fleet
from motorpool.vehicles.vehicle import Vehicle
from motorpool.world import World

from .dynamic_models import Contender, Rate, fastest

CARS, QUICK_CARS = 100_000, 10_000
STEPS = 10  # a call
DT = 1.0 / 60.0
WHEELBASE = 2.7  # [m]
DISCS = 1_000
DISC_DT = 0.1  # between decisions, ours too [s]
DISC_SPACING = 20.0  # [m]
MOMENT = 0.2  # of a contender in a round [s]
PEER_COUNT = 10  # contenders, if all are installed
TOLERANCE = 1e-4  # of positions after a call, in float32, to their size [1]
MODULES = {
    "jax": "jax", "warp": "warp-lang", "highway_env": "highway-env", "irsim": "ir-sim", "pyrvo": "pyrvo",
}  # fmt: skip
MISSING = "{0} is not installed, so it is not timed; pip install {0} brings it."

Floats = Any


def measure_peers(*, quick: bool, advance: Callable[[str], None]) -> Iterator[Rate]:
    """Yield the rate of each program, the fastest of some rounds, in turns.

    Raises:
        ModelError: a program that computes our arc does not agree with it.
    """
    contenders: list[Contender] = []
    count = QUICK_CARS if quick else CARS
    for make in (_ours, _numpy, _jax, _warp, _highway_env, _ir_sim, _pyrvo, _our_world):
        module = getattr(make, "module", "")
        if not module or importlib.util.find_spec(module) is not None:
            advance(f"preparing {make.__name__.strip('_')}")
            contenders += make(count)
    yield from fastest(contenders, _least_seconds, lambda name: advance(f"timing {name}"))


def _least_seconds(work: Callable[[], object]) -> float:
    """Return the least duration of a call among those that are begun within a moment [s]."""
    least, start = math.inf, time.perf_counter()
    while (begin := time.perf_counter()) - start < MOMENT:
        work()
        least = min(least, time.perf_counter() - begin)
    return least


def missing_peers() -> list[str]:
    """Return a sentence for each program that is not installed."""
    return [MISSING.format(title) for module, title in MODULES.items() if importlib.util.find_spec(module) is None]


def _needs(module: str) -> Callable[[Any], Any]:
    def mark(make: Any) -> Any:
        make.module = module
        return make

    return mark


# ---- the arc of bicycle/arc


def _inputs(count: int) -> tuple[Floats, Floats]:
    random = np.random.default_rng(1)
    return random.uniform(-0.5, 0.5, count), random.uniform(1.0, 15.0, count)


def _ours(count: int) -> list[Contender]:
    steer_angle, speed = _inputs(count)
    contenders: list[Contender] = []
    for dtype in ("float64", "float32"):
        fleet = Fleet("bicycle/arc", count, wheelbase=WHEELBASE, dtype=dtype)
        fleet.control.steer_angle, fleet.control.speed = steer_angle, speed

        def work(fleet: Fleet = fleet) -> None:
            fleet.step(DT, STEPS)

        words = f"bicycle/arc, {count:,} cars, {dtype}"
        contenders.append(Contender(f"Motorpool, {dtype}", words, work, count * STEPS, DT))
    car = Vehicle("bicycle/arc", wheelbase=WHEELBASE, steer_angle=0.2, speed=10.0)
    contenders.append(Contender("Motorpool Vehicle", "one car, plain Python", lambda: car.step(DT, 2000), 2000, DT))
    return contenders


def arc_in_numpy(
    x: Floats, y: Floats, yaw: Floats, steer_angle: Floats, speed: Floats
) -> tuple[Floats, Floats, Floats]:
    """Return the pose after a step, in as few NumPy operations as the arc of ``bicycle/arc`` takes.

    The pose is that of the middle of the wheelbase, the speed that of the rear axle; one a car, in SI units.
    """
    turn = speed * (DT / WHEELBASE) * np.tan(steer_angle)
    half = 0.5 * turn
    chord = speed * DT * np.sinc(half / math.pi)
    side = 0.5 * WHEELBASE * 2.0 * np.sin(half)  # the middle lies half a wheelbase ahead of the rear axle
    sine, cosine = np.sin(yaw + half), np.cos(yaw + half)
    return x + chord * cosine - side * sine, y + chord * sine + side * cosine, yaw + turn


def _numpy(count: int) -> list[Contender]:
    inputs = _inputs(count)

    def drive(pose: tuple[Floats, Floats, Floats]) -> tuple[Floats, Floats, Floats]:
        for _ in range(STEPS):
            pose = arc_in_numpy(*pose, *inputs)
        return pose

    zero = np.zeros(count)
    start = (zero, zero, zero)
    _check("NumPy", drive(start), count)
    words = f"the same arc, {count:,} cars, float64"
    return [Contender("NumPy", words, lambda: drive(start), count * STEPS, DT)]


@_needs("jax")
def _jax(count: int) -> list[Contender]:
    jax: Any = importlib.import_module("jax")
    module = find("bicycle/arc").module

    def one(state: Any, control: Any) -> Any:
        return module.step(state, control, module.Params(WHEELBASE), DT)

    def several(state: Any, control: Any) -> Any:
        def again(_: Any, now: Any) -> Any:
            return jax.vmap(one)(now, control)

        return jax.lax.fori_loop(0, STEPS, again, state)

    drive = jax.jit(several)
    control = module.Control(*(jax.numpy.asarray(values, "float32") for values in _inputs(count)))
    start = module.State(*(jax.numpy.zeros(count, "float32"),) * 3)
    _check("JAX", drive(start, control), count)
    words = f"our step by jit and vmap, {count:,} cars, float32"
    return [Contender("JAX", words, lambda: drive(start, control)[0].block_until_ready(), count * STEPS, DT)]


@_needs("warp")
def _warp(count: int) -> list[Contender]:
    warp: Any = importlib.import_module("warp")
    warp.config.quiet = True
    kernels: Any = importlib.import_module("rates.peer_warp")
    columns = [warp.zeros(count, dtype=float, device="cpu") for _ in range(3)]
    inputs = [warp.array(values.astype(np.float32), dtype=float, device="cpu") for values in _inputs(count)]

    def work() -> None:
        for _ in range(STEPS):
            warp.launch(kernels.arc, dim=count, inputs=[*columns, *inputs, DT, WHEELBASE], device="cpu")

    work()
    _check("Warp", [column.numpy() for column in columns], count)
    return [Contender("Warp", f"the same arc, {count:,} cars, float32, CPU", work, count * STEPS, DT)]


def _check(name: str, pose: Any, count: int) -> None:
    fleet = Fleet("bicycle/arc", count, wheelbase=WHEELBASE)
    fleet.control.steer_angle, fleet.control.speed = _inputs(count)
    fleet.step(DT, STEPS)
    for field, ours, theirs in zip(fleet.model.module.State._fields, fleet.state, pose, strict=True):
        worst = float(np.max(np.abs(np.asarray(theirs) - ours)))
        if not worst <= TOLERANCE * max(1.0, float(np.max(np.abs(ours)))):
            raise ModelError(f"{name} differs from bicycle/arc by {worst:g} in {field}, so nothing is timed; report it")


# ---- other programs' cars and discs


@_needs("highway_env")
def _highway_env(count: int) -> list[Contender]:
    kinematics: Any = importlib.import_module("highway_env.vehicle.kinematics")
    car = kinematics.Vehicle(None, [0.0, 0.0], 0.0, 10.0)
    car.action = {"steering": 0.2, "acceleration": 0.0}
    steps = 2000

    def work() -> None:
        for _ in range(steps):
            car.step(DT)

    return [Contender("highway-env", "one car, its bicycle by Euler's rule", work, steps, DT)]


@_needs("irsim")
def _ir_sim(count: int) -> list[Contender]:
    kinematics: Any = importlib.import_module("irsim.lib.algorithm.kinematics")
    velocity, steps = np.array([[10.0], [0.2]]), 2000

    def work() -> None:
        state = np.zeros((4, 1))
        for _ in range(steps):
            state = kinematics.ackermann_kinematics(state, velocity, DT, wheelbase=WHEELBASE)

    return [Contender("IR-SIM", "one car's kinematics, by Euler's rule", work, steps, DT)]


@_needs("pyrvo")
def _pyrvo(count: int) -> list[Contender]:
    pyrvo: Any = importlib.import_module("pyrvo")
    discs = pyrvo.RVOSimulator(DISC_DT, 30.0, 10, 4.0, 4.0, 2.0, 15.0)
    random = np.random.default_rng(1)
    side = math.ceil(math.sqrt(DISCS))
    for disc in range(DISCS):
        discs.add_agent((DISC_SPACING * (disc % side), DISC_SPACING * (disc // side)))
        bearing = random.uniform(-math.pi, math.pi)
        discs.set_agent_pref_velocity(disc, (10.0 * math.cos(bearing), 10.0 * math.sin(bearing)))
    steps = 20

    def work() -> None:
        for _ in range(steps):
            discs.do_step()

    words = f"ORCA, {DISCS:,} discs {DISC_SPACING:g} m apart that may jump sideways"
    return [Contender("pyrvo", words, work, DISCS * steps, DISC_DT)]


def _our_world(count: int) -> list[Contender]:
    side = math.ceil(math.sqrt(DISCS))
    world = World(fleets=[Fleet("bicycle", DISCS)], seed=1)
    numbers = np.arange(DISCS)
    offset = 0.5 * DISC_SPACING * side
    x, y = DISC_SPACING * (numbers % side) - offset, DISC_SPACING * (numbers // side) - offset
    world.place_vehicles(slice(None), x, y, np.random.default_rng(1).uniform(-math.pi, math.pi, DISCS))
    world.avoidance.choose(slice(None), "orca")
    world.vehicles.desired_speed[:] = 10.0
    steps = 60

    def work() -> None:
        for _ in range(steps):
            world.step()

    words = f"avoidance: orca, {DISCS:,} cars {DISC_SPACING:g} m apart, contact, ground"
    return [Contender("Motorpool's world", words, work, DISCS * steps, world.dt)]
