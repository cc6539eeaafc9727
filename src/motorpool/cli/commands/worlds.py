"""Commands that run a world, and commands on scenarios."""

import contextlib
import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import RecordingError, ScenarioError
from ..changes import Changes, Limits, Recording
from ..robots import FOXGLOVE_PORT, Robots, check_profile, refuse_robots, robots_of
from .options import HOST, PORT, Browser, Host, Port, Trusted

if TYPE_CHECKING:
    from ..partitioning import Partition
    from ..second_process import Claims

DEFAULT_SCENARIO = "training-area"
ScenarioNames = Annotated[
    list[str] | None,
    typer.Argument(
        help="A name (`motorpool scenarios` lists them) or a .yaml file; the page offers the others, and "
        f"those that ship. {DEFAULT_SCENARIO} by default.",
        metavar="SCENARIO",
        show_default=False,
    ),
]


Headless = Annotated[bool, typer.Option("--headless", help="Run without the page, as fast as the machine can.")]
Seconds = Annotated[
    float | None, typer.Option(help="Simulated seconds to run for; 60 with --headless, else until Ctrl-C.")
]
RecordFile = Annotated[
    Path | None,
    typer.Option(help="Record every vehicle to this file; the suffix decides the format: .parquet can be replayed."),
]
RecordEvery = Annotated[int, typer.Option(metavar="STEPS", help="Record every STEPS-th step: 60 is once a second.")]
Overwrite = Annotated[bool, typer.Option("--force", help="Overwrite the recording if it exists.")]
VehicleCount = Annotated[int | None, typer.Option(help="Number of vehicles, divided among the fleets in proportion.")]
ObjectCount = Annotated[int | None, typer.Option(help="Number of trees, rocks and buildings.")]
TerrainName = Annotated[str | None, typer.Option(help='Another terrain: a file, "jacksboro", "flat" or "hills".')]
Seed = Annotated[int | None, typer.Option(help="Seed of everything random.")]
DriverName = Annotated[
    str | None,
    typer.Option(
        metavar="DRIVER",
        help="Drive the vehicles of a task (see Learning environments) by a policy: a file of weights (.npz), or "
        "scripted. SCENARIO is then a task, such as BackTrailer-v0, or a task's file; by default that of the weights.",
        show_default=False,
    ),
]
ThreadCount = Annotated[int | None, typer.Option(help="Greatest number of processors to use.")]
JoinsExercise = Annotated[
    bool | None,
    typer.Option(
        "--dis/--no-dis",
        help="Take part in a distributed exercise (DIS), on this machine only unless --exercise sets an interface; "
        "by default if the scenario has the key exercise. With --headless it then runs in real time until Ctrl-C.",
        show_default=False,
    ),
]
ExerciseKeys = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KEY=VALUE",
        help="A key of the scenario's exercise, such as interface=0.0.0.0 or site=7, and --dis; may be repeated.",
    ),
]
RegionCount = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Partition the map into N regions, each in its own process (Ray); the page then shows the world, but "
        "vehicles cannot be driven from it.",
    ),
]
RayAddress = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Ray cluster for --regions: host:port of its head, or auto; by default that of RAY_ADDRESS, or this "
        "machine.",
        show_default=False,
    ),
]
RecordProfile = Annotated[
    str | None,
    typer.Option(
        metavar="PROFILE",
        help="ros2: write a bag of ROS 2, with the topics of --ros, to the .mcap file of --record.",
        show_default=False,
    ),
]
RosWay = Annotated[
    str | None,
    typer.Option(
        metavar="[rosbridge|zenoh]",
        help="Publish the vehicles to robot programs of ROS and take their commands: as a server of the rosbridge "
        "protocol (by default, on this machine only), or by a Zenoh router. With --headless it runs in real time.",
        show_default=False,
    ),
]
RosHost = Annotated[
    str | None,
    typer.Option(
        help="Address of the rosbridge server, 127.0.0.1 by default; others need a token, which is printed. With "
        "zenoh: host of the router, by default localhost.",
        show_default=False,
    ),
]
RosPort = Annotated[
    int | None, typer.Option(help="Port of it: 9090, or that of the router, 7447, by default.", show_default=False)
]
ServesFoxglove = Annotated[bool, typer.Option("--foxglove", help="Show the world live in Foxglove, on this machine.")]
FoxglovePort = Annotated[int, typer.Option(help="Port of --foxglove; 0 takes a free one.")]


