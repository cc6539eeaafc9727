"""What the playground offers in other languages drives as the session does."""

import contextlib
import io

import pytest

from motorpool.app.playground.catalogue import Catalogue
from motorpool.app.playground.driven import is_drivable
from motorpool.app.playground.session import SIDES, Session
from motorpool.compile.translation.languages import LANGUAGES
from motorpool.errors import ModelError
from motorpool.models import names
from motorpool.models.registry import find

DRIVEN = [name for name in names() if is_drivable(find(name)) and not find(name).branches]


def printed(text: str) -> list[float]:
    """The numbers that a program prints when it is run."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(text, {"__name__": "__main__"})
    return [float(word) for word in output.getvalue().split()]


@pytest.mark.parametrize("name", [*DRIVEN, "M998"])
def test_python_without_motorpool_ends_where_python_with_it_does(name: str) -> None:
    session = Session(Catalogue().find)
    session.compare(name, name)
    session.set_dt(0.1)
    assert printed(session.exported("left", "python").text) == printed(session.programs()["left"])


def test_parameters_start_and_slope_are_in_the_program() -> None:
    session = Session(Catalogue().find)
    session.compare("bicycle/arc", "single-track")
    session.set_scene("hill")
    session.set("right", "mass", 1700.0)
    session.set("left", "wheelbase", 3.1)
    assert "wheelbase: float = 3.1" in session.exported("left", "python").text
    right = session.exported("right", "python").text
    assert "mass: float = 1700.0" in right
    for side in SIDES:
        assert printed(session.exported(side, "python").text) == printed(session.programs()[side])


def test_the_model_itself_keeps_its_parameters() -> None:
    session = Session(Catalogue().find)
    session.compare("bicycle/arc", "bicycle/arc")
    session.set("left", "wheelbase", 3.1)
    session.exported("left", "c")
    assert "wheelbase = 2.7" in session.exported("right", "c").text


def test_every_language_is_on_offer_and_no_other() -> None:
    offered = [language["name"] for language in Catalogue().describe()["languages"]]
    assert sorted(offered) == sorted(LANGUAGES)
    with pytest.raises(ModelError, match="no language 'cobol'"):
        Session(Catalogue().find).exported("left", "cobol")
