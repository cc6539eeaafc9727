"""Exported models, compiled and driven in their languages, beside the models themselves."""

import math
import subprocess
from pathlib import Path
from typing import Any

import pytest
from drivers import DRIVEN, STEPS, TOOLCHAINS, Drive, MissingToolError, drive_of, largest_differences, rows_of_driver
from installed import runs

import motorpool as mp
from motorpool.app.cli import run
from motorpool.compile.translation.exporting import language_of
from motorpool.compile.translation.languages import LANGUAGES
from motorpool.compile.translation.program import Program, program_of
from motorpool.errors import ModelError
from motorpool.models.registry import find


@pytest.fixture(scope="module")
def programs() -> list[Program]:
    return [program_of(find(name)) for name in DRIVEN]


@pytest.fixture(scope="module")
def drives() -> list[Drive]:
    return [drive_of(name) for name in DRIVEN]


def rows_or_skip(
    name: str, programs: list[Program], drives: list[Drive], folder: Path, *flags: str
) -> list[list[float]]:
    try:
        return rows_of_driver(name, programs, drives, folder, *flags)
    except MissingToolError as missing:
        pytest.skip(f"{missing} is not installed, or does not run")


def test_the_drives_go_somewhere(drives: list[Drive]) -> None:
    ways = {name: math.hypot(*drive.expected[STEPS - 1][:2]) for name, drive in zip(DRIVEN, drives, strict=True)}
    assert [name for name, way in ways.items() if way < 1.0] == []


@pytest.mark.parametrize("name", sorted(set(TOOLCHAINS) - {"python"}))
def test_every_model_drives_as_the_original(
    name: str, programs: list[Program], drives: list[Drive], tmp_path: Path
) -> None:
    found = rows_or_skip(name, programs, drives, tmp_path)
    differences = dict(zip(DRIVEN, largest_differences(found, drives), strict=True))
    assert max(differences.values()) < 1e-11, differences


def test_python_without_dependencies_is_the_same_to_the_bit(
    programs: list[Program], drives: list[Drive], tmp_path: Path
) -> None:
    few = [0, 2, DRIVEN.index("tractor-trailer"), DRIVEN.index("park1992/wheeled:dead_band=corrected")]
    found = rows_or_skip("python", [programs[i] for i in few], [drives[i] for i in few], tmp_path)
    assert found == [row for i in few for row in drives[i].expected]


def test_c_with_numbers_of_32_bits_is_right_to_their_rounding(
    programs: list[Program], drives: list[Drive], tmp_path: Path
) -> None:
    kinematic = [DRIVEN.index(name) for name in ("bicycle/arc", "ackermann/arc", "tracked/arc", "polar/corrected")]
    found = rows_or_skip(
        "c", [programs[i] for i in kinematic], [drives[i] for i in kinematic], tmp_path,
        "-DMOTORPOOL_REAL=float",
    )  # fmt: skip
    some = [drives[i] for i in kinematic]
    one_step = 2.0**-24 * 8  # roundings of a step
    assert max(largest_differences(found, some)) < one_step * STEPS


