"""The commands and their options; each calls a module of its own."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from .. import __version__
from ..errors import RecordingError, ScenarioError, VehicleError, WorldError
from .cluster_option import ClusterCommand
from .compilation import told
from .dis.app import dis_app
from .examples import epilog
from .waiting import waiting

app = typer.Typer(
    name="motorpool",
    help="Simulate ground vehicles: in a live world in the browser, or as fast as the machine can.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.add_typer(dis_app)

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


def run_app(arguments: Sequence[str]) -> int:
    """Run a command; returns the exit code. Wrong usage is a sentence on stderr and 2."""
    try:
        with told():
            result: Any = app(args=list(arguments), prog_name="motorpool", standalone_mode=False)
    except typer.Abort:
        raise KeyboardInterrupt from None
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        return _usage(error)
    return result if isinstance(result, int) else 0


def _usage(error: Any) -> int:
    """Print a library's message about wrong usage in one line; return the exit code."""
    message = _sentence(error)
    if message:
        command = getattr(getattr(error, "ctx", None), "command_path", "motorpool")
        advice = f" See {command} --help" if message.endswith("?") else f"; see {command} --help"
        typer.echo(f"motorpool: {message[0].lower()}{message[1:]}{advice}", err=True)
    return error.exit_code


def _sentence(error: Any) -> str:
    """Return what came and what is allowed, of a value that is refused; else the message of the library."""
    refused: list[Any] = error.__cause__.errors() if hasattr(error.__cause__, "errors") else []
    if refused and getattr(error, "param", None) is not None:
        allowed = refused[0]["msg"].partition(",")[0].replace("Input should be", "it must be")
        return f"{error.param.opts[0]} is {refused[0]['input']!r}; {allowed}"
    return error.format_message().strip().rstrip(".").replace(". Did you mean", "; did you mean")


def _show_version(is_wanted: bool) -> None:
    if is_wanted:
        typer.echo(f"motorpool {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Simulate ground vehicles: in a live world in the browser, or as fast as the machine can."""


@app.command()
def run(
    scenario: ScenarioNames = None,
    headless: Annotated[
        bool, typer.Option("--headless", help="Run without the page, as fast as the machine can.")
    ] = False,
    seconds: Annotated[
        float | None, typer.Option(help="Simulated seconds to run for; 60 with --headless, else until Ctrl-C.")
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(help="Record every vehicle to this file: .parquet (can be replayed), .csv or .mcap (Foxglove)."),
    ] = None,
    record_every: Annotated[
        int, typer.Option(metavar="STEPS", help="Record each step whose number this divides: 60 is once a second.")
    ] = 1,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the recording if it exists.")] = False,
    vehicles: Annotated[
        int | None, typer.Option(help="Number of vehicles, divided among the fleets in proportion.")
    ] = None,
    objects: Annotated[int | None, typer.Option(help="Number of trees, rocks and buildings.")] = None,
    terrain: Annotated[str | None, typer.Option(help='Another terrain: a file, "jacksboro" or "flat".')] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of everything random.")] = None,
    host: Annotated[
        str, typer.Option(help="Address to serve the page at; 0.0.0.0 accepts other machines.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to serve the page at; 0 takes a free one.")] = 8765,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    threads: Annotated[int | None, typer.Option(help="Greatest number of processors to use.")] = None,
    dis: Annotated[
        bool | None,
        typer.Option(
            "--dis/--no-dis",
            help="Take part in a distributed exercise (DIS), on this machine alone unless --exercise says otherwise; "
            "by default if the scenario has the key exercise. Headless, it runs in real time, then, until Ctrl-C.",
            show_default=False,
        ),
    ] = None,
    exercise: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUE",
            help="A key of the scenario's exercise, such as interface=0.0.0.0 or site=7, and --dis; may be repeated.",
        ),
    ] = None,
    regions: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Partition the map into N regions, each of which is a process of its own (Ray)."
        ),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Cluster that --regions run on: host:port of its head, or auto; by default RAY_ADDRESS, or this "
            "machine.",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Run a scenario: live in the browser, or headless."""
    from . import partitioning, running
    from .dis.keys import changes_of

    if record is None and record_every != 1:
        raise RecordingError("--record-every goes with --record FILE; it says which steps are recorded there")
    part = changes_of(exercise or (), joins=dis)
    changes = running.Changes(vehicles=vehicles, objects=objects, terrain=terrain, seed=seed, exercise=part)
    recording = running.Recording(record, every=record_every, overwrite=force)
    names = scenario or [DEFAULT_SCENARIO]
    partition = partitioning.partition_of(regions, ray, has_exercise=isinstance(part, dict), scenarios=len(names))
    if not headless:
        from . import live

        address = live.Address(host, port, browser)
        return live.run_live(names, changes, recording, address, seconds=seconds, threads=threads, partition=partition)
    if len(names) > 1:
        raise ScenarioError(f"--headless runs one scenario, not {len(names)}; without it, the page offers them all")
    plan = running.prepare(names[0], changes, recording, seconds=seconds, threads=threads)
    return running.run_headless(plan._replace(partition=partition, gather_steps=record_every))


@app.command()
def playground(
    own: Annotated[
        list[str] | None,
        typer.Argument(help="Vehicles (.toml) and models (.py) of your own to add to the list.", metavar="[FILE]..."),
    ] = None,
    host: Annotated[
        str, typer.Option(help="Address to serve the page at; 0.0.0.0 accepts other machines.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to serve the page at; 0 takes a free one.")] = 8765,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Compare two motion models in the browser: drive both with the same keys and change their parameters."""
    from ..viewer import serve_playground

    serve_playground(host=host, port=port, open_browser=browser, own=own or ())


