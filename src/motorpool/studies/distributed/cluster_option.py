"""Option ``--ray [ADDRESS]``, whose address is optional."""

from typing import Any

from typer.core import TyperCommand

OPTION = "--ray"
WORDS = ("auto", "local")  # addresses in addition to host:port


class ClusterCommand(TyperCommand):
    """Command with the option ``--ray``; without an address its value is empty."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Join the option with its address, or with an empty value, before the arguments are parsed."""
        joined: list[str] = []
        for word in args:
            if joined and joined[-1] == f"{OPTION}=" and _is_address(word):
                joined[-1] += word
            else:
                joined.append(f"{OPTION}=" if word == OPTION else word)
        return super().parse_args(ctx, joined)


def _is_address(word: str) -> bool:
    return word in WORDS or word.rpartition(":")[2].isdigit()
