"""An error that an option causes names the option, is one sentence, and gives exit code 2."""

import pytest
import typer

from motorpool.app import cli
from motorpool.app.cli.app import app
from motorpool.app.cli.blamed import with_option
from motorpool.errors import FitError, MotorpoolError, Refusal, SweepError

COMMANDS = typer.main.get_command(app).commands
BASE = {  # a call of each command that succeeds, or would but for a missing file
    "run": ["slalom", "--headless", "--seconds", "0.02"],
    "playground": ["none.toml"],
    "models": ["bicycle"],
    "vehicles": ["car", "--check"],
    "compare": ["bicycle", "--seconds", "0.1"],
    "courses": ["no-course"],
    "validate": ["no-vehicle"],
    "export": ["bicycle", "--to", "c"],
    "sweep": ["slalom", "--vary", "seed=0,1", "--out", "sweep"],
    "route": ["0,0", "50,50", "--terrain", "flat", "--vehicle", "car"],
    "mobility": ["--terrain", "flat", "--vehicle", "car", "--out", "map.tif"],
    "terrain": ["--osm", "map.osm", "--out", "world"],
    "fit": ["log.csv", "--out", "fit.toml"],
    "replay": ["none.parquet"],
}  # fmt: skip
WRONG = {"number": ("x", "", "1.5.2"), "text": ("no-such-thing", ""), "path": ("none/dir/a.foo", "")}
ELSEWHERE = ("none.", "no-course", "no-vehicle", "map.osm", "is too short")  # the base call is refused first


class RanError(MotorpoolError):
    """The command began its work."""


def kind_of(option) -> str:
    annotation = str(option.type_descriptor.annotation)
    return "path" if "Path" in annotation else "number" if "int" in annotation or "float" in annotation else "text"


CALLS = [
    pytest.param(name, option.opts[0], value, id=f"{name} {option.opts[0]} {value}")
    for name in BASE
    for option in COMMANDS[name].params
    if option.opts[0].startswith("--") and not option.is_flag and option.opts[0] != "--ray"  # takes any address
    for value in WRONG[kind_of(option)]
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("options")
    rows = [f"{0.1 * step:.1f},{0.5 * step:.1f},0,0,5,0" for step in range(3)]
    (folder / "log.csv").write_text("\n".join(["time,x,y,yaw,speed,steer_angle", *rows]), encoding="utf-8")
    return folder


@pytest.fixture(autouse=True)
def no_work(monkeypatch, folder):
    """Commands refuse their options before their work, which does not begin here."""

    def refuse(*_arguments, **_keywords):
        raise RanError("the command began its work")

    for place in (
        "motorpool.studies.distributed.sweep.console.sweep", "motorpool.studies.compare.console.compared",
        "motorpool.studies.mobility.console.run_mobility",
        "motorpool.app.running.live.run_live",
    ):  # fmt: skip
        monkeypatch.setattr(place, refuse, raising=False)
    monkeypatch.chdir(folder)


@pytest.mark.slow
@pytest.mark.parametrize(("command", "option", "value"), CALLS)
def test_an_error_of_an_option_names_it(command, option, value, capsys):
    base = list(BASE[command])
    if option in base:
        place = base.index(option)
        del base[place : place + 2]
    code = cli.run([command, *base, option, value])
    said = capsys.readouterr().err.strip()
    assert "Traceback" not in said
    if code == 2 and "began its work" not in said and not any(word in said for word in ELSEWHERE):
        assert option in said.splitlines()[0], said
    if not value:
        assert (code, said) == (2, f"motorpool: {option} is empty; give it a value, or leave it out")


@pytest.mark.parametrize(
    ("arguments", "text", "sentence"),
    [
        (["sweep", "--vary", "sed=0:78"], "there is no key sed", "--vary sed=0:78: there is no key sed"),
        (["courses", "--rule=luck"], "there is no rule 'luck'", "--rule luck: there is no rule 'luck'"),
        (["x", "--out", "/a/b.foo", "--seed", "3"], "b.foo is no figure", "--out b.foo is no figure"),
        (["x", "--workers", "0", "--vary", "seed=0,1"], "workers is 0", "--workers 0: workers is 0"),
        (["x", "--legend", "y"], "a legend belongs to a file", "--legend y: a legend belongs to a file"),
        (["x", "--set", "a=3"], "--set a=3 is wrong", "--set a=3 is wrong"),
        (["x", "--seed", "3"], "the file is damaged", "the file is damaged"),
        (["x", "--a", "two", "--b"], "two\ntwo lines", "--a two\n--a two lines"),
    ],
)
def test_an_error_begins_with_the_option_that_it_is_about(arguments, text, sentence):
    assert str(with_option(FitError(text), arguments)) == sentence


def test_an_error_with_an_option_keeps_its_class_and_its_list_of_names():
    error = with_option(SweepError(Refusal("there is no rule x", ["a", "b"], kind="rule")), ["--rule", "x"])
    assert type(error) is SweepError
    assert (error.args[0].known, error.args[0].kind) == (("a", "b"), "rule")


def test_a_wrong_value_of_vary_has_no_line_of_a_file(capsys, tmp_path):
    from motorpool.world.scenario.loader import load

    with pytest.raises(MotorpoolError, match=r"^slalom with sed=0: there is no key sed; did you mean seed\?"):
        load("slalom").varied({"sed": 0})
    with pytest.raises(MotorpoolError, match=r"^slalom as changed: exercise\.site is 'x'; it must be a whole number"):
        load("slalom").changed(exercise={"site": "x"})


def test_a_wrong_measure_of_a_trade_off_is_refused_before_the_runs(capsys):
    assert cli.run(["sweep", "slalom", "--vary", "seed=0,1", "--out", "x", "--trade-off", "fule:time"]) == 2
    assert "--trade-off fule:time: there is no measure 'fule'; did you mean 'fuel'?" in capsys.readouterr().err
    assert cli.run(["sweep", "slalom", "--vary", "seed=0,1", "--out", "x", "--trade-off", "fuel:seed"]) == 2
    assert "began its work" in capsys.readouterr().err
