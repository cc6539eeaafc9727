"""``motorpool playground``: the page that compares two models."""

from typing import Annotated

import typer

from ...base.command_line.command import Command
from ...base.command_line.options import HOST, PORT, Browser, Host, Port, Trusted


def playground(
    own: Annotated[
        list[str] | None,
        typer.Argument(help="Vehicles (.toml) and models (.py) of your own to add to the list.", metavar="[FILE]..."),
    ] = None,
    host: Host = HOST,
    port: Port = PORT,
    browser: Browser = True,
    trust: Trusted = False,
) -> None:
    """Compare two motion models in the browser: drive both with the same keys and change their parameters."""
    from ...models.consent import trust_vehicles
    from . import serve_playground

    trust_vehicles(own or (), is_trusted=trust)
    serve_playground(host=host, port=port, open_browser=browser, own=own or ())


PLAYGROUND = Command(
    "playground",
    playground,
    examples=(
        "motorpool playground",
        "motorpool playground my_tank.toml my_model.py",
    ),
)
