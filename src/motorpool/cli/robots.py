"""Robot programs of ``motorpool run``: the options ``--ros``, ``--foxglove`` and ``--profile``, and connections."""

import contextlib
from collections.abc import Generator
from typing import TYPE_CHECKING, Any, NamedTuple

from typer.core import TyperCommand

from ..errors import RecordingError, RosError, WorldError

if TYPE_CHECKING:
    from ..ros.node import Outlet, RosNode
    from ..world import World

OPTION = "--ros"
ROSBRIDGE, ZENOH = "rosbridge", "zenoh"
WAYS = (ROSBRIDGE, ZENOH)  # the first one is the default
PROFILES = ("ros2",)
FOXGLOVE_PORT = 8766


class RunCommand(TyperCommand):
    """Command with the option ``--ros``, whose value may be left out."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Join the option with its value, or with the default, before the arguments are parsed."""
        joined: list[str] = []
        for place, word in enumerate(args):
            if joined and args[place - 1] == OPTION and word in WAYS:
                joined[-1] = f"{OPTION}={word}"
            else:
                joined.append(f"{OPTION}={ROSBRIDGE}" if word == OPTION else word)
        return super().parse_args(ctx, joined)


class Robots(NamedTuple):
    """Robot programs that a run is open to."""

    ros: str | None = None  # one of WAYS; None for no ROS
    host: str | None = None  # to listen at, or of the router; None for the default of the way
    port: int | None = None
    has_foxglove: bool = False
    foxglove_port: int = FOXGLOVE_PORT

    @property
    def are_served(self) -> bool:
        """Return whether there is any way to robot programs."""
        return self.ros is not None or self.has_foxglove


NO_ROBOTS = Robots()


def robots_of(ros: str | None, host: str | None, port: int | None, *, foxglove: bool, foxglove_port: int) -> Robots:
    """Return the robot programs of the options.

    Raises:
        RosError: an option has a value that is not allowed, or goes with another one that is missing.
    """
    if ros is not None and ros not in WAYS:
        raise RosError(f"--ros is {ros!r}; it must be one of {', '.join(WAYS)}")
    for name, value in (("--ros-host", host), ("--ros-port", port)):
        if ros is None and value is not None:
            raise RosError(f"{name} goes with --ros")
    least = 0 if ros == ROSBRIDGE else 1
    for name, value, lowest in (("--ros-port", port, least), ("--foxglove-port", foxglove_port, 0)):
        if value is not None and not lowest <= value <= 65_535:
            raise RosError(f"{name} is {value}; it must be in {lowest}..65535")
    if foxglove_port != FOXGLOVE_PORT and not foxglove:
        raise RosError("--foxglove-port goes with --foxglove")
    return Robots(ros, host, port, foxglove, foxglove_port)


def check_profile(profile: str | None, *, has_recording: bool) -> None:
    """Refuse a profile that is unknown, or that has no recording.

    Raises:
        RecordingError: it is.
    """
    if profile is None:
        return
    if profile not in PROFILES:
        raise RecordingError(f"--profile is {profile!r}; it must be {' or '.join(PROFILES)}")
    if not has_recording:
        raise RecordingError("--profile goes with --record FILE.mcap; it says how messages are written")


def refuse_robots(robots: Robots) -> None:
    """Refuse robot programs in a world of regions.

    Raises:
        WorldError: there are some.
    """
    if robots.are_served:
        raise WorldError("--ros and --foxglove do not go with --regions, whose processes step parts of the world")


@contextlib.contextmanager
def served(world: "World", robots: Robots) -> Generator[None, None, None]:
    """Serve a world to robot programs while the block runs; it must not be stepping at the end.

    Raises:
        MotorpoolError: a port cannot be had, no router answers, or a library is missing.
    """
    with contextlib.ExitStack() as open_ones:
        if robots.ros is not None:
            from ..ros.node import RosNode

            node = open_ones.enter_context(RosNode(world))
            node.add(_outlet(node, robots))
        if robots.has_foxglove:
            from ..ros.foxglove_server import FoxgloveServer

            server = open_ones.enter_context(FoxgloveServer(world, port=robots.foxglove_port))
            print(f"Foxglove: open a connection to {server.url}", flush=True)
        yield


def _outlet(node: "RosNode", robots: Robots) -> "Outlet":
    given: dict[str, Any] = {"host": robots.host, "port": robots.port}
    chosen = {name: value for name, value in given.items() if value is not None}
    count = len(node.topics.types())
    if robots.ros == ZENOH:
        from ..ros.zenoh_session import ZenohSession

        session = ZenohSession(node, **chosen)
        print(f"ROS by Zenoh: {count} topics at the router {session.url}", flush=True)
        return session
    from ..ros.rosbridge import Rosbridge

    server = Rosbridge(node, **chosen)
    print(f"ROS by rosbridge: {count} topics at {server.url}", flush=True)
    return server
