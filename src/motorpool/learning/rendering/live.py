"""Live page of a batch: some of its environments in browsers, in real time, while it is trained at full speed.

The page shows a world of its own. After each decision the training thread copies the rows that are shown into a queue,
and a pacer's thread writes them into the page's world, interpolated; nothing else is shared between the two threads.
Training is usually faster than real time: the queue then takes a scene of consecutive decisions, and the next scene
when this one has been shown.
"""

import math
import os
import sys
import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...app.viewer import Viewer
from ...app.viewer.serving.service import open_in_browser
from ...ground.objects.objects import Objects, place_objects
from ...ground.terrain.heightfield import Terrain
from ...ground.terrain.roads import Road
from ...models.fields import fields_of
from ...models.mathematics import wrap_angle
from ...vehicles.fleet import Fleet
from ...vehicles.fleet.fleet import Body
from ...world.clock import Pacer
from ...world.drivers.kinds import SCRIPT
from ...world.world import World
from ..batch import Batch
from .picture import bay, has_goal
from .vehicle import Vehicles

Floats = NDArray[np.float64]

SMOOTH = ("x", "y", "z", "pitch", "roll", "speed", "steer")  # interpolated; yaw along the shorter arc
AS_THEY_ARE = ("throttle", "brake", "status")
AXES = ("x", "y")  # in which environments are shifted on the page
COLUMNS = (*SMOOTH, "yaw", *AS_THEY_ARE)
RATE = 30.0  # steps of the page a second, at least
SCENE = 30.0  # longest scene of consecutive decisions [s]
FREE = 12.0  # ground around what an environment has, where several are laid side by side [m]
WIDEST = 400.0  # environments that take more ground than this are not laid side by side [m]
MOST_OBJECTS = 20_000  # in all environments that are laid side by side
MARK = Body(1.6, 1.6, 1.6)  # size of the dot that marks a goal [m]
WATCHED = "this shows drivers that learn: watch them; nothing here can be driven or changed"


class Moment(NamedTuple):
    """The environments that are shown, after one decision."""

    number: int  # of the decision, of all that the batch has made
    decisions: NDArray[np.int64]  # since the start of each episode
    columns: Floats  # (columns, rows)
    hitches: Floats  # (trailers, rows) [rad]
    goals: Floats  # (3, rows): x, y [m] and yaw [rad]


class Scenes:
    """Queue of moments between two threads.

    Args:
        most: number of moments of a scene.
    """

    def __init__(self, most: int):
        self._moments: deque[Moment] = deque()
        self._most, self._is_taking, self._lock = most, True, threading.Lock()

    def is_taking(self) -> bool:
        """Return whether moments are taken now: until the scene is full, and again when it is nearly over."""
        with self._lock:
            count = len(self._moments)
            self._is_taking = count < self._most if self._is_taking else count <= 1
            return self._is_taking

    def put(self, moment: Moment) -> None:
        """Append a moment."""
        with self._lock:
            self._moments.append(moment)

    def next(self) -> Moment | None:
        """Return the oldest moment and remove it; None if there is none."""
        with self._lock:
            return self._moments.popleft() if self._moments else None


class Mirror:
    """Shows moments in a world that is never stepped; takes that world's place in a ``Pacer``.

    Attributes:
        world: world that the page shows; its first vehicles are the environments, the others mark their goals.
        dt: simulated time of a step [s].
        only_watched: why nothing can be driven in it.
    """

    only_watched = WATCHED

    def __init__(self, world: World, scenes: Scenes, *, first: Moment, shifts: Floats, decision: float):
        self.world, self._scenes, self._shifts = world, scenes, shifts
        self.name = world.name
        self.dt = world.dt
        self._share_of_step = self.dt / decision
        self._before, self._after, self._share = first, first, 1.0
        self._show()

    def step(self) -> None:
        """Go on by a step towards the next moment; stay at the last one while there is none."""
        share = self._share + self._share_of_step
        if share > 1.0 - 1e-9:
            following = self._scenes.next()
            if following is None:
                share = 1.0
            else:
                self._before, self._after, share = self._after, following, max(0.0, share - 1.0)
        self._share = share
        self._show()
        self.world.show_tick(self.world.tick + 1)
        self.world.notify_observers()

    def _show(self) -> None:
        before, after = self._before, self._after
        goes_on = (after.decisions > before.decisions) & (after.number == before.number + 1)
        share = np.where(goes_on, self._share, 0.0 if self._share < 1.0 else 1.0)
        count = share.size
        vehicles = self.world.vehicles
        for number, name in enumerate(COLUMNS):
            start, end = before.columns[number], after.columns[number]
            if name == "yaw":
                value = np.asarray(wrap_angle(start + share * np.asarray(wrap_angle(end - start))))
            elif name in SMOOTH:
                value = start + share * (end - start)
            else:
                value = end
            if name in AXES:  # in one write: other threads read the page's world at any moment
                value = value + self._shifts[AXES.index(name)]
            getattr(vehicles, name)[:count] = value
        fleet = self.world.fleets[0]
        for trailer, start, end in zip(fleet.model.trailers, before.hitches, after.hitches, strict=True):
            getattr(fleet.state, trailer.hitch_angle)[:] = start + share * (end - start)
        if vehicles.x.size > count:
            goals = np.where(goes_on | (self._share >= 1.0), after.goals, before.goals)
            vehicles.x[count:], vehicles.y[count:] = goals[:2] + self._shifts
            vehicles.yaw[count:] = goals[2]
            vehicles.z[count:] = self.world.terrain.sample(vehicles.x[count:], vehicles.y[count:])[0]


