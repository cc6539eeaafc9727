"""Programs that drive exported models: one for each language, which drives all models one after the other.

A driver reads the controls of ``STEPS`` steps for each model, a line a step, and prints the state after each; then the
control for a speed of 3 m/s and a steering command of 0.2, where the model has that.
"""

import json
import math
import os
import random
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from installed import runs
from node import search_path

from motorpool.compile.translation.languages import LANGUAGES
from motorpool.compile.translation.languages.language import Language, identifier_of, pascal
from motorpool.compile.translation.program import Program
from motorpool.models import names
from motorpool.models.fields import fields_of
from motorpool.models.registry import find

STEPS = 1000
# As printed, the vehicles of 1992 never start: what is slower than 0.3 m/s stands.
STARTING = {
    "park1992/tracked": "park1992/tracked:dead_band=corrected",
    "park1992/wheeled": "park1992/wheeled:dead_band=corrected",
}
DRIVEN = [*(STARTING.get(name, name) for name in names()), "M998", "M1A1"]
DT = 1 / 60
Models = Sequence[Language]


class Toolchain(NamedTuple):
    """How a language's program is made and run."""

    tools: tuple[str, ...]  # that must be on PATH
    source: Callable[[Models], list[str]]  # of the driver
    file: str  # of the driver
    build: tuple[str, ...]  # command; none for a language that is run as it is
    run: tuple[str, ...]


def has_command(language: Language) -> bool:
    return language.program.function("control_from_command") is not None


def is_grounded(language: Language) -> bool:
    return language.program.struct("Ground") is not None


def fields(language: Language, struct: str) -> list[str]:
    found = language.program.struct(struct)
    assert found is not None
    return [language.identifier(name) for name, _ in found.fields]


def parts(language: Language) -> tuple[str, list[str], list[str]]:
    return identifier_of(language.program.name), fields(language, "Control"), fields(language, "State")


def c_driver(models: Models) -> list[str]:
    lines = ["#include <stdio.h>", *(f'#include "{each.file_name}"' for each in models)]
    for model in models:
        name, control, state = parts(model)
        ground = f", {name}_default_ground()" if is_grounded(model) else ""
        lines += [f"static void drive_{name}(void) {{", f"  {name}_state s = {name}_default_state();"]
        lines += [f"  {name}_params p = {name}_default_params();", f"  {name}_control k = {name}_default_control();"]
        lines += [f"  for (int i = 0; i < {STEPS}; i++) {{", "    double v;"]
        lines += [f'    if (scanf("%lf", &v) == 1) k.{each} = (MOTORPOOL_REAL)v;' for each in control]
        lines += [f"    s = {name}_step(s, k, p, (MOTORPOOL_REAL)(1.0 / 60.0){ground});"]
        lines += [f'    printf("%.17g ", (double)s.{each});' for each in state] + ['    puts("");', "  }"]
        if has_command(model):
            lines += [f"  k = {name}_control_from_command(s, 3, (MOTORPOOL_REAL)0.2, p, (MOTORPOOL_REAL)(1.0 / 60.0));"]
            lines += [f'  printf("%.17g ", (double)k.{each});' for each in control] + ['  puts("");']
        lines += ["}"]
    return [*lines, "int main(void) {", *(f"  drive_{parts(each)[0]}();" for each in models), "  return 0;", "}"]


def cpp_driver(models: Models) -> list[str]:
    lines = ["#include <cstdio>", *(f'#include "{each.file_name}"' for each in models), "int main() {"]
    for model in models:
        name, control, state = parts(model)
        ground = ", {}" if is_grounded(model) else ""
        lines += ["  {", f"    namespace m = motorpool::{name};", "    m::State s; m::Params p; m::Control k;"]
        lines += [f"    for (int i = 0; i < {STEPS}; i++) {{"]
        lines += [f'      if (std::scanf("%lf", &k.{each}) != 1) return 1;' for each in control]
        lines += [f"      s = m::step(s, k, p, 1.0 / 60.0{ground});"]
        lines += [f'      std::printf("%.17g ", s.{each});' for each in state] + ['      std::puts("");', "    }"]
        if has_command(model):
            lines += ["    k = m::control_from_command(s, 3.0, 0.2, p, 1.0 / 60.0);"]
            lines += [f'    std::printf("%.17g ", k.{each});' for each in control] + ['    std::puts("");']
        lines += ["  }"]
    return [*lines, "  return 0;", "}"]


