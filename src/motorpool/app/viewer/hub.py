"""Hub between browsers and world: sends frames to all clients, passes inputs and commands to the simulation.

It runs in the server's thread. It shares two objects with the simulation's thread: the newest frame (`Hub.post`, which
never waits) and the mailbox of the player. What is sent besides frames, topics decide; `serving.reception` reads what
clients send.
"""

import asyncio
import contextlib
import re
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.websockets import WebSocket, WebSocketDisconnect

from ...base.errors import ViewerError
from ...links.serving.access import Pass
from ...recording.playback import Playback
from ...world.drivers.kinds import ABSENT
from ...world.sources.command import INSTRUCTOR
from .client import Client, credit_for
from .frames.broadcast import AnyFrame, Broadcast, SampledFrame
from .frames.census import SMALL_WORLD
from .frames.interest import Interest, select_for
from .frames.telemetry import TelemetrySampler
from .people.admission import Admission, Places
from .people.driver_assignment import DriverAssignment
from .people.driver_names import Names
from .scenario_choice import ScenarioChoice
from .schema.binary import NO_VEHICLE
from .serving.reception import Reception
from .topics import Topic, installed
from .topics.people import PeopleTopic
from .topics.time_travel import IS_ELSEWHERE, IS_RECORDING
from .topics.topic import Update, VehicleTopic, encode

if TYPE_CHECKING:
    from ...world import World
    from ...world.clock import Pacer
    from ...world.sources.player import Player

HEARTBEAT = 0.1  # between checks for silent drivers and a paused world [s]
QUIET = 0.25  # time without a step after which the hub makes a frame, so that a paused world is shown [s]
GOODBYE = 1.0  # time that a replaced world waits for its browsers to disconnect [s]
ALIVE = 2.0  # a connection with a message within this time is not replaced by a newer one [s]

REPLACED = 4001  # application-defined: the same browser opened a newer connection
FOR_INSTRUCTORS = 4  # reserved places
OTHER_WORLD = 4002  # application-defined: another world has replaced this one

# A browser may disconnect at any await.
ORDINARY_ENDS = (WebSocketDisconnect, TimeoutError, RuntimeError)

_NAME = re.compile(r"[A-Za-z0-9_-]{22}")  # the form of secrets.token_urlsafe(16)

T = TypeVar("T", bound=Topic)


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
        self.world, self.player, self.pacer, self.clock = world, player, pacer, clock
        self.playback = pacer.world if isinstance(pacer.world, Playback) else None
        self.only_watched = IS_RECORDING if self.playback else "" if pacer.world is world else _reason(pacer)
        self.clients: dict[str, Client] = {}
        self.choice, self.admission = choice or ScenarioChoice(), admission or Admission()
        self.names, self.places = Names(), Places(max_clients, for_instructors=FOR_INSTRUCTORS)
        self.drivers = DriverAssignment(
            player, vehicle_count=world.count, most_of_key=self.places.for_drivers, clock=clock
        )
        self.topics = tuple(topic(self) for topic in installed())
        telemetry = TelemetrySampler([topic for topic in self.topics if isinstance(topic, VehicleTopic)])
        self.broadcast = Broadcast(pacer, listener=self.post, telemetry=telemetry, rate_hz=rate_hz, clock=clock)
        self.observers = (*self.topics, self.broadcast)  # messages go out with the frame, so the broadcast is the last
        self._reception = Reception(self)
        self.world_id = secrets.token_urlsafe(8)  # by which a browser recognises that it has loaded another world
        self._credit = credit_for(rate_hz)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._newest: AnyFrame | None = None
        self._is_waking = False
        self._is_showing = False  # the paused world, as soon as its step has ended
        self._jobs: set[asyncio.Task[None]] = set()  # tasks that must not delay the reading of messages

    def fit(self) -> None:
        """Show the vehicles that were added to the world: browsers load it again; in the simulation's thread."""
        self.broadcast.fit()
        for topic in self.topics:
            topic.fit(self.world)
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
                for topic in self.topics:
                    self._queue(topic, topic.changes())
                self._reception.log.tell_left_out()
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
        for topic in self.topics:
            topic.look(self.world)
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
            streams=[stream for topic in self.topics if (stream := topic.stream()) is not None],
            clock=self.clock,
        )
        before = self.clients.get(client.name)
        self.clients[client.name] = client
        try:
            await self._welcome(client)
            await first_to_end(client.send_frames(), self._reception.listen(client), _replace(before))
        finally:
            self._remove(client)

    def topic(self, kind: type[T]) -> T:
        """Return the topic of a class."""
        return next(topic for topic in self.topics if isinstance(topic, kind))

    def tell(self, kind: type[Topic]) -> None:
        """Send the present state of a topic to all clients."""
        for client in self.clients.values():
            self._welcome_to(self.topic(kind), client)

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
            await client.refuse(f"vehicle {vehicle} was removed from the world")

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
                "only_watched": self.only_watched,
            }
        )
        for topic in self.topics:
            self._welcome_to(topic, client)

    def _welcome_to(self, topic: Topic, client: Client) -> None:
        if topic.is_for(client):
            for key, text in topic.welcome(client):
                client.queue(key, text)

    def _name_for(self, asked: str) -> str:
        """Return the requested id, or a new one if it is malformed or a connected client has it (a copied tab)."""
        present = self.clients.get(asked)
        is_taken = present is not None and self.clock() - present.heard < ALIVE
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
        self.broadcast.areas = tuple(one.interest for one in self.clients.values() if one.interest is not None)
        self.broadcast.has_audience = bool(self.clients)
        for topic in self.topics:
            topic.attend(tuple(self.clients.values()))

    def _is_valid(self, shown: Pass) -> bool:
        return not self.admission.access.refusal(shown)

    def _queue(self, topic: Topic, updates: Iterable[Update]) -> None:
        """Send messages of a topic to its clients, with the next frame."""
        for key, text in updates:
            for client in self.clients.values():
                if topic.is_for(client):
                    client.queue(key, text)

    def refresh(self, kind: type[Topic]) -> None:
        """Send the changes of a topic."""
        topic = self.topic(kind)
        self._queue(topic, topic.changes())

    def queue_for_all(self, key: str, text: str) -> None:
        """Send a message to every client, with the next frame."""
        for client in self.clients.values():
            client.queue(key, text)

    def _deliver(self) -> None:
        self._is_waking = False
        for topic in self.topics:
            self._queue(topic, topic.updates())
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
        """Send each client of a large world the messages about vehicles near its camera."""
        for topic in self.topics:
            if topic.is_due():
                for client in self.clients.values():
                    if client.interest is not None:
                        client.queue(topic.name, topic.message_near(client))

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
        self.refresh(PeopleTopic)

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