@app.command()
def scenarios() -> None:
    """List the scenarios that ship with Motorpool."""
    from . import tables

    tables.show_scenarios()


@app.command()
def models(
    name: Annotated[str | None, typer.Argument(help="Show this one in full.", metavar="[NAME]")] = None,
) -> None:
    """List the motion models, or show one in full."""
    from . import tables

    if name is None:
        tables.show_models()
    else:
        tables.show_model(name)


@app.command()
def vehicles(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Show these in full, or a file (.toml).", metavar="NAME"),
    ] = None,
    pictures: Annotated[
        Path | None, typer.Option(help="Draw all vehicles to one scale into this file: .png, .svg, .pdf or .html.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Measure the published figures; exit code 1 if a verified one fails.")
    ] = False,
    out: Annotated[Path | None, typer.Option(help="With --check: also write the tables as a page (.html).")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the pictures or the page if they exist.")] = False,
) -> int:
    """List the vehicles, show one in full, or compare simulated vehicles with their reference figures."""
    from . import vehicles as pool

    if check:
        from .figures import check_figures

        return check_figures(names or (), out=out, overwrite=force)
    if out is not None:
        raise VehicleError("--out goes with --check; --pictures draws the vehicles")
    if pictures is not None:
        with waiting("drawing the motor pool"):
            sheet = pool.draw_sheet(pictures, overwrite=force)
        typer.echo(f"drew {sheet}")
    elif not names:
        pool.show_vehicles()
    else:
        for name in names:
            pool.show_vehicle(name)
    return 0


