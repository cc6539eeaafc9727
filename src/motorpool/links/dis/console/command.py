"""Commands of ``motorpool dis`` and their options; each calls its own module."""

from pathlib import Path
from typing import Annotated

import typer

from ....base.command_line.command import Command
from ..endpoint import ADDRESS, INTERFACE

dis_app = typer.Typer(
    name="dis",
    help="Record, replay and watch distributed exercises (DIS, IEEE 1278.1).",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Interface = Annotated[
    str,
    typer.Option(help="Address of the network interface to use: by default this machine only; 0.0.0.0 is any network."),
]
Listened = Annotated[
    str,
    typer.Option(
        "--address", metavar="ADDRESS[:PORT]", help="Multicast group, broadcast or own address to listen on; port 3000."
    ),
]
Seconds = Annotated[float | None, typer.Option(min=0.0, help="Seconds to listen; until Ctrl-C by default.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")]
PortInFile = Annotated[
    int | None,
    typer.Option(
        min=0, max=65535,
        help="Read datagrams sent to this UDP port; by default those with a DIS header, sent to any port.",
    ),
]  # fmt: skip


@dis_app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A capture of Wireshark, tcpdump or `dis record`: .pcap or .pcapng.")],
    to: Annotated[
        str, typer.Option(metavar="ADDRESS[:PORT]", help="Multicast group, broadcast or host to send to; port 3000.")
    ] = ADDRESS,
    interface: Interface = INTERFACE,
    rate: Annotated[float, typer.Option(help="Recorded seconds per second.")] = 1.0,
    loop: Annotated[bool, typer.Option("--loop", help="Repeat until Ctrl-C.")] = False,
    exercise: Annotated[int | None, typer.Option(help="Write this exercise number into every PDU.")] = None,
    keep_timestamps: Annotated[
        bool,
        typer.Option("--keep-timestamps", help="Keep the timestamps; by default they are set to the time of sending."),
    ] = False,
    port_in_file: PortInFile = None,
) -> int:
    """Send the DIS datagrams of a capture again, at the recorded rate."""
    from ..tools.replay import Replay
    from .replay import replay_capture

    how = Replay(rate, exercise, keep_timestamps)
    return replay_capture(file, how, to=to, interface=interface, port_in_file=port_in_file, loops=loop)


@dis_app.command()
def record(
    file: Annotated[Path, typer.Argument(help="Capture to write (.pcap), readable by Wireshark.")],
    address: Listened = ADDRESS,
    interface: Interface = INTERFACE,
    seconds: Seconds = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Keep every datagram, not only those with a DIS header.")
    ] = False,
    force: Force = False,
) -> int:
    """Write the datagrams of an exercise to a capture; the file is readable even if the recording is killed."""
    from .record import record as write

    return write(file, address=address, interface=interface, seconds=seconds, keeps_all=everything, overwrite=force)


@dis_app.command()
def dump(
    file: Annotated[
        Path | None, typer.Argument(help="A capture: .pcap or .pcapng; the network if not given.", metavar="[FILE]")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print every field, one JSON object per line.")] = False,
    types: Annotated[
        list[str] | None,
        typer.Option("--type", help="Only PDUs of this type, such as entity-state or fire; may be repeated."),
    ] = None,
    entity: Annotated[
        str | None,
        typer.Option(
            metavar="SITE:APPLICATION:ENTITY", help="Only PDUs that name this entity; * stands for any number."
        ),
    ] = None,
    count: Annotated[int | None, typer.Option(min=0, help="End after this number of lines.")] = None,
    address: Listened = ADDRESS,
    interface: Interface = INTERFACE,
    seconds: Seconds = None,
    port_in_file: PortInFile = None,
) -> int:
    """Print the PDUs of a capture or of the network, one per line; for invalid PDUs with the reason for rejection."""
    from ..tools.dump import Filter
    from .dump import dump_capture, dump_network

    which = Filter.parse(types or (), entity)
    if file is not None:
        return dump_capture(file, which, as_json=as_json, port=port_in_file, count=count)
    return dump_network(which, as_json=as_json, address=address, interface=interface, seconds=seconds, count=count)


@dis_app.command()
def meter(
    address: Listened = ADDRESS,
    interface: Interface = INTERFACE,
    seconds: Seconds = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object at the end, and nothing else.")
    ] = False,
    heartbeat: Annotated[float, typer.Option(min=0.0, help="Heartbeat of the exercise in seconds.")] = 5.0,
    time_out: Annotated[
        float, typer.Option(min=0.0, help="Seconds without a PDU after which an entity is removed.")
    ] = 12.0,
) -> int:
    """Show rates, bandwidth, hosts and the error of dead reckoning, live."""
    from ..motion.dead_reckoning import Thresholds
    from .meter import measure

    thresholds = Thresholds(heartbeat=heartbeat, time_out=time_out)
    return measure(address=address, interface=interface, seconds=seconds, as_json=as_json, thresholds=thresholds)


@dis_app.command()
def populate(
    count: Annotated[int, typer.Argument(help="Number of vehicles.", metavar="N")],
    scenario: Annotated[str, typer.Option(help="Scenario with the terrain, by name or file.")] = "jacksboro",
    vehicle: Annotated[
        list[str] | None,
        typer.Option(help="A vehicle of the motor pool; may be repeated, for equal shares; a mix by default."),
    ] = None,
    exercise: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUE",
            help="A key of the scenario's exercise, such as interface=0.0.0.0 or site=7; may be repeated.",
        ),
    ] = None,
    seconds: Annotated[float | None, typer.Option(min=0.0, help="Seconds to drive; until Ctrl-C by default.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything random.")] = 0,
) -> int:
    """Send N vehicles driven by autopilots, in real time and without a page, for load tests of other programs."""
    from .populate import populate as fill

    return fill(count, scenario=scenario, vehicles=vehicle or (), exercise=exercise or (), seconds=seconds, seed=seed)


DIS = Command("dis", dis_app)
