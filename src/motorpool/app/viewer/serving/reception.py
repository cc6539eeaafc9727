"""Messages from browsers: inputs, acknowledgements, viewpoints and commands, each within the budget of its sender.

A client that breaks a rule is disconnected with the reason; a command that is not allowed is refused in a sentence.
"""

import asyncio
import dataclasses
import logging
from typing import TYPE_CHECKING, cast

from ....base.errors import ViewerError, WorldError
from ....world.sources.actions import Action
from ....world.sources.command import INSTRUCTOR, Command, purpose_of
from ..client import Client
from ..frames.interest import Viewpoint
from ..schema import live
from ..schema.binary import NO_VEHICLE
from ..schema.page_commands import decode
from ..session_commands import SessionCommand
from ..topics.drivers import DriversTopic
from . import binary_messages
from .client_log import ClientLog

if TYPE_CHECKING:
    from ..hub import Hub

NOT_UNDERSTOOD = 1003  # close codes of RFC 6455
BROKE_A_RULE = 1008  # code with which a websocket is closed (RFC 6455, 7.4.1)
TOO_LARGE = 1009  # likewise

_logger = logging.getLogger(__name__)


class Reception:
    """Receives the messages of all clients of a hub, in the server's thread."""

    def __init__(self, hub: "Hub") -> None:
        self._hub = hub
        self.log = ClientLog(_logger, clock=hub.clock)

    async def listen(self, client: Client) -> None:
        """Receive the messages of a client until it leaves, or breaks a rule."""
        while (message := await client.receive()) is not None:
            if not client.budget.spend():
                await self._disconnect_client(client, BROKE_A_RULE, "too many messages a second")
                return
            if isinstance(message, str) and len(message.encode()) > live.MAX_TEXT_BYTES:
                await self._disconnect_client(client, TOO_LARGE, f"a text message is over {live.MAX_TEXT_BYTES} bytes")
                return
            try:
                await self._receive(client, message)
            except ViewerError as error:
                await self._disconnect_client(client, NOT_UNDERSTOOD, str(error))
                return

    async def _disconnect_client(self, client: Client, code: int, reason: str) -> None:
        self.log.warn(client.shown.address, f"a browser was disconnected: {reason}")
        await client.close(code, reason)

    async def _receive(self, client: Client, message: str | bytes) -> None:
        if isinstance(message, str):
            await self._execute(client, decode(message))
            return
        received = binary_messages.decode_binary(message)
        if isinstance(received, binary_messages.Acknowledgement):
            client.acknowledge(received.frame)
        elif isinstance(received, Viewpoint):
            self._look(client, received)
        elif client.accept_input(received.sequence):
            self._hub.drivers.set_controls(client.name, received)

    def _look(self, client: Client, viewpoint: Viewpoint) -> None:
        """Set the viewpoint of the client's area of interest, and of its ruts; a small world sends every vehicle.

        Raises:
            ViewerError: the camera's vehicle does not exist.
        """
        last = self._hub.world.count - 1
        if max(viewpoint.target, viewpoint.selected) > last:
            raise ViewerError(f"a camera looks at vehicle {max(viewpoint.target, viewpoint.selected)} of 0 to {last}")
        if client.interest is not None:
            client.interest.viewpoint = viewpoint
        for stream in client.streams:
            stream.look(viewpoint)

    async def _execute(self, client: Client, command: Command) -> None:
        """Check that the sender may send a command, and carry it out."""
        if self._hub.only_watched and command.changes_world:
            reason = self._hub.only_watched
        elif command.is_costly and not client.costly_budget.spend():
            reason = "that is too much at once; wait a moment and ask again"
        elif command.sender == INSTRUCTOR and client.role != INSTRUCTOR:
            reason = f"only an instructor may {purpose_of(command)}"
        else:
            reason = await self._carry_out(client, command)
        if reason is not None:
            await client.refuse(reason)
        self._hub.refresh(DriversTopic)

    async def _carry_out(self, client: Client, command: Command) -> str | None:
        """Carry out a command, or put it into the mailbox of the world; return a sentence if it is refused."""
        try:
            if isinstance(command, SessionCommand):
                return await command.apply(self._hub, client)
            action = cast(Action, command)
            if action.is_of_own_vehicle:
                vehicle = self._hub.drivers.vehicle_of(client.name)
                if vehicle == NO_VEHICLE:
                    return action.without_vehicle or None
                action = dataclasses.replace(action, vehicle=vehicle)
            if action.takes_long:
                self._hub.run_in_background(self._prepare_in_thread(client, action))
            else:
                action.prepare(self._hub.world)
                self._hub.player.send(action, self._hub.answer_to(client))
        except (ViewerError, WorldError) as error:
            return str(error)
        return None

    async def _prepare_in_thread(self, client: Client, action: Action) -> None:
        """Prepare an action for seconds, and put it into the mailbox unless the vehicle has another driver by then."""
        try:
            await asyncio.to_thread(action.prepare, self._hub.world)
            if not action.is_of_own_vehicle or self._hub.drivers.vehicle_of(client.name) == vars(action)["vehicle"]:
                self._hub.player.send(action, self._hub.answer_to(client))
        except WorldError as error:
            self._hub.answer_to(client)(str(error))
