"""Each number with a name has a word on its unit, its effect and wrong values."""

import check_constants
import pytest


def test_the_numbers_of_the_package_have_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert check_constants.main() == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("PERIOD = 0.25\n", ["1: PERIOD"]),
        ("PERIOD = 0.25  # between two checks [s]\n", []),
        ("# between two checks [s]\nPERIOD = 0.25\n", []),
        ('PERIOD = 0.25\n"""Time between two checks [s]."""\n', []),
        ("# times [s]\nPERIOD = 0.25\nLONGEST = 5.0\n\nLEAST = 1.0\n", ["5: LEAST"]),
        ("NEAR, FAR = 1.0, -2.0 * 3\nTOO_FAR: float = 1 << 4\n", ["1: NEAR, FAR", "2: TOO_FAR"]),
        ("CORNERS = ((0, 1), (1, 0))\n", ["1: CORNERS"]),
        ("NAME = 'x'\nTWICE = 2 * LENGTH\nhalf = 0.5\nNONE = ()\n", []),
    ],
)
def test_a_number_without_a_word_is_found(text: str, found: list[str]) -> None:
    assert list(check_constants.wordless(text)) == found