def javascript_driver(models: Models) -> list[str]:
    suffix = ".mjs" if models[0].name == "javascript" else ".js"
    names = [parts(each)[0] for each in models]
    return [
        'import { readFileSync } from "node:fs";',
        *(f'import * as {name} from "./{name}{suffix}";' for name in names),
        'const rows = readFileSync(0, "utf8").split("\\n").map((line) => line.trim().split(" ").map(Number));',
        "let next = 0;",
        f"for (const car of [{', '.join(names)}]) {{",
        "  let state = car.defaultState();",
        "  const [control, params] = [car.defaultControl(), car.defaultParams()];",
        "  const ground = car.defaultGround ? [car.defaultGround()] : [];",
        "  const show = (values) => console.log(Object.values(values).join(' '));",
        f"  for (let i = 0; i < {STEPS}; i++) {{",
        "    const row = rows[next++];",
        "    Object.keys(control).forEach((name, k) => { control[name] = row[k]; });",
        "    state = car.step(state, control, params, 1 / 60, ...ground);",
        "    show(state);",
        "  }",
        "  if (car.controlFromCommand) show(car.controlFromCommand(state, 3, 0.2, params, 1 / 60));",
        "}",
    ]


def typescript_driver(models: Models) -> list[str]:
    return ["// @ts-nocheck", *javascript_driver(models)]


def lua_driver(models: Models) -> list[str]:
    lines = ['package.path = "./?.lua"', "local models = {"]
    for model in models:
        name, control, state = parts(model)
        orders = [f"{{{', '.join(map(repr, names))}}}" for names in (control, state)]
        lines += [f'  {{ "{name}", {", ".join(orders)} }},']
    return [
        *lines,
        "}",
        "local function show(values, names)",
        "  local texts = {}",
        "  for i, name in ipairs(names) do texts[i] = string.format('%.17g', values[name]) end",
        "  print(table.concat(texts, ' '))",
        "end",
        "for _, model in ipairs(models) do",
        "  local car = require(model[1])",
        "  local state, params, control = car.state(), car.params(), car.control()",
        "  local ground = car.ground and car.ground() or nil",
        f"  for _ = 1, {STEPS} do",
        "    local i = 0",
        "    for value in io.read():gmatch('%S+') do",
        "      i = i + 1",
        "      control[model[2][i]] = tonumber(value) + 0.0",
        "    end",
        "    state = car.step(state, control, params, 1 / 60, ground)",
        "    show(state, model[3])",
        "  end",
        "  if car.control_from_command then",
        "    show(car.control_from_command(state, 3.0, 0.2, params, 1 / 60), model[2])",
        "  end",
        "end",
    ]


def rust_driver(models: Models) -> list[str]:
    lines = ["use std::io::{self, BufRead};", *(f"#[allow(dead_code)] mod {parts(each)[0]};" for each in models)]
    lines += ["fn main() {", "    let mut lines = io::stdin().lock().lines();"]
    for model in models:
        name, control, state = parts(model)
        ground = f", {name}::Ground::default()" if is_grounded(model) else ""
        lines += ["    {", f"        let mut s = {name}::State::default();"]
        lines += [f"        let (mut k, p) = ({name}::Control::default(), {name}::Params::default());"]
        lines += [f"        for _ in 0..{STEPS} {{", "            let line = lines.next().unwrap().unwrap();"]
        lines += ["            let v: Vec<f64> = line.split_whitespace().map(|t| t.parse().unwrap()).collect();"]
        lines += [f"            k.{each} = v[{i}];" for i, each in enumerate(control)]
        lines += [f"            s = {name}::step(s, k, p, 1.0 / 60.0{ground});"]
        lines += [f'            println!("{" ".join("{:e}" for _ in state)}", {", ".join(f"s.{n}" for n in state)});']
        lines += ["        }"]
        if has_command(model):
            lines += [f"        k = {name}::control_from_command(s, 3.0, 0.2, p, 1.0 / 60.0);"]
            shown = ", ".join(f"k.{each}" for each in control)
            lines += [f'        println!("{" ".join("{:e}" for _ in control)}", {shown});']
        lines += ["    }"]
    return [*lines, "}"]


