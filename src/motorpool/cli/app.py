"""The commands and their options; what they do is in the modules that they call."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from .. import __version__
from ..errors import VehicleError

app = typer.Typer(
    name="motorpool",
    help="Moves ground vehicles: in a live world in the browser, or as fast as the machine can.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

ScenarioName = Annotated[
    str, typer.Argument(help="A scenario's name (`motorpool scenarios` lists them) or a .yaml file.")
]


def run_app(arguments: Sequence[str]) -> int:
    """Run a command; returns the exit code. Wrong usage is a sentence on stderr and 2."""
    try:
        result: Any = app(args=list(arguments), prog_name="motorpool", standalone_mode=False)
    except typer.Abort:
        raise KeyboardInterrupt from None
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        return _usage(error)
    return result if isinstance(result, int) else 0


def _usage(error: Any) -> int:
    """Return typer's message about wrong usage, in one line."""
    message = error.format_message().strip()
    if message:
        command = getattr(getattr(error, "ctx", None), "command_path", "motorpool")
        typer.echo(f"motorpool: {message[0].lower()}{message[1:].rstrip('.')}; see {command} --help", err=True)
    return error.exit_code


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
    """Moves ground vehicles: in a live world in the browser, or as fast as the machine can."""


@app.command()
def run(
    scenario: ScenarioName = "jacksboro",
    headless: Annotated[bool, typer.Option("--headless", help="Without the page, as fast as the machine can.")] = False,
    seconds: Annotated[
        float | None, typer.Option(help="Simulated seconds to run for; 60 with --headless, else until Ctrl-C.")
    ] = None,
    record: Annotated[Path | None, typer.Option(help="Record every vehicle to this Parquet file.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the recording if it exists.")] = False,
    vehicles: Annotated[int | None, typer.Option(help="Vehicles in all, each fleet its share.")] = None,
    objects: Annotated[int | None, typer.Option(help="Trees, rocks and buildings.")] = None,
    terrain: Annotated[str | None, typer.Option(help='Other ground: a terrain file, "jacksboro" or "flat".')] = None,
    seed: Annotated[int | None, typer.Option(help="Of everything random.")] = None,
    host: Annotated[str, typer.Option(help="Address to serve the page at; 0.0.0.0 lets others in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to serve the page at; 0 for any free one.")] = 8765,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    threads: Annotated[int | None, typer.Option(help="Processors to use at most.")] = None,
) -> int:
    """Run a scenario: live in the browser, or headless."""
    from . import running

    changes = running.Changes(vehicles=vehicles, objects=objects, terrain=terrain, seed=seed)
    plan = running.prepare(scenario, changes, record=record, overwrite=force, seconds=seconds, threads=threads)
    if headless:
        return running.run_headless(plan)
    return running.run_live(plan, host=host, port=port, open_browser=browser)


