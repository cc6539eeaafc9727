"""The check of docstrings, which ``make check`` runs."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from check_docstrings import main, questions, undescribed, undocumented


def test_a_docstring_that_opens_with_a_question_word_is_found(tmp_path):
    module = tmp_path / "module.py"
    module.write_text(
        '"""Wheels."""\n\ndef lifts():\n    """Whether one lifts."""\n\nclass Wheel:\n    """However round."""\n'
    )
    assert list(questions([module])) == [f"{module}:3: Whether one lifts."]


@pytest.mark.parametrize("word", ["Where", "When", "Why", "Which", "Whatever"])
def test_every_question_word_counts(word, tmp_path):
    module = tmp_path / "module.py"
    module.write_text(f'"""{word} it rolls."""\n')
    assert list(questions([module])) == [f"{module}:1: {word} it rolls."]


def test_public_names_without_a_docstring_are_found(tmp_path):
    module = tmp_path / "module.py"
    module.write_text("def roll(): ...\n\nclass Wheel:\n    def lift(self): ...\n\nif True:\n    def brake(): ...\n")
    names = [place.split(": ")[1] for place in undocumented([module])]
    assert names == ["the module", "roll", "Wheel", "Wheel.lift", "brake"]


def test_private_names_overloads_setters_and_inner_functions_need_no_docstring(tmp_path):
    module = tmp_path / "module.py"
    module.write_text(
        '"""Wheels."""\n\n\ndef _roll(): ...\n\n\nclass _Wheel:\n    def lift(self): ...\n\n\n'
        "@overload\ndef turn(x: int) -> int: ...\n\n\n"
        'def turn(x):\n    """Turn."""\n    def inner(): ...\n\n\n'
        'class Wheel:\n    """A wheel."""\n\n'
        '    @property\n    def rate(self):\n        """Its rate."""\n\n'
        "    @rate.setter\n    def rate(self, rate): ...\n"
    )
    assert list(undocumented([module])) == []


def test_public_functions_of_three_parameters_describe_them(tmp_path):
    module = tmp_path / "module.py"
    module.write_text(
        '"""Wheels."""\n\n\ndef roll(x, y, *, dt):\n    """Roll."""\n\n\ndef turn(x, y):\n    """Turn."""\n\n\n'
        'class Wheel:\n    """A wheel."""\n\n    def lift(self, x, y):\n        """Lift."""\n\n'
        '    def brake(self, x, y, z):\n        """Brake.\n\n        Args:\n            x: east [m].\n        """\n'
    )
    assert list(undescribed([module])) == [f"{module}:4: roll"]


@pytest.mark.parametrize("beginning", ["@app.command()\ndef roll(x", "def roll(x: Annotated[int, typer.Option()] = 1"])
def test_the_options_of_a_command_describe_themselves(beginning, tmp_path):
    module = tmp_path / "module.py"
    module.write_text(f'"""Wheels."""\n\n\n{beginning}, y=2, z=3):\n    """Roll."""\n')
    assert list(undescribed([module])) == []


def test_of_a_module_with_a_list_of_its_exports_those_describe_their_parameters(tmp_path):
    module = tmp_path / "module.py"
    module.write_text(
        '"""Wheels."""\n\n__all__ = ["roll"]\n\n\ndef roll(x, y, z):\n    """Roll."""\n\n\n'
        'def turn(x, y, z):\n    """Turn."""\n'
    )
    assert list(undescribed([module])) == [f"{module}:6: roll"]


def test_the_docstrings_of_the_package_pass(capsys):
    assert main() == 0, capsys.readouterr().out