def run(
    scenario: ScenarioNames = None,
    headless: Headless = False,
    seconds: Seconds = None,
    record: RecordFile = None,
    record_every: RecordEvery = 1,
    force: Overwrite = False,
    vehicles: VehicleCount = None,
    objects: ObjectCount = None,
    terrain: TerrainName = None,
    seed: Seed = None,
    host: Host = HOST,
    port: Port = PORT,
    browser: Browser = True,
    threads: ThreadCount = None,
    dis: JoinsExercise = None,
    exercise: ExerciseKeys = None,
    regions: RegionCount = None,
    ray: RayAddress = None,
    driver: DriverName = None,
    profile: RecordProfile = None,
    ros: RosWay = None,
    ros_host: RosHost = None,
    ros_port: RosPort = None,
    foxglove: ServesFoxglove = False,
    foxglove_port: FoxglovePort = FOXGLOVE_PORT,
    trust: Trusted = False,
) -> int:
    """Run a scenario: live in the browser, or headless."""
    from ..dis.keys import changes_of

    if record is None and record_every != 1:
        raise RecordingError("--record-every goes with --record FILE; it selects the steps that are recorded")
    check_profile(profile, has_recording=record is not None)
    robots = robots_of(ros, ros_host, ros_port, foxglove=foxglove, foxglove_port=foxglove_port)
    exercise_keys = changes_of(exercise or (), joins=dis)
    changes = Changes(vehicles=vehicles, objects=objects, terrain=terrain, seed=seed, exercise=exercise_keys)
    recording = Recording(record, every=record_every, overwrite=force, profile=profile)
    if driver is not None:
        from ..driving import Running, run_driven

        run_options = Running(headless, Limits(seconds, threads), recording, (host, port, browser))
        given = {"--objects": objects, "--terrain": terrain, "--dis": exercise_keys, "--regions": regions}
        others = {**given, "--ros": ros, "--foxglove": foxglove or None}
        return run_driven(driver, scenario or [], changes, run_options, others=others, is_trusted=trust)
    names = scenario or [DEFAULT_SCENARIO]
    _check_names(names, terrain)
    limits, regional = Limits(seconds, threads), (regions, ray)
    if headless:
        return _run_headless(names, changes, recording, limits, robots=robots, regional=regional, is_trusted=trust)
    with _early_start(names[0], changes, threads=threads) as claims:
        from .. import live, trusting

        partition = _partition_of(regional, changes, robots, scenarios=len(names))
        trusted = functools.partial(trusting.trust_scenarios, names, is_trusted=trust)
        return live.run_live(
            names, changes, recording, live.Address(host, port, browser),
            trusted=trusted, limits=limits, partition=partition, claims=claims, robots=robots,
        )  # fmt: skip


def _run_headless(
    names: list[str],
    changes: Changes,
    recording: Recording,
    limits: Limits,
    *,
    robots: Robots,
    regional: tuple[int | None, str | None],
    is_trusted: bool,
) -> int:
    """Run one scenario without the page, and return the exit code; ``regional``: number of regions, and a cluster."""
    from .. import running, trusting

    partition = _partition_of(regional, changes, robots, scenarios=len(names))
    if len(names) > 1:
        raise ScenarioError(f"--headless runs one scenario, not {len(names)}; without it, the page offers them all")
    (found,) = trusting.trust_scenarios(names, is_trusted=is_trusted)
    plan = running.prepare(names[0], changes, recording, seconds=limits.seconds, threads=limits.threads, found=found)
    return running.run_headless(plan._replace(partition=partition, gather_steps=recording.every, robots=robots))


def _partition_of(
    regional: tuple[int | None, str | None], changes: Changes, robots: Robots, *, scenarios: int
) -> "Partition | None":
    """Return how the map is divided into regions; None if it is not.

    Raises:
        MotorpoolError: other options do not go with regions.
    """
    from .. import partitioning

    joins = isinstance(changes.exercise, dict)
    partition = partitioning.partition_of(*regional, has_exercise=joins, scenarios=scenarios)
    if partition is not None:
        refuse_robots(robots)
    return partition


def _check_names(scenarios: list[str], terrain: str | None) -> None:
    """Refuse misspelt names before other modules are imported, kernels are compiled and a port is opened.

    Raises:
        MotorpoolError: there is no such scenario or terrain.
    """
    from ...scenario.shipped import find_file

    for name in scenarios:
        find_file(name)
    if terrain is not None:
        from ...scenario.ground import find_terrain
        from ...scenario.named_files import BUILT_IN
        from ...terrain.heightfield_files import reader_for

        if terrain not in BUILT_IN:
            reader_for(find_terrain(terrain, Path()))


def _early_start(
    scenario: str, changes: Changes, *, threads: int | None
) -> contextlib.AbstractContextManager["Claims | None"]:
    """Begin to compile for a built-in scenario before other imports; code of other scenarios needs consent first."""
    from ...scenario import shipped
    from ..second_process import early_start

    if threads != 1 and scenario in shipped.names():
        return early_start(scenario, changes._asdict())
    return contextlib.nullcontext()


def scenarios() -> None:
    """List the scenarios that ship with Motorpool."""
    from .. import tables

    tables.show_scenarios()


def check(
    files: Annotated[list[Path] | None, typer.Argument(help="Scenario files.")] = None,
    schema: Annotated[bool, typer.Option("--schema", help="Print the format as JSON Schema, for editors.")] = False,
) -> int:
    """Validate scenario files and list every error."""
    if schema:
        from ...scenario.format import json_schema

        print(json.dumps(json_schema(), indent=2))
        if not files:
            return 0
    from ..check import check_files

    return check_files(files or ())
