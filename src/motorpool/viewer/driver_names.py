"""Names of drivers: without characters that could deceive other people's eyes, and no two the same.

A name comes from a stranger and is shown to everybody. Controls, invisible characters, and marks that turn the
direction of writing or pile up over a letter are taken away; letters of every script stay.
"""

import unicodedata
from collections.abc import Container

MOST_MARKS = 2  # combining marks over one letter; written languages need no more
UNNAMED = "Driver"


def printable(text: str) -> str:
    """The text without what cannot be seen, in one line, with single spaces; may be empty."""
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
    """The name, or with the first free number behind it: Alice, Alice 2, Alice 3."""
    number, chosen = 1, name
    while chosen in taken:
        number += 1
        chosen = f"{name} {number}"
    return chosen


class Names:
    """The name of each client, by its id, no two the same."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._names)

    def call(self, client: str, name: str) -> None:
        """Give the client a name, or the nearest that nobody else has."""
        others = {other for one, other in self._names.items() if one != client}
        self._names[client] = one_of_a_kind(name, others)

    def of(self, client: str) -> str:
        """The client's name; one who has given none gets one."""
        if client not in self._names:
            self.call(client, UNNAMED)
        return self._names[client]

    def keep_only(self, clients: Container[str]) -> None:
        """Forget all but these."""
        self._names = {client: name for client, name in self._names.items() if client in clients}
