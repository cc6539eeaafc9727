"""Commands that run a world, and commands on scenarios."""

import contextlib
import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import RecordingError, ScenarioError
from ..changes import Changes, Limits, Recording
from .options import HOST, PORT, Browser, Host, Port, Trusted

if TYPE_CHECKING:
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
TerrainName = Annotated[str | None, typer.Option(help='Another terrain: a file, "jacksboro" or "flat".')]
Seed = Annotated[int | None, typer.Option(help="Seed of everything random.")]
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
    trust: Trusted = False,
) -> int:
    """Run a scenario: live in the browser, or headless."""
    from ..dis.keys import changes_of

    if record is None and record_every != 1:
        raise RecordingError("--record-every goes with --record FILE; it selects the steps that are recorded")
    exercise_keys = changes_of(exercise or (), joins=dis)
    changes = Changes(vehicles=vehicles, objects=objects, terrain=terrain, seed=seed, exercise=exercise_keys)
    recording = Recording(record, every=record_every, overwrite=force)
    names = scenario or [DEFAULT_SCENARIO]
    _check_names(names, terrain)
    with _early_start(names[0], changes, is_live=not headless, threads=threads) as claims:
        from .. import partitioning, running, trusting

        joins = isinstance(exercise_keys, dict)
        partition = partitioning.partition_of(regions, ray, has_exercise=joins, scenarios=len(names))
        if not headless:
            from .. import live

            trusted = functools.partial(trusting.trust_scenarios, names, is_trusted=trust)
            return live.run_live(
                names, changes, recording, live.Address(host, port, browser),
                trusted=trusted, limits=Limits(seconds, threads), partition=partition, claims=claims,
            )  # fmt: skip
        if len(names) > 1:
            raise ScenarioError(f"--headless runs one scenario, not {len(names)}; without it, the page offers them all")
        trusting.trust_scenarios(names, is_trusted=trust)
        plan = running.prepare(names[0], changes, recording, seconds=seconds, threads=threads)
        return running.run_headless(plan._replace(partition=partition, gather_steps=record_every))


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
    scenario: str, changes: Changes, *, is_live: bool, threads: int | None
) -> contextlib.AbstractContextManager["Claims | None"]:
    """Begin to compile for a built-in scenario before other imports; code of other scenarios needs consent first."""
    from ...scenario import shipped
    from ..second_process import early_start

    if is_live and threads != 1 and scenario in shipped.names():
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
