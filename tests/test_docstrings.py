"""The check of docstrings, which ``make check`` runs."""

import pytest
from check_docstrings import empty, headless, main, pronouns, questions, undocumented


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


@pytest.mark.parametrize(
    "line", ["Return what rolls.", "Wheels: what they carry.", "Return the load, and what it does."]
)
def test_a_first_line_with_a_pronoun_for_a_noun_is_found(line, tmp_path):
    module = tmp_path / "module.py"
    module.write_text(f'"""Wheels.\n\nHere stands what follows.\n"""\n\ndef roll():\n    """{line}"""\n')
    assert list(pronouns([module])) == [f"{module}:6: {line}"]


@pytest.mark.parametrize("section", ["Args", "Attributes", "Raises"])
@pytest.mark.parametrize("name", ["mass", "width, height", "*sizes", "mass (float)"])
def test_an_entry_that_begins_with_of_is_found(section, name, tmp_path):
    module = tmp_path / "module.py"
    module.write_text(
        f'"""Wheels."""\n\ndef roll():\n    """Roll.\n\n    {section}:\n        {name}: of the wheel [kg].\n'
        '        other: mass of the other, of which it is a copy [kg].\n    """\n'
    )
    assert list(headless([module])) == [f"{module}:3: {name}: of the wheel [kg]."]


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


@pytest.mark.parametrize(
    "description", ["of the vehicle.", "the terrain", "a ``Params`` of the same shapes.", "time step [s].", "its id"]
)
def test_a_description_that_tells_no_more_than_the_name_is_found(description, tmp_path):
    module = tmp_path / "module.py"
    module.write_text(
        '"""Wheels."""\n\n\ndef roll(x, y):\n    """Roll.\n\n'
        f'    Args:\n        x: {description}\n        y: north [m].\n    """\n'
    )
    assert list(empty([module])) == [f"{module}:4: x: {description}"]


@pytest.mark.parametrize(
    "description", ["of shape (vehicles,).", "east [m].", "of the vehicle,\n            in its frame."]
)
def test_a_description_with_unit_shape_or_more_words_passes(description, tmp_path):
    module = tmp_path / "module.py"
    module.write_text(
        f'"""Wheels."""\n\n\ndef roll(x):\n    """Roll.\n\n    Args:\n        x: {description}\n    """\n'
    )
    assert list(empty([module])) == []


def test_the_docstrings_of_the_package_pass(capsys):
    assert main() == 0, capsys.readouterr().out
