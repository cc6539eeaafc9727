"""Environments as pure functions, for JAX: ``reset`` and ``step`` that jit, vmap and differentiate.

    reset, step = functional("BackTrailer-v0")
    state, observation = jax.vmap(reset)(jnp.arange(1000))
    state, outcome = jax.jit(jax.vmap(step))(state, actions)

They are made of the same functions as the world's stages: the driver's hands, the motion model, and the task's pieces.
With 64-bit numbers switched on they agree with a batch up to rounding. Without a world there are no objects, slopes or
contacts: a task that looks at them has no such functions.
"""

import importlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from ..base.errors import ScenarioError, WorldError, require
from ..models.mathematics import Real, clamp, minimum, select
from ..world.drivers.direct_pedals import AT_REST, starting_speed
from ..world.drivers.manual_control import Handling, drive_by_hand
from ..world.drivers.switches import Pedals, pedals
from ..world.navigation.steering_control import full_steer_curvature
from . import draws
from .batch import Batch
from .observations import OBSERVATIONS
from .outcomes import ENDS, REWARDS
from .starts import START, Part, pose_beside
from .task import Task, load
from .view import Errors, Memory, View, errors_of_trailer, errors_of_vehicle, size_of


class State(NamedTuple):
    """State of one environment."""

    vehicle: Any  # the model's ``State``
    params: Any  # the model's ``Params``
    speed: Real  # forward positive [m/s]
    yaw_rate: Real  # counter-clockwise [rad/s]
    steer: Real  # steering command in effect, -1..1 [1]
    goal: tuple[Real, Real, Real]  # x, y [m] and yaw [rad]
    memory: Memory
    decisions: Any  # since the start
    seed: Any  # uint32
    episode: Any  # uint32


class Outcome(NamedTuple):
    """Outcome of one decision."""

    observation: Any  # (entries,), in -1..1
    reward: Real
    is_over: Any  # an end of the task was reached
    is_cut: Any  # the time limit was reached before
    cause: Any  # 1 for the first end of the task, and so on; 0 while the episode goes on


Reset = Callable[..., tuple[State, Any]]
Step = Callable[[State, Any], tuple[State, Outcome]]


def functional(task: Any) -> tuple[Reset, Step]:
    """Return ``reset(seed, episode=0)`` and ``step(state, action)`` of a task.

    ``reset`` gives the state and the observation; ``step`` the next state and its ``Outcome``. An episode that is over
    goes on unless you choose the state of a reset, by ``jnp.where``, in its place.

    Args:
        task: a task, its name, or its file.

    Raises:
        ScenarioError: the task looks at objects or heights, or its model has no functions for arrays.
        MissingExtraError: JAX is not installed.
    """
    require("jax", extra="jax", purpose="an environment as functions")
    found = load(task)
    batch = Batch(found, found.agents)
    _refuse_surroundings(batch)
    functions = _Functions(batch)
    return functions.reset, functions.step


