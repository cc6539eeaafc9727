"""The script that measures standing vehicles: its limits, its exit code, and the files that it reads again."""

import importlib.util
import sys
from pathlib import Path

import pytest

import motorpool as mp

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "standing.py"


@pytest.fixture(scope="module")
def standing():
    specification = importlib.util.spec_from_file_location("standing", SCRIPT)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def minute(standing, number=1, *, weather="dry", driving=492, stand=0, is_freed=1, scenario="training-area"):
    return standing.Minute(scenario, weather, number, driving, stand, 0.1, 200.0, 0.3, is_freed)


def run_main(standing, monkeypatch, rows, *options):
    """Run the script on minutes that are given in place of measured ones."""
    monkeypatch.setattr(standing, "built", lambda *_: mp.World(fleets=["tracked"], can_step=False))
    monkeypatch.setattr(standing, "watched", lambda *_: iter(rows))
    monkeypatch.setattr(sys, "argv", ["standing.py", *options])
    standing.main()


@pytest.mark.parametrize(
    ("driving", "weather", "most"), [(492, "dry", 4), (492, "rain", 14), (28, "dry", 1), (0, "dry", 1)]
)
def test_so_many_may_stand(standing, driving, weather, most):
    assert minute(standing, driving=driving, weather=weather).limit == most


def test_a_scenario_beyond_the_limit_ends_the_script_with_1(standing, monkeypatch, capsys):
    rows = [minute(standing, number, stand=number) for number in (3, 4, 5)]
    with pytest.raises(SystemExit) as ended:
        run_main(standing, monkeypatch, rows)
    assert ended.value.code == 1
    assert capsys.readouterr().out.rstrip().endswith("| beyond |")


def test_within_the_limit_it_ends_as_usual(standing, monkeypatch, capsys):
    run_main(standing, monkeypatch, [minute(standing, stand=4)])
    assert capsys.readouterr().out.rstrip().endswith("| within |")


def test_no_limit_applies_to_the_program_of_1992(standing, monkeypatch, capsys):
    run_main(standing, monkeypatch, [minute(standing, stand=300, is_freed=0)])
    assert "1992 program, not freed" in capsys.readouterr().out
    assert not standing.may_be_freed(mp.load("1992").build(can_step=False))
    assert standing.may_be_freed(mp.load("convoy").build(can_step=False))


def test_what_it_writes_it_reads_again_for_a_table_and_a_figure(standing, monkeypatch, tmp_path, capsys):
    file, figure = tmp_path / "standing-dry.csv", tmp_path / "standing.png"
    rows = [minute(standing, 1), minute(standing, 2, stand=3)]
    rows += [minute(standing, 1, scenario="1992", stand=90, driving=500, is_freed=0)]
    for row in rows:
        standing.add(file, row)
    assert standing.read(file) == rows
    monkeypatch.setattr(sys, "argv", ["standing.py", "--table", "--figure", str(figure), "--of", str(file)])
    standing.main()
    assert "| training-area | dry | 2 | 492 | 3 | 0.6% | 4 |" in capsys.readouterr().out
    assert figure.read_bytes().startswith(b"\x89PNG")