@app.command()
def compare(
    models: Annotated[
        list[str] | None,
        typer.Argument(
            help="Models, optionally with settings (tracked/simple:heading_factor=2); or a name from --list."
        ),
    ] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="FIELD=VALUE for every model that has the field; may be repeated.")
    ] = None,
    speed: Annotated[float | None, typer.Option(help="Commanded speed in m/s; 5 if not given.")] = None,
    steer: Annotated[
        float | None, typer.Option(help="Steering command in -1..1, left positive; 0.5 if not given.")
    ] = None,
    seconds: Annotated[float | None, typer.Option(help="Simulated seconds; 4 if not given.")] = None,
    dt: Annotated[
        float | None,
        typer.Option(help="Longest time step in seconds; 0.1 if not given. Errors are measured at it and its halves."),
    ] = None,
    reference: Annotated[
        str | None,
        typer.Option(help='Model to measure errors against, or "own" for each model\'s limit; the first if not given.'),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="File for the figure; by default named after the models.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite figures that exist.")] = False,
    names: Annotated[bool, typer.Option("--list", help="List the ready-made comparisons.")] = False,
    everything: Annotated[
        Path | None, typer.Option("--all", metavar="FOLDER", help="Draw every ready-made comparison into a folder.")
    ] = None,
) -> None:
    """Draw models side by side: paths, errors against the time step, orders; or a figure of the documents."""
    from . import compare as comparing

    if names:
        comparing.show_list()
    elif everything is not None:
        comparing.draw_all(everything, models or [], overwrite=force)
    else:
        inputs = comparing.Inputs(settings or [], speed=speed, steer=steer, seconds=seconds, dt=dt, reference=reference)
        comparing.compare(models or [], inputs, out=out, overwrite=force)


@app.command()
def courses(
    name: Annotated[str | None, typer.Argument(help="Only this one.", metavar="[NAME]")] = None,
    rule: Annotated[list[str] | None, typer.Option(help="An avoidance rule, see --list; may be repeated.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of everything random.")] = 0,
    figure: Annotated[Path | None, typer.Option(help="Draw the paths on the course into this file.")] = None,
    show_rules: Annotated[bool, typer.Option("--list", help="List the avoidance rules.")] = False,
) -> None:
    """Drive the obstacle courses with each avoidance rule and score them."""
    from . import courses as driving

    if show_rules:
        driving.list_rules()
    else:
        driving.courses(name, rule or (), seed=seed, figure=figure)


@app.command()
def validate(
    vehicles: Annotated[
        list[str] | None,
        typer.Argument(help="Named vehicles, models or vehicle files; the motor pool by default."),
    ] = None,
    manoeuvre: Annotated[list[str] | None, typer.Option(help="Only this one; may be repeated.")] = None,
    out: Annotated[Path, typer.Option(help="File for the report.")] = Path("validation.html"),
    force: Annotated[bool, typer.Option("--force", help="Overwrite a report that exists.")] = False,
    show: Annotated[bool, typer.Option("--show", help="Open the report in a browser.")] = False,
    names: Annotated[bool, typer.Option("--list", help="List the manoeuvres.")] = False,
) -> int:
    """Simulate manoeuvres with known answers, and write a report that compares them."""
    from . import validate as validating

    if names:
        validating.list_manoeuvres()
        return 0
    return validating.validate(vehicles or (), manoeuvre or (), out=out, overwrite=force, is_shown=show)


@app.command()
def export(
    model: Annotated[str, typer.Argument(help="A model, a vehicle of the motor pool, or a .toml or .py file.")],
    to: Annotated[
        str,
        typer.Option(
            metavar="LANGUAGE",
            help="c, cpp, csharp, gdscript, glsl, java, javascript, lua, python, rust or typescript; "
            "or fmu, an archive for Simulink and Modelica tools.",
        ),
    ],
    vehicle: Annotated[str | None, typer.Option(help="A vehicle of this model, whose values it has.")] = None,
    screen: Annotated[
        bool, typer.Option("--screen", help="Add the pose on a screen: y down, degrees clockwise.")
    ] = False,
    pose: Annotated[
        list[str] | None, typer.Option(metavar="PROGRAM", help="Add the pose in another program: unity or godot.")
    ] = None,
    drive: Annotated[
        str | None,
        typer.Option(
            metavar="SPEED,STEER,SECONDS", help="Add a drive that the file makes when it is run, such as 8,0.3,10."
        ),
    ] = None,
    fmi: Annotated[str, typer.Option(metavar="VERSION", help="Version of an FMU's interface: 2.0 or 3.0.")] = "3.0",
    out: Annotated[Path | None, typer.Option(help="A file, or a folder; printed by default.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")] = False,
) -> int:
    """Write a model in another language: one file with the same numbers, which needs nothing else."""
    from . import export as exporting

    if to.lower() == "fmu":
        return exporting.export_fmu(model, vehicle=vehicle, version=fmi, out=out, overwrite=force)
    poses = [*(["screen"] if screen else []), *(pose or [])]
    shown = exporting.Shown(vehicle, poses, drive)
    return exporting.export_model(model, to, shown, out=out, overwrite=force)


