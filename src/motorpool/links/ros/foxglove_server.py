"""Live data for Foxglove: the topics that recordings have (``observers.mcap_recorder``), by ``foxglove-sdk``.

The server only publishes: clients cannot command vehicles. It listens on the loopback interface.
"""

from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.errors import RosError, require
from ...models.periods import is_due
from ...recording.columns import QUANTITIES
from ...recording.description import fleets_in, made_of
from ...recording.formats import VehicleRows
from ...recording.foxglove_messages import message_class, nanoseconds_of
from ...recording.mcap_recorder import LOCATIONS_EVERY, FleetChannels, locator

if TYPE_CHECKING:
    from ...world import World

HOST, PORT = "127.0.0.1", 8766  # Foxglove's own default, 8765, is that of the page
RATE = 30.0  # of poses and states [Hz]
SCENE_EVERY = 2.0  # after which the shapes are sent again, for clients that came meanwhile [s]
PURPOSE = "live data for Foxglove"


class FoxgloveServer:
    """Server for Foxglove, an observer of a world.

    Args:
        world: to show.
        port: 0 for any free one.

    Raises:
        RosError: the port cannot be had.
    """

    def __init__(self, world: "World", *, host: str = HOST, port: int = PORT):
        self._sdk = require("foxglove", extra="ros", purpose=PURPOSE)
        self._world, self._context = world, self._sdk.Context()
        self._channels: list[Any] = []
        self._fleets: list[FleetChannels] = []
        self._sent: dict[str, float] = {}  # simulated times [s]
        self._fit()
        time = [self._sdk.websocket.Capability.Time]
        try:
            self._server = self._sdk.start_server(
                name="motorpool", host=host, port=port, context=self._context, capabilities=time
            )
        except (RuntimeError, OSError, ValueError, OverflowError) as error:
            raise RosError(
                f"port {port} of {host} cannot be served ({error}); choose another with --foxglove-port"
            ) from error
        self.port = int(self._server.port)
        self.url = f"ws://{host}:{self.port}"
        world.observers.append(self)

    def __enter__(self) -> "FoxgloveServer":
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the server."""
        if self in self._world.observers:
            self._world.observers.remove(self)
        self._server.stop()

    def channel(self, topic: str, schema: str) -> int:
        """Return the number of a new channel for a message of that name."""
        message = message_class(schema)
        files = require("mcap_protobuf.schema", extra="app", purpose=PURPOSE).build_file_descriptor_set(message)
        known = self._sdk.Schema(
            name=message.DESCRIPTOR.full_name, encoding="protobuf", data=files.SerializeToString()
        )  # fmt: skip
        self._channels.append(
            self._sdk.Channel(topic, schema=known, message_encoding="protobuf", context=self._context)
        )  # fmt: skip
        return len(self._channels) - 1

    def observe(self, world: "World") -> None:
        """Send the messages of a step."""
        if not is_due(world.tick, world.dt, rate=RATE):
            return
        if world.count != self._count:
            self._fit()
        is_located, shows_scene = self._is_due("locations", LOCATIONS_EVERY), self._is_due("scene", SCENE_EVERY)
        time = nanoseconds_of(world.time)
        self._server.broadcast_time(time)
        for fleet in self._fleets:
            fleet.shows_scene |= shows_scene
            state = {
                quantity.name: np.asarray(getattr(world.vehicles, quantity.name)[fleet.places], np.float64)
                for quantity in QUANTITIES
            }
            for channel, stamp, data in fleet.messages(state, time, is_located=is_located):
                self._channels[channel].log(data, log_time=stamp)

    def _is_due(self, name: str, every: float) -> bool:
        """Return, once, whether a time [s] has passed since the last call, or the world was set back."""
        now, last = self._world.time, self._sent.get(name)
        if last is not None and 0.0 <= now - last < every:
            return False
        self._sent[name] = now
        return True

    def _fit(self) -> None:
        """Open channels for the fleets that the world has now."""
        for channel in self._channels:
            channel.close()
        self._channels.clear()
        about = made_of(self._world)
        fleets = VehicleRows.of({"fleets": fleets_in(self._world.fleets)}).fleets
        locate = locator(about["terrain"])
        self._fleets = [FleetChannels(self, fleet, number, locate) for number, fleet in enumerate(fleets)]
        self._count = self._world.count
