"""Where browsers and world meet: frames out to every client, inputs and commands in to the simulation.

All of it runs in the server's thread. Two doors lead to the simulation's: `Hub.post`, which never waits, and the
player's mailbox. A client that misbehaves is told why and sent away; the others notice nothing.
"""

import asyncio
import contextlib
import logging
import re
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from ..errors import ViewerError, WorldError
from . import commands
from .broadcast import Broadcast, Frame
from .client import Client, Role, credit_for
from .connections import address_of
from .fire import FireNews
from .names import Names
from .places import places_message, save_place
from .said import encode
from .schema import live
from .seats import Bearer, Seats
from .trailers import TrailerNews

if TYPE_CHECKING:
    from ..clock import Pacer
    from ..sources.player import Player
    from ..world import World

HEARTBEAT = 0.1  # between looks at silent drivers and a silent world [s]
QUIET = 0.25  # without a world step before the hub makes a frame itself, so that a paused world is seen [s]
ALIVE = 2.0  # a connection that said something so recently is not a dead one to be replaced [s]

NOT_UNDERSTOOD = 1003  # close codes of RFC 6455
BROKE_A_RULE = 1008
TOO_LARGE = 1009
REPLACED = 4001  # ours: the same browser opened a newer connection

# A browser may vanish at any await: before a send, in it, or after the server said goodbye.
ORDINARY_ENDS = (WebSocketDisconnect, TimeoutError, RuntimeError)

_NAME = re.compile(r"[A-Za-z0-9_-]{22}")  # what secrets.token_urlsafe(16) makes
_logger = logging.getLogger(__name__)


