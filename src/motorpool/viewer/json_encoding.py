"""JSON encoding of the server's messages: compact, and with null for a number that is not finite."""

import json
import math
from typing import Any, cast

from .schema.live import ServerMessage

DIGITS = 7  # significant, of a number; a position to a millimetre


def encode(message: ServerMessage) -> str:
    """Return a message as JSON; a number that is not finite becomes null."""
    return json.dumps(_tidy(message), separators=(",", ":"), allow_nan=False)


def _tidy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _tidy(one) for key, one in cast(dict[str, Any], value).items()}
    if isinstance(value, (list, tuple)):
        return [_tidy(one) for one in cast(list[Any], value)]
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}") if math.isfinite(value) else None
    return value
