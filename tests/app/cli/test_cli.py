"""The command line as a user meets it: as a program, with its exit codes and what it prints."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet as parquet
import pytest
from command_line import MEANWHILE, answered, motorpool
from pace import patience

from motorpool import __version__, read_recording
from motorpool.compile import columns
from motorpool.world.scenario import names

QUICK = ("run", "playground", "--headless")


def refusal(*arguments: Any, **options: Any) -> str:
    """The one line with which a command is refused; names in columns may follow. A process of its own has options."""
    done = motorpool(*arguments, **options) if options else answered(*arguments)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    line, *listed = done.stderr.splitlines()
    assert all(name.startswith("  ") for name in listed[1:])
    return line


# ---- what it does


def test_a_headless_run_says_how_fast_it_was_and_where_the_recording_lies(tmp_path: Path):
    path = tmp_path / "out.parquet"
    done = answered(*QUICK, "--seconds", 2, "--record", path)
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert first.startswith("simulated 2.0 s of 34 vehicles in ")
    assert "times real time" in first
    assert "steps/s" in first
    assert second.startswith(f"recorded to {path} (")
    assert parquet.read_table(path).num_rows == 120 * 34
    assert read_recording(path).is_complete


def test_a_headless_run_says_how_many_vehicles_stood_for_long():
    done = answered(*QUICK, "--seconds", 31)
    assert done.returncode == 0, done.stderr
    _, second = done.stdout.splitlines()
    assert re.fullmatch(r"(no vehicle|\d+ of 34 vehicles) stood for more than 30 s.*", second)


def test_a_recording_may_hold_every_nth_step_alone(tmp_path: Path):
    path = tmp_path / "out.parquet"
    done = answered(*QUICK, "--seconds", 2, "--record", path, "--record-every", 30)
    assert done.returncode == 0, done.stderr
    ticks = parquet.read_table(path).column("tick").to_numpy()
    assert sorted(set(ticks.tolist())) == [30, 60, 90, 120]
    error = refusal("run", "--headless", "--record", tmp_path / "none.parquet", "--record-every", 0)
    assert "every is 0; it must be 1 (each tick) or more" in error


def test_options_change_the_scenario(tmp_path: Path):
    path = tmp_path / "out.parquet"
    options = ("--vehicles", 40, "--objects", 10, "--terrain", "flat", "--seed", 4, "--threads", 1)
    done = answered("run", "jacksboro", "--headless", "--seconds", 0.5, "--record", path, *options)
    assert done.returncode == 0, done.stderr
    about = read_recording(path).about
    assert (about["seed"], about["objects"], about["terrain"]["name"]) == (4, 10, "flat")
    assert sum(fleet["count"] for fleet in about["fleets"]) == 40


def test_two_runs_of_one_seed_record_the_same(tmp_path: Path):
    for name in ("first", "second"):
        assert motorpool(*QUICK, "--seconds", 3, "--seed", 8, "--record", tmp_path / f"{name}.parquet").returncode == 0
    assert (tmp_path / "first.parquet").read_bytes() == (tmp_path / "second.parquet").read_bytes()


def test_a_recording_holds_the_scenario_that_repeats_it(tmp_path: Path):
    first, second, again = tmp_path / "first.parquet", tmp_path / "second.parquet", tmp_path / "again.yaml"
    assert answered(*QUICK, "--seconds", 2, "--seed", 8, "--vehicles", 20, "--record", first).returncode == 0
    again.write_text(read_recording(first).about["scenario"])
    assert answered("run", again, "--headless", "--seconds", 2, "--record", second).returncode == 0
    assert parquet.read_table(first).equals(parquet.read_table(second))  # the journal with all checksums, too


def test_lists_and_versions_are_printed():
    assert answered("--version").stdout == f"motorpool {__version__}\n"
    scenarios, models = answered("scenarios").stdout, answered("models").stdout
    assert all(name in scenarios for name in names())
    assert "bicycle/arc, bicycle" in models
    assert "Bicycle car, exact" in models
    assert "kernels" in answered("kernels").stdout


def test_a_model_tells_its_fields_their_words_and_its_limit():
    polar, car = answered("models", "polar/faithful").stdout, answered("models", "ackermann").stdout
    assert "sine, linear" in polar
    assert "rad/s^2" in polar
    assert "Limit: " in car
    assert "did you mean 'polar'" in refusal("models", "polr")


def test_kernels_can_be_cleared(tmp_path: Path):
    environment = {**os.environ, "MOTORPOOL_CACHE": str(tmp_path)}
    (tmp_path / "kernels").mkdir()
    (tmp_path / "kernels" / "old.o").write_text("")
    assert motorpool("kernels", env=environment).stdout.startswith("1 kernels")
    assert motorpool("kernels", "--clear", env=environment).stdout.startswith("deleted 1 kernels")
    assert motorpool("kernels", env=environment).stdout.startswith("0 kernels")


def test_checking_a_right_scenario_says_so(tmp_path: Path):
    path = tmp_path / "right.yaml"
    path.write_text("terrain: flat\nvehicles: [{model: bicycle, count: 5}]\n")
    done = answered("check", path)
    assert done.returncode == 0
    assert done.stdout == f"{path} is valid: 5 vehicles, 0 objects, terrain flat\n"


def test_the_version_is_printed_without_loading_much():
    program = (
        "import sys; from motorpool.app.cli import run; run(['--version']); "
        "print(len(sys.modules), 'typer' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=patience(150.0)
    )
    loaded, has_typer = done.stdout.splitlines()[1].split()
    assert int(loaded) < 150
    assert has_typer == "False"


# ---- interrupted


def test_ctrl_c_ends_a_headless_run_with_a_sentence_and_a_readable_recording(tmp_path: Path):
    path = tmp_path / "out.parquet"
    process = start(*QUICK, "--seconds", 1_000_000, "--record", path)
    wait_for(lambda: path.exists() and path.stat().st_size > 100_000, process)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=patience(150.0))
    assert process.returncode == 130
    assert all(re.search("compil|simulat", line) for line in error.splitlines()), error  # what it does meanwhile
    first, *standing, second = out.splitlines()
    assert all("stood for more than 30 s" in line for line in standing)
    assert first.startswith("interrupted after ")
    assert second.startswith(f"recorded to {path} (")
    recording = read_recording(path)
    assert recording.is_complete
    assert f"interrupted after {recording.duration:.1f} s " in first
    assert parquet.read_table(path).num_rows == recording.row_count


def test_a_request_to_end_does_the_same(tmp_path: Path):
    path = tmp_path / "out.parquet"
    process = start(*QUICK, "--seconds", 1_000_000, "--record", path)
    wait_for(lambda: path.exists() and path.stat().st_size > 100_000, process)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=patience(150.0))
    assert process.returncode == 143
    assert read_recording(path).is_complete


def test_a_killed_run_is_recovered(tmp_path: Path):
    path = tmp_path / "out.parquet"
    process = start(*QUICK, "--seconds", 1_000_000, "--record", path)
    wait_for(lambda: path.exists() and path.stat().st_size > 100_000, process)
    process.kill()
    process.communicate(timeout=patience(150.0))
    done = answered("recover", path)
    assert done.returncode == 0, done.stderr
    assert "34 vehicles" in done.stdout
    assert "interrupted" in done.stdout
    rows = parquet.read_table(path).num_rows
    assert rows > 0
    assert rows % 34 == 0


def test_ctrl_c_ends_the_live_page_and_closes_its_recording(tmp_path: Path):
    path = tmp_path / "out.parquet"
    process = start("run", "playground", "--port", 0, "--no-browser", "--record", path)
    assert process.stdout is not None
    assert "http://127.0.0.1:" in process.stdout.readline()
    wait_for(lambda: path.stat().st_size > 0, process)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=patience(150.0))
    assert process.returncode == 0
    assert f"recorded to {path} (" in out
    assert read_recording(path).is_complete
    assert read_recording(path).row_count % 34 == 0


def test_a_full_disk_ends_a_headless_run_and_only_the_recording_of_a_live_one(tmp_path: Path):
    path = tmp_path / "out.parquet"
    scenario = tmp_path / "many.yaml"
    scenario.write_text("terrain: {source: flat, size: 4000}\nvehicles: [{model: bicycle, count: 5000}]\n")
    options = ("--record", path, "--force")
    done = motorpool_with_small_files("run", scenario, "--headless", "--seconds", 8, *options)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "the recording ended early: file too large" in line
    done = motorpool_with_small_files("run", scenario, "--port", 0, "--no-browser", "--seconds", 8, *options)
    assert done.returncode == 2
    meanwhile, at_the_end = done.stderr.splitlines()
    sentence = meanwhile.removeprefix("motorpool: ").removesuffix("; the world goes on")
    assert at_the_end == f"motorpool: --record {sentence}"


def motorpool_with_small_files(*arguments: Any) -> subprocess.CompletedProcess[str]:
    """As ``motorpool``, on a file system that takes files of 1 MB."""
    program = (
        "import resource, signal, sys; from motorpool.app.cli import main; "
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, resource.RLIM_INFINITY)); main()"
    )
    command = [sys.executable, "-c", program, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=patience(150.0), check=False)
    done.stderr = MEANWHILE.sub("", done.stderr)
    return done


def test_a_live_run_may_end_by_itself(tmp_path: Path):
    path = tmp_path / "out.parquet"
    done = motorpool("run", "playground", "--port", 0, "--no-browser", "--seconds", 0.5, "--record", path)
    assert done.returncode == 0, done.stderr
    assert read_recording(path).row_count >= 30 * 34


def start(*arguments: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "motorpool", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for(condition: Any, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + patience(120.0)
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.02)


# ---- refused


def test_a_missing_terrain_is_one_line(tmp_path: Path):
    line = refusal(*QUICK, "--terrain", tmp_path / "nowhere.tif")
    assert "nowhere.tif" in line


def test_an_unreadable_terrain_is_one_line(tmp_path: Path):
    path = tmp_path / "broken.hgt"
    path.write_bytes(b"\0" * 1000)
    assert "broken.hgt" in refusal(*QUICK, "--terrain", path)


def test_an_unknown_scenario_key_is_one_line_with_its_number_and_a_suggestion(tmp_path: Path):
    path = tmp_path / "convoy.yaml"
    path.write_text("vehicles:\n  - model: bicycle\n    cuont: 3\n")
    line = f"motorpool: {path}:3: there is no key vehicles[0].cuont; did you mean count?"
    assert refusal("run", path, "--headless") == line
    assert refusal("check", path) == line


def test_a_negative_wheelbase_is_one_line_with_its_number(tmp_path: Path):
    path = tmp_path / "convoy.yaml"
    path.write_text("vehicles:\n  - model: bicycle\n    wheelbase: -2.7\n")
    sentence = "vehicles[0].wheelbase is -2.7 m; it must be positive (front to rear axle [m])"
    assert refusal("run", path, cwd=tmp_path) == f"motorpool: {path}:3: {sentence}"


def test_several_mistakes_are_a_line_each(tmp_path: Path):
    path = tmp_path / "convoy.yaml"
    path.write_text("vehicles:\n  - model: bicycle\n    wheelbase: -2.7\n    count: -1\n")
    done = answered("check", path)
    assert done.returncode == 2
    assert [line.split(" is ")[0] for line in done.stderr.splitlines()] == [
        f"{path}:3: vehicles[0].wheelbase",
        f"{path}:4: vehicles[0].count",
    ]


def test_a_port_in_use_is_one_line_and_leaves_no_recording(tmp_path: Path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        line = refusal("run", "playground", "--no-browser", "--port", port, "--record", tmp_path / "out.parquet")
    assert f"port {port}" in line
    assert "in use" in line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["trainig-area"], "there is no scenario trainig-area (did you mean training-area?)"),
        (["training-area", "slalm"], "there is no scenario slalm (did you mean slalom?)"),
        (["training-area", "nowhere/a.yaml"], "there is no file nowhere/a.yaml"),
        (["training-area", "--terrain", "jacksbor"], "--terrain jacksbor does not exist; did you mean 'jacksboro'?"),
    ],
)
def test_a_misspelt_name_is_found_before_a_port_in_use(arguments, sentence):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        line = refusal("run", *arguments, "--no-browser", "--port", other.getsockname()[1])
    assert line.startswith(f"motorpool: {sentence}")


def test_an_unwritable_recording_is_one_line(tmp_path: Path):
    folder = tmp_path / "folder.parquet"
    folder.mkdir()
    assert "is a folder" in refusal(*QUICK, "--record", folder, "--force")


def test_an_existing_recording_is_kept_unless_forced(tmp_path: Path):
    path = tmp_path / "out.parquet"
    path.write_text("precious")
    assert "exists already" in refusal(*QUICK, "--seconds", 1, "--record", path)
    assert path.read_text() == "precious"
    assert "nowhere.tif" in refusal(*QUICK, "--terrain", "nowhere.tif", "--record", path, "--force")
    assert path.read_text() == "precious"
    assert answered(*QUICK, "--seconds", 1, "--record", path, "--force").returncode == 0
    assert read_recording(path).row_count == 60 * 34


def test_an_unknown_name_is_a_line_with_a_suggestion_and_the_names_in_columns():
    done = motorpool("run", "jacksbro", env={**os.environ, "COLUMNS": "50"})
    line, heading, *rows = done.stderr.splitlines()
    assert line.startswith("motorpool: there is no scenario jacksbro (did you mean jacksboro?)")
    assert heading == f"the {len(names())} scenarios:"
    assert sorted(name for row in rows for name in row.split()) == names()
    assert max(map(len, rows)) <= 50


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--seconds", "-5", "--seconds is -5; it must be zero or positive"),
        ("--seconds", "nan", "--seconds is nan; it must be zero or positive"),
        ("--seconds", "soon", "--seconds is 'soon'; it must be a valid number; see motorpool run --help"),
        ("--vehicles", "0", "--vehicles is 0; it must be 1 or more"),
        ("--objects", "-1", "--objects is -1; it must be 0 or more"),
        ("--objects", "100000000", "10000000 or less"),
        ("--seed", "-1", "--seed is -1; it must be 0 or more"),
        ("--threads", "0", "--threads is 0; it must be 1 or more"),
        ("--record-every", "5", "--record-every goes with --record FILE"),
        ("--wheels", "4", "no such option: --wheels"),
    ],
)
def test_an_option_that_means_nothing_is_one_line(option: str, value: str, told: str):
    assert told in refusal(*QUICK, option, value)


def test_wrong_commands_are_one_line(tmp_path: Path):
    assert "no such command 'drive'" in refusal("drive")
    assert "no such command 'cources'; did you mean 'courses'? See motorpool --help" in refusal("cources")
    assert "check needs a scenario file" in refusal("check")
    assert "none.parquet; name a .parquet file that" in refusal("recover", tmp_path / "none.parquet")


@pytest.mark.quick
@pytest.mark.parametrize("arguments", [[], ["--quick", "--json", "today.json"]])
def test_the_benchmarks_are_named_that_the_package_had(arguments: list[str]):
    assert "python benchmarks/bench.py" in refusal("bench", *arguments)


def test_a_missing_extra_is_one_line_that_names_it(tmp_path: Path):
    (tmp_path / "typer.py").write_text("raise ModuleNotFoundError(\"No module named 'typer'\", name='typer')\n")
    line = refusal("models", env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert line == (
        "motorpool: the command line needs typer, which is not installed; install it with: pip install '.[app]' in a "
        "checkout of Motorpool, or with the path of its wheel in place of the dot"
    )


def test_a_reader_that_goes_away_is_no_error():
    command = f"{sys.executable} -m motorpool check --schema | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True, timeout=patience(150.0))
    assert done.stdout == "{\n"
    assert done.stderr == ""


def test_a_limit_of_threads_ends_with_a_command_that_runs_in_this_process():
    before = columns.cpu_count()
    options = ("--headless", "--seconds", 0, "--threads", 1)
    assert answered("run", "parking", *options).returncode == 0
    assert columns.cpu_count() == before
