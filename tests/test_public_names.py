"""The public names: in order, each with an example in its ``help``, and the examples run as they stand."""

import inspect
import re
import textwrap

import numpy as np
import pytest

import motorpool as mp

WRITER = "Recorder"  # its example writes what others read


def example_of(name: str) -> str:
    """Return the code under ``Example:`` of a name's docstring."""
    text = inspect.getdoc(getattr(mp, name)) or ""
    match = re.search(r"^Example:\n((?: {4}.*\n|\n)+)", f"{text}\n", re.MULTILINE)
    return textwrap.dedent(match[1]) if match else ""


def test_they_are_listed_in_order_and_nothing_else_is():
    assert list(mp.__all__) == sorted(mp.__all__)
    assert dir(mp) == sorted([*mp.__all__, "__version__"])


def run_example(name: str) -> None:
    """Run the example of a name in the current folder."""
    code = example_of(name)
    assert code, f"help(motorpool.{name}) has no example"
    exec(compile(code, f"<help of {name}>", "exec"), {"mp": mp, "np": np})


@pytest.fixture
def folder(tmp_path, monkeypatch, name):
    """A folder in which an example runs."""
    monkeypatch.chdir(tmp_path)
    if name != WRITER and ".parquet" in example_of(name):
        run_example(WRITER)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", mp.__all__)
def test_the_example_in_its_help_runs(name):
    run_example(name)
