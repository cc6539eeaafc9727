"""Options that are common to several commands."""

from typing import Annotated

import typer

HOST, PORT = "127.0.0.1", 8765  # default address of the page

Host = Annotated[str, typer.Option(help="Address to serve the page at; 0.0.0.0 accepts other machines.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="Port to serve the page at; 0 takes a free one.")]
Browser = Annotated[bool, typer.Option(help="Open the page in a browser.")]
Trusted = Annotated[
    bool, typer.Option("--trust", help="Run the code that a file names, such as model: ./hover.py, without asking.")
]
