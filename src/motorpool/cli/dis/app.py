"""The commands of ``motorpool dis`` and their options; each calls a module of its own."""

from pathlib import Path
from typing import Annotated

import typer

from ...dis.endpoint import ADDRESS, INTERFACE

dis_app = typer.Typer(
    name="dis",
    help="Record, replay and watch distributed exercises (DIS, IEEE 1278.1).",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Interface = Annotated[
    str,
    typer.Option(
        help="Address of the network interface to use: by default this machine alone; 0.0.0.0 takes any network."
    ),
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
        help="Take what was sent to this UDP port; by default all that begins as DIS does, to any port.",
    ),
]  # fmt: skip


@dis_app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A capture of Wireshark, tcpdump or `dis record`: .pcap or .pcapng.")],
    to: Annotated[
        str, typer.Option(metavar="ADDRESS[:PORT]", help="Multicast group, broadcast or host to send to; port 3000.")
    ] = ADDRESS,
    interface: Interface = INTERFACE,
    rate: Annotated[float, typer.Option(help="Recorded seconds a second.")] = 1.0,
    loop: Annotated[bool, typer.Option("--loop", help="Begin again at the end, until Ctrl-C.")] = False,
    exercise: Annotated[int | None, typer.Option(help="Write this number of the exercise into every PDU.")] = None,
    keep_timestamps: Annotated[
        bool,
        typer.Option("--keep-timestamps", help="Leave the timestamps; by default they are of the moment of sending."),
    ] = False,
    port_in_file: PortInFile = None,
) -> int:
    """Send the DIS of a capture again, at the pace at which it was recorded."""
    from ...dis.replay import Replay
    from .replay import replay_capture

    how = Replay(rate, exercise, keep_timestamps)
    return replay_capture(file, how, to=to, interface=interface, port_in_file=port_in_file, loops=loop)


@dis_app.command()
def record(
    file: Annotated[Path, typer.Argument(help="Capture to write (.pcap), which Wireshark reads, too.")],
    address: Listened = ADDRESS,
    interface: Interface = INTERFACE,
    seconds: Seconds = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Keep every datagram, not only those that begin as DIS does.")
    ] = False,
    force: Force = False,
) -> int:
    """Write the datagrams of an exercise to a capture; one that is killed leaves a file that can be read."""
    from .record import record as write

    return write(file, address=address, interface=interface, seconds=seconds, keeps_all=everything, overwrite=force)
