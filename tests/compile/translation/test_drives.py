"""What is exported with a drive moves at once, and ends where the vehicle does."""

import os
import subprocess
from pathlib import Path

import pytest
from installed import runs
from node import search_path

import motorpool as mp
from motorpool.compile.translation.driving import Drive, Phase
from motorpool.compile.translation.exporting import written

DRIVE = Drive(
    [Phase(120, 8.0, 0.3), Phase(60, 3.0, -0.5)], 0.02, start={"x": 5.0, "yaw": 1.0}, ground={"friction": 0.5}
)
COMMANDS = {  # to make and run a file called car.SUFFIX
    "c": [["gcc", "-x", "c", "-std=c99", "-Wall", "-Wextra", "-Werror", "car.h", "-o", "car", "-lm"], ["./car"]],
    "cpp": [["g++", "-x", "c++", "-std=c++17", "-w", "car.hpp", "-o", "car"], ["./car"]],
    "csharp": [["mcs", "-langversion:7", "car.cs"], ["mono", "car.exe"]],
    "java": [["javac", "-Xlint:all", "-Werror", "Car.java"], ["java", "Main"]],
    "javascript": [["node", "car.mjs"]],
    "typescript": [["tsc", "--strict", "--target", "es2020", "--module", "es2020", "car.ts"], ["node", "car.js"]],
    "lua": [["lua5.4", "car.lua"]],
    "python": [["python3", "car.py"]],
    "rust": [["rustc", "--edition", "2021", "-D", "warnings", "car.rs"], ["./car"]],
}  # fmt: skip


def where_the_vehicle_ends(name: str) -> tuple[float, float, float]:
    car = mp.Vehicle(name, **DRIVE.start)
    if hasattr(car, "friction"):
        car.friction = DRIVE.ground["friction"]
    for steps, speed, steer in DRIVE.phases:
        for _ in range(steps):
            car.drive(speed, steer, dt=DRIVE.dt)
            car.step(DRIVE.dt)
    return car.x, car.y, car.yaw


@pytest.mark.parametrize("model", ["ackermann", "M998"])
@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_drive_ends_where_the_vehicle_does(name: str, model: str, tmp_path: Path) -> None:
    language = written(model, name)
    paths = search_path()
    (tmp_path / "package.json").write_text('{"type": "module"}')
    file = language.file_name if name == "java" else f"car{language.suffix}"
    (tmp_path / file).write_text(language.with_drive(DRIVE))
    printed = ""
    for command in COMMANDS[name]:
        if not command[0].startswith("./") and not runs(command[0], paths):
            pytest.skip(f"{command[0]} is not installed, or does not run")
        words = [file if word == "Car.java" else word for word in command]
        ran = subprocess.run(words, cwd=tmp_path, env=os.environ | {"PATH": paths}, capture_output=True, text=True)
        assert ran.returncode == 0, (ran.stdout + ran.stderr)[:2000]
        printed = ran.stdout
    assert [float(word) for word in printed.split()] == pytest.approx(where_the_vehicle_ends(model), abs=1e-11)
    assert where_the_vehicle_ends(model)[0] != pytest.approx(5.0)
