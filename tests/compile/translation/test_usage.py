"""The example at the head of an exported file runs as it stands, and the vehicle moves."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from installed import runs
from node import search_path

import motorpool as mp
from motorpool.compile.translation.exporting import written

# Lines around the example in the file MAIN, and the commands that make and run it. PRINT prints x of the state.
PROGRAMS = {
    "c": ("main.c", "#include <stdio.h>\nint main(void) {\nUSE\nPRINT\nreturn 0;\n}\n", 'printf("%g\\n", state.x);',
          [["gcc", "-std=c99", "-Wall", "main.c", "-o", "car", "-lm"], ["./car"]]),
    "cpp": ("main.cpp", "#include <cstdio>\nint main() {\nUSE\nPRINT\n}\n", 'std::printf("%g\\n", state.x);',
            [["g++", "-std=c++17", "main.cpp", "-o", "car"], ["./car"]]),
    "csharp": ("main.cs", "using System;\nUSING\nclass Time { public static double fixedDeltaTime = 1.0 / 60.0; }\n"
               "static class Program { static void Main() {\nUSE\nPRINT\n} }\n", "Console.WriteLine(state.x);",
               [["mcs", "-langversion:7", "-out:car.exe", "main.cs", "FILE"], ["mono", "car.exe"]]),
    "java": ("Main.java", "class Main { public static void main(String[] words) {\nUSE\nPRINT\n} }\n",
             "System.out.println(state.x);", [["javac", "Main.java", "FILE"], ["java", "Main"]]),
    "javascript": ("main.mjs", "USE\nPRINT\n", "console.log(state.x);", [["node", "main.mjs"]]),
    "lua": ("main.lua", "USE\nPRINT\n", "print(state.x)", [["lua5.4", "main.lua"]]),
    "python": ("main.py", "USE\nPRINT\n", "print(state.x)", [["python3", "main.py"]]),
    "rust": ("main.rs", "USING\nfn main() {\nUSE\nPRINT\n}\n", 'println!("{}", state.x);',
             [["rustc", "--edition", "2021", "main.rs", "-o", "car"], ["./car"]]),
}  # fmt: skip


def usage_of(text: str) -> list[str]:
    """Return the lines of the example at the head of an exported file."""
    head = text.partition("Use:")[2].partition("Made by")[0]
    lines = [re.sub(r"^(//!|//|--|#(?!include))", "", line).strip() for line in head.splitlines()[1:]]
    return [line for line in lines if line]


@pytest.mark.parametrize("model", ["bicycle", "M998"])
@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_the_example_of_a_file_moves_the_vehicle(name: str, model: str, tmp_path: Path) -> None:
    main, frame, printed, commands = PROGRAMS[name]
    paths = search_path()
    language = written(model, name)
    (tmp_path / language.file_name).write_text(language.write(), encoding="utf-8")
    usage = usage_of(language.write())
    around = [line for line in usage if line.startswith(("#include", "using ", "mod ", "namespace "))]
    first = [line for line in usage if line not in around or "USING" not in frame]
    text = frame.replace("USING", "\n".join(around)).replace("USE", "\n".join(first)).replace("PRINT", printed)
    if name in ("c", "cpp"):  # an #include stands outside of functions
        text = "\n".join([*around, text.replace("\n".join(around), "")])
    (tmp_path / main).write_text(text, encoding="utf-8")
    output = ""
    for command in commands:
        if not command[0].startswith("./") and not runs(command[0], paths):
            pytest.skip(f"{command[0]} is not installed, or does not run")
        words = [language.file_name if word == "FILE" else word for word in command]
        ran = subprocess.run(words, cwd=tmp_path, env=os.environ | {"PATH": paths}, capture_output=True, text=True)
        assert ran.returncode == 0, (ran.stdout + ran.stderr)[:2000]
        output = ran.stdout
    car = mp.Vehicle(model)
    car.drive(8.0, 0.3)
    car.step(1 / 60)
    assert car.x > 0.0
    assert float(output) == pytest.approx(car.x, rel=1e-5)
