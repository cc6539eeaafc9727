"""The hub between browsers and world: frames go out to every client, inputs and commands in to the simulation.

All of it runs in the server's thread. It meets the simulation's thread in two places: `Hub.post`, which never waits,
and the mailbox of the player. A client that breaks a rule is told why and disconnected; the others notice nothing.
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
from ..observers.playback import Playback
from . import commands
from .access import Pass
from .admission import PEOPLE, Admission
from .bookmarks import Bookmarks
from .broadcast import AnyFrame, Broadcast, SampledFrame
from .census import EVERYBODY
from .client import Client, credit_for
from .client_log import ClientLog
from .driver_assignment import NOBODY, DriverAssignment
from .driver_names import Names
from .fire import GunneryUpdates
from .interest import Interest, Viewpoint, select_for
from .json_encoding import encode
from .places import Places
from .remotes import TOPIC as REMOTES
from .remotes import RemoteUpdates
from .scenario_choice import ScenarioChoice
from .schema import live
from .standing import TOPIC as STANDING
from .standing import StandingUpdates
from .time_travel import IS_ELSEWHERE, IS_LIVE, IS_RECORDING, Rewinding, recording_message, trail_message
from .trailers import TOPIC as TRAILERS
from .trailers import TrailerUpdates
from .weather import WeatherUpdates

if TYPE_CHECKING:
    from ..clock import Pacer
    from ..sources.player import Player
    from ..world import World

HEARTBEAT = 0.1  # between looks at silent drivers and a silent world [s]
MOST_REMOTES = 100  # of a message about remote vehicles in a large world: 7 kB a second
MOST_LORRIES = 100  # of a message about trailers in a large world: 25 kB a second
QUIET = 0.25  # without a world step before the hub makes a frame itself, so that a paused world is seen [s]
GOODBYE = 1.0  # that a world waits for its last browsers; slower ones are ended behind its back [s]
ALIVE = 2.0  # a connection that said something so recently is not a dead one to be replaced [s]

NOT_UNDERSTOOD = 1003  # close codes of RFC 6455
BROKE_A_RULE = 1008
TOO_LARGE = 1009
REPLACED = 4001  # ours: the same browser opened a newer connection
ONLY_INSTRUCTORS = (
    "only an instructor may pause, step, rewind, repair, change rate or weather, choose a scenario, send people away "
    "or replace links"
)
FOR_INSTRUCTORS = 4  # places that drivers do not get
OTHER_WORLD = 4002  # ours: another world has taken the place of this one

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
        self.clients: dict[str, Client] = {}
        self._world, self._pacer, self._clock = world, pacer, clock
        self._playback = pacer.world if isinstance(pacer.world, Playback) else None
        self._only_watched = IS_RECORDING if self._playback else "" if pacer.world is world else IS_ELSEWHERE
        self.rewinding = Rewinding(world, player=player, pacer=pacer)
        self._sent_history = ""  # the newest message about it
        self.places = Places(max_clients, for_instructors=FOR_INSTRUCTORS)
        self._drivers = DriverAssignment(
            player, vehicle_count=world.count, most_of_key=self.places.for_drivers, clock=clock
        )
        self._names, self._bookmarks, self._admission = Names(), Bookmarks(world), admission or Admission()
        self._log = ClientLog(_logger, clock=clock)
        self.world_id = secrets.token_urlsafe(8)  # by which a browser knows that it has loaded another one
        self._choice = choice or ScenarioChoice()
        self._sent_drivers, self._sent_people = "", ""  # the newest messages about them
        self._credit = credit_for(rate_hz)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._newest: AnyFrame | None = None
        self._is_waking = False
        self._is_showing = False  # the paused world, as soon as its step has ended
        self._jobs: set[asyncio.Task[None]] = set()  # that take longer than listening may wait

    def post(self, frame: AnyFrame) -> None:
        """Hand a frame over from any thread; a newer one replaces it if the server's thread is late."""
        self._newest = frame
        if self._loop is not None and not self._is_waking:
            self._is_waking = True
            with contextlib.suppress(RuntimeError):  # the loop closed: the server has stopped
                self._loop.call_soon_threadsafe(self._deliver)

    async def run(self) -> None:
        """Release vehicles of absent drivers and send frames of a paused world, until the simulation fails."""
        self._loop = asyncio.get_running_loop()
        try:
            while self._pacer.error is None:
                self._drivers.update(is_valid=self._is_valid)
                self._send_drivers()
                self._send_people()
                self._log.tell_left_out()
                self._send_history()
                if self.clients and self.broadcast.is_quiet(QUIET):
                    self._show_quiet_world()
                await asyncio.sleep(HEARTBEAT)
        finally:
            self._drivers.release_all()

    def _show_quiet_world(self) -> None:
        """Make a frame although no step makes one.

        A paused world is read by the thread that steps it, after the step in which it was paused: a frame that says
        paused has the tick at which the world stands. Where a step takes long, the frame comes in the middle of it.
        """
        if not (self._pacer.is_paused and self._pacer.is_running):
            self.broadcast.publish(self._world)
        elif not self._is_showing:
            self._is_showing = True
            self._pacer.between_steps(self._show_paused_world)

    def _show_paused_world(self) -> None:
        self._is_showing = False
        self.standing.look(self._world)  # a recording that is paused may show another moment now
        self.broadcast.publish(self._world)

    async def serve(self, socket: WebSocket, *, asked_name: str, shown: Pass) -> None:
        """Serve one browser from its first message to its last.

        Args:
            socket: accepted connection of the browser.
            asked_name: name that the browser would like to have, from an earlier visit.
            shown: pass at the gate.
        """
        client = Client(
            socket,
            name=self._name_for(asked_name),
            shown=shown,
            credit=self._credit,
            interest=Interest(rate_hz=self.broadcast.rate_hz) if self._world.count > EVERYBODY else None,
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
        """Tell everybody what runs and what is being built."""
        self._queue_for_all("session", encode(self._choice.state()))

    async def send_away(self) -> None:
        """End every connection, for another world is shown now."""
        for client in list(self.clients.values()):
            self._run_in_background(_close(client, OTHER_WORLD, "another world is shown now"))
        if self._jobs:
            await asyncio.wait(self._jobs, timeout=GOODBYE)

    async def _welcome(self, client: Client) -> None:
        self._set_vehicle(client, self._drivers.reconnect(client.name))
        await client.send(
            {
                "type": "welcome",
                "client": client.name,
                "role": client.role,
                "person": self._names.number_of(client.name),
                "vehicle": client.vehicle,
                "world": self.world_id,
                "only_watched": self._only_watched,
            }
        )
        client.queue("session", encode(self._choice.state()))
        client.queue("drivers", self._drivers_message())
        for source in (self.fire, self.trailers, self.standing, self.weather):
            for topic, text in source.snapshot():
                client.queue(topic, text)
        client.queue("bookmarks", self._bookmarks.message(client))
        if client.role == "instructor":
            client.queue(PEOPLE, self._people_message())
        if self._playback is None:
            client.queue("history", self.rewinding.message())
        else:
            client.queue("recording", recording_message(self._playback))

    def _name_for(self, asked: str) -> str:
        """Return the asked id, or a new one if it is none of ours or belongs to somebody who is here (a copied tab)."""
        present = self.clients.get(asked)
        is_taken = present is not None and self._clock() - present.heard < ALIVE
        return secrets.token_urlsafe(16) if is_taken or not _NAME.fullmatch(asked) else asked

    def _remove(self, client: Client) -> None:
        if self.clients.get(client.name) is client:
            del self.clients[client.name]
            self._drivers.disconnect(client.name)
        self._update_interest()

    def _set_vehicle(self, client: Client, vehicle: int) -> None:
        client.vehicle = vehicle
        self._update_interest()

    def _update_interest(self) -> None:
        self.broadcast.driven = frozenset(one.vehicle for one in self.clients.values() if one.vehicle >= 0)
        self.broadcast.watched = frozenset(one.watching for one in self.clients.values() if one.watching >= 0)
        for observer in (self.broadcast, self.fire, self.trailers, self.remotes, self.standing):
            observer.has_audience = bool(self.clients)
        self.broadcast.areas = tuple(one.interest for one in self.clients.values() if one.interest is not None)

    def _drivers_message(self) -> str:
        """Return the message that names the driver of each vehicle that has one."""
        clients = self._drivers.by_vehicle()
        self._names.keep_only(self.clients.keys() | set(clients.values()))
        drivers: list[live.Driver] = [self._driver(vehicle, client) for vehicle, client in clients.items()]
        return encode({"type": "drivers", "drivers": drivers})

    def _driver(self, vehicle: int, client: str) -> live.Driver:
        role = (self._drivers.bearer_of(client) or NOBODY).role
        return {
            "vehicle": vehicle,
            "name": self._names.of(client),
            "mark": self._names.mark_of(client, may_rule=role == "instructor"),
            "role": role,
            "person": self._names.number_of(client),
        }

    def _is_valid(self, shown: Pass) -> bool:
        return not self._admission.access.refusal(shown)

    def _people_message(self) -> str:
        return self._admission.message(self.clients.values(), self._names)

    def _send_people(self) -> None:
        """Send people and bans to the instructors, if they have changed."""
        instructors = [client for client in self.clients.values() if client.role == "instructor"]
        before, self._sent_people = self._sent_people, self._people_message() if instructors else ""
        if self._sent_people != before:
            for client in instructors:
                client.queue(PEOPLE, self._sent_people)

    def _send_drivers(self) -> None:
        """Send the drivers to everybody, if they have changed."""
        before, self._sent_drivers = self._sent_drivers, self._drivers_message()
        if self._sent_drivers != before:
            self._queue_for_all("drivers", self._sent_drivers)

    def _send_history(self) -> None:
        """Tell everybody how far the world can be rewound, if that has changed."""
        if self._playback is None and self.clients:
            before, self._sent_history = self._sent_history, self.rewinding.message()
            if self._sent_history != before:
                self._queue_for_all("history", self._sent_history)

    def _queue_for_all(self, topic: str, text: str) -> None:
        for client in self.clients.values():
            client.queue(topic, text)

    def _deliver(self) -> None:
        self._is_waking = False
        for source in (self.fire, self.trailers, self.remotes, self.standing, self.weather):
            for topic, text in source.updates():
                self._queue_for_all(topic, text)
        if self._newest is None:
            return
        if isinstance(self._newest, SampledFrame):
            select_for(self.broadcast.areas, self._newest.census)
            self._queue_of_areas()
        for client in self.clients.values():
            client.offer(self._newest)

    def _queue_of_areas(self) -> None:
        """Tell each browser of a large world of the lorries, remote and standing vehicles that are near its camera."""
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
            await self._execute(client, live.decode(message))
            return
        received = commands.decode_binary(message)
        if isinstance(received, commands.Acknowledgement):
            client.acknowledge(received.frame)
        elif isinstance(received, Viewpoint):
            self._look(client, received)
        elif client.accept_input(received.sequence):
            self._drivers.set_controls(client.name, received)

    def _look(self, client: Client, viewpoint: Viewpoint) -> None:
        """Let the client's area of interest follow its camera; in a small world it is sent everything anyhow.

        Raises:
            ViewerError: it looks at a vehicle that does not exist.
        """
        last = self._world.count - 1
        if max(viewpoint.target, viewpoint.selected) > last:
            raise ViewerError(f"a camera looks at vehicle {max(viewpoint.target, viewpoint.selected)} of 0 to {last}")
        if client.interest is not None:
            client.interest.viewpoint = viewpoint

    async def _execute(self, client: Client, command: live.Command) -> None:
        match command:
            case _ if self._only_watched and isinstance(command, live.CHANGING):
                await self._refuse(client, self._only_watched)
            case live.Take(vehicle):
                await self._take(client, vehicle)
            case live.Release():
                await self._release(client)
            case _ if isinstance(command, live.COSTLY) and not client.costly_budget.spend():
                await self._refuse(client, "that is too much at once; wait a moment and ask again")
            case live.AskTrail(vehicle):
                self._run_in_background(self._send_trail(client, vehicle))
            case live.Teleport():
                self._drivers.teleport(client.name, command, self._answer_to(client))
            case live.Dynamics(is_on):
                self._run_in_background(self._set_dynamics(client, is_on=is_on))
            case live.StoreBookmark():
                name = (
                    self._names.given(client.name) or f"a{'n instructor' if client.role == 'instructor' else ' driver'}"
                )
                await self._refuse(client, self._bookmarks.store(client, command, name=name))
                for one in self.clients.values():
                    one.queue("bookmarks", self._bookmarks.message(one))
            case live.Name(name):
                self._names.call(client.name, name)
            case live.Aim(yaw, elevation):
                self.fire.aim(client.vehicle, yaw=yaw, elevation=elevation)
            case live.Fire():
                await self._refuse(client, self.fire.fire(client.vehicle))
            case live.Watch(vehicle):
                await self._watch(client, vehicle)
            case live.Switch():
                self._drivers.set_switches(client.name, command)
            case _ if client.role != "instructor":
                await self._refuse(client, ONLY_INSTRUCTORS)
            case live.ChooseScenario(name):
                await self._refuse(client, self._choice.choose(name, self._answer_to(client)))
            case live.Seek(time):
                await self._seek(client, time)
            case live.Rewind(seconds):
                self._rewind(client, seconds)
            case live.Repair(vehicle):
                self.fire.repair(vehicle)
            case live.ChangeWeather(kind):
                self.weather.change(kind)
            case live.Remove() | live.Ban() | live.LiftBan() | live.RotateLink() | live.Invite():
                await self._admit(client, command)
            case _:
                self._control_time(command)
        self._send_drivers()

    async def _admit(
        self, client: Client, command: live.Remove | live.Ban | live.LiftBan | live.RotateLink | live.Invite
    ) -> None:
        """Send people away, or hand out links."""
        try:
            answer = self._admission.obey(command, client, clients=self.clients, names=self._names)
        except ViewerError as error:
            await self._refuse(client, str(error))
            return
        if answer is not None:
            await client.send(answer)
            if answer["type"] == "links":
                self._queue_for_other_instructors(
                    client, encode({"type": "links", "role": answer["role"], "links": []})
                )
        self._drivers.update(is_valid=self._is_valid)
        self._send_people()

    def _queue_for_other_instructors(self, client: Client, text: str) -> None:
        for one in self.clients.values():
            if one.role == "instructor" and one is not client:
                one.queue("links", text)

    async def _refuse(self, client: Client, reason: str | None) -> None:
        if reason is not None:
            await client.send({"type": "refused", "reason": reason})

    async def _take(self, client: Client, vehicle: int) -> None:
        reason = self._drivers.take(client.name, vehicle, bearer=client.shown)
        if reason is not None:
            await client.send({"type": "refused", "reason": reason})
            return
        self._set_vehicle(client, vehicle)
        await client.send({"type": "taken", "vehicle": vehicle})

    async def _release(self, client: Client) -> None:
        vehicle = client.vehicle
        is_parked = vehicle >= 0 and bool(self._world.vehicles.is_parked[vehicle])
        self._drivers.release(client.name)
        self._set_vehicle(client, -1)
        await client.send({"type": "released", "vehicle": vehicle, "is_parked": is_parked})

    async def _watch(self, client: Client, vehicle: int) -> None:
        if vehicle >= self._world.count:
            last = self._world.count - 1
            await self._refuse(client, f"there is no vehicle {vehicle}; their numbers go from 0 to {last}")
            return
        client.watching = vehicle
        self._update_interest()

    async def _seek(self, client: Client, time: float) -> None:
        """Show another moment of the recording to everybody."""
        if self._playback is None:
            await self._refuse(client, IS_LIVE)
            return
        await asyncio.to_thread(self._playback.seek, time)
        self.broadcast.publish(self._world)

    async def _send_trail(self, client: Client, vehicle: int) -> None:
        """Send a vehicle's way through the recording."""
        if self._playback is None or vehicle >= self._world.count:
            await self._refuse(client, IS_LIVE if self._playback is None else f"there is no vehicle {vehicle}")
            return
        text = await asyncio.to_thread(trail_message, self._playback, vehicle)
        client.queue(f"trail {vehicle}", text)

    def _rewind(self, client: Client, seconds: float) -> None:
        """Set the world back, and tell everybody."""
        name = self._names.of(client.name)

        def done(went: float) -> None:
            text = encode({"type": "rewound", "seconds": round(went, 3), "time": self._world.time, "name": name})
            self.broadcast.publish(self._world)
            if self._loop is not None:
                with contextlib.suppress(RuntimeError):  # the loop closed: the server has stopped
                    self._loop.call_soon_threadsafe(self._queue_for_all, "rewound", text)

        answer = self._answer_to(client)
        self.rewinding.rewind(seconds, done=done, refused=answer)

    def _run_in_background(self, job: Coroutine[Any, Any, None]) -> None:
        """Run a job while the client's messages are read."""
        task = asyncio.create_task(job)
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    async def _set_dynamics(self, client: Client, *, is_on: bool) -> None:
        """Prepare the alternate model, which may have to be compiled, and change to it then."""
        answer, vehicle = self._answer_to(client), client.vehicle
        try:
            await asyncio.to_thread(self._world.model_switching.prepare, vehicle)
        except WorldError as error:
            answer(str(error))
        else:
            self._drivers.set_dynamics(client.name, vehicle, is_on=is_on, answer=answer)

    def _answer_to(self, client: Client) -> Callable[[str | None], None]:
        """Return a function that sends a refusal to the client, from any thread."""

        def answer(reason: str | None) -> None:
            if reason is not None and self._loop is not None:
                with contextlib.suppress(RuntimeError):  # the loop closed: the server has stopped
                    text = encode({"type": "refused", "reason": reason})
                    self._loop.call_soon_threadsafe(client.queue, "refused", text)

        return answer

    def _control_time(self, command: live.Command) -> None:
        if isinstance(command, live.Pause):
            self._pacer.pause()
        elif isinstance(command, live.Resume):
            if self._playback is not None and self._playback.is_at_end:
                self._playback.seek(self._playback.start)
            self._pacer.resume()
        elif isinstance(command, live.Step):
            self._pacer.step_once()
        elif isinstance(command, live.Rate):
            self._pacer.rate = command.value


async def _replace(before: Client | None) -> None:
    """Close an older connection of the same browser, and then wait for ever."""
    if before:
        await _close(before, REPLACED, "a newer connection of this browser took over")
    await asyncio.Event().wait()


async def _close(client: Client, code: int, reason: str) -> None:
    """End a connection, which may have ended by itself."""
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
