"""Environment variables: a wrong value is refused with a sentence, a wrong name is said, and one page lists all."""

import os
import re
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from command_line import answered
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pace import patience

from motorpool.base import environment_variables as variables
from motorpool.base.environment_variables import VARIABLES
from motorpool.compile import flat, processor
from motorpool.compile.columns import cpu_count
from motorpool.errors import VariableError, VariableWarning
from motorpool.world.scenario.ground import find_terrain

ROOT = Path(__file__).parents[1]
STEP = "import motorpool as mp; mp.Fleet('bicycle', 1).step(1 / 60)"
in_vain = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
TEXTS = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=12)


def read_all() -> None:
    """Read every variable as a program does."""
    variables.check_variables()
    cpu_count.cache_clear()
    cpu_count()
    flat.is_on()
    find_terrain("hills.npz", Path())


@pytest.mark.parametrize("variable", VARIABLES, ids=lambda variable: variable.name)
@in_vain
@given(text=TEXTS | st.sampled_from(["0", "1", "on", "off", "x", "-1", "1e3", "²", "٣", "99999999999"]))
def test_any_value_is_read_or_refused_with_one_sentence_that_names_the_variable(
    monkeypatch: pytest.MonkeyPatch, variable: variables.Variable, text: str
):
    with monkeypatch.context() as patch:
        patch.setenv(variable.name, text)
        refusal = ""
        try:
            read_all()
        except VariableError as error:
            refusal = str(error)
    assert not refusal or refusal.startswith(f"the environment variable {variable.name} is {text.strip()!r}; ")
    cpu_count.cache_clear()


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("THREADS", "x", "it must be a whole number, 1 or more, or unset"),
        ("THREADS", "0", "it must be a whole number"),
        ("COMPILE", "maybe", "it must be on, off, 1 or 0"),
        ("NOTICES", "2", "it must be on, off, 1 or 0"),
        ("CACHE", __file__, "this is a file; name a folder"),
        ("CPU", "a/b", "it must be LLVM's name of a processor"),
    ],
)
def test_a_command_refuses_a_wrong_value(monkeypatch: pytest.MonkeyPatch, name: str, value: str, words: str):
    monkeypatch.setenv(f"MOTORPOOL_{name}", value)
    done = answered("scenarios")
    assert done.returncode == 2
    assert done.stderr.startswith(f"motorpool: the environment variable MOTORPOOL_{name} is '{value}'; ")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "advice"),
    [("MOTORPOOL_THREAD", "did you mean MOTORPOOL_THREADS?"), ("MOTORPOOL_XYZZY", "Motorpool reads MOTORPOOL_CACHE")],
)
def test_a_name_that_nothing_reads_is_said(monkeypatch: pytest.MonkeyPatch, name: str, advice: str):
    monkeypatch.setenv(name, "2")
    with pytest.warns(VariableWarning, match=re.escape(f"the environment variable {name} has no effect; {advice}")):
        variables.check_variables()


def test_the_variables_of_tests_and_builds_are_no_mistakes(monkeypatch: pytest.MonkeyPatch):
    for name in variables.OF_DEVELOPMENT:
        monkeypatch.setenv(name, "1")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        variables.check_variables()


def test_the_page_lists_each_variable_with_what_it_takes():
    rows = re.findall(r"^\| `(MOTORPOOL_\w+)` \| (.*?) \| (.*?) \| (.*?) \|$", page(), re.MULTILINE)
    assert rows == [tuple(variable) for variable in VARIABLES]


def test_no_other_module_reads_a_variable_of_motorpool():
    found = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "src").rglob("*.py")
        if re.search(r"environ\b[^\n]*MOTORPOOL_", file.read_text(encoding="utf-8"))
    }
    assert not found


def test_the_help_lists_the_variables():
    words = " ".join(re.sub(r"[│╭╮╰╯─]", " ", answered("--help").stdout).split())
    assert all(variable.name in words for variable in VARIABLES)


def page() -> str:
    return (ROOT / "docs" / "environment-variables.md").read_text(encoding="utf-8")


# ---- processors


needs_compiler = pytest.mark.skipif(not flat.is_on(), reason="nothing is compiled")


@needs_compiler
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("no-such-chip", "LLVM knows no such processor; name a processor whose instructions this machine"),
        ("pentium", "; name a processor whose instructions this machine"),  # without 64 bits, or another kind
        ("hasvell", "LLVM knows no such processor"),
    ],
)
def test_a_processor_that_kernels_cannot_be_compiled_for_is_refused_and_ends_nothing(name: str, words: str):
    done = subprocess.run(
        [sys.executable, "-c", STEP],
        env=os.environ | {"MOTORPOOL_CPU": name},
        capture_output=True,
        text=True,
        timeout=patience(60.0),
    )
    assert done.returncode == 1  # a traceback of Python, no signal
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"motorpool.base.errors.VariableError: the environment variable MOTORPOOL_CPU is '{name}'; ")
    assert words in last


@needs_compiler
def test_a_processor_is_tried_once_for_a_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    tried: list[str] = []
    monkeypatch.setattr(processor, "cache_folder", lambda: tmp_path)
    done = subprocess.CompletedProcess(["x"], 0, "", "")
    monkeypatch.setattr(processor, "_tried", lambda name: tried.append(name) or done)
    for _ in range(2):
        processor.check_processor.cache_clear()
        processor.check_processor("another")
    processor.check_processor(processor.machine.own_processor())
    processor.check_processor.cache_clear()
    assert tried == ["another"]


@needs_compiler
def test_instructions_that_the_machine_lacks_are_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(processor, "cache_folder", lambda: tmp_path)
    illegal = subprocess.CompletedProcess(["", "", "future"], -4, "", "")
    monkeypatch.setattr(processor, "_tried", lambda name: illegal)
    processor.check_processor.cache_clear()
    words = "it has instructions that this machine lacks" if os.name == "posix" else "LLVM cannot compile for it here"
    with pytest.raises(VariableError, match=words):
        processor.check_processor("future")


# ---- folders


@needs_compiler
def test_llvm_text_that_cannot_be_kept_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("MOTORPOOL_KEEP_LLVM", str(tmp_path / "file" / "inside"))
    monkeypatch.setattr(flat, "llvm_of", lambda program: "")
    with pytest.raises(
        VariableError, match=r"MOTORPOOL_KEEP_LLVM is '.*'; it cannot be written: not a directory; name"
    ):
        flat._text_of(flat.Program("a", "b", str, dict, "", [], {}))


def test_a_folder_of_terrain_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("MOTORPOOL_TERRAIN", str(tmp_path / "nowhere"))
    with pytest.raises(VariableError, match=r"MOTORPOOL_TERRAIN is .*; there is no such folder; make it, or unset"):
        find_terrain("N35W122.hgt", tmp_path)