def java_driver(models: Models) -> list[str]:
    joined = ' + " " + '
    lines = [
        "import java.io.*;",
        "public class Drive {",
        "  static BufferedReader in;",
        "  static double[] row() throws IOException {",
    ]
    lines += ['    var words = java.util.Arrays.stream(in.readLine().trim().split(" "));']
    lines += ["    return words.mapToDouble(Double::parseDouble).toArray();"]
    lines += ["  }"]
    for model in models:
        name, control, state = parts(model)
        ground = f", new {pascal(name)}.Ground()" if is_grounded(model) else ""
        lines += [f"  static void drive_{name}() throws IOException {{", f"    var s = new {pascal(name)}.State();"]
        lines += [f"    var p = new {pascal(name)}.Params();", f"    var k = new {pascal(name)}.Control();"]
        lines += [f"    for (int i = 0; i < {STEPS}; i++) {{", "      double[] v = row();"]
        lines += [f"      k.{each} = v[{i}];" for i, each in enumerate(control)]
        lines += [f"      s = {pascal(name)}.step(s, k, p, 1.0 / 60.0{ground});"]
        lines += [f"      System.out.println({joined.join(f's.{each}' for each in state)});", "    }"]
        if has_command(model):
            lines += [f"    k = {pascal(name)}.controlFromCommand(s, 3.0, 0.2, p, 1.0 / 60.0);"]
            lines += [f"    System.out.println({joined.join(f'k.{each}' for each in control)});"]
        lines += ["  }"]
    lines += ["  public static void main(String[] a) throws IOException {"]
    lines += ["    in = new BufferedReader(new InputStreamReader(System.in));"]
    lines += ["    var out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16);"]
    lines += ["    System.setOut(new PrintStream(out));"]
    return [*lines, *(f"    drive_{parts(each)[0]}();" for each in models), "    System.out.flush();", "  }", "}"]


def csharp_driver(models: Models) -> list[str]:
    lines = [
        "using System;",
        "using System.Globalization;",
        "using System.Linq;",
        "using Motorpool;",
        "static class Drive {",
    ]
    lines += ["  static double[] Row() {"]
    lines += ["    var words = Console.ReadLine().Trim().Split(' ');"]
    lines += ["    return words.Select(t => double.Parse(t, CultureInfo.InvariantCulture)).ToArray();"]
    lines += ["  }", "  static void Show(params double[] v) {"]
    lines += [
        '    Console.WriteLine(string.Join(" ", v.Select(x => x.ToString("R", CultureInfo.InvariantCulture))));',
        "  }",
    ]
    lines += ["  static void Main() {"]
    for model in models:
        name, control, state = parts(model)
        ground = f", {pascal(name)}.Ground.Default" if is_grounded(model) else ""
        lines += ["    {", f"      var s = {pascal(name)}.State.Default; var p = {pascal(name)}.Params.Default;"]
        lines += [f"      var k = {pascal(name)}.Control.Default;", f"      for (int i = 0; i < {STEPS}; i++) {{"]
        lines += ["        var v = Row();", *(f"        k.{each} = v[{i}];" for i, each in enumerate(control))]
        lines += [f"        s = {pascal(name)}.Step(s, k, p, 1.0 / 60.0{ground});"]
        lines += [f"        Show({', '.join(f's.{each}' for each in state)});", "      }"]
        if has_command(model):
            lines += [f"      k = {pascal(name)}.ControlFromCommand(s, 3.0, 0.2, p, 1.0 / 60.0);"]
            lines += [f"      Show({', '.join(f'k.{each}' for each in control)});"]
        lines += ["    }"]
    return [*lines, "  }", "}"]


def python_driver(models: Models) -> list[str]:
    return [
        "import importlib, sys",
        f"for name in {[parts(each)[0] for each in models]}:",
        "    car = importlib.import_module(name)",
        "    state, params = car.State(), car.Params()",
        "    ground = [car.Ground()] if hasattr(car, 'Ground') else []",
        f"    for _ in range({STEPS}):",
        "        control = car.Control(*map(float, sys.stdin.readline().split()))",
        "        state = car.step(state, control, params, 1 / 60, *ground)",
        "        print(*map(repr, state))",
        "    if hasattr(car, 'control_from_command'):",
        "        print(*map(repr, car.control_from_command(state, 3.0, 0.2, params, 1 / 60)))",
    ]


STRICT = ("-Wall", "-Wextra", "-Werror")
C99 = ("gcc", "-std=c99", "-pedantic", *STRICT, "drive.c", "-o", "drive", "-lm")
TOOLCHAINS = {
    "c": Toolchain(("gcc",), c_driver, "drive.c", C99, ("./drive",)),
    "cpp": Toolchain(
        ("g++",), cpp_driver, "drive.cpp", ("g++", "-std=c++17", "-pedantic", *STRICT, "drive.cpp", "-o", "drive"),
        ("./drive",),
    ),
    "csharp": Toolchain(
        ("mcs", "mono"), csharp_driver, "Drive.cs",
        ("mcs", "-langversion:7", "-warnaserror", "-recurse:*.cs", "-out:drive.exe"), ("mono", "drive.exe"),
    ),
    "java": Toolchain(
        ("javac", "java"), java_driver, "Drive.java", ("javac", "-Xlint:all", "-Werror", "Drive.java"),
        ("java", "-XX:+UseSerialGC", "Drive"),
    ),
    "javascript": Toolchain(("node",), javascript_driver, "drive.mjs", (), ("node", "drive.mjs")),
    "typescript": Toolchain(("node", "tsc"), typescript_driver, "drive.ts", ("tsc", "-p", "."), ("node", "drive.js")),
    "lua": Toolchain(("lua5.4",), lua_driver, "drive.lua", (), ("lua5.4", "drive.lua")),
    "python": Toolchain((), python_driver, "drive.py", (), ("python3", "drive.py")),
    "rust": Toolchain(
        ("rustc",), rust_driver, "drive.rs",
        ("rustc", "--edition", "2021", "-D", "warnings", "drive.rs", "-o", "drive"),
        ("./drive",),
    ),
}  # fmt: skip