@app.command()
def playground(
    own: Annotated[
        list[str] | None,
        typer.Argument(help="Vehicles (.toml) and models (.py) of your own, to join the list.", metavar="[FILE]..."),
    ] = None,
    host: Annotated[str, typer.Option(help="Address to serve the page at; 0.0.0.0 lets others in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to serve the page at; 0 for any free one.")] = 8765,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Compare two motion models in the browser: drive both with the same keys, change anything, see them part."""
    from ..viewer import serve_playground

    serve_playground(host=host, port=port, open_browser=browser, own=own or ())


@app.command()
def scenarios() -> None:
    """List the scenarios that ship with Motorpool."""
    from . import tables

    tables.show_scenarios()


@app.command()
def models(
    name: Annotated[str | None, typer.Argument(help="Tell everything about this one.", metavar="[NAME]")] = None,
) -> None:
    """List the motion models, or tell all about one."""
    from . import tables

    if name is None:
        tables.show_models()
    else:
        tables.show_model(name)


@app.command()
def vehicles(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Tell everything about these, or of a file (.toml).", metavar="NAME"),
    ] = None,
    pictures: Annotated[
        Path | None, typer.Option(help="Draw all vehicles to one scale into this file: .png, .svg, .pdf or .html.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Measure what is published of them; exit code 1 if a verified figure fails.")
    ] = False,
    out: Annotated[Path | None, typer.Option(help="With --check: write the tables as a page (.html), too.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the pictures or the page if they exist.")] = False,
) -> int:
    """List the motor pool, tell all about a vehicle, or compare simulated vehicles with their reference figures."""
    from . import vehicles as pool

    if check:
        from .figures import check_figures

        return check_figures(names or (), out=out, overwrite=force)
    if out is not None:
        raise VehicleError("--out goes with --check; --pictures draws the vehicles")
    if pictures is not None:
        typer.echo(f"drew {pool.draw_sheet(pictures, overwrite=force)}")
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
            help="Models, each with settings if you like (tracked/simple:heading_factor=2); or a --list name."
        ),
    ] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="FIELD=VALUE for every model that has the field; may be repeated.")
    ] = None,
    speed: Annotated[float | None, typer.Option(help="That they are driven at, in m/s; 5 if not given.")] = None,
    steer: Annotated[float | None, typer.Option(help="Steering command, -1..1, left positive; 0.5.")] = None,
    seconds: Annotated[float | None, typer.Option(help="Simulated seconds; 4.")] = None,
    dt: Annotated[
        float | None, typer.Option(help="Longest step in seconds; 0.1. Errors are measured at it and its halves.")
    ] = None,
    reference: Annotated[
        str | None, typer.Option(help='Model that errors are measured from, or "own" limit; the first if not given.')
    ] = None,
    out: Annotated[Path | None, typer.Option(help="File for the figure; by default named by what is compared.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite figures that exist.")] = False,
    names: Annotated[bool, typer.Option("--list", help="List the ready-made comparisons.")] = False,
    everything: Annotated[
        Path | None, typer.Option("--all", metavar="FOLDER", help="Draw every ready-made comparison into a folder.")
    ] = None,
) -> None:
    """Draw models side by side: paths, errors against dt, orders; or a figure of the documents."""
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
    behaviour: Annotated[
        list[str] | None, typer.Option(help="none, printed, printed-seeing, rule or remembering; may be repeated.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of everything random.")] = 0,
    figure: Annotated[Path | None, typer.Option(help="Draw the paths over one course into this file.")] = None,
) -> None:
    """Drive the test courses of avoidance and score who gets through, by which rule."""
    from . import courses as driving

    driving.courses(name, behaviour or (), seed=seed, figure=figure)


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
    """Simulate manoeuvres whose answers are known, and write a report that compares."""
    from . import validate as validating

    if names:
        validating.list_manoeuvres()
        return 0
    return validating.validate(vehicles or (), manoeuvre or (), out=out, overwrite=force, is_shown=show)


@app.command()
def check(
    files: Annotated[list[Path] | None, typer.Argument(help="Scenario files.")] = None,
    schema: Annotated[bool, typer.Option("--schema", help="Print the format as JSON Schema, for an editor.")] = False,
) -> None:
    """Say everything that is wrong with scenario files, or that nothing is."""
    from ..errors import ScenarioError
    from ..scenario import load
    from .running import tell_warnings

    if schema:
        from ..scenario.format import json_schema

        typer.echo(json.dumps(json_schema(), indent=2))
    elif not files:
        raise ScenarioError("check needs a scenario file, for example: motorpool check convoy.yaml")
    for file in files or []:
        scenario = load(file)
        world = scenario.build()
        tell_warnings(world)
        typer.echo(
            f"{file} is right: {world.count} vehicles, {world.objects.count} objects, terrain {world.terrain.name}"
        )


@app.command()
def recover(file: Annotated[Path, typer.Argument(help="A recording that was interrupted or damaged.")]) -> None:
    """Make an interrupted or damaged recording an ordinary Parquet file again, of all rows that are whole."""
    from ..observers.recording import recover_recording

    typer.echo(str(recover_recording(file)))


@app.command()
def kernels(
    clear: Annotated[bool, typer.Option("--clear", help="Delete them; they are compiled anew.")] = False,
) -> None:
    """Show where compiled kernels are kept."""
    from ..kernels import cache

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
    """Measure this machine, after checking that what is measured is right."""
    from ..bench import main

    return main(context.args)
