"""Batch: many environments of one task, each a row of one fleet in one world.

All rows are stepped by the same compiled stages, in place; no row affects another. Each row of a batch therefore equals
a batch of one with the same seed, to the bit.
"""

import numbers
import os
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ..base.errors import ScenarioError, WorldError, unknown_name
from ..base.wording import counted
from ..vehicles.fleet import Fleet
from ..world.drivers.kinds import PLAYER
from ..world.world import World
from . import draws
from .actions import are_inside, as_numbers, refuse_others, warn_of_clipping
from .agents import Agents, MovingGoals
from .episodes import ActionLog, KeptEpisode
from .observations import Surroundings, soil_map
from .scanners import scanners_of
from .soils import VariedSoil
from .stage_text import Outcome, Sight, Trailer, has_trailer, new_episodes, stages_of
from .starts import AnywhereOnGround, BesideGoal, Draw, stand_on_ground
from .task import Condition, Task, load


class Varied:
    """Parameters of one fleet that a task varies.

    Raises:
        ScenarioError: the model has no such parameter.
    """

    def __init__(self, task: Task, fleet: Fleet):
        self._names = [f"vary.{name}" for name in task.content.vary]
        known = dir(fleet.params)
        for name in task.content.vary:
            if name not in known:
                raise ScenarioError(unknown_name(f"{task.where}: vary", "parameter", name, known))
        self._columns: list[NDArray[Any]] = [getattr(fleet.params, name) for name in task.content.vary]
        self._nominal = [column.copy() for column in self._columns]
        self._intervals = np.array(list(task.content.vary.values())).reshape(-1, 2)

    def draw(self, rows: NDArray[np.intp], draw: Callable[..., NDArray[np.float64]]) -> None:
        """Set the parameters of these rows: each nominal value times a factor, drawn evenly."""
        if not self._names:
            return
        least, most = self._intervals[:, 0], self._intervals[:, 1]
        factors = least + (most - least) * draw(self._names)
        for number, (column, nominal) in enumerate(zip(self._columns, self._nominal, strict=True)):
            column[rows] = nominal[rows] * factors[:, number]


class Restart:
    """First states of the vehicles of one world, of a single fleet.

    Args:
        world: at its start.
    """

    def __init__(self, world: World):
        self._columns: list[NDArray[Any]] = [*world.vehicles.all_columns(), *world.fleets[0].own_columns()]
        self._first = [column.copy() for column in self._columns]

    def run(self, rows: NDArray[np.intp]) -> None:
        """Put these rows back."""
        for column, first in zip(self._columns, self._first, strict=True):
            column[rows] = first[rows]


Rows = NDArray[np.intp]
COLUMNS = {"throttle": "throttle", "brake": "brake", "steer": "target_steer"}  # of the drivers, by input


class Result(NamedTuple):
    """Result of a decision; the arrays belong to the batch and are overwritten by the next one."""

    observation: Any  # (rows, entries), float32; or a dictionary of such, see ``goals``
    reward: NDArray[np.float64]  # (rows,)
    is_over: NDArray[np.bool_]  # an end of the task was reached
    is_cut: NDArray[np.bool_]  # the time limit was reached before


