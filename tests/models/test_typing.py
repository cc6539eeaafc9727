"""Types of the models' mathematics: a type checker finds exchanged structures and misspelt fields."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from pace import patience

SOURCE = Path(__file__).parents[2] / "src"
MODELS = SOURCE / "motorpool" / "models"
PUBLISHED = SOURCE / "motorpool" / "studies" / "published" / "models"
MOST_ANY = 50  # in all of the models: of what reads classes and modules, and of arrays' own namespaces


class Mistake(NamedTuple):
    """A mistake in the text of a model or part."""

    file: str  # below the models' folder
    right: str
    wrong: str


MISTAKES = {
    "misspelt field of a part's state": Mistake(
        "dynamic/skid_steer/model.py", "state.running_gear.resistance +", "state.running_gear.resistence +"
    ),
    "misspelt field of a part's parameters": Mistake(
        "parts/rolling_body.py", "gear.rolling_factor *", "gear.roling_factor *"
    ),
    "misspelt part of a model's parameters": Mistake(
        "dynamic/skid_steer/model.py",
        "engine, track, mass = params.powertrain, params.track, params.body.mass",
        "engine, track, mass = params.powertrain, params.tracks, params.body.mass",
    ),
    "misspelt field of a model's control": Mistake(
        "kinematic/bicycle/arc.py", "control.speed * dt", "control.sped * dt"
    ),
    "exchanged state and control": Mistake(
        "dynamic/single_track/model.py", "step_with(fiala, state, control", "step_with(fiala, control, state"
    ),
    "exchanged parameters and ground": Mistake(
        "dynamic/tractor_trailer/model.py", "brake, inertia, params, ground)", "brake, inertia, ground, params)"
    ),
    "exchanged structures of a step": Mistake(
        "dynamic/four_axles/model.py",
        "lateral_dynamics(initial, axles, longitudinal,",
        "lateral_dynamics(initial, longitudinal, axles,",
    ),
    "exchanged structures of a part": Mistake(
        "dynamic/tractor_trailer/model.py",
        "uncoupled_velocity(before, dt * body.yaw_rate, bodies)",
        "uncoupled_velocity(bodies, dt * body.yaw_rate, before)",
    ),
    "structure of another part": Mistake("parts/pedals.py", "speed, drive, gears)", "speed, gears, drive)"),
    "wheels' slides where their contact patches belong": Mistake(
        "dynamic/double_track/model.py", "slip.three, patches.rear_left,", "slip.three, slides.rear_left,"
    ),
    "structure where a number belongs": Mistake(
        "dynamic/double_track/model.py", "maximum(total.load, TINY)", "maximum(total, TINY)"
    ),
    "number where a structure belongs": Mistake(
        "dynamic/tractor_trailer/train.py", "dot(train.along, apart),", "dot(ahead, apart),"
    ),
    "number where a truth value belongs": Mistake(
        "parts/rolling_body.py", "select(immobilised, surface.friction", "select(load, surface.friction"
    ),
    "one number where two belong": Mistake(
        "../studies/published/models/park1992/forces.py", "rolling = friction_limits(", "rolling = air_drag("
    ),
}


class Errors(NamedTuple):
    """Errors of the type checker by file: the lines that they stand on."""

    lines: dict[str, set[int]]
    messages: str


@pytest.fixture(scope="module")
def errors(tmp_path_factory):
    """Check every mistake, and the unbroken text of each file that has one, in one run of the type checker."""
    folder = tmp_path_factory.mktemp("typed")
    for name, mistake in MISTAKES.items():
        text = (MODELS / mistake.file).read_text()
        assert text.count(mistake.right) == 1, f"{mistake.file} has changed: find another place for {name!r}"
        (folder / file_of(name)).write_text(outside(text.replace(mistake.right, mistake.wrong), mistake.file))
        (folder / file_of(mistake.file)).write_text(outside(text, mistake.file))
    settings = {
        "typeCheckingMode": "strict", "pythonVersion": "3.11", "extraPaths": [str(SOURCE)], "reportPrivateUsage": False,
    }  # fmt: skip
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    checked = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson", "-p", str(folder)],
        capture_output=True, text=True, timeout=patience(150.0),
    )  # fmt: skip
    report = json.loads(checked.stdout)
    assert report["summary"]["filesAnalyzed"] >= len(MISTAKES), checked.stdout
    lines: dict[str, set[int]] = {}
    messages: list[str] = []
    for found in report["generalDiagnostics"]:
        lines.setdefault(Path(found["file"]).name, set()).add(found["range"]["start"]["line"])
        messages.append(f"{Path(found['file']).name}:{found['range']['start']['line'] + 1}: {found['message']}")
    return Errors(lines, "\n".join(messages))


def file_of(name: str) -> str:
    """Return the name of the file for a text."""
    return re.sub(r"\W+", "_", name.removesuffix(".py")) + ".py"


def outside(text: str, file: str) -> str:
    """Return the text of a file of the models with absolute imports."""
    home = list((MODELS / file).resolve().parent.relative_to(SOURCE).parts)

    def absolute(match: re.Match[str]) -> str:
        package = home[: len(home) + 1 - len(match[1])]
        return f"from {'.'.join([*package, match[2]]) if match[2] else '.'.join(package)} import"

    return re.sub(r"from (\.+)([\w.]*) import", absolute, text)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_type_checker_finds_a_mistake_in_a_model_at_its_line(name, errors):
    mistake = MISTAKES[name]
    text = (MODELS / mistake.file).read_text()
    line = text[: text.index(mistake.right)].count("\n")
    assert line in errors.lines.get(file_of(name), set()), errors.messages


def test_a_type_checker_finds_nothing_in_the_same_texts_without_the_mistakes(errors):
    unbroken = {file_of(mistake.file) for mistake in MISTAKES.values()}
    assert not unbroken & errors.lines.keys(), errors.messages


def test_models_hardly_say_any():
    words = [
        word
        for file in (*MODELS.rglob("*.py"), *PUBLISHED.rglob("*.py"))
        for word in re.findall(r"\bAny\b", file.read_text())
    ]
    assert len(words) <= MOST_ANY