class Live:
    """Live page of some environments of a batch, served until ``close``.

    Args:
        rows: numbers of the environments in the batch, from 0.
        port: 0 for any free one.
        keeps_up: every decision is shown; otherwise scenes, which leave out what lies between them.

    Attributes:
        url: address of the page.
    """

    def __init__(self, batch: Batch, rows: Sequence[int], *, port: int = 0, keeps_up: bool = False):
        self._batch, self._rows = batch, np.asarray(rows, np.intp)
        self._number = 0
        decision = batch.task.content.decision
        self._scenes = Scenes(10 if keeps_up else max(2, round(SCENE / decision)))
        shifts = _shifts(batch, self._rows)
        world = _world(batch, self._rows, shifts, dt=decision / math.ceil(decision * RATE))
        self.mirror = Mirror(world, self._scenes, first=self._moment(), shifts=shifts, decision=decision)
        self._viewer = Viewer(world, port=port, pacer=Pacer(self.mirror)).start()
        self.url = self._viewer.url
        count = f"environment {self._rows[0]}" if len(rows) == 1 else f"{len(rows)} environments"
        print(f"{batch.task.name}: {count} live at {self.url}", flush=True)
        if _has_screen():
            open_in_browser(self.url)

    def note(self) -> None:
        """Take the batch's environments after a decision, if they are due to be shown."""
        self._number += 1
        if self._scenes.is_taking():
            self._scenes.put(self._moment())

    def close(self) -> None:
        """Stop the server."""
        self._viewer.stop()

    def _moment(self) -> Moment:
        batch, rows = self._batch, self._rows
        vehicles, fleet, episode = batch.world.vehicles, batch.world.fleets[0], batch.episode
        return Moment(
            self._number,
            episode.decisions[rows].astype(np.int64),
            np.array([getattr(vehicles, name)[rows] for name in COLUMNS], np.float64),
            np.array([getattr(fleet.state, one.hitch_angle)[rows] for one in fleet.model.trailers], np.float64),
            np.stack([episode.goal_x[rows], episode.goal_y[rows], episode.goal_yaw[rows]]),
        )


def _has_screen() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _shifts(batch: Batch, rows: NDArray[np.intp]) -> Floats:
    """Return by how far each environment is shifted on the page, (2, rows) east and north [m].

    Environments share their ground. On level ground of one soil they are laid side by side, with a copy of the objects
    for each; elsewhere they stay where they are.
    """
    world, episode = batch.world, batch.episode
    count, objects = rows.size, world.objects
    side = math.ceil(math.sqrt(count))
    is_level = np.ptp(world.terrain.heights) == 0.0 and np.unique(world.surface.classes).size == 1 and not world.roads
    places = [
        np.concatenate([getattr(world.vehicles, name), getattr(objects, name), getattr(episode, f"goal_{name}")])
        for name in ("x", "y")
    ]
    extent = max(float(np.ptp(one)) for one in places) + 2.0 * FREE
    if not is_level or extent > WIDEST or objects.count * count > MOST_OBJECTS:
        return np.zeros((2, count))
    numbers = np.arange(count)
    return extent * np.stack([numbers % side, -(numbers // side)]).astype(np.float64)


def _world(batch: Batch, rows: NDArray[np.intp], shifts: Floats, *, dt: float) -> World:
    """Return the world that the page shows."""
    world, count = batch.world, rows.size
    learning = world.fleets[0]
    names = [field.name for field in fields_of(learning.model.module.Params)]
    values = {name: getattr(learning.params, name)[rows].copy() for name in names}
    fleets = [Fleet(learning.model.name, count, name=learning.name, body=learning.body, **values)]
    if has_goal(batch.task):
        fleets.append(Fleet("polar/corrected", count, name="goals", body=MARK))
    terrain, surface, objects = world.terrain, world.surface, world.objects
    roads = [*world.roads, *_bays(batch, rows, shifts)]
    if shifts.any():
        size = 2.0 * float(abs(shifts).max()) + world.terrain.width
        terrain = Terrain.flat(size=size, spacing=50.0, height=float(world.terrain.heights[0, 0]))
        surface = replace(
            surface, classes=surface.classes[:1, :1], spacing=size, x_west=terrain.x_west, y_south=terrain.y_south
        )
        objects = _repeated(terrain, objects, shifts)
    shown = World(
        fleets=fleets, terrain=terrain, surface=surface, objects=objects, roads=roads, dt=dt,
        name=batch.task.name, can_step=False,
    )  # fmt: skip
    shown.vehicles.driver[:] = SCRIPT
    return shown


def _bays(batch: Batch, rows: NDArray[np.intp], shifts: Floats) -> list[Road]:
    """Return a strip of asphalt for each bay, if the bays stay where they are."""
    episode, content = batch.episode, batch.task.content
    moves = any(least < most for least, most in content.goal.intervals.values())
    if content.start is None or moves or not has_goal(batch.task):
        return []
    place = float(episode.goal_x[0]), float(episode.goal_y[0]), float(episode.goal_yaw[0])
    corners = bay(Vehicles(batch.world.fleets[0]).drawing(int(rows[0])), batch.task, place)
    ends = 0.5 * np.stack([corners[0] + corners[3], corners[1] + corners[2]])
    width = float(np.linalg.norm(corners[3] - corners[0]))
    return [Road(ends + shift, width, "dry-asphalt") for shift in shifts.T]


def _repeated(terrain: Terrain, objects: Objects, shifts: Floats) -> Objects:
    """Return the objects, once for each shift."""
    count = shifts.shape[1]
    return place_objects(
        terrain,
        x=(objects.x + shifts[0][:, None]).ravel(),
        y=(objects.y + shifts[1][:, None]).ravel(),
        **{name: np.tile(getattr(objects, name), count) for name in ("radius", "height", "yaw", "kind")},
    )
