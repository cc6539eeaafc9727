"""Names of drivers: unique, without deceptive characters, and with a mark if they look alike.

Names are untrusted and shown to all users. Control characters, invisible characters, marks that change the direction of
writing and stacked combining marks are removed; letters of all scripts are kept. A name that looks like another name,
or like the name of a role, gets a mark (`lookalikes`).
"""

import itertools
import unicodedata
from collections.abc import Container
from typing import Literal

from .lookalikes import has_mixed_scripts, names_role, skeleton

MOST_MARKS = 2  # combining marks over one letter; written languages need no more
UNNAMED = "Driver"


def printable(text: str) -> str:
    """Return the visible characters of a text in one line, with single spaces; may be empty."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        marks = marks + 1 if category.startswith("M") else 0
        if category.startswith("Z"):
            kept.append(" ")
        elif category[0] != "C" and 0 <= marks <= MOST_MARKS:
            kept.append(character)
    cleaned = " ".join("".join(kept).split())
    return cleaned if any(unicodedata.category(one)[0] in "LNPS" for one in cleaned) else ""


def one_of_a_kind(name: str, taken: Container[str]) -> str:
    """Return the name, with the first free number appended if it is taken: Alice, Alice 2, Alice 3."""
    number, chosen = 1, name
    while chosen in taken:
        number += 1
        chosen = f"{name} {number}"
    return chosen


NameMark = Literal["", "mixed-scripts", "role", "like-another"]


class Names:
    """Unique name of each client by its id, in the order in which the names were taken."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._numbers: dict[str, int] = {}  # public; the id of a client is secret
        self._newest_number = 0

    def __len__(self) -> int:
        return len(self._names)

    def call(self, client: str, name: str) -> None:
        """Set the name of a client; a number is appended if another client has the name."""
        chosen = one_of_a_kind(name, {other for one, other in self._names.items() if one != client})
        if self._names.get(client) != chosen:
            self._names.pop(client, None)  # the new name becomes the newest
            self._names[client] = chosen

    def of(self, client: str) -> str:
        """Return the client's name; a client without a name gets one."""
        if client not in self._names:
            self.call(client, UNNAMED)
        return self._names[client]

    def given(self, client: str) -> str:
        """Return the client's name; empty if it has none yet."""
        return self._names.get(client, "")

    def mark_of(self, client: str, *, may_rule: bool = False) -> NameMark:
        """Return why a client's name could deceive; empty if it does not."""
        name = self.given(client)
        if not may_rule and names_role(name):
            return "role"
        looks = skeleton(name)
        earlier = itertools.takewhile(lambda other: other != name, self._names.values())
        if name and any(skeleton(other) == looks for other in earlier):
            return "like-another"
        return "mixed-scripts" if has_mixed_scripts(name) else ""

    def number_of(self, client: str) -> int:
        """Return the public number of a client."""
        if client not in self._numbers:
            self._newest_number += 1
            self._numbers[client] = self._newest_number
        return self._numbers[client]

    def client_of(self, number: int) -> str | None:
        """Return the id of the client with a number; None if there is none."""
        return next((client for client, its in self._numbers.items() if its == number), None)

    def keep_only(self, clients: Container[str]) -> None:
        """Delete the names and numbers of all other clients."""
        self._names = {client: name for client, name in self._names.items() if client in clients}
        self._numbers = {client: number for client, number in self._numbers.items() if client in clients}
