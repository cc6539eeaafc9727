"""Declarations at the doors for commands, and for services of rooms to commands below them."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..errors import MotorpoolError
from ..extensions import SERVICES, load, provided


class Command(NamedTuple):
    """A command of ``motorpool``: a module-level ``COMMAND = Command("fit", fit)`` declares it.

    Attributes:
        name: its word on the command line.
        function: function with Typer's annotations, or a ``typer.Typer`` with commands of its own. The first line of
            its docstring, or of the application's help, is the help in the list of commands.
        examples: lines at the end of its help.
        exit_codes: meaning of codes in addition to those of all commands.
        settings: keywords for Typer, such as ``cls``.
    """

    name: str
    function: Any
    examples: tuple[str, ...] = ()
    exit_codes: Mapping[int, str] = {}
    settings: Mapping[str, Any] = {}

    @property
    def epilog(self) -> str | None:
        """The examples for the end of the help; None if there are none."""
        return "\n\n".join(["Examples:", *self.examples]) if self.examples else None


class Service(NamedTuple):
    """Work that a room does for an option of a command below it, such as the page for ``motorpool replay``."""

    name: str
    function: Callable[..., int]


def service(name: str) -> Callable[..., int]:
    """Return the function of a service.

    Raises:
        MotorpoolError: the part of Motorpool that has it was removed.
    """
    places = provided(SERVICES)
    if name not in places:
        raise MotorpoolError(f"the part of Motorpool that can {name} is missing; install the whole package")
    return load(places[name]).function
