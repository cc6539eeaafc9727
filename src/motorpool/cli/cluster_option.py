"""The option ``--ray [ADDRESS]``, which may stand alone."""

from typing import Any

from typer.core import TyperCommand

OPTION = "--ray"
WORDS = ("auto", "local")  # addresses beside host:port


class ClusterCommand(TyperCommand):
    """A command with the option ``--ray``; where no address follows, its value is empty."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Join the option with its address, or with nothing, before anything else is read."""
        joined: list[str] = []
        for word in args:
            if joined and joined[-1] == f"{OPTION}=" and _is_address(word):
                joined[-1] += word
            else:
                joined.append(f"{OPTION}=" if word == OPTION else word)
        return super().parse_args(ctx, joined)


def _is_address(word: str) -> bool:
    return word in WORDS or word.rpartition(":")[2].isdigit()
