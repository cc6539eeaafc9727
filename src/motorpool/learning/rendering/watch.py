"""Parts of a picture that show an episode besides the world: the path, the return, and the ends of episodes."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..batch import Batch
from .vehicle import Drawing, Pose, Vehicles, axles

MOST_POSES = 4000  # of an episode; from there on every second one is left out


class Decision(NamedTuple):
    """Outcome of a decision, a value for each environment; it is kept where the next episode has begun."""

    reward: NDArray[np.float64]
    cause: NDArray[np.int32]  # 0 while the episode goes on
    is_cut: NDArray[np.bool_]  # by the time limit


class Ending(NamedTuple):
    """End of an episode."""

    words: str  # kind of end, or "time is up"
    is_success: bool
    total: float  # return


class Story(NamedTuple):
    """One environment's present episode."""

    poses: list[Pose]  # after each decision
    total: float = 0.0  # return so far
    ending: Ending | None = None  # of this episode
    last: Ending | None = None  # of the one before

    @property
    def path(self) -> list[tuple[float, float]]:
        """Path of the reference point, east and north [m]."""
        return [(pose.x, pose.y) for pose in self.poses]

    def trailer_path(self, drawing: Drawing) -> list[tuple[float, float]]:
        """Return the path of the first trailer's axle, east and north [m]; nothing without a trailer."""
        return [axles(drawing, pose)[0][:2] for pose in self.poses] if drawing.trailers else []


class Watch:
    """Stories of some environments of a batch.

    Args:
        rows: numbers of the environments in the batch, from 0.
    """

    def __init__(self, batch: Batch, rows: Sequence[int]):
        self.batch, self.rows = batch, list(rows)
        self._vehicles = Vehicles(batch.world.fleets[0])
        self.stories = {row: Story([]) for row in self.rows}
        self._drawings: dict[int, Drawing] = {}

    def note(self, decision: Decision | None = None) -> None:
        """Read the batch after a decision, or after episodes began."""
        decisions = self.batch.episode.decisions[self.rows].tolist()
        for row, pose, number in zip(self.rows, self._poses(self.rows), decisions, strict=True):
            before = self.stories[row]
            story = before if decision is None else self._after(before, decision, row)
            if number == 0:
                story = Story([], last=story.ending or story.last)
                self._drawings.pop(row, None)  # an episode has its own parameters
            story.poses.append(pose)
            if len(story.poses) > MOST_POSES:
                del story.poses[1:-1:2]
            self.stories[row] = story

    def drawing(self, row: int) -> Drawing:
        """Return the drawing of an environment's vehicle."""
        if row not in self._drawings:
            self._drawings[row] = self._vehicles.drawing(row)
        return self._drawings[row]

    def pose(self, row: int) -> Pose:
        """Return the pose of an environment's vehicle."""
        return self._poses([row])[0]

    def _poses(self, rows: list[int]) -> list[Pose]:
        vehicles = self.batch.world.vehicles
        columns = [column[rows].tolist() for column in (vehicles.x, vehicles.y, vehicles.yaw, vehicles.steer)]
        hitches = self._vehicles.hitches(rows)
        return [Pose(*values) for values in zip(*columns, hitches, strict=True)]

    def _after(self, story: Story, decision: Decision, row: int) -> Story:
        total = story.total + float(decision.reward[row])
        story = story._replace(total=total)
        number = int(decision.cause[row])
        if story.ending is None and number:
            condition = self.batch.task.conditions[number - 1]
            return story._replace(ending=Ending(condition.name, condition.piece.is_success, total))
        if story.ending is None and decision.is_cut[row]:
            return story._replace(ending=Ending("time is up", False, total))
        return story
