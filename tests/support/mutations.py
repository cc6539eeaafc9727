"""Random changes of bytes and of JSON, for fuzzers."""

import copy
import json
import random
from typing import Any

NASTY: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 255, 1 << 31, (1 << 31) - 1, 1 << 63, -(1 << 63), 10**40, 0.5, -0.0, 1e-320,
    1e308, float("nan"), float("inf"), "", "x", "x" * 70_000, "\x1b[31m\x07\r\n", "\u202e\u0430", "../../etc/passwd",
    "/etc/passwd",
    [], {}, [[]], [0], {"": ""}, [None] * 300, {"a": {"b": {"c": 1}}},
)  # fmt: skip
ENDLESS = b"\xff" * 3000


def changed_json(text: bytes, chance: random.Random) -> bytes:
    """Return a JSON text with a changed value, or one that is none."""
    if chance.random() < 0.15:
        return changed_bytes(text, chance)
    if chance.random() < 0.1:
        deep = chance.choice((200, 1000, 100_000))
        return chance.choice((b"[" * deep, b'{"a":' * deep, b"[" * deep + b"]" * deep, b"1" * 5000, b"", b"null"))
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return text
    for _ in range(chance.choice((1, 1, 2))):
        values = _changed_value(values, chance)
    return json.dumps(values).encode()


def _changed_value(values: Any, chance: random.Random) -> Any:
    """Return values with one changed, at any depth."""
    if isinstance(values, (dict, list)) and values and chance.random() < 0.8:
        key = chance.choice(list(values)) if isinstance(values, dict) else chance.randrange(len(values))
        if chance.random() < 0.15:
            del values[key]
        else:
            values[key] = _changed_value(values[key], chance)
        return values
    if isinstance(values, (int, float)) and not isinstance(values, bool) and chance.random() < 0.4:
        return chance.choice((-values, values + 1, values * 1000, -values - 1))
    return copy.deepcopy(chance.choice(NASTY))  # a later change may be inside it


def changed_bytes(data: bytes, chance: random.Random) -> bytes:
    """Return bytes with a few changed, inserted or missing."""
    content = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 8))):
        at = chance.randrange(len(content) + 1)
        match chance.randrange(5):
            case 0 if at < len(content):
                content[at] ^= 1 << chance.randrange(8)
            case 1:
                content[at:at] = chance.choice((ENDLESS, bytes(50), b"\xffMOTORPLC", chance.randbytes(20)))
            case 2:
                del content[at : at + chance.choice((1, 4, 100))]
            case 3:
                content[at : at + 8] = chance.choice((b"\xff" * 8, bytes(8), b"\x7f" + b"\xff" * 7))
            case _ if chance.random() < 0.2:
                del content[at:]
            case _:
                pass
    return bytes(content)
