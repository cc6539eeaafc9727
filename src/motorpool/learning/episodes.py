"""Stored episodes: their actions, and recordings of them that ``motorpool replay`` plays and verifies.

A row of a batch equals an environment of its own, to the bit. An episode is therefore its task, seed, number and
actions: it is driven once more in a world of one vehicle, which is recorded.
"""

import json
import math
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ..base.errors import WorldError
from ..base.wording import counted
from ..recording.recorder import Recorder
from ..world.scenario.document import as_text
from ..world.scenario.loader import Scenario, scenario_of
from ..world.sources.actions import Action, Drive, Place
from ..world.sources.placing import differences, values_of
from ..world.sources.recorded import RecordedActions
from .layout import laid_out, marks
from .task import Task

if TYPE_CHECKING:
    from ..world.world import World
    from .batch import Batch

Actions = NDArray[np.float64]
POSE = ("x", "y", "z", "yaw", "pitch", "roll")


class KeptEpisode(NamedTuple):
    """An episode, or its beginning: all that it follows from."""

    task: Task
    seed: int
    number: int  # of the episode, from 0
    actions: Actions  # (decisions, actions), in -1..1

    def __repr__(self) -> str:
        return (
            f"<KeptEpisode {self.number} of {self.task.name!r} with the seed {self.seed}: "
            f"{counted(len(self.actions), 'decision')}>"
        )

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Record the episode to a file, as ``Recorder`` does.

        Raises:
            RecordingError: the file exists already (unless ``overwrite``), or cannot be written.
            WorldError: there was no decision yet, or the recorded world differs from the environment.
        """
        if not len(self.actions):
            raise WorldError(f"{self.task.name}: the episode has no decision yet; make a step, then save it")
        batch = self._begun()
        scenario = self._scenario(batch)
        world = scenario.build()
        inputs = RecordedActions()
        world.sources.append(inputs)
        start = Place(0, json.dumps(differences(values_of(batch.world, 0), world, 0)))
        with Recorder(path, overwrite=overwrite) as recorder:
            world.observers.append(recorder)
            for number, action in enumerate(self.actions):
                batch.act(action[None])
                now: list[Action] = [start] if number == 0 else []
                inputs.add({world.tick + 1: [*now, _inputs_of(batch.world)]})
                for _ in range(batch.steps):
                    batch.world.step()
                    world.step()
                self._compare(batch.world, world, number)

    def _begun(self) -> "Batch":
        """Return a batch of one environment, in which the episode has begun."""
        from .batch import Batch

        batch = Batch(self.task, 1)
        batch.reset(seed=self.seed)
        if self.number > 0:
            batch.episodes[0] = self.number - 1
            batch.reset()
        return batch

    def _scenario(self, batch: "Batch") -> Scenario:
        """Return the scenario of a world of one vehicle, where the episode begins."""
        task, vehicles = self.task, batch.world.vehicles
        x, y, yaw = (float(column[0]) for column in (vehicles.x, vehicles.y, vehicles.yaw))
        content = task.scenario(1).content.model_dump(mode="json", exclude_unset=True)
        fleet: dict[str, Any] = cast("list[dict[str, Any]]", content["vehicles"])[0]
        content["vehicles"] = [{**fleet, "start": {"positions": [[x, y, 90.0 - math.degrees(yaw)]]}}]
        factors = batch.soil_factors(0)
        if factors:
            content["surface"] = {**(content.get("surface") or {}), "factors": factors}
        layout = laid_out(task, 1)
        if layout.mark is not None:
            content["roads"] = {"lines": list(marks(task, layout))}
        content["description"] = (
            f"Episode {self.number} of {task.name} with the seed {self.seed}: {task.content.description}"
        )
        return scenario_of(as_text(content), name=task.name, folder=task.folder, where=f"{task.where}, world")

    def _compare(self, environment: "World", world: "World", decision: int) -> None:
        for name in POSE:
            was, now = (float(getattr(each.vehicles, name)[0]) for each in (environment, world))
            if was != now:
                raise WorldError(
                    f"{self.task.name}: after decision {decision} of the episode, {name} is {was!r} in the environment "
                    f"and {now!r} in a world of its scenario, in which the episode can therefore not be recorded"
                )


def _inputs_of(world: "World") -> Drive:
    vehicles = world.vehicles
    return Drive(0, float(vehicles.throttle[0]), float(vehicles.brake[0]), float(vehicles.target_steer[0]))


class ActionLog:
    """Actions of the last decisions of a batch, and where the episodes of its rows are among them.

    Args:
        length: decisions that it keeps.
    """

    def __init__(self, rows: int, actions: int, length: int):
        self._kept = np.zeros((length, rows, actions))
        self._count = 0  # decisions that were made
        self._first = np.zeros(rows, np.int64)  # decision of the present episode, of each row
        self._earlier: list[tuple[int, int, int, int] | None] = [None] * rows  # the episode before

    def add(self, actions: Actions) -> None:
        """Keep the actions of a decision."""
        self._kept[self._count % len(self._kept)] = actions
        self._count += 1

    def begin(self, rows: Any, seeds: Any, numbers: Any, decisions: Any) -> None:
        """Note that episodes end, of which seeds, numbers and decisions are given, and others begin."""
        for row in rows.tolist():
            if decisions[row]:
                found = int(seeds[row]), int(numbers[row]), int(self._first[row]), int(decisions[row])
                self._earlier[row] = found
        self._first[rows] = self._count

    def episode(self, task: Task, row: int, seed: int, number: int, decisions: int) -> KeptEpisode:
        """Return the present episode of a row, or the one before if it has no decision yet.

        Raises:
            WorldError: the log does not go back to its first decision.
        """
        first, earlier = int(self._first[row]), self._earlier[row]
        if not decisions and earlier is not None:
            seed, number, first, decisions = earlier
        if self._count - first > len(self._kept):
            raise WorldError(
                f"{task.name}: the episode of environment {row} is over for so long that its actions are not kept any "
                "more; save it at its end"
            )
        kept = self._kept[np.arange(first, first + decisions) % len(self._kept), row]
        return KeptEpisode(task, seed, number, kept)


class EpisodeRecorder:
    """Saves every k-th episode that ends, as ``TASK-seed-SEED-episode-NUMBER.parquet``.

    Args:
        folder: it is made if it does not exist.
        every: 1 saves each episode, 100 the first one and then each hundredth of all environments together.

    Raises:
        WorldError: ``every`` is not a whole number from 1.
    """

    def __init__(self, batch: "Batch", folder: str | os.PathLike[str], every: int):
        if not isinstance(cast("Any", every), int) or every < 1:
            raise WorldError(f"record_every is {every!r}; it must be a whole number of episodes, 1 or more")
        self._batch, self._folder, self._every = batch, Path(folder), every
        self._ended = 0
        self._last: dict[int, tuple[int, int]] = {}  # seed and number of each row's last episode that was counted

    def note(self, is_over: NDArray[np.bool_]) -> None:
        """Count the episodes that have ended just now, and save those that are due; call it before they begin anew."""
        for row in np.flatnonzero(is_over).tolist():
            episode = self._batch.episode_of(row)
            if self._last.get(row) == (episode.seed, episode.number):
                continue  # its environment goes on after the end
            self._last[row] = episode.seed, episode.number
            if self._ended % self._every == 0:
                name = f"{episode.task.name}-seed-{episode.seed}-episode-{episode.number}.parquet"
                episode.save(self._folder / name, overwrite=True)
            self._ended += 1
