"""What a command shows of its work: nothing at first, then plain lines where there is no terminal."""

import re
import sys
import time
from typing import Any

import pytest
from pace import patience

from motorpool.base.command_line import waiting as module
from motorpool.base.command_line.waiting import waiting


def wait_for(condition: Any) -> None:
    end = time.monotonic() + patience(20.0)
    while not condition():
        assert time.monotonic() < end, "nothing was told"
        time.sleep(0.005)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Return all plain lines so far, which come at once."""
    monkeypatch.setattr(module, "SILENCE", 0.01)
    monkeypatch.setattr(module, "PAUSE", 0.01)
    text: list[str] = []

    def so_far() -> str:
        text.append(capsys.readouterr().err)
        return "".join(text)

    return so_far


def test_without_a_terminal_a_line_tells_what_is_done_and_how_much_of_it(told: Any):
    with waiting("simulating", total=4.0) as show:
        wait_for(lambda: "motorpool: simulating (0%, " in told())
        show("drawing", done=3.0)
        wait_for(lambda: "motorpool: drawing (75%, " in told())


def test_work_without_an_end_in_sight_has_no_share(told: Any):
    with waiting("reading"):
        wait_for(lambda: re.search(r"motorpool: reading \(\d+ s\)\n", told()))


def test_short_work_is_silent_and_nothing_follows_its_end(capsys: pytest.CaptureFixture[str]):
    with waiting("reading") as show:
        show("still reading", done=1.0)
    assert capsys.readouterr().err == ""


def test_an_error_ends_the_lines(told: Any):
    with pytest.raises(ValueError, match="wrong"), waiting("reading"):
        raise ValueError("wrong")
    assert not any(thread.name == "waiting" for thread in module.threading.enumerate())


def test_on_a_terminal_the_bar_goes_away_in_the_end(monkeypatch: pytest.MonkeyPatch, capfd: Any):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with waiting("drawing [1]", total=2.0) as show:
        show("drawing [2]", done=1.0)
    assert "motorpool:" not in capfd.readouterr().err
