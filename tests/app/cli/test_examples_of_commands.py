"""Examples at the end of each command's help: they name commands and options that there are."""

import shlex

import pytest
import typer

from motorpool.app.cli.app import app
from motorpool.base import extensions

COMMANDS = typer.main.get_command(app).commands
EXAMPLES = {name: extensions.load(place).examples for name, place in extensions.shipped(extensions.COMMANDS).items()}
LINES = [line for lines in EXAMPLES.values() for line in lines]


@pytest.mark.parametrize("line", LINES)
def test_an_example_can_be_typed_as_it_stands(line: str):
    program, command, *words = shlex.split(line.partition(">")[0])
    assert program == "motorpool"
    known = {
        option for parameter in COMMANDS[command].params for option in (*parameter.opts, *parameter.secondary_opts)
    }
    assert {word for word in words if word.startswith("--")} <= known
    assert len(line) <= 78


def test_the_help_of_a_command_ends_with_its_examples():
    assert len(LINES) > 30
    for name, lines in EXAMPLES.items():
        assert (COMMANDS[name].epilog or "Examples:").split("\n\n") == ["Examples:", *lines]
