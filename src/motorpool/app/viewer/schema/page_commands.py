"""Commands that a browser may send: every class of `sources.actions` and `session_commands` that has a sender."""

import inspect
import math
from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, TypeAdapter
from typing_extensions import TypedDict

from ....models.fields import comment_on
from ....world.sources.actions import ACTIONS
from ....world.sources.command import INSTRUCTOR, Allowed, Command, parameters_of
from .. import session_commands
from .reading import EXACTLY, Reader

COMMANDS: dict[str, type[Command]] = {  # by the ``type`` of their messages
    command.tag: command for command in (*ACTIONS.values(), *session_commands.COMMANDS) if command.sender is not None
}
NO_VEHICLE_YET = -1  # own vehicle of a command whose sender is not known yet


def schema_of(command: type[Command]) -> dict[str, Any]:
    """Return the JSON schema of a command's message, with the docstring and the comments on its fields."""
    schema = _check_of(command).json_schema()
    comments = _comments(command)
    for name, field in schema.get("properties", {}).items():
        if comments.get(name):
            field["description"] = comments[name]
    return schema | {"description": _description(command)}


def _description(command: type[Command]) -> str:
    words = inspect.cleandoc(command.__doc__ or "")
    if command.sender != INSTRUCTOR:
        return words
    first, *rest = words.split("\n\n")
    return "\n\n".join([f"{first.removesuffix('.')}; for instructors.", *rest])


def _comments(command: type[Command]) -> dict[str, str]:
    lines = inspect.getsource(command).splitlines()
    return {line.partition(":")[0].strip(): comment_on(line) for line in lines}


def _sent(command: type[Command]) -> dict[str, tuple[type, Allowed]]:
    """Return the fields that messages have, each with its type and values."""
    return {name: (kind, allowed) for name, kind, allowed, _ in parameters_of(command) if allowed is not None}


def _maker(command: type[Command]) -> Callable[..., Command]:
    """Return a function that makes the command from a message's fields, and raises pydantic's ``ValidationError``."""
    check = _check_of(command).validate_python
    own = dict.fromkeys((one.name for one in parameters_of(command) if one.is_own_vehicle), NO_VEHICLE_YET)

    def make(**values: object) -> Command:
        return command(**own, **check(values))

    return make


def _check_of(command: type[Command]) -> TypeAdapter[dict[str, Any]]:
    make: Any = TypedDict
    structure = make(command.__name__, {name: _annotation(*field) for name, field in _sent(command).items()})
    structure.__pydantic_config__ = EXACTLY
    return TypeAdapter(structure)


def _annotation(kind: type, allowed: Allowed) -> Any:
    """Return a field's type as pydantic reads it."""
    if allowed.choices:
        return Literal[allowed.choices]
    if allowed.clean is not None:
        return Annotated[kind, BeforeValidator(allowed.clean)]
    bounds = {name: kind(bound) for name, bound in (("ge", allowed.low), ("le", allowed.high)) if math.isfinite(bound)}
    return Annotated[kind, Field(**bounds)] if bounds else kind


decode = Reader(
    {tag: _maker(command) for tag, command in COMMANDS.items()},
    allowed={
        tag: {name: allowed.words for name, (_, allowed) in _sent(command).items()} for tag, command in COMMANDS.items()
    },
    subject="a text message",
).decode