def test_shaders_of_every_model_are_accepted(programs: list[Program], tmp_path: Path) -> None:
    if not runs("glslangValidator"):
        pytest.skip("glslangValidator is not installed")
    files = []
    for program in programs:
        file = tmp_path / f"{LANGUAGES['glsl'](program).file_name}.frag"
        file.write_text(f"#version 330\n{LANGUAGES['glsl'](program).write()}\nvoid main() {{}}\n")
        files.append(str(file))
    checked = subprocess.run(["glslangValidator", *files], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout[:3000]


@pytest.mark.parametrize("name", sorted(LANGUAGES))
def test_a_file_says_what_it_is_and_whose(name: str) -> None:
    text = mp.export("bicycle", to=name)
    for words in (
        "Bicycle car, exact",
        "front to rear axle [m]",
        "SPDX-License-Identifier: MIT",
        "Use:",
        "document 004",
    ):
        assert words in text
    assert max(map(len, text.splitlines())) < 200


def test_a_vehicle_brings_its_values() -> None:
    assert "mass = 57154.0" in mp.export("M1A1", to="lua")
    assert mp.export("skid-steer", to="lua", vehicle="M1A1") == mp.export("M1A1", to="lua")


def test_the_screen_has_y_down_and_degrees(tmp_path: Path) -> None:
    scope: dict[str, Any] = {}
    exec(mp.export("bicycle", to="python", poses=["screen", "unity", "godot"]), scope)
    right, down, degrees = mp.to_screen(3.0, 4.0, 0.5, scale=10.0, left=-48.0, top=30.0)
    sprite = scope["to_screen"](3.0, 4.0, 0.5, 10.0, -48.0, 30.0)
    assert sprite == pytest.approx((right, down, math.degrees(degrees)), rel=1e-15)
    assert scope["from_screen"](sprite.right, sprite.down, 10.0, -48.0, 30.0) == pytest.approx((3.0, 4.0))
    assert tuple(scope["to_unity"](1.0, 2.0, 3.0, 0.4, 0.1, 0.2)) == tuple(mp.to_unity(1.0, 2.0, 3.0, 0.4, 0.1, 0.2))
    assert tuple(scope["to_godot"](1.0, 2.0, 3.0, 0.4, 0.1, 0.2)) == tuple(mp.to_godot(1.0, 2.0, 3.0, 0.4, 0.1, 0.2))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"model": "bicycle", "to": "cobol"}, "no language 'cobol'"),
        ({"model": "bycicle", "to": "c"}, "did you mean 'bicycle'"),
        ({"model": "bicycle", "to": "c", "poses": ["scren"]}, "did you mean 'screen'"),
        ({"model": "bicycle", "to": "c", "vehicle": "M998"}, "export 'M998' itself"),
        ({"model": "bicycle", "to": "c", "vehicle": "tracked"}, "which is a model"),
        ({"model": "bicycle", "to": None}, "no language None"),
        ({"model": "bicycle", "to": "c", "drive": "8,0.3,10"}, "drive is '8,0.3,10'; it must be a Drive"),
    ],
)
def test_what_cannot_be_exported_is_said(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ModelError, match=sentence):
        mp.export(**arguments)


def test_a_single_pose_may_be_given_without_a_list() -> None:
    assert mp.export("bicycle", to="lua", poses="screen") == mp.export("bicycle", to="lua", poses=["screen"])


def test_a_model_of_ones_own_is_exported_or_the_line_that_cannot_be(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    text = (Path(__file__).parents[3] / "examples" / "own_model.py").read_text()
    own.write_text(text)
    assert "Hovercraft" in mp.export(str(own), to="c")
    own.write_text(
        text.replace("def step(state", "def power(a):\n    return a ** 3\n\n\ndef step(state").replace(
            "    return State(", "    power(dt)\n    return State(", 1
        )
    )
    with pytest.raises(ModelError, match=r"own\.py:\d+: exported models have no operator \*\*; it cannot be tr"):
        mp.export(str(own), to="c")


@pytest.mark.parametrize("name", ["js", "C++", "c#", "ts", "gd"])
def test_languages_have_their_usual_names(name: str) -> None:
    assert language_of(name).name in LANGUAGES


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--to", "fmu", "--pose", "unity"], "--screen, --pose and --drive add functions to a program"),
        (["--to", "fmu", "--drive", "8,0.3,10"], "--screen, --pose and --drive add functions to a program"),
        (["--to", "c", "--fmi", "2.0"], "--fmi 2.0 is the version of an FMU's interface, and c has none"),
        (["--to", "c", "--drive", "8,0.3"], "--drive is '8,0.3'; give a speed"),
    ],
)
def test_options_that_the_language_does_not_have_are_refused(
    options: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["export", "bicycle", *options, "--out", str(tmp_path)]) == 2
    assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_drive_of_a_model_that_takes_no_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", "arc", "--to", "lua", "--drive", "3,0.2,2"]) == 2
    assert "arc takes no speed and steering command, so that --drive cannot drive it" in capsys.readouterr().err
