"""Worlds that run and are shown: the pacer of each, the hub of its browsers, its files, and the change to the next.

The server shows one world at a time; its id identifies the world that a browser has loaded.
"""

import gc
import threading
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, TypeVar

from ....base.errors import ViewerError
from ....recording.playback import Playback
from ....world.clock import Pacer
from ....world.sources.player import Player
from ..frames.wire import MAX_VEHICLES
from ..hub import Hub
from ..people.admission import Admission
from .static import File, world_files

if TYPE_CHECKING:
    from ....world import World
    from ..scenario_choice import ScenarioChoice

T = TypeVar("T")


class LiveWorld:
    """A world with all that shows it, between `start` and `stop`.

    Args:
        world: to run and show; its observers and sources are restored at the end.
        choice: scenarios that may replace it.
        pacer: runs the world in real time; a new one by default. One that runs a ``Playback`` shows a recording.
        admission: links and passes, which instructors may change.
        max_clients: browsers at most.
        is_ready: whether it may run; until `be_ready`, browsers see its vehicles stand still.

    Raises:
        ViewerError: the world is too large for the wire format.
    """

    def __init__(
        self,
        world: "World",
        *,
        choice: "ScenarioChoice",
        pacer: Pacer | None = None,
        admission: Admission | None = None,
        max_clients: int = 32,
        is_ready: bool = True,
    ) -> None:
        _check_size(world)
        self.world, self.pacer = world, pacer or Pacer(world)
        if isinstance(self.pacer.world, Playback):
            self.pacer.world.on_end = self.pacer.pause
        self._player, is_own_player = _player_of(world)
        self.hub = Hub(
            world,
            player=self._player,
            pacer=self.pacer,
            max_clients=max_clients,
            choice=choice,
            admission=admission,
        )
        self.id = self.hub.world_id
        self.files: dict[str, File] = world_files(world, self.id)
        self._count = world.count
        self._observers = [self, *self.hub.observers]
        self._sources = [self._player] if is_own_player else []
        self._state: Literal["new", "running", "stopped"] = "new"
        self._lock, self._is_ready = threading.Lock(), is_ready

    def observe(self, world: "World") -> None:
        """Send the browsers to a new description of the world if its table of vehicles has grown."""
        if world.count == self._count:
            return
        _check_size(world)
        self._count = world.count
        self.hub.fit()
        self.id = self.hub.world_id
        self.files = world_files(world, self.id)

    def be_ready(self) -> None:
        """Allow `start` to run the world."""
        self._is_ready = True

    def start(self) -> None:
        """Run the world, observed; nothing happens if it is not ready, runs already, or was stopped."""
        with self._lock:
            if self._state != "new" or not self._is_ready:
                return
            self._state = "running"
            self.world.observers += self._observers
            self.world.sources += self._sources
            self.pacer.start()

    def stop(self) -> None:
        """End after the current step; the vehicles that drivers had go back to their autopilots.

        May be called twice, before `start`, and from several threads: the world is left as it was, and stays so.
        """
        with self._lock:
            state, self._state = self._state, "stopped"
            if state != "running":
                return
            self.pacer.stop()
            if self._player in self._sources:
                self._player.read(self.world)
            self.world.observers[:] = _without(self.world.observers, self._observers)
            self.world.sources[:] = _without(self.world.sources, self._sources)


def _check_size(world: "World") -> None:
    if world.count > MAX_VEHICLES:
        raise ViewerError(f"the world has {world.count} vehicles; the live page shows at most {MAX_VEHICLES}")


def _without(present: Iterable[T], ours: Sequence[object]) -> list[T]:
    """Return the entries of ``present`` that are not in ``ours``."""
    return [one for one in present if not any(one is other for other in ours)]


def _player_of(world: "World") -> tuple[Player, bool]:
    """Return the world's player, or a new one; and whether it is new."""
    for source in world.sources:
        if isinstance(source, Player):
            return source, False
    return Player(), True


class Succession:
    """The world that is shown, and those before it until they have stopped; thread-safe.

    A new world is shown at once. It runs when it is ready and the one before has stopped, which takes as long as a
    step. The server may end meanwhile: then `end` waits for the step, stops whatever runs, and no world starts
    afterwards.

    Args:
        first: the world to begin with; None while it is being built.
    """

    def __init__(self, first: LiveWorld | None = None) -> None:
        self._lock = threading.Lock()
        self._before: list[LiveWorld] = []  # that are no longer shown and may still run
        self._shown = first
        self._has_ended = False

    @property
    def shown(self) -> LiveWorld | None:
        """The newest world; None before the first."""
        return self._shown

    def show(self, new: LiveWorld) -> LiveWorld | None:
        """Show a world, which `advance` starts; return the one before, which runs until then."""
        before, self._shown = self._shown, new
        if before is not None:
            self._before.append(before)
        return before

    def advance(self) -> None:
        """Stop the worlds that are no longer shown and run the one that is, unless the succession has ended."""
        with self._lock:
            is_change = bool(self._before)
            self._stop_those_before()
            if is_change:
                _free_garbage()
            if self._shown is not None and not self._has_ended:
                self._shown.start()

    def end(self) -> None:
        """Stop all worlds; no world starts afterwards."""
        with self._lock:
            self._has_ended = True
            self._stop_those_before()
            if self._shown is not None:
                self._shown.stop()

    def _stop_those_before(self) -> None:
        while self._before:
            self._before.pop().stop()


def _free_garbage() -> None:
    """Collect the objects of a world that has ended, although they were frozen for the garbage collector."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