@app.command(cls=ClusterCommand)
def sweep(
    scenario: Annotated[str, typer.Argument(help="A scenario's name or a .yaml file.")],
    out: Annotated[Path, typer.Option(help="Folder for the table and the figures; what it has is not made again.")],
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH=VALUES",
            help="What differs from run to run: seed=0:100, vehicles.0.mass=50000:70000:5, surface.kind=mud,ice; "
            "repeated, every combination is a run.",
        ),
    ] = None,
    sample: Annotated[
        str | None, typer.Option(metavar="KIND:N", help="N runs in place of every combination: sobol:N or lhs:N.")
    ] = None,
    points: Annotated[
        Path | None, typer.Option(help="A CSV file of the runs: paths in its first line, values in the others.")
    ] = None,
    seconds: Annotated[float, typer.Option(help="Simulated seconds of each run.")] = 60.0,
    measure: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE.py:FUNCTION", help="A measure of your own, beside the usual; may be repeated."),
    ] = None,
    trade_off: Annotated[
        str | None, typer.Option(metavar="FIRST:SECOND", help="Draw the runs that none beats in two measures.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the sample.")] = 0,
    workers: Annotated[int | None, typer.Option(help="Processes to work in; one a processor by default.")] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="[ADDRESS]",
            help="Work in the Ray cluster at host:port; alone: the one that RAY_ADDRESS names or that runs here, or a "
            "new one on this machine.",
        ),
    ] = None,
) -> int:
    """Run a scenario many times with other values, and make one table of what came out."""
    from . import sweep as sweeping

    design = sweeping.Design(vary or (), sample, points, seed)
    work = sweeping.Work(seconds, measure or (), workers, ray)
    return sweeping.run_sweep(scenario, design, work, out=out, trade_off=trade_off)


@app.command(context_settings={"ignore_unknown_options": True})
def route(
    start: Annotated[str, typer.Argument(metavar="A", help="Where the way begins: x,y in metres east and north.")],
    goal: Annotated[str, typer.Argument(metavar="B", help="Where it ends: x,y.")],
    map_file: Annotated[
        Path | None, typer.Option("--map", help="A map by `motorpool mobility`, in place of the four below.")
    ] = None,
    terrain: Annotated[
        str | None, typer.Option(help="An elevation model or a terrain's name; beside --map, for the relief.")
    ] = None,
    soil: Annotated[
        str, typer.Option(help="A soil map's file, one class everywhere, or `terrain`: made from the terrain.")
    ] = "terrain",
    vehicle: Annotated[str | None, typer.Option(help="A vehicle with a dynamic model, such as M1A1.")] = None,
    season: Annotated[str, typer.Option(help="dry or wet: the soils in rain.")] = "dry",
    legend: Annotated[
        str | None, typer.Option(metavar="1=mud,...", help="Class of each number of the soil map.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Waypoints: .csv, .geojson, or .yaml, a scenario that drives them.")
    ] = None,
    figure: Annotated[Path | None, typer.Option(help="Draw the way on its map: .png, .svg or .pdf.")] = None,
) -> int:
    """Find the fastest way from A to B over a mobility map."""
    from . import mobility as mapping
    from . import route as routing

    if map_file is not None and vehicle is not None:
        raise WorldError(f"{map_file} has its own vehicle and season; leave out --vehicle, or --map")
    request = None if terrain is None else mapping.Request(terrain, soil, vehicle or "", season, legend)
    outputs = routing.Outputs(out, figure)
    return routing.run_route(start, goal, map=map_file, request=request, outputs=outputs)


