"""Hub between browsers and world: sends frames to all clients, passes inputs and commands to the simulation.

It runs in the server's thread. It shares two objects with the simulation's thread: the newest frame (`Hub.post`, which
never waits) and the mailbox of the player. A client that breaks a rule is disconnected with the reason.
"""

import asyncio
import contextlib
import dataclasses
import logging
import re
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, cast

from starlette.websockets import WebSocket, WebSocketDisconnect

from ..errors import ViewerError, WorldError
from ..observers.playback import Playback
from ..sources.actions import Action
from ..sources.command import INSTRUCTOR, Command, purpose_of
from ..world.drivers.kinds import ABSENT
from . import binary_messages
from .access import Pass
from .admission import PEOPLE, Admission
from .bookmarks import Bookmarks
from .broadcast import AnyFrame, Broadcast, SampledFrame
from .census import SMALL_WORLD
from .client import Client, credit_for
from .client_log import ClientLog
from .driver_assignment import NO_PASS, DriverAssignment
from .driver_names import Names
from .fire import GunneryUpdates
from .interest import Interest, Viewpoint, select_for
from .json_encoding import encode
from .places import Places
from .remotes import TOPIC as REMOTES
from .remotes import RemoteUpdates
from .ruts import RutStream, RutUpdates
from .scenario_choice import ScenarioChoice
from .schema import live
from .schema.binary import NO_VEHICLE
from .schema.page_commands import decode
from .session_commands import SessionCommand
from .standing import TOPIC as STANDING
from .standing import StandingUpdates
from .time_travel import IS_ELSEWHERE, IS_RECORDING, Rewinding, recording_message
from .trailers import TOPIC as TRAILERS
from .trailers import TrailerUpdates
from .weather import WeatherUpdates

if TYPE_CHECKING:
    from ..clock import Pacer
    from ..sources.player import Player
    from ..world import World

HEARTBEAT = 0.1  # between checks for silent drivers and a paused world [s]
MOST_REMOTES = 100  # vehicles in a message about remote vehicles in a large world: 7 kB a second
MOST_LORRIES = 100  # vehicles in a message about trailers in a large world: 25 kB a second
QUIET = 0.25  # time without a step after which the hub makes a frame, so that a paused world is shown [s]
GOODBYE = 1.0  # time that a replaced world waits for its browsers to disconnect [s]
ALIVE = 2.0  # a connection with a message within this time is not replaced by a newer one [s]

NOT_UNDERSTOOD = 1003  # close codes of RFC 6455
BROKE_A_RULE = 1008
TOO_LARGE = 1009
REPLACED = 4001  # application-defined: the same browser opened a newer connection
FOR_INSTRUCTORS = 4  # reserved places
OTHER_WORLD = 4002  # application-defined: another world has replaced this one

# A browser may disconnect at any await.
ORDINARY_ENDS = (WebSocketDisconnect, TimeoutError, RuntimeError)

_NAME = re.compile(r"[A-Za-z0-9_-]{22}")  # the form of secrets.token_urlsafe(16)
_logger = logging.getLogger(__name__)


