"""The check of docstrings' first lines, which ``make check`` runs."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from check_docstrings import main, questions


def test_a_docstring_that_opens_with_a_question_word_is_found(tmp_path):
    module = tmp_path / "module.py"
    module.write_text(
        '"""Wheels."""\n\ndef lifts():\n    """Whether one lifts."""\n\nclass Wheel:\n    """However round."""\n'
    )
    assert list(questions([module])) == [f"{module}:3: Whether one lifts."]


def test_no_docstring_of_the_package_opens_with_a_question_word(capsys):
    assert main() == 0, capsys.readouterr().out