class _Functions:
    """The functions of one task."""

    def __init__(self, batch: Batch):
        self._numpy: Any = importlib.import_module("jax.numpy")
        self._repeat: Any = importlib.import_module("jax.lax").fori_loop  # one text of a step, to compile faster
        self._task: Task = batch.task
        self._content = batch.task.content
        fleet, vehicles = batch.world.fleets[0], batch.world.vehicles
        self._model = fleet.model
        module = fleet.model.module
        self._first = module.State(*(float(getattr(fleet.state, name)[0]) for name in module.State._fields))
        self._params = module.Params(*(float(getattr(fleet.params, name)[0]) for name in module.Params._fields))
        batch.world.step()  # sets the ground under the vehicles
        self._ground = (
            (module.Ground(*(float(getattr(fleet.ground, name)[0]) for name in module.Ground._fields)),)
            if fleet.model.stands_on_ground
            else ()
        )
        limits = {name: float(getattr(vehicles, name)[0]) for name in Handling._fields}
        self._handling = Handling(**limits)
        self._pivot, self._kept = (
            float(column[0]) for column in vehicles.columns("pivot_yaw_rate", "full_lateral_acceleration")
        )
        self._is_direct = fleet.model.has_pedals and batch.world.drivers.is_direct
        self._half = float(vehicles.half_length[0]), float(vehicles.half_width[0])
        self._dt, self._steps = batch.world.dt, batch.steps
        self._most = self._task.most_decisions
        self._trailer = (
            fleet.model.trailers[0] if self._content.goal.part == "trailer" or fleet.model.trailers else None
        )
        self._entries, self._terms, self._conditions = self._task.entries, self._task.terms, self._task.conditions

    def reset(self, seed: Any, episode: Any = 0) -> tuple[State, Any]:
        """Return the state and the observation at the start of an episode."""
        seed, episode = self._numpy.asarray(seed, self._numpy.uint32), self._numpy.asarray(episode, self._numpy.uint32)
        params = self._varied(seed, episode)
        values = [self._drawn(seed, episode, name, interval) for name, interval in self._intervals().items()]
        drawn, goal = Part(*values[: len(START)]), (values[-3], values[-2], values[-1])
        length, offset = self._trailer_of(params)
        x, y, yaw = pose_beside(goal, drawn, length, offset)
        changes = {"x": x, "y": y, "yaw": yaw}
        if self._trailer is not None:
            changes[self._trailer.hitch_angle] = drawn.hitch
        first = self._first._replace(**changes)
        zero = 0.0 * x
        vehicle = type(first)(*(value + zero for value in first))
        memory = Memory(zero, zero, zero, zero, zero)
        state = State(vehicle, params, zero, zero, zero, goal, memory, self._numpy.asarray(0), seed, episode)
        view = self._view(state, {})
        error = self._size_of(view, self._errors(view))
        state = state._replace(memory=Memory(error, error, error, zero, zero))
        return state, self._observation(view, self._errors(view))

    def step(self, state: State, action: Any) -> tuple[State, Outcome]:
        """Return the next state and the outcome of an action.

        Args:
            action: (actions,), in -1..1; a NaN is not refused, because compiled functions cannot, and gives NaN.

        Raises:
            WorldError: an action of another shape.
        """
        wanted = (len(self._content.actions),)
        if np.shape(action) != wanted:
            raise WorldError(
                f"{self._task.name}: the action has the shape {np.shape(action)}; it must be {wanted}: use "
                "jax.vmap(step) for many environments"
            )
        inputs: dict[str, Any] = {**self._content.inputs}
        for number, part in enumerate(self._content.actions):
            share = clamp(action[number], -1.0, 1.0)
            inputs[part.input] = 0.5 * (part.low + part.high) + 0.5 * (part.high - part.low) * share

        def moved(_: Any, now: State) -> State:
            return self._moved(now, inputs)

        state = moved(0, state) if self._steps == 1 else self._repeat(0, self._steps, moved, state)
        state = state._replace(decisions=state.decisions + 1)
        view = self._view(state, inputs)
        errors = self._errors(view)
        error = self._size_of(view, errors)
        reward: Any = 0.0 * error
        for term in self._terms:
            function = REWARDS[term.name].function
            reward = reward + term.weight * function(view, errors, error, state.memory, *term.arguments)
        cause, held = self._numpy.asarray(0), state.memory.held
        for number, condition in enumerate(self._conditions, 1):
            is_met = ENDS[condition.name].function(view, errors, *condition.arguments)
            if condition.held:
                held = self._numpy.where(is_met, state.memory.held + 1.0, 0.0)
                is_met = held >= condition.held
            is_met = (cause == 0) & is_met
            cause = self._numpy.where(is_met, number, cause)
            reward = reward + self._numpy.where(is_met, condition.reward, 0.0)
        is_over = cause != 0
        is_cut = ~is_over & (state.decisions >= self._most)
        memory = Memory(
            state.memory.start_error,
            error,
            minimum(state.memory.least_error, error),
            view.target_steer + 0.0 * error,
            held,
        )
        observation = self._observation(view._replace(held=held * self._content.decision), errors)
        return state._replace(memory=memory), Outcome(observation, reward, is_over, is_cut, cause)

    # ----

    def _moved(self, state: State, inputs: Mapping[str, Any]) -> State:
        """Return the state after a step of the world, as ``drivers.stages.command_by_hand`` and the model move it."""
        pressed = pedals(state.speed, inputs.get("throttle", 0.0), inputs.get("brake", 0.0), 0.0, 0.0)
        curvature = full_steer_curvature(state.speed, self._handling.full_curvature, self._pivot, self._kept)
        handling = self._handling._replace(full_curvature=curvature)
        target = inputs.get("steer", 0.0)
        speed, steer = drive_by_hand(
            state.speed, state.steer, pressed.throttle, pressed.brake, target, handling, self._dt
        )
        if self._is_direct:
            speed = starting_speed(speed, state.speed, pressed.throttle)
        control = self._model.control(state.vehicle, speed, steer, state.params, self._dt)
        if self._is_direct:
            control = _pressed(control, pressed, state.speed)
        vehicle = self._model.module.step(state.vehicle, control, state.params, self._dt, *self._ground)
        if self._model.is_dynamic:
            speed = vehicle.speed
        yaw_rate = steer * (self._pivot + self._handling.full_curvature * speed)
        if "yaw_rate" in self._model.velocities:
            yaw_rate = vehicle.yaw_rate
        return state._replace(vehicle=vehicle, speed=speed, steer=steer, yaw_rate=yaw_rate)

    def _view(self, state: State, inputs: Mapping[str, Any]) -> View:
        vehicle, zero = state.vehicle, 0.0 * state.speed
        length, offset = self._trailer_of(state.params)
        hitch = getattr(vehicle, self._trailer.hitch_angle) if self._trailer else zero
        lateral = vehicle.lateral_speed if "lateral_speed" in self._model.velocities else zero
        decision = self._content.decision
        return View(
            vehicle.x, vehicle.y, zero, vehicle.yaw, zero, zero, state.speed, lateral, state.yaw_rate, state.steer,
            inputs.get("steer", 0.0) + zero, inputs.get("throttle", 0.0) + zero, inputs.get("brake", 0.0) + zero,
            *self._half, 0.0, hitch, offset, length, *state.goal, state.decisions * decision, decision,
            state.memory.held * decision,
        )  # fmt: skip

    def _errors(self, view: View) -> Errors:
        return errors_of_trailer(view) if self._content.goal.part == "trailer" else errors_of_vehicle(view)

    def _size_of(self, view: View, errors: Errors) -> Any:
        goal = self._content.goal
        return size_of(errors, view.speed, goal.heading_weight, goal.left_weight, goal.speed_weight)

    def _observation(self, view: View, errors: Errors) -> Any:
        zero = 0.0 * view.x
        values = [
            clamp(OBSERVATIONS[entry.kind].function(view, errors, *entry.arguments) / entry.scale + zero, -1.0, 1.0)
            for entry in self._entries
        ]
        return self._numpy.stack(values)

    def _trailer_of(self, params: Any) -> tuple[Any, Any]:
        """Return length and hitch offset of the trailer [m]; zeros without one."""
        fields = self._trailer
        if fields is None:
            return 0.0, 0.0
        return (
            getattr(params, fields.length) if fields.length else 0.0,
            getattr(params, fields.hitch_offset) if fields.hitch_offset else 0.0,
        )

    def _varied(self, seed: Any, episode: Any) -> Any:
        params = self._params
        for name, (least, most) in self._content.vary.items():
            factor = self._drawn(seed, episode, f"vary.{name}", [least, most])
            params = params._replace(**{name: getattr(params, name) * factor})
        zero = 0.0 * self._uniform(seed, episode, "vary")
        return type(params)(*(value + zero for value in params))

    def _intervals(self) -> dict[str, list[float]]:
        """Return the intervals of the start, then of the goal, in SI, by the names that they are drawn by."""
        start = self._content.start
        assert start is not None
        given = {f"start.{name}": getattr(start, name) for name in START}
        given |= {f"goal.{name}": interval for name, interval in self._content.goal.intervals.items()}
        return {
            name: [value * (np.pi / 180.0) for value in interval] if name.endswith("_deg") else interval
            for name, interval in given.items()
        }

    def _drawn(self, seed: Any, episode: Any, name: str, interval: list[float]) -> Any:
        """Return a number from an interval, of which all are equally likely."""
        return interval[0] + (interval[1] - interval[0]) * self._uniform(seed, episode, name)

    def _uniform(self, seed: Any, episode: Any, name: str) -> Any:
        """Return a number in [0, 1); with 64 bits the one that a batch draws, else its first digits."""
        stream = self._numpy.full_like(seed, np.uint32(draws.stream_of(name)))
        first, second = draws.threefry((seed, self._numpy.zeros_like(seed)), (episode, stream))
        kind = self._numpy.result_type(float)
        high, low = (first >> np.uint32(5)).astype(kind), (second >> np.uint32(6)).astype(kind)
        return (high * 67108864.0 + low) / 9007199254740992.0