class MissingToolError(Exception):
    """A tool that is not installed, or does not run."""


class Drive(NamedTuple):
    """Controls of each step, and what the model itself makes of them."""

    controls: list[list[float]]  # STEPS rows, each with the fields of Control in their order
    expected: list[list[float]]  # STEPS rows with the fields of State; then, if it has that, one with those of Control


def drive_of(name: str) -> Drive:
    """Drive a model with controls that change every third of a second, and the same each time."""
    module, chance = find(name).module, random.Random(name)
    state, params, control = module.State(), module.Params(), module.Control()
    ground = [module.Ground()] if hasattr(module, "Ground") else []
    controls: list[list[float]] = []
    expected: list[list[float]] = []
    for step in range(STEPS):
        if step % 20 == 0:
            control = module.Control(*(_chosen(field, params, chance) for field in fields_of(module.Control)))
        state = module.step(state, control, params, DT, *ground)
        controls.append(list(control))
        expected.append(list(state))
    if hasattr(module, "control_from_command"):
        expected.append(list(module.control_from_command(state, 3.0, 0.2, params, DT)))
    return Drive(controls, expected)


def _chosen(field: Any, params: Any, chance: random.Random) -> float:
    if field.names is not None:  # switches are seldom on
        return float(chance.random() < 0.05)
    if field.unit == "N":
        return chance.uniform(-0.2, 1.0) * params.max_drive_force
    if field.name == "throttle":
        return chance.uniform(-0.2, 1.0)
    if field.name == "brake":
        return chance.choice([0.0, 0.0, chance.random()])
    return chance.uniform(0.6 * max(field.range.low, -5.0), 0.6 * min(field.range.high, 15.0))


def rows_of_driver(
    name: str, programs: list[Program], drives: list[Drive], folder: Path, *flags: str
) -> list[list[float]]:
    """Compile and run a language's driver; returns the rows that it prints, those of one model after another.

    Args:
        name: of the language.
        programs: of the models.
        drives: of each of them; their rows of controls are written to the driver, one drive after another.
        folder: for the sources, and to run in.
        flags: further ones for the compiler.

    Raises:
        MissingToolError: a tool of the language is not installed, or does not run.
    """
    toolchain = TOOLCHAINS[name]
    models = [LANGUAGES[name](program) for program in programs]
    for model in models:
        (folder / model.file_name).write_text(model.write())
    (folder / toolchain.file).write_text("\n".join(toolchain.source(models)) + "\n")
    if name == "typescript":
        strict = {"strict": True, "noUnusedLocals": True, "noUnusedParameters": True, "noImplicitReturns": True}
        options = {**strict, "target": "es2020", "module": "es2020", "types": []}
        (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": options}))
        (folder / "package.json").write_text('{"type": "module"}')
    environment = os.environ | {"PATH": search_path()}
    missing = [tool for tool in toolchain.tools if not runs(tool, environment["PATH"])]
    if missing:
        raise MissingToolError(missing[0])
    for command in (toolchain.build,) if toolchain.build else ():
        built = subprocess.run([*command, *flags], cwd=folder, env=environment, capture_output=True, text=True)
        assert built.returncode == 0, (built.stdout + built.stderr)[:3000]
    rows = [" ".join(map(repr, row)) for drive in drives for row in drive.controls]
    ran = subprocess.run(
        toolchain.run, cwd=folder, env=environment, input="\n".join(rows) + "\n", capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr[:3000]
    return [[float(value) for value in line.split()] for line in ran.stdout.splitlines()]


def largest_differences(found: list[list[float]], drives: list[Drive]) -> Iterator[float]:
    """Yield the largest difference of each model's drive, of numbers above 1 as a share of them."""
    expected = [row for drive in drives for row in drive.expected]
    assert [len(row) for row in found] == [len(row) for row in expected]
    rows = iter(found)
    for drive in drives:
        pairs = [pair for wanted in drive.expected for pair in zip(next(rows), wanted, strict=True)]
        assert all(math.isfinite(value) for pair in pairs for value in pair)
        yield max(abs(value - wanted) / max(1.0, abs(wanted)) for value, wanted in pairs)
