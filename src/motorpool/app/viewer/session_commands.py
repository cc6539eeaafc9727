"""Commands about a session, not the world: drivers, pause and rate, names, bookmarks, admission.

They act in the server's thread and are not recorded. Taking and releasing a vehicle also changes the world at the next
step, by the actions `Take` and `Release` of `sources.actions`.
"""

import asyncio
from typing import TYPE_CHECKING, Annotated

from ...ground.terrain.bookmarks import SLOTS
from ...world.sources.command import (
    DRIVER,
    INSTRUCTOR,
    Allowed,
    Angle,
    Command,
    Coordinate,
    OnOff,
    VehicleId,
    listed,
)
from .people.driver_names import printable
from .topics.bookmarks import BookmarksTopic
from .topics.time_travel import IS_LIVE, Rewound, TimeTravelTopic, trail_message
from .topics.topic import encode

if TYPE_CHECKING:
    from .client import Client
    from .hub import Hub

MIN_RATE, MAX_RATE = 0.05, 20.0  # simulated seconds a wall-clock second; no machine is faster
MAX_NAME = 24  # characters
MAX_ADDRESS = 60  # characters
MAX_SCENARIO_NAME = 200  # characters; a file's may be long


def _visible(value: object) -> str:
    if not isinstance(value, str) or len(value) > MAX_NAME or not (visible := printable(value)):
        raise ValueError("too long, or invisible")
    return visible


def _scenario_name(value: object) -> str:
    return _short(value, MAX_SCENARIO_NAME)


def _address(value: object) -> str:
    return _short(value, MAX_ADDRESS)


def _short(value: object, most: int) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= most:
        raise ValueError("too short, or too long")
    return value


VehicleIdOrNone = Annotated[int, Allowed("be a whole number from 0, or -1 for none", low=-1)]
Slot = Annotated[int, Allowed(f"be a whole number from 0 to {SLOTS - 1}", 0, SLOTS - 1)]
PersonNumber = Annotated[int, Allowed("be a whole number from 0", low=0)]
RateValue = Annotated[float, Allowed(f"be a number from {MIN_RATE:g} to {MAX_RATE:g}", MIN_RATE, MAX_RATE)]
SimulatedTime = Annotated[float, Allowed("be a number of seconds from 0", 0.0, 1e9)]
RewindSeconds = Annotated[float, Allowed("be a number of seconds from 1 to 60", 1.0, 60.0)]
Text = Annotated[str, Allowed(f"have 1 to {MAX_NAME} characters, not all of them invisible", clean=_visible)]
ScenarioName = Annotated[str, Allowed(f"have 1 to {MAX_SCENARIO_NAME} characters", clean=_scenario_name)]
Address = Annotated[str, Allowed(f"have 1 to {MAX_ADDRESS} characters", clean=_address)]
RoleOfLink = Annotated[str, Allowed("be instructor or driver", choices=(INSTRUCTOR, DRIVER))]


class SessionCommand(Command):
    """A command about the session."""

    async def apply(self, hub: "Hub", client: "Client") -> str | None:
        """Carry it out; return None, or the reason for a refusal in one sentence.

        Raises:
            ViewerError: it is refused; as if its text were returned.
        """
        raise NotImplementedError


class TakeVehicle(SessionCommand):
    """Drive a vehicle."""

    tag = "take"
    sender = DRIVER
    changes_world = True
    vehicle: VehicleId  # its id

    async def apply(self, hub: "Hub", client: "Client") -> str | None:
        """Assign the vehicle to the sender, and send a confirmation."""
        reason = hub.drivers.take(client.name, self.vehicle, bearer=client.shown)
        if reason is None:
            hub.set_vehicle(client, self.vehicle)
            await client.send({"type": "taken", "vehicle": self.vehicle})
        return reason