class Batch:
    """Environments of one task.

    Example:
        batch = Batch("BackTrailer-v0", 1000)
        batch.reset(seed=0)
        result = batch.step(np.zeros((1000, 1)))

    Args:
        task: a task, its name, or its file.
        count: number of environments.
        most_decisions: number of decisions after which an episode is truncated; by default the task's time limit.
        keeps_actions: store the actions of each row's present and previous episode, so that ``save_episode`` can record
            them.
        ground_seed: seed of generated hills, soils and objects; by default that of the task's world.

    Attributes:
        world: world of the environments, which are the rows of its vehicles.
        agents: groups of these rows, for a task of many agents; else None.
        entries: values of the observation, see ``Result``.
        trailer: columns of the vehicles' trailers; of zeros if the task is about vehicles without one.
        causes: cause of each row's end: 1 for the first end of the task and so on, 0 while the episode goes on.
        seeds, episodes: seed and episode of each row, which determine its random numbers.

    Raises:
        ScenarioError: the task does not exist, or has mistakes.
        WorldError: ``count`` or ``most_decisions`` is no whole number from 1, or ``count`` is not a multiple of the
            number of agents of a group.
    """

    def __init__(
        self,
        task: Any,
        count: int = 1,
        *,
        most_decisions: int | None = None,
        keeps_actions: bool = False,
        ground_seed: int | None = None,
    ):
        self.task: Task = load(task)
        if most_decisions is not None:
            _whole(most_decisions, f"{self.task.name}: the number of decisions of an episode")
            self.task = self.task.limited(most_decisions)
        if ground_seed is not None:
            self.task = self.task.on_ground(ground_seed)
        self.count = _whole(count, f"{self.task.name}: the number of environments")
        if count % self.task.agents:
            raise WorldError(
                f"{self.task.name}: {count} environments are no whole groups; it must be a multiple of "
                f"{self.task.agents}, the agents of a group"
            )
        content = self.task.content
        self.world: World = self.task.scenario(count).build()
        self.steps = round(content.decision / self.world.dt)
        self.seeds = np.zeros(count, np.uint64)
        self.episodes = np.full(count, -1, np.int64)
        self._has_begun = False  # all rows have an episode
        self._warns = True  # of actions outside the space
        self.entries = np.zeros((count, len(self.task.entries)), np.float32)
        self._sight = Sight(self.entries)
        self._outcome = Outcome(np.zeros(count), np.zeros(count, np.int32), np.zeros(count, np.int8))
        self.episode = new_episodes(count)
        vehicles = self.world.vehicles
        vehicles.driver[:] = PLAYER
        for name, value in content.inputs.items():
            getattr(vehicles, COLUMNS[name])[:] = value
        self.trailer = trailer = _trailer_of(self.task, self.world.fleets[0])
        self._stages = stages_of(self.task)
        self._structures: list[Any] = [
            vehicles.pose, vehicles.motion, vehicles.inputs, vehicles.body, self.episode,
            *([trailer] if has_trailer(self.task) else []),
        ]  # fmt: skip
        self.agents = Agents(self.task, self.world) if content.agents else None
        if self.agents:
            self._structures.append(self.agents.columns)
        self._moving = MovingGoals(self.task, self.world, self.agents, self.episode) if self.agents else None
        self._surroundings = Surroundings(self.world.ground, self.world.obstacles, soil_map(self.world))
        self._scanners = scanners_of(self.task, self.world)
        self._successes = np.array([False, *(condition.piece.is_success for condition in self.task.conditions)])
        self._inputs = [self._input(part.input, part.low, part.high) for part in content.actions]
        self._varied = Varied(self.task, self.world.fleets[0])
        self._soil = VariedSoil(self.task, self.world)
        self._start = (
            AnywhereOnGround(self.task, self.world, self.episode)
            if content.place
            else BesideGoal(self.task, self.world, self.episode, trailer)
        )
        self._restart = Restart(self.world)
        length = 2 * self.task.most_decisions + 2 if keeps_actions else 1
        self._log = ActionLog(count, len(content.actions), length) if keeps_actions else None

    @property
    def observation(self) -> Any:
        """Observation of each environment, as in ``Result``."""
        return self.entries

    @property
    def infos(self) -> dict[str, NDArray[np.bool_]]:
        """Facts about each episode for ``info`` of environments, beside its cause, by name."""
        return {}

    @property
    def causes(self) -> NDArray[np.int32]:
        """Cause of the end of each episode: 1 for the first end of the task and so on; 0 while it goes on."""
        return self._outcome.cause

    # ---- episodes

    def reset(self, rows: Any = None, *, seed: int | Sequence[int | None] | None = None) -> NDArray[np.float32]:
        """Begin new episodes; return the observations of all rows.

        Args:
            rows: an array of rows, or of truth values; all by default.
            seed: seed of the first of these rows; each next row gets the next number. A list or an array has one for
                each row. A row that gets a seed begins with its first episode; any other continues with its next one.
                Rows that never got a seed have a random one. The agents of a group have the seed of the first.

        Raises:
            WorldError: rows are only a part of a group of agents, there are not as many seeds as rows, or a seed is no
                whole number from 0.
        """
        chosen = self._rows(rows)
        if self.agents:
            chosen = self.agents.begin(chosen)
        if self._log is not None:
            self._log.begin(chosen, self.seeds, self.episodes, self.episode.decisions)
        self._seed(chosen, seed)
        self.episodes[chosen] += 1
        self._has_begun = bool((self.episodes >= 0).all())
        self._restart.run(chosen)
        draw, vehicles = self._draw(chosen), self.world.vehicles
        self._varied.draw(chosen, draw)
        self._soil.draw(chosen, draw)
        self.episode.decisions[chosen] = 0
        self.episode.held[chosen] = 0.0
        for column in self._outcome:
            column[chosen] = 0
        self._set_due(chosen)
        if self._moving:
            self._moving.begin(chosen, draw)
        self._start.place(chosen, draw)
        self.world.run_stage(
            stand_on_ground, vehicles.pose, vehicles.motion, vehicles.suspension, self.episode, self.world.ground
        )
        if self._moving:
            self._moving.move(0.0)
        self._look()
        return self.entries

    def cause_of(self, row: int) -> Condition | None:
        """Return the end that a row's episode has come to; None while it goes on, or after it was cut off."""
        number = int(self.causes[row])
        return self.task.conditions[number - 1] if number else None

    def episode_of(self, row: int) -> KeptEpisode:
        """Return the present episode of a row; the one before if the present one has no decision yet.

        Raises:
            WorldError: the batch does not keep actions.
        """
        if self._log is None:
            raise WorldError(f"{self.task.name}: this batch keeps no actions; make it with keeps_actions=True")
        if not 0 <= row < self.count:
            raise WorldError(f"{self.task.name}: there is no environment {row}; there are {self.count}, counted from 0")
        seed, number = int(self.seeds[row]), int(self.episodes[row])
        return self._log.episode(self.task, row, seed, number, int(self.episode.decisions[row]))

    def save_episode(self, row: int, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Record the present episode of a row to a file; the one before if the present one has no decision yet.

        ``motorpool replay FILE`` plays it, and with ``--verify`` simulates it again and compares.

        Raises:
            RecordingError: the file exists already (unless ``overwrite``), or cannot be written.
            WorldError: there was no decision yet, or the batch does not keep actions.
        """
        self.episode_of(row).save(path, overwrite=overwrite)

    def is_success(self, causes: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Return which of these causes, numbers of ends as in ``causes``, are successes."""
        return self._successes[causes]

    def step(self, actions: Any, *, frozen: Any = None) -> Result:
        """Make a decision for every row: set the drivers' inputs and step the world until the next decision.

        Args:
            actions: (rows, actions), in -1..1; those of agents whose episode is over while their group goes on have no
                effect.
            frozen: rows whose episode is over, and which are not judged; none by default.
        """
        self.advance(actions)
        return self.judge(frozen)

    def advance(self, actions: Any) -> None:
        """Set the drivers' inputs, and step the world until the next decision.

        Raises:
            WorldError: actions of another shape, or one that is not a finite number.
        """
        self.act(actions)
        for _ in range(self.steps):
            self.world.step()

    def soil_factors(self, row: int) -> dict[str, float]:
        """Return the factors on the soil's properties in the present episode of a row, as scenario files have them."""
        return self._soil.factors(row)

    def act(self, actions: Any) -> None:
        """Set the drivers' inputs.

        Raises:
            WorldError: actions of another shape, or one that is not a finite number; or no episode has begun.
        """
        if not self._has_begun:
            raise WorldError(f"{self.task.name}: not all environments have begun an episode; call reset first")
        given = as_numbers(actions, f"{self.task.name}: actions are")
        if given.shape != (self.count, len(self._inputs)):
            raise WorldError(
                f"{self.task.name}: actions have the shape {given.shape}; it must be "
                f"{(self.count, len(self._inputs))}, a row for each environment"
            )
        subject = f"{self.task.name}: the action of environment {{row}}"
        refuse_others(given, actions, subject)
        if self._warns and not are_inside(given):
            self._warns = False
            warn_of_clipping(given, subject)
        if self._log is not None:
            self._log.add(given)
        for number, write in enumerate(self._inputs):
            write(given[:, number])
        if self.agents:
            self.agents.brake()

    def judge(self, frozen: Any = None) -> Result:
        """Return observations and rewards after a decision, and which episodes are over."""
        self._set_due(None)
        if frozen is not None:
            self.episode.is_due[frozen] = 0
        if self.agents:
            self.episode.is_due[self.agents.is_over] = 0
        if self._moving:
            self._moving.move(self.task.content.decision)
        self._outcome.reward[:] = 0.0
        self.world.run_stage(self._stages.judge, *self._structures, self._outcome)
        self._look()
        is_over, is_cut = self._outcome.cause != 0, self._outcome.is_cut != 0
        if self.agents:
            self.agents.note(is_over | is_cut)
        return Result(self.entries, self._outcome.reward, is_over, is_cut)

    # ----

    def _look(self) -> None:
        """Write the observations of the rows that are due."""
        self.world.run_stage(self._stages.observe, *self._structures, self._surroundings, self._sight)
        for scanner in self._scanners:
            scanner.observe(self.episode, self.seeds, self.episodes, self.entries)

    def _rows(self, rows: Any) -> Rows:
        if rows is None:
            return np.arange(self.count)
        given = np.asarray(rows)
        return np.flatnonzero(given) if given.dtype == np.bool_ else given.astype(np.intp)

    def _seed(self, rows: Rows, seed: int | Sequence[int | None] | None) -> None:
        given = seeds_of(seed, self.task.name)
        if given is None or isinstance(given, list):
            seeds: list[int | None] = [None] * rows.size if given is None else given
        else:
            seeds = [given + place for place in range(rows.size)]
        if len(seeds) != rows.size:
            raise WorldError(
                f"{self.task.name}: {len(seeds)} seeds for {counted(rows.size, 'environment')}; give one for each"
            )
        if self.agents:
            seeds = self.agents.seeds(seeds, (self.episodes[rows] < 0).tolist())
        for row, one in zip(rows.tolist(), seeds, strict=True):
            if one is None and self.episodes[row] < 0:
                one = secrets.randbits(63)
            if one is not None:
                self.seeds[row], self.episodes[row] = one % 2**64, -1

    def _draw(self, rows: Rows) -> Draw:
        """Return a function that draws numbers in [0, 1) for these rows."""
        return partial(draws.uniform, self.seeds[rows], self.episodes[rows])

    def _set_due(self, rows: Any) -> None:
        if rows is None:
            self.episode.is_due[:] = 1
        else:
            self.episode.is_due[:] = 0
            self.episode.is_due[rows] = 1

    def _input(self, name: str, low: float, high: float) -> Callable[[NDArray[np.float64]], None]:
        column = getattr(self.world.vehicles, COLUMNS[name])
        middle, half = 0.5 * (low + high), 0.5 * (high - low)

        def write(action: NDArray[np.float64]) -> None:
            np.clip(action, -1.0, 1.0, out=column)
            if (middle, half) != (0.0, 1.0):
                column[:] = middle + half * column

        return write


def seeds_of(seed: Any, where: str) -> int | list[int | None] | None:
    """Return a seed, or seeds in any sequence or array, as Python's whole numbers.

    Raises:
        WorldError: one is no whole number from 0, and not None.
    """
    if isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str | bytes) and np.ndim(cast("Any", seed)) > 0:
        return [_seed(each, where) for each in cast("Sequence[Any]", seed)]
    return _seed(seed, where)