@app.command()
def mobility(
    terrain: Annotated[str, typer.Option(help="An elevation model's file, or a terrain's name, such as jacksboro.")],
    vehicle: Annotated[
        list[str],
        typer.Option(help="A vehicle with a dynamic model, such as M1A1, or its .toml file; may be repeated."),
    ],
    out: Annotated[Path, typer.Option(help="GeoTIFF of the speeds; those of the limits are written beside it.")],
    soil: Annotated[
        str, typer.Option(help="A soil map's file, one class everywhere, or `terrain`: made from the terrain.")
    ] = "terrain",
    legend: Annotated[
        str | None, typer.Option(metavar="1=mud,...", help="Class of each number of the soil map.")
    ] = None,
    season: Annotated[str, typer.Option(help="dry, wet (the soils in rain) or both.")] = "dry",
    headings: Annotated[int, typer.Option(help="Directions of travel, evenly round from east.")] = 8,
    objects: Annotated[Path | None, typer.Option(help="Trees, rocks and buildings: .csv or .geojson.")] = None,
    roughness: Annotated[
        list[str] | None,
        typer.Option(metavar="CLASS=METRES", help="Root mean square elevation of a class; may be repeated."),
    ] = None,
    figure: Annotated[Path | None, typer.Option(help="Draw the maps over the relief: .png, .svg or .pdf.")] = None,
    profile: Annotated[Path | None, typer.Option(help="Draw the speed profiles: .png, .svg or .pdf.")] = None,
    monte_carlo: Annotated[
        int | None,
        typer.Option(metavar="DRAWS", help="Draw the strength of the soil so often: probability of go, range of V50."),
    ] = None,
    variation: Annotated[
        float, typer.Option(help="Coefficient of variation of the cone index, for --monte-carlo.")
    ] = 0.3,
    patch: Annotated[
        float | None,
        typer.Option(
            metavar="METRES", help="Side of squares with a strength of their own; by default each class has one."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the draws.")] = 0,
) -> int:
    """Map where a vehicle can go, how fast and what limits it, as Cloud-Optimised GeoTIFF."""
    from . import mobility as mapping

    options = (season, legend, headings, objects, roughness or ())
    requests = [mapping.Request(terrain, soil, name, *options) for name in vehicle]
    if monte_carlo is None and patch is not None:
        raise WorldError("--patch belongs to draws of the soil's strength; add --monte-carlo 100")
    draws = None if monte_carlo is None else mapping.Draws(monte_carlo, variation, patch, seed)
    return mapping.run_mobility(requests, outputs=mapping.Outputs(out, figure, profile), draws=draws)


@app.command()
def fit(
    log: Annotated[Path, typer.Argument(help="A drive: .csv, .parquet or .mcap, with times, commands and motion.")],
    out: Annotated[Path, typer.Option(help="The vehicle's file to write (.toml).")],
    model: Annotated[str | None, typer.Option(help="The motion model; single-track, or that of --base.")] = None,
    base: Annotated[
        str | None, typer.Option(help="A vehicle, by name or file, whose values are the start and stay where unfitted.")
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(
            metavar="QUANTITY=COLUMN", help="yaw_rate=psi_dot, steer_angle_deg=wheel*0.0625; may be repeated."
        ),
    ] = None,
    vehicle: Annotated[int | None, typer.Option(help="Number of the vehicle in a recording of several.")] = None,
    free: Annotated[
        str, typer.Option(metavar="NAME,...", help="Parameters to fit; by default those that the log can tell.")
    ] = "",
    fix: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A parameter that is known; may be repeated.")
    ] = None,
    offset: Annotated[
        list[str] | None, typer.Option(metavar="COLUMN", help="A column that may be shifted: steer_angle; repeatable.")
    ] = None,
    ground: Annotated[str | None, typer.Option(help="What was driven on, such as wet-asphalt; dry-asphalt.")] = None,
    window: Annotated[float, typer.Option(help="Seconds that are predicted from one start.")] = 3.0,
    hold_out: Annotated[float, typer.Option(help="Share of the log, at its end, to test the fit on.")] = 0.2,
    starts: Annotated[int, typer.Option(help="Places that searches begin at.")] = 8,
    seed: Annotated[int, typer.Option(help="Seed of these places.")] = 0,
    robust: Annotated[bool, typer.Option("--robust", help="Let outliers count less.")] = False,
    held: Annotated[
        bool, typer.Option("--held", help="Commands stay as they are until the next row, as in our recordings.")
    ] = False,
    report: Annotated[Path | None, typer.Option(help="The report (.html); beside the vehicle's file.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")] = False,
) -> int:
    """Fit a vehicle to a log: parameters with confidence, and what to drive to learn more."""
    from . import fit as fitting

    source = fitting.Source(log, column or (), vehicle, held)
    choice = fitting.Choice(model or base or "single-track", base, free, fix or (), offset or (), ground)
    work = fitting.Search(window, hold_out, starts, seed, robust)
    return fitting.run_fit(source, choice, work, out=out, report=report, overwrite=force)


@app.command()
def check(
    files: Annotated[list[Path] | None, typer.Argument(help="Scenario files.")] = None,
    schema: Annotated[bool, typer.Option("--schema", help="Print the format as JSON Schema, for editors.")] = False,
) -> int:
    """Validate scenario files and list every error."""
    if schema:
        from ..scenario.format import json_schema

        typer.echo(json.dumps(json_schema(), indent=2))
        if not files:
            return 0
    from .check import check_files

    return check_files(files or ())


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A recording (.parquet) by `motorpool run --record`.")],
    verify: Annotated[
        bool,
        typer.Option(
            "--verify", help="Simulate it again and compare every column to the bit; exit code 1 if one differs."
        ),
    ] = False,
    host: Annotated[
        str, typer.Option(help="Address to serve the page at; 0.0.0.0 accepts other machines.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to serve the page at; 0 takes a free one.")] = 8765,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> int:
    """Play a recording in the page, with a timeline; or simulate it again and compare."""
    from . import replay as replaying

    if not verify:
        return replaying.play_file(file, host=host, port=port, open_browser=browser)
    return replaying.verify_file(file)


@app.command()
def recover(file: Annotated[Path, typer.Argument(help="A recording that was interrupted or damaged.")]) -> None:
    """Repair an interrupted or damaged recording: an ordinary Parquet file with every intact row."""
    from ..observers.recording import recover_recording

    with waiting(f"reading {file}"):
        recording = recover_recording(file)
    typer.echo(str(recording))


@app.command()
def kernels(
    clear: Annotated[bool, typer.Option("--clear", help="Delete them; they are compiled again when needed.")] = False,
) -> None:
    """Show the folder and size of the compiled kernels."""
    from ..compile import cache

    folder = cache.cache_folder()
    if clear:
        typer.echo(f"deleted {cache.clear_cache()} kernels from {folder}")
        return
    files = [file for file in folder.rglob("*") if file.is_file()]
    megabytes = sum(file.stat().st_size for file in files) / 1e6
    count = sum(file.suffix == ".py" for file in files)
    typer.echo(f"{count} kernels, {megabytes:.1f} MB in {folder}")


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []})
def bench(context: typer.Context) -> int:
    """Measure the rate of the models on this machine, after checking their results."""
    from ..bench import main

    if {"-h", "--help"} & set(context.args):
        return main(context.args)
    with waiting("starting", total=1.0) as show:
        return main(context.args, told=lambda words, share: show(words, done=share))


for _command in app.registered_commands:
    _command.epilog = epilog(getattr(_command.callback, "__name__", ""))