class ReleaseVehicle(SessionCommand):
    """Release the own vehicle to its autopilot."""

    tag = "release"
    sender = DRIVER
    changes_world = True

    async def apply(self, hub: "Hub", client: "Client") -> str | None:
        """End the assignment, and send a confirmation."""
        vehicle = client.vehicle
        is_parked = vehicle >= 0 and bool(hub.world.vehicles.is_parked[vehicle])
        hub.drivers.release(client.name)
        hub.set_vehicle(client, -1)
        await client.send({"type": "released", "vehicle": vehicle, "is_parked": is_parked})


class StoreBookmark(SessionCommand):
    """Store a position as a bookmark for all users; a driver in an empty slot or one of its own."""

    tag = "bookmark"
    sender = DRIVER
    is_costly = True
    slot: Slot  # 0 to 15
    x: Coordinate  # east [m]
    y: Coordinate  # north [m]
    yaw: Angle  # counter-clockwise from east [rad]
    title: Text  # 1 to 24 characters

    async def apply(self, hub: "Hub", client: "Client") -> str | None:
        """Store the bookmark, and send all bookmarks to all clients."""
        name = hub.names.given(client.name) or ("an instructor" if client.role == INSTRUCTOR else "a driver")
        reason = hub.topic(BookmarksTopic).store(client, self, name=name)
        hub.tell(BookmarksTopic)
        return reason


class Pause(SessionCommand):
    """Pause the world."""

    tag = "pause"
    sender = INSTRUCTOR

    async def apply(self, hub: "Hub", client: "Client") -> str | None:
        """Stop after the current step."""
        hub.pacer.pause()


class Resume(SessionCommand):
    """Resume the world."""

    tag = "resume"
    sender = INSTRUCTOR

    async def apply(self, hub: "Hub", client: "Client") -> str | None:
        """Continue; a recording at its end starts again."""
        if hub.playback is not None and hub.playback.is_at_end:
            hub.playback.seek(hub.playback.start)
        hub.pacer.resume()


class Step(SessionCommand):
    """Pause the world and advance it by one step."""

    tag = "step"
    sender = INSTRUCTOR

    async def apply(self, hub: "Hub", client: "Client") -> str | None:
        """Pause the world and advance it by one step."""
        hub.pacer.step_once()


class Rate(SessionCommand):
    """Set the rate of simulated time."""

    tag = "rate"
    sender = INSTRUCTOR
    value: RateValue  # simulated seconds a wall-clock second, 0.05 to 20

    async def apply(self, hub: "Hub", client: "Client") -> str | None:
        """Set it."""
        hub.pacer.rate = self.value


class ChooseScenario(SessionCommand):
    """Build the world of another scenario and show it to all users, one at a time."""

    tag = "scenario"
    sender = INSTRUCTOR
    is_costly = True
    name: ScenarioName  # its name, of those that the server offers

    async def apply(self, hub: "Hub", client: "Client") -> str | None:
        """Start to build the world, in a thread."""
        return hub.choice.choose(self.name, hub.answer_to(client))


class Seek(SessionCommand):
    """Go to a moment of the recording that is played."""

    tag = "seek"
    sender = INSTRUCTOR
    time: SimulatedTime  # simulated [s]

    async def apply(self, hub: "Hub", client: "Client") -> str | None:
        """Show that moment to all clients."""
        if hub.playback is None:
            return IS_LIVE
        await asyncio.to_thread(hub.playback.seek, self.time)
        hub.broadcast.publish(hub.world)
        return None


class Rewind(SessionCommand):
    """Rewind the running world, which continues from there."""

    tag = "rewind"
    sender = INSTRUCTOR
    is_costly = True
    changes_world = True
    seconds: RewindSeconds  # how far, 1 to 60 [s]

    async def apply(self, hub: "Hub", client: "Client") -> str | None:
        """Rewind the world between two steps, also while it is paused, and notify all clients."""
        name = hub.names.of(client.name)

        def done(went: float) -> None:
            message: Rewound = {
                "type": "rewound",
                "seconds": round(went, 3),
                "time": hub.world.time,
                "name": name,
            }
            hub.broadcast.publish(hub.world)
            hub.call_in_loop(hub.queue_for_all, "rewound", encode(message))

        hub.topic(TimeTravelTopic).rewind(self.seconds, done=done, refused=hub.answer_to(client))


