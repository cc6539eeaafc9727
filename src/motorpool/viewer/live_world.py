"""A world that runs and is shown: its pacer, the hub of its browsers, and its files.

The server shows one after the other; a browser knows by the id which one it has loaded.
"""

from typing import TYPE_CHECKING

from ..clock import Pacer
from ..errors import ViewerError
from ..observers.playback import Playback
from ..sources.player import Player
from .hub import Hub
from .static import File, world_files
from .wire import MAX_VEHICLES

if TYPE_CHECKING:
    from ..world import World
    from .scenario_choice import ScenarioChoice


class LiveWorld:
    """A world with all that shows it, between `start` and `stop`.

    Args:
        world: to run and show; it is left as it is in the end.
        choice: the scenarios that may take its place.
        pacer: runs the world in real time; a new one by default. One that runs a ``Playback`` shows a recording.
        max_clients: browsers at most.

    Raises:
        ViewerError: the world is too large for the wire format.
    """

    def __init__(
        self, world: "World", *, choice: "ScenarioChoice", pacer: Pacer | None = None, max_clients: int = 32
    ) -> None:
        if world.count > MAX_VEHICLES:
            raise ViewerError(f"the world has {world.count} vehicles; the live page shows at most {MAX_VEHICLES}")
        self.world, self.pacer = world, pacer or Pacer(world)
        if isinstance(self.pacer.world, Playback):
            self.pacer.world.on_end = self.pacer.pause
        self._player, self._own_player = _player_of(world)
        self.hub = Hub(world, player=self._player, pacer=self.pacer, max_clients=max_clients, choice=choice)
        self.id = self.hub.world_id
        self.files: dict[str, File] = world_files(world, self.id)
        # Messages of what happened go out with the frame, so the broadcast is the last.
        hub = self.hub
        self._observers = [hub.rewinding.history, hub.fire, hub.trailers, hub.remotes, hub.broadcast]

    def start(self) -> None:
        """Let the world run, observed."""
        self.world.observers += self._observers
        self.world.sources += [self.hub.fire.gunner, self.hub.weather.instructor]
        if self._own_player:
            self.world.sources.append(self._player)
        self.pacer.start()

    def stop(self) -> None:
        """End after the current step; the vehicles that drivers had go back to their autopilots."""
        self.pacer.stop()
        for observer in self._observers:
            self.world.observers.remove(observer)
        self.world.sources.remove(self.hub.fire.gunner)
        self.world.sources.remove(self.hub.weather.instructor)
        if self._own_player:
            self._player.read(self.world)
            self.world.sources.remove(self._player)


def _player_of(world: "World") -> tuple[Player, bool]:
    """The world's player, or a new one and the word that it is ours to add."""
    for source in world.sources:
        if isinstance(source, Player):
            return source, False
    return Player(), True
