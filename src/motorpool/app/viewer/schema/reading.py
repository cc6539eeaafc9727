"""Decoding of JSON from a browser into a command, ranges included; anything else is refused in one sentence."""

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Generic, NoReturn, TypeVar, cast, get_type_hints

from pydantic import ConfigDict, ValidationError

from ....base.errors import ViewerError
from ....world.sources.command import Allowed

EXACTLY = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)  # of a message from a stranger


Command = TypeVar("Command")


class Reader(Generic[Command]):
    """Decoder of the commands of a page.

    Args:
        commands: makers of commands by the ``type`` of their messages: functions of a message's other keys, which raise
            pydantic's ``ValidationError``.
        allowed: for each command the end of the sentence "it must ..." of each field.
        subject: subject of the sentences that refuse a message, such as "a text message".
    """

    def __init__(
        self,
        commands: Mapping[str, Callable[..., Command]],
        *,
        allowed: Mapping[str, Mapping[str, str]],
        subject: str,
    ) -> None:
        self._subject = subject
        self._known = {name: (make, allowed[name]) for name, make in commands.items()}

    def decode(self, message: str) -> Command:
        """Return the command in a JSON message.

        Raises:
            ViewerError: the message is not one of the commands, exactly.
        """
        values = self._object(message)
        name = values.pop("type", None)
        known = self._known.get(name) if isinstance(name, str) else None
        if known is None or values.keys() != known[1].keys():
            raise ViewerError(f"{self._subject} is none of {', '.join(self._known)} with exactly its fields")
        make, allowed = known
        try:
            return make(**values)
        except ValidationError as error:
            where = error.errors(include_url=False, include_context=False, include_input=False)[0]["loc"][0]
            raise ViewerError(f"{name}.{where} must {allowed[str(where)]}") from None

    def _object(self, message: str) -> dict[str, Any]:
        try:
            values = json.loads(message, parse_constant=_refuse_constant)
        except (ValueError, RecursionError):
            raise ViewerError(f"{self._subject} is not JSON; send one JSON object") from None
        if not isinstance(values, dict):
            raise ViewerError(f"{self._subject} is a JSON {type(values).__name__}; send one JSON object")
        return cast(dict[str, Any], values)


def allowed_in(command: type[Any]) -> dict[str, str]:
    """Return the end of the sentence "it must ..." for each field of a dataclass, by its name."""
    hints = get_type_hints(command, include_extras=True)
    return {field.name: _words(hints[field.name]) for field in fields(command)}


def _words(hint: Any) -> str:
    found = [one.words for one in getattr(hint, "__metadata__", ()) if isinstance(one, Allowed)]
    assert found, f"{hint} has no Allowed"
    return found[-1]


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)