class Hub:
    """The clients of one world."""

    def __init__(
        self,
        world: "World",
        *,
        player: "Player",
        pacer: "Pacer",
        rate_hz: float = 30.0,
        max_clients: int = 32,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.broadcast = Broadcast(pacer, listener=self.post, rate_hz=rate_hz, clock=clock)
        self.fire = FireNews(world, clock=clock)
        self.trailers = TrailerNews(world, clock=clock)
        self.clients: dict[str, Client] = {}
        self._world, self._pacer, self._clock = world, pacer, clock
        self._seats = Seats(player, vehicle_count=world.count, clock=clock)
        self._names = Names()
        self._told_drivers = ""  # the newest word on who drives what
        self._credit, self._max_clients = credit_for(rate_hz), max_clients
        self._loop: asyncio.AbstractEventLoop | None = None
        self._newest: Frame | None = None
        self._is_waking = False
        self._jobs: set[asyncio.Task[None]] = set()  # that take longer than listening may wait

    @property
    def is_full(self) -> bool:
        """Whether no further client is let in."""
        return len(self.clients) >= self._max_clients

    def post(self, frame: Frame) -> None:
        """Hand a frame over from any thread; a newer one replaces it if the server's thread is late."""
        self._newest = frame
        if self._loop is not None and not self._is_waking:
            self._is_waking = True
            with contextlib.suppress(RuntimeError):  # the loop closed: the server has stopped
                self._loop.call_soon_threadsafe(self._deliver)

    async def run(self) -> None:
        """Look after drivers and a paused world until the simulation fails."""
        self._loop = asyncio.get_running_loop()
        try:
            while self._pacer.error is None:
                self._seats.tend()
                self._tell_drivers()
                if self.clients and self.broadcast.is_quiet(QUIET):
                    self.broadcast.publish(self._world)
                await asyncio.sleep(HEARTBEAT)
        finally:
            self._seats.release_all()

    async def attend(self, socket: WebSocket, *, asked_name: str, role: Role) -> None:
        """Serve one browser from its first message to its last."""
        client = Client(
            socket,
            name=self._name_for(asked_name),
            role=role,
            credit=self._credit,
            address=address_of(socket.client.host if socket.client else ""),
            clock=self._clock,
        )
        before = self.clients.get(client.name)
        self.clients[client.name] = client
        try:
            await self._welcome(client)
            await first_to_end(client.send_frames(), self._listen(client), _replace(before))
        finally:
            self._part(client)

    async def _welcome(self, client: Client) -> None:
        self._enter_vehicle(client, self._seats.come_back(client.name))
        await client.say({"type": "welcome", "client": client.name, "role": client.role, "vehicle": client.vehicle})
        client.tell("drivers", self._drivers())
        for news in (self.fire, self.trailers):
            for topic, text in news.standing():
                client.tell(topic, text)
        client.tell("places", places_message(self._world))

    def _name_for(self, asked: str) -> str:
        """The asked name, or a new one if it is none of ours or belongs to somebody who is here (a copied tab)."""
        present = self.clients.get(asked)
        is_taken = present is not None and self._clock() - present.heard < ALIVE
        return secrets.token_urlsafe(16) if is_taken or not _NAME.fullmatch(asked) else asked

    def _part(self, client: Client) -> None:
        if self.clients.get(client.name) is client:
            del self.clients[client.name]
            self._seats.leave(client.name)
        self._note_watched()

    def _enter_vehicle(self, client: Client, vehicle: int) -> None:
        client.vehicle = vehicle
        self._note_watched()

    def _note_watched(self) -> None:
        self.broadcast.driven = frozenset(one.vehicle for one in self.clients.values() if one.vehicle >= 0)
        self.broadcast.watched = frozenset(one.watching for one in self.clients.values() if one.watching >= 0)
        for observer in (self.broadcast, self.fire, self.trailers):
            observer.has_audience = bool(self.clients)

    def _drivers(self) -> str:
        """Who drives what."""
        seats = self._seats.occupied()
        self._names.keep_only(self.clients.keys() | set(seats.values()))
        drivers: list[live.Driver] = [
            {"vehicle": vehicle, "name": self._names.of(client)} for vehicle, client in seats.items()
        ]
        return encode({"type": "drivers", "drivers": drivers})

    def _tell_drivers(self) -> None:
        """Tell everybody who drives what, if it has changed."""
        before, self._told_drivers = self._told_drivers, self._drivers()
        if self._told_drivers != before:
            self._tell_all("drivers", self._told_drivers)

    def _tell_all(self, topic: str, text: str) -> None:
        for client in self.clients.values():
            client.tell(topic, text)

    def _deliver(self) -> None:
        self._is_waking = False
        for news in (self.fire, self.trailers):
            for topic, text in news.news():
                self._tell_all(topic, text)
        if self._newest is not None:
            for client in self.clients.values():
                client.offer(self._newest)

    async def _listen(self, client: Client) -> None:
        while (message := await client.receive()) is not None:
            if not client.budget.spend():
                await self._send_away(client, BROKE_A_RULE, "too many messages a second")
                return
            if isinstance(message, str) and len(message.encode()) > live.MAX_TEXT_BYTES:
                await self._send_away(client, TOO_LARGE, f"a text message is over {live.MAX_TEXT_BYTES} bytes")
                return
            try:
                await self._obey(client, message)
            except ViewerError as error:
                await self._send_away(client, NOT_UNDERSTOOD, str(error))
                return

    async def _send_away(self, client: Client, code: int, reason: str) -> None:
        _logger.warning("a browser was sent away: %s", reason)
        await client.close(code, reason)

    async def _obey(self, client: Client, message: str | bytes) -> None:
        if isinstance(message, str):
            await self._command(client, live.decode(message))
            return
        said = commands.decode_binary(message)
        if isinstance(said, commands.Acknowledgement):
            client.acknowledge(said.frame)
        elif client.accept_input(said.sequence):
            self._seats.drive(client.name, said)

    async def _command(self, client: Client, command: live.Command) -> None:
        match command:
            case live.Take(vehicle):
                await self._take(client, vehicle)
            case live.Release():
                self._seats.release(client.name)
                self._enter_vehicle(client, -1)
                await client.say({"type": "released"})
            case _ if isinstance(command, live.FAVOURS) and not client.favours.spend():
                await self._refuse(client, "that is too much at once; wait a moment and ask again")
            case live.Teleport():
                self._seats.teleport(client.name, command, self._answer_to(client))
            case live.Dynamics(is_on):
                self._aside(self._set_dynamics(client, is_on=is_on))
            case live.Place():
                await self._save_place(client, command)
            case live.Name(name):
                self._names.call(client.name, name)
            case live.Aim(yaw, elevation):
                self.fire.aim(client.vehicle, yaw=yaw, elevation=elevation)
            case live.Fire():
                await self._refuse(client, self.fire.fire(client.vehicle))
            case live.Watch(vehicle):
                await self._watch(client, vehicle)
            case live.Switch():
                self._seats.switch(client.name, command)
            case _ if client.role != "instructor":
                await self._refuse(client, "only an instructor may pause, step, repair or change the rate")
            case live.Repair(vehicle):
                self.fire.repair(vehicle)
            case _:
                self._pace(command)
        self._tell_drivers()

    async def _refuse(self, client: Client, reason: str | None) -> None:
        if reason is not None:
            await client.say({"type": "refused", "reason": reason})

    async def _take(self, client: Client, vehicle: int) -> None:
        reason = self._seats.take(client.name, vehicle, bearer=Bearer(client.role, client.address))
        if reason is not None:
            await client.say({"type": "refused", "reason": reason})
            return
        self._enter_vehicle(client, vehicle)
        await client.say({"type": "taken", "vehicle": vehicle})

    async def _watch(self, client: Client, vehicle: int) -> None:
        if vehicle >= self._world.count:
            last = self._world.count - 1
            await self._refuse(client, f"there is no vehicle {vehicle}; their numbers go from 0 to {last}")
            return
        client.watching = vehicle
        self._note_watched()

    async def _save_place(self, client: Client, place: live.Place) -> None:
        await self._refuse(client, save_place(self._world, place))
        self._tell_all("places", places_message(self._world))

    def _aside(self, job: Coroutine[Any, Any, None]) -> None:
        """Do a job while the client is listened to."""
        task = asyncio.create_task(job)
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    async def _set_dynamics(self, client: Client, *, is_on: bool) -> None:
        """Make the other model ready, for it may have to be compiled, and change to it then."""
        answer, vehicle = self._answer_to(client), client.vehicle
        try:
            await asyncio.to_thread(self._world.model_switching.prepare, vehicle)
        except WorldError as error:
            answer(str(error))
        else:
            self._seats.set_dynamics(client.name, vehicle, is_on=is_on, answer=answer)

    def _answer_to(self, client: Client) -> Callable[[str | None], None]:
        """Tells the client why not, from any thread."""

        def answer(reason: str | None) -> None:
            if reason is not None and self._loop is not None:
                with contextlib.suppress(RuntimeError):  # the loop closed: the server has stopped
                    text = encode({"type": "refused", "reason": reason})
                    self._loop.call_soon_threadsafe(client.tell, "refused", text)

        return answer

    def _pace(self, command: live.Command) -> None:
        if isinstance(command, live.Pause):
            self._pacer.pause()
        elif isinstance(command, live.Resume):
            self._pacer.resume()
        elif isinstance(command, live.Step):
            self._pacer.step_once()
        elif isinstance(command, live.Rate):
            self._pacer.rate = command.value


async def _replace(before: Client | None) -> None:
    """Tell an older connection of the same browser that it is over, and then wait for ever."""
    if before:
        with contextlib.suppress(*ORDINARY_ENDS):
            await before.close(REPLACED, "a newer connection of this browser took over")
    await asyncio.Event().wait()


async def first_to_end(*jobs: Coroutine[Any, Any, None]) -> None:
    """Run the jobs together until one ends, then end the others."""
    tasks = [asyncio.create_task(job) for job in jobs]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception):
                raise result