def _seed(seed: Any, where: str) -> Any:
    if seed is None:
        return None
    if not isinstance(seed, numbers.Integral) or seed < 0:
        raise WorldError(f"{where}: the seed is {seed!r}; it must be a whole number, 0 or more")
    return int(seed)


def _whole(number: Any, where: str) -> int:
    if not isinstance(number, numbers.Integral) or number < 1:
        raise WorldError(f"{where} is {number!r}; it must be a whole number, 1 or more")
    return int(number)


def _trailer_of(task: Task, fleet: Fleet) -> Trailer:
    """Return the columns of the vehicles' first trailers; of zeros if the task is about vehicles without one.

    Raises:
        ScenarioError: the task is about trailers, and the model has none.
    """
    if not has_trailer(task):
        return Trailer(*np.zeros((3, fleet.count)))
    if not fleet.model.trailers:
        raise ScenarioError(
            f"{task.where}: the model {fleet.model.name} has no trailer; choose one that has, or leave out "
            "goal.part and the pieces about a hitch"
        )
    fields = fleet.model.trailers[0]
    nothing = np.zeros(fleet.count)
    offset, length = (getattr(fleet.params, name) if name else nothing for name in (fields.hitch_offset, fields.length))
    return Trailer(getattr(fleet.state, fields.hitch_angle), offset, length)
