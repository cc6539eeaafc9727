"""Robot programs of a run: the options ``--ros`` with its address, and ``--foxglove``."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...base.errors import RosError, one_of
from ...world.part import Part, Participant, Run, option

if TYPE_CHECKING:
    from .node import Outlet, RosNode

ROSBRIDGE, ZENOH = "rosbridge", "zenoh"
WAYS = (ROSBRIDGE, ZENOH)
FOXGLOVE_PORT = 8766  # beside 8765, which the live page has


@dataclass(frozen=True)
class RobotOptions:
    """Robot programs that a run is open to."""

    ros: str | None = option(
        None,
        "Publish the vehicles to robot programs of ROS and take their commands: as a server of the rosbridge "
        "protocol (by default, on this machine only), or by a Zenoh router. With --headless it runs in real time.",
        bare=ROSBRIDGE,
        words=WAYS,
        metavar="[rosbridge|zenoh]",
        show_default=False,
    )
    ros_host: str | None = option(
        None,
        "Address of the rosbridge server, 127.0.0.1 by default; others need a token, which is printed. With "
        "zenoh: host of the router, by default localhost.",
        show_default=False,
    )
    ros_port: int | None = option(
        None, "Port of it: 9090, or that of the router, 7447, by default.", show_default=False
    )
    ros_origin: list[str] | None = option(
        None,
        "Web page that may connect to the rosbridge server, such as http://localhost:3000; repeatable. Without "
        "it no page may, only programs.",
        "--ros-origin",
        metavar="ORIGIN",
        show_default=False,
    )
    foxglove: bool = option(False, "Show the world live in Foxglove, on this machine.", "--foxglove")
    foxglove_port: int = option(FOXGLOVE_PORT, "Port of --foxglove; 0 takes a free one.")


class Robots(Participant):
    """Servers and sessions by which robot programs see the world and command its vehicles."""

    Options = RobotOptions
    is_real_time = True
    reason_to_stay = "robot programs are connected to this world"

    def __init__(self, options: RobotOptions) -> None:
        super().__init__(options)
        ros, port, foxglove_port = options.ros, options.ros_port, options.foxglove_port
        if ros is not None and ros not in WAYS:
            raise RosError(f"--ros is {ros!r}; it must be {one_of(ros, WAYS)}")
        for name, value in (("--ros-host", options.ros_host), ("--ros-port", port)):
            if ros is None and value is not None:
                raise RosError(f"{name} goes with --ros")
        least = 0 if ros == ROSBRIDGE else 1
        for name, value, lowest in (("--ros-port", port, least), ("--foxglove-port", foxglove_port, 0)):
            if value is not None and not lowest <= value <= 65_535:
                raise RosError(f"{name} is {value}; it must be in {lowest}..65535")
        if options.ros_origin and ros != ROSBRIDGE:
            raise RosError("--ros-origin goes with --ros rosbridge")
        if foxglove_port != FOXGLOVE_PORT and not options.foxglove:
            raise RosError("--foxglove-port goes with --foxglove")
        self.given = [*(["--ros"] if ros is not None else []), *(["--foxglove"] if options.foxglove else [])]

    def enter(self, run: Run) -> None:
        """Serve the world to robot programs.

        Raises:
            MotorpoolError: a port cannot be had, no router answers, or a library is missing.
        """
        if self.options.ros is not None:
            from .node import RosNode

            node = self.lasting.enter_context(RosNode(run.world))
            node.add(self._outlet(node))
        if self.options.foxglove:
            from .foxglove_server import FoxgloveServer

            server = self.lasting.enter_context(FoxgloveServer(run.world, port=self.options.foxglove_port))
            print(f"Foxglove: open a connection to {server.url}", flush=True)

    def _outlet(self, node: "RosNode") -> "Outlet":
        given: dict[str, Any] = {"host": self.options.ros_host, "port": self.options.ros_port}
        chosen = {name: value for name, value in given.items() if value is not None}
        count = len(node.topics.types())
        if self.options.ros == ZENOH:
            from .zenoh_session import ZenohSession

            session = ZenohSession(node, **chosen)
            print(f"ROS by Zenoh: {count} topics at the router {session.url}", flush=True)
            return session
        from .rosbridge import Rosbridge

        server = Rosbridge(node, **chosen, origins=tuple(self.options.ros_origin or ()))
        print(f"ROS by rosbridge: {count} topics at {server.url}", flush=True)
        return server


PART = Part("robots", Robots, rank=60)