class AskTrail(SessionCommand):
    """Request the track of a vehicle in the recording that is played."""

    tag = "trail"
    sender = DRIVER
    is_costly = True
    vehicle: VehicleId  # its id

    async def apply(self, hub: "Hub", client: "Client") -> str | None:
        """Read the track in a thread, and send it."""
        if hub.playback is None or self.vehicle >= hub.world.count:
            return IS_LIVE if hub.playback is None else f"there is no vehicle {self.vehicle}"
        playback = hub.playback

        async def send() -> None:
            trail = await asyncio.to_thread(trail_message, playback, self.vehicle)
            client.queue(f"trail {self.vehicle}", encode(trail))

        hub.run_in_background(send())
        return None


class SetName(SessionCommand):
    """Set the name that others see.

    Characters that are invisible or change the direction of writing are removed; a second Anna becomes Anna 2.
    """

    tag = "name"
    sender = DRIVER
    is_costly = True
    name: Text  # 1 to 24 characters

    async def apply(self, hub: "Hub", client: "Client") -> str | None:
        """Set it."""
        hub.names.call(client.name, self.name)


class Watch(SessionCommand):
    """Request the state of a vehicle's autopilot."""

    tag = "watch"
    sender = DRIVER
    vehicle: VehicleIdOrNone  # its id, -1 for none

    async def apply(self, hub: "Hub", client: "Client") -> str | None:
        """Send the state of the autopilot from now on."""
        if self.vehicle >= hub.world.count:
            return f"there is no vehicle {self.vehicle}; their numbers go from 0 to {hub.world.count - 1}"
        client.watching = self.vehicle
        hub.update_interest()
        return None


class Remove(SessionCommand):
    """Remove a driver; the vehicle returns to its autopilot."""

    tag = "remove"
    sender = INSTRUCTOR
    person: PersonNumber  # number of the person

    async def apply(self, hub: "Hub", client: "Client") -> str | None:
        """End the person's pass and assignment."""
        hub.admission.remove(hub.driver(self.person))
        hub.update_people()


class Ban(SessionCommand):
    """Remove a driver, and admit no further driver from that address."""

    tag = "ban"
    sender = INSTRUCTOR
    person: PersonNumber  # number of the person

    async def apply(self, hub: "Hub", client: "Client") -> str | None:
        """Bar the person's address, and end the person's pass and assignment."""
        driver = hub.driver(self.person)
        hub.admission.ban(driver, name=hub.names.of(driver.name), clients=hub.clients.values())
        hub.update_people()


class LiftBan(SessionCommand):
    """Admit drivers from an address again."""

    tag = "lift-ban"
    sender = INSTRUCTOR
    address: Address  # as in the list of bans

    async def apply(self, hub: "Hub", client: "Client") -> str | None:
        """Lift the ban."""
        hub.admission.access.lift(self.address)
        hub.update_people()


class RotateLink(SessionCommand):
    """Replace a link: the old one admits no further browser."""

    tag = "rotate-link"
    sender = INSTRUCTOR
    is_costly = True
    role: RoleOfLink  # of the users of the link
    drop: OnOff  # true to remove the users of the old link, too

    async def apply(self, hub: "Hub", client: "Client") -> str | None:
        """Send the new link to the sender, and a message without it to other instructors."""
        role = INSTRUCTOR if self.role == INSTRUCTOR else DRIVER
        await client.send(hub.admission.rotate(role, drop=self.drop, spare=client.shown))
        text = encode({"type": "links", "role": role, "links": []})
        for one in hub.clients.values():
            if one.role == INSTRUCTOR and one is not client:
                one.queue("links", text)
        hub.update_people()


class Invite(SessionCommand):
    """Make a drivers' link that admits one browser."""

    tag = "invite"
    sender = INSTRUCTOR
    is_costly = True

    async def apply(self, hub: "Hub", client: "Client") -> str | None:
        """Send the link to the sender."""
        await client.send(hub.admission.invite())
        hub.update_people()


COMMANDS: list[type[SessionCommand]] = listed(globals(), SessionCommand)