def _pressed(control: Any, pressed: Pedals, speed: Real) -> Any:
    """Return a model's control with the pedals that its driver presses, unless it stands: ``drivers.direct_pedals``."""
    stands = (abs(speed) < AT_REST) & (pressed.throttle == 0.0)
    pedals = {"throttle": pressed.throttle, "brake": pressed.brake}
    return control._replace(**{name: select(stands, getattr(control, name), value) for name, value in pedals.items()})


def _refuse_surroundings(batch: Batch) -> None:
    """Refuse a task that is about more than a vehicle on level ground."""
    task = batch.task
    if task.agents > 1:
        raise ScenarioError(
            f"{task.where}: {task.agents} agents share a world, which functions do not have; use a Batch"
        )
    for entry in task.entries:
        if entry.piece.sees_surroundings:
            raise ScenarioError(
                f"{task.where}: {entry.kind} looks at the ground or its objects, which need a world; use a Batch"
            )
    if task.content.vary_soil:
        raise ScenarioError(f"{task.where}: vary_soil is about the ground, which needs a world; use a Batch")
    if task.content.start is None:
        raise ScenarioError(f"{task.where}: places on the ground need a world; use a Batch")
    if batch.world.fleets[0].model.branches:
        raise ScenarioError(f"{task.where}: {batch.world.fleets[0].model.name} {batch.world.fleets[0].model.branches}")
