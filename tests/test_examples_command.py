"""``python -m motorpool.examples``: the list, a run, the source, copies, and what it says about mistakes."""

import builtins
import re
import subprocess
import sys
from pathlib import Path

import pytest

from motorpool.app import examples
from motorpool.app.examples import __main__ as command

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "examples"
COUNT = len(examples.all_examples())


@pytest.fixture(autouse=True)
def _own_arguments(monkeypatch):
    """Keep the arguments and the search path of this process."""
    monkeypatch.setattr(sys, "argv", sys.argv)
    monkeypatch.setattr(sys, "path", [*sys.path])


@pytest.fixture
def call(capfd):
    """The command in this process: its exit code, output and errors."""

    def called(*arguments):
        code = command.main(arguments)
        return code, *capfd.readouterr()

    return called


def test_the_list_has_a_line_for_each_example_and_the_extras_that_it_needs(call):
    code, listed, _ = call()
    assert code == 0
    named = re.findall(r"^  (\w+) +\S.*\.(?: \[[\w,-]+\])?$", listed, re.MULTILINE)
    assert named == [example.name for example in examples.all_examples()]
    assert re.search(r"^  fit_a_log .*\. \[app\]$", listed, re.MULTILINE)
    assert re.search(r"^  pygame_car .*\. \[pygame-ce\]$", listed, re.MULTILINE)


def test_the_list_is_light():
    heavy = "{'numpy', 'llvmlite', 'numba', 'rich', 'typer', 'matplotlib'}"
    program = (
        "import runpy, sys\ntry:\n    runpy.run_module('motorpool.examples', run_name='__main__')\n"
        f"except SystemExit:\n    print('HEAVY', sorted({heavy} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("One vehicle\n")
    assert ran.stdout.rstrip().endswith("HEAVY []")


def test_every_file_of_the_folder_belongs_to_an_example():
    listed = {file for example in examples.all_examples() for file in example.files}
    there = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()}
    assert listed == {file for file in there if "README" not in file and not re.search("pictures/|pycache", file)}


@pytest.mark.parametrize("example", examples.all_examples(), ids=lambda example: example.name)
def test_the_index_says_what_an_example_needs_as_the_example_does(example):
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    (row,) = re.findall(rf"^\| \[{re.escape(example.file)}\].*\| (.*)\|$", index, re.MULTILINE)
    needed = examples.needs_of(example)
    if not example.sentence:
        assert row.partition(";")[0].strip("` ") == ("" if needed == "motorpool" else needed)


def test_a_program_runs_with_its_own_arguments_as_a_file_does(call, tmp_path, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "Agg")
    code, said, _ = call("thousand-cars", str(tmp_path / "cars.png"))
    assert code == 0
    assert "1000 cars" in said
    assert (tmp_path / "cars.png").read_bytes().startswith(b"\x89PNG")
    assert sys.argv == [str(examples.folder() / "thousand_cars.py"), str(tmp_path / "cars.png")]


@pytest.mark.parametrize("name", ["cars", "cars.x", "nowhere/cars.png", "cars.png/cars.png"])
def test_a_picture_that_cannot_be_written_is_refused_before_the_program_runs(call, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cars.png").touch()
    code, told, said = call("thousand-cars", name)
    assert (code, told, said.count("\n")) == (2, "", 1)
    assert f"{name} must end with .png" in said


def test_the_source_is_printed(call):
    assert call("convoy.py", "--show")[1] == (FOLDER / "convoy.py").read_text(encoding="utf-8")
    program = call("one_vehicle", "--show")[1]
    assert "pip" not in program
    exec(program, {})


def test_an_example_is_copied_with_the_files_that_it_needs(call, tmp_path):
    assert call("back_trailer", "--copy", str(tmp_path / "mine"))[0] == 0
    assert {path.name for path in (tmp_path / "mine").iterdir()} == {"back_trailer.py", "ppo.py", "back_trailer.npz"}
    written = (tmp_path / "mine" / "back_trailer.npz").read_bytes()
    assert written == (FOLDER / "learning" / "back_trailer.npz").read_bytes()


def test_all_examples_are_copied_with_their_folders(call, tmp_path):
    code, said, _ = call("--copy", str(tmp_path / "examples"))
    assert code == 0
    assert (tmp_path / "examples/maps/village.osm").read_bytes() == (FOLDER / "maps/village.osm").read_bytes()
    assert len(said.splitlines()) == len([*(tmp_path / "examples").rglob("*.*")]) > 25


def test_a_copy_replaces_no_file(call, tmp_path):
    (tmp_path / "convoy.py").write_text("mine")
    code, _, said = call("convoy", "--copy", str(tmp_path))
    assert (code, said.count("\n")) == (2, 1)
    assert said.endswith("convoy.py is there already; choose another folder, or remove the file\n")
    assert (tmp_path / "convoy.py").read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["convoi"], "there is no example 'convoi'; did you mean 'convoy'?"),
        (["zzz"], f"there is no example 'zzz'; `python -m motorpool.examples` lists the {COUNT} examples"),
        (["--lst"], "there is no option --lst; `python -m motorpool.examples --help` shows what can be done"),
        (["convoy", "--copy"], "--copy needs one folder to write to, and 0 are given"),
        (["--copy", "a", "b"], "--copy needs one folder to write to, and 2 are given"),
        (["first_steps"], "first_steps is a notebook, not a program; write it with `python -m motorpool.examples "
         "first_steps --copy .`, then open first_steps.ipynb in Jupyter"),
        (["survey"], "survey is a file, not a program; write it with `python -m motorpool.examples survey --copy .`, "
         "then run: motorpool run survey.yaml"),
        (["park", "--show"], "learning/park.npz has numbers, no text; write it with `python -m motorpool.examples park "
         "--copy .`, then run: motorpool run --driver park.npz --vehicles 100"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_sentence(arguments, sentence, call):
    assert call(*arguments) == (2, "", f"motorpool: {sentence}\n")


@pytest.mark.parametrize(
    ("name", "library", "extra"),
    [("convoy", "matplotlib", "app"), ("fit_a_log", "matplotlib", "app"), ("ppo", "gymnasium", "rl,jax")],
)
def test_a_missing_library_is_named_with_its_extra(name, library, extra, call, monkeypatch):
    imported = builtins.__import__

    def without(module, *more):
        if module.partition(".")[0] == library:
            raise ModuleNotFoundError(f"No module named {library!r}", name=library)
        return imported(module, *more)

    monkeypatch.setattr(builtins, "__import__", without)
    code, _, said = call(name)
    assert code == 2
    needed = f"motorpool: the example {name} needs {library}, which is not installed; "
    assert said.startswith(f"{needed}install it with: pip install '.[{extra}]' ")
    assert said.count("\n") == 1


def test_a_defect_of_a_program_is_not_taken_for_a_missing_library(call, monkeypatch, tmp_path):
    monkeypatch.setattr(examples, "folder", lambda: FOLDER)
    monkeypatch.setattr(command, "folder", lambda: tmp_path)
    (tmp_path / "convoy.py").write_text("import motorpool.no_such_module\n")
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        call("convoy")


def test_a_package_without_examples_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(examples, "__file__", str(tmp_path / "a" / "b" / "c" / "__init__.py"))
    with pytest.raises(examples.MotorpoolError, match=r"the examples are missing: .*files is not there; install"):
        examples.folder()