class Hub:
    """Clients of one world."""

    def __init__(
        self,
        world: "World",
        *,
        player: "Player",
        pacer: "Pacer",
        choice: ScenarioChoice | None = None,
        admission: Admission | None = None,
        rate_hz: float = 30.0,
        max_clients: int = 32,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.broadcast = Broadcast(pacer, listener=self.post, rate_hz=rate_hz, clock=clock)
        self.fire = GunneryUpdates(world, clock=clock)
        self.trailers = TrailerUpdates(world, clock=clock)
        self.remotes = RemoteUpdates(world, clock=clock)
        self.standing = StandingUpdates(world, clock=clock)
        self.weather = WeatherUpdates(world)
        self.ruts = RutUpdates(clock=clock)
        self.clients: dict[str, Client] = {}
        self.world, self.player, self.pacer, self._clock = world, player, pacer, clock
        self.playback = pacer.world if isinstance(pacer.world, Playback) else None
        self._only_watched = IS_RECORDING if self.playback else "" if pacer.world is world else _reason(pacer)
        self.rewinding = Rewinding(world, player=player, pacer=pacer)
        self._sent_history = ""  # the newest message about it
        self.places = Places(max_clients, for_instructors=FOR_INSTRUCTORS)
        self.drivers = DriverAssignment(
            player, vehicle_count=world.count, most_of_key=self.places.for_drivers, clock=clock
        )
        self.names, self.bookmarks, self.admission = Names(), Bookmarks(world), admission or Admission()
        self._log = ClientLog(_logger, clock=clock)
        self.world_id = secrets.token_urlsafe(8)  # by which a browser recognises that it has loaded another world
        self.choice = choice or ScenarioChoice()
        self._sent_drivers, self._sent_people = "", ""  # the newest messages about them
        self._credit = credit_for(rate_hz)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._newest: AnyFrame | None = None
        self._is_waking = False
        self._is_showing = False  # the paused world, as soon as its step has ended
        self._jobs: set[asyncio.Task[None]] = set()  # tasks that must not delay the reading of messages

    def fit(self) -> None:
        """Show the vehicles that were added to the world: browsers load it again; in the simulation's thread."""
        self.broadcast.fit()
        for updates in (self.fire, self.trailers, self.remotes, self.standing):
            updates.fit(self.world)
        self.drivers.vehicle_count, self.world_id = self.world.count, secrets.token_urlsafe(8)
        self.call_in_loop(self._close_all)

    def post(self, frame: AnyFrame) -> None:
        """Pass a frame to the server's thread, from any thread; a newer frame replaces one that still waits."""
        self._newest = frame
        if self._loop is not None and not self._is_waking:
            self._is_waking = True
            self.call_in_loop(self._deliver)

    async def run(self) -> None:
        """Release vehicles of absent drivers and send frames of a paused world, until the simulation fails."""
        self._loop = asyncio.get_running_loop()
        try:
            while self.pacer.error is None:
                self.drivers.update(is_valid=self._is_valid)
                self._release_removed()
                self._send_drivers()
                self._send_people()
                self._log.tell_left_out()
                self._send_history()
                if self.clients and self.broadcast.is_quiet(QUIET):
                    self._show_quiet_world()
                await asyncio.sleep(HEARTBEAT)
        finally:
            self.drivers.release_all()

    def _show_quiet_world(self) -> None:
        """Make a frame without a step.

        A paused world is read by the thread that steps it, after the step in which it was paused: a frame that says
        paused has the tick at which the world stands. Where a step takes long, the frame comes in the middle of it.
        """
        if not (self.pacer.is_paused and self.pacer.is_running):
            self.broadcast.publish(self.world)
        elif not self._is_showing:
            self._is_showing = True
            self.pacer.between_steps(self._show_paused_world)

    def _show_paused_world(self) -> None:
        self._is_showing = False
        self.standing.look(self.world)  # a recording that is paused may show another moment now
        self.trailers.observe(self.world)
        self.fire.look_at_turrets()
        self.ruts.observe(self.world)
        self.broadcast.publish(self.world)

    async def serve(self, socket: WebSocket, *, asked_name: str, shown: Pass) -> None:
        """Serve one browser from its first message to its last.

        Args:
            socket: accepted connection of the browser.
            asked_name: id that the browser asks for, from an earlier connection.
            shown: pass of the browser.
        """
        client = Client(
            socket,
            name=self._name_for(asked_name),
            shown=shown,
            credit=self._credit,
            interest=Interest(rate_hz=self.broadcast.rate_hz) if self.world.count > SMALL_WORLD else None,
            ruts=RutStream() if self.world.ruts.is_on else None,
            clock=self._clock,
        )
        before = self.clients.get(client.name)
        self.clients[client.name] = client
        try:
            await self._welcome(client)
            await first_to_end(client.send_frames(), self._listen(client), _replace(before))
        finally:
            self._remove(client)

    def tell_session(self) -> None:
        """Send the state of the session to all clients."""
        self.queue_for_all("session", encode(self.choice.state()))

    async def send_away(self) -> None:
        """Close all connections, because another world is shown now."""
        self._close_all()
        if self._jobs:
            await asyncio.wait(self._jobs, timeout=GOODBYE)

    def _close_all(self) -> None:
        for client in list(self.clients.values()):
            self.run_in_background(_close(client, OTHER_WORLD, "another world is shown now"))

    def _release_removed(self) -> None:
        """End the assignments of vehicles that were removed from the world."""
        driver = self.world.vehicles.driver
        for vehicle, name in self.drivers.by_vehicle().items():
            if vehicle >= len(driver) or driver[vehicle] == ABSENT:
                self.drivers.release(name)
                if (client := self.clients.get(name)) is not None:
                    self.set_vehicle(client, NO_VEHICLE)
                    self.run_in_background(self._tell_removed(client, vehicle))

    async def _tell_removed(self, client: Client, vehicle: int) -> None:
        with contextlib.suppress(*ORDINARY_ENDS):
            await client.send({"type": "released", "vehicle": vehicle, "is_parked": False})
            await self._refuse(client, f"vehicle {vehicle} was removed from the world")

    async def _welcome(self, client: Client) -> None:
        self.set_vehicle(client, self.drivers.reconnect(client.name))
        await client.send(
            {
                "type": "welcome",
                "client": client.name,
                "role": client.role,
                "person": self.names.number_of(client.name),
                "vehicle": client.vehicle,
                "world": self.world_id,
                "only_watched": self._only_watched,
            }
        )
        client.queue("session", encode(self.choice.state()))
        client.queue("drivers", self._drivers_message())
        for source in (self.fire, self.trailers, self.standing, self.weather):
            for topic, text in source.snapshot():
                client.queue(topic, text)
        client.queue("bookmarks", self.bookmarks.message(client))
        if client.role == "instructor":
            client.queue(PEOPLE, self._people_message())
        if self.playback is None:
            client.queue("history", self.rewinding.message())
        else:
            client.queue("recording", recording_message(self.playback))

    def _name_for(self, asked: str) -> str:
        """Return the requested id, or a new one if it is malformed or a connected client has it (a copied tab)."""
        present = self.clients.get(asked)
        is_taken = present is not None and self._clock() - present.heard < ALIVE
        return secrets.token_urlsafe(16) if is_taken or not _NAME.fullmatch(asked) else asked

    def _remove(self, client: Client) -> None:
        if self.clients.get(client.name) is client:
            del self.clients[client.name]
            self.drivers.disconnect(client.name)
        self.update_interest()

    def set_vehicle(self, client: Client, vehicle: int) -> None:
        """Set the vehicle that a client drives, -1 for none."""
        client.vehicle = vehicle
        self.update_interest()

    def update_interest(self) -> None:
        """Set the vehicles and areas that the observers report, from the clients."""
        self.broadcast.driven = frozenset(one.vehicle for one in self.clients.values() if one.vehicle >= 0)
        self.broadcast.watched = frozenset(one.watching for one in self.clients.values() if one.watching >= 0)
        for observer in (self.broadcast, self.fire, self.trailers, self.remotes, self.standing):
            observer.has_audience = bool(self.clients)
        self.ruts.streams = tuple(one.ruts for one in self.clients.values() if one.ruts is not None)
        self.broadcast.areas = tuple(one.interest for one in self.clients.values() if one.interest is not None)

    def _drivers_message(self) -> str:
        """Return the message that names the driver of each vehicle that has one."""
        clients = self.drivers.by_vehicle()
        self.names.keep_only(self.clients.keys() | set(clients.values()))
        drivers: list[live.Driver] = [self._driver(vehicle, client) for vehicle, client in clients.items()]
        return encode({"type": "drivers", "drivers": drivers})

    def _driver(self, vehicle: int, client: str) -> live.Driver:
        role = (self.drivers.bearer_of(client) or NO_PASS).role
        return {
            "vehicle": vehicle,
            "name": self.names.of(client),
            "mark": self.names.mark_of(client, may_rule=role == "instructor"),
            "role": role,
            "person": self.names.number_of(client),
        }

    def _is_valid(self, shown: Pass) -> bool:
        return not self.admission.access.refusal(shown)

    def _people_message(self) -> str:
        return self.admission.message(self.clients.values(), self.names)

    def _send_people(self) -> None:
        """Send people and bans to the instructors, if they have changed."""
        instructors = [client for client in self.clients.values() if client.role == "instructor"]
        before, self._sent_people = self._sent_people, self._people_message() if instructors else ""
        if self._sent_people != before:
            for client in instructors:
                client.queue(PEOPLE, self._sent_people)

    def _send_drivers(self) -> None:
        """Send the drivers to all clients, if they have changed."""
        before, self._sent_drivers = self._sent_drivers, self._drivers_message()
        if self._sent_drivers != before:
            self.queue_for_all("drivers", self._sent_drivers)

    def _send_history(self) -> None:
        """Send the reach of rewinding to all clients, if it has changed."""
        if self.playback is None and self.clients:
            before, self._sent_history = self._sent_history, self.rewinding.message()
            if self._sent_history != before:
                self.queue_for_all("history", self._sent_history)

    def queue_for_all(self, topic: str, text: str) -> None:
        """Send a message to every client, with the next frame."""
        for client in self.clients.values():
            client.queue(topic, text)

    def _deliver(self) -> None:
        self._is_waking = False
        for source in (self.fire, self.trailers, self.remotes, self.standing, self.weather):
            for topic, text in source.updates():
                self.queue_for_all(topic, text)
        if self._newest is None:
            return
        if isinstance(self._newest, SampledFrame):
            select_for(self.broadcast.areas, self._newest.census)
            self._queue_of_areas()
        is_sampled = isinstance(self._newest, SampledFrame)
        for client in self.clients.values():
            if is_sampled == (client.interest is not None):  # not a browser that loads the grown world right now
                client.offer(self._newest)

    def _queue_of_areas(self) -> None:
        """Send each browser of a large world the trailers, remote and standing vehicles near its camera."""
        sources = ((TRAILERS, self.trailers, MOST_LORRIES), (REMOTES, self.remotes, MOST_REMOTES))
        for topic, source, most in sources:
            if source.due():
                for client in self.clients.values():
                    if client.interest is not None:
                        client.queue(topic, source.message(client.interest.near(most)))
        if self.standing.due():
            for client in self.clients.values():
                if client.interest is not None:
                    viewpoint = client.interest.viewpoint
                    chosen = client.vehicle, client.watching, -1 if viewpoint is None else viewpoint.selected
                    client.queue(STANDING, self.standing.message_for(viewpoint, chosen))

    async def _listen(self, client: Client) -> None:
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
        self._log.warn(client.shown.address, f"a browser was disconnected: {reason}")
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
            self.drivers.set_controls(client.name, received)

    def _look(self, client: Client, viewpoint: Viewpoint) -> None:
        """Set the viewpoint of the client's area of interest, and of its ruts; a small world sends every vehicle.

        Raises:
            ViewerError: the camera's vehicle does not exist.
        """
        last = self.world.count - 1
        if max(viewpoint.target, viewpoint.selected) > last:
            raise ViewerError(f"a camera looks at vehicle {max(viewpoint.target, viewpoint.selected)} of 0 to {last}")
        if client.interest is not None:
            client.interest.viewpoint = viewpoint
        if client.ruts is not None:
            client.ruts.look(viewpoint.x, viewpoint.y)

    async def _execute(self, client: Client, command: Command) -> None:
        """Check that the sender may send a command, and carry it out."""
        if self._only_watched and command.changes_world:
            reason = self._only_watched
        elif command.is_costly and not client.costly_budget.spend():
            reason = "that is too much at once; wait a moment and ask again"
        elif command.sender == INSTRUCTOR and client.role != INSTRUCTOR:
            reason = f"only an instructor may {purpose_of(command)}"
        else:
            reason = await self._carry_out(client, command)
        await self._refuse(client, reason)
        self._send_drivers()

    async def _carry_out(self, client: Client, command: Command) -> str | None:
        """Carry out a command, or put it into the mailbox of the world; return a sentence if it is refused."""
        try:
            if isinstance(command, SessionCommand):
                return await command.apply(self, client)
            action = cast(Action, command)
            if action.is_of_own_vehicle:
                vehicle = self.drivers.vehicle_of(client.name)
                if vehicle == NO_VEHICLE:
                    return action.without_vehicle or None
                action = dataclasses.replace(action, vehicle=vehicle)
            if action.takes_long:
                self.run_in_background(self._prepare_in_thread(client, action))
            else:
                action.prepare(self.world)
                self.player.send(action, self.answer_to(client))
        except (ViewerError, WorldError) as error:
            return str(error)
        return None

    async def _prepare_in_thread(self, client: Client, action: Action) -> None:
        """Prepare an action for seconds, and put it into the mailbox unless the vehicle has another driver by then."""
        try:
            await asyncio.to_thread(action.prepare, self.world)
            if not action.is_of_own_vehicle or self.drivers.vehicle_of(client.name) == vars(action)["vehicle"]:
                self.player.send(action, self.answer_to(client))
        except WorldError as error:
            self.answer_to(client)(str(error))

    async def _refuse(self, client: Client, reason: str | None) -> None:
        if reason is not None:
            await client.send({"type": "refused", "reason": reason})

    def driver(self, person: int) -> Client:
        """Return the client of a driver by its public number.

        Raises:
            ViewerError: there is none, or the person is an instructor.
        """
        client = self.clients.get(self.names.client_of(person) or "")
        if client is None:
            raise ViewerError("that person has left")
        if client.role == INSTRUCTOR:
            raise ViewerError("an instructor cannot be sent away; replace the instructors' link instead")
        return client

    def update_people(self) -> None:
        """Release the vehicles of removed people, and send the list of people to the instructors."""
        self.drivers.update(is_valid=self._is_valid)
        self._send_people()

    def run_in_background(self, job: Coroutine[Any, Any, None]) -> None:
        """Run a job while the client's messages are read."""
        task = asyncio.create_task(job)
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    def answer_to(self, client: Client) -> Callable[[str | None], None]:
        """Return a function that sends a refusal to the client, from any thread."""

        def answer(reason: str | None) -> None:
            if reason is not None:
                self.call_in_loop(client.queue, "refused", encode({"type": "refused", "reason": reason}))

        return answer

    def call_in_loop(self, job: Callable[..., None], *arguments: object) -> None:
        """Call a function in the server's thread, from any thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop closed: the server has stopped
                self._loop.call_soon_threadsafe(job, *arguments)


def _reason(pacer: "Pacer") -> str:
    """Return why a world that its pacer does not step can only be watched."""
    return getattr(pacer.world, "only_watched", IS_ELSEWHERE)


async def _replace(before: Client | None) -> None:
    """Close an older connection of the same browser, then wait until cancelled."""
    if before:
        await _close(before, REPLACED, "a newer connection of this browser took over")
    await asyncio.Event().wait()


async def _close(client: Client, code: int, reason: str) -> None:
    """Close a connection, which may be closed already."""
    with contextlib.suppress(*ORDINARY_ENDS):
        await client.close(code, reason)


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
