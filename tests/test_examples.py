"""The programs of ``examples/`` run as a stranger would run them, without a screen, and draw what they promise."""

import importlib.util
import json
import math
import os
import re
import runpy
import socket
import sys
from pathlib import Path
from types import SimpleNamespace

import gallery
import numpy as np
import pytest
from pace import patience

import motorpool as mp

EXAMPLES = Path(__file__).parents[1] / "examples"
PNG = b"\x89PNG\r\n\x1a\n"

# What each program says, and which figure its words must contain: found by formula or by the model's own limits.
PLOTS = {
    "convoy": r"the leader has arrived: True",
    "fit_a_log": r"(inside its interval: True[\s\S]*){2}",
    "mobility_map": r"M1A1, dry: \d+\.\d % no-go.*\n(.*\n)+M998, wet: (2|3)\d\.\d % no-go",
    "mobility_route": r"dry: planned 1\d\d s, driven (1|2)\d\d s\n(.*\n)+wet: planned 1\d\d s, driven 2\d\d s",
    "own_model": r"<History of '.*': 101 samples from 0 to 20 s of 10 000 vehicles",
    "own_terrain": r"on 'ridge and bowl', 1 x 1 km, with 600 objects",
    "regions": r"512 vehicles in 4 regions, \d\d in another(.*\n)+.*undivided world has it: 0 m",
    "replay_analysis": r"20\.0 s of 34 vehicles \(6800 rows\), complete",
    "sweep_tank": r"64 runs done, 0 failed[\s\S]*mud +1\d\d\.[\s\S]*wet-earth +19\d\.[\s\S]*dry-asphalt +20\d\.",
    "tank_on_a_hill": r"hard road: climbs up to (6|7)\d %",
    "thousand_cars": r"1000 cars",
    "trailer_backing": r"wheel straight: jack-knifes after 1\d\.\d s.*\nguided: does not jack-knife",
}
NOTEBOOKS = {  # what the cells show
    "first_steps": ("did you mean 'steer_angle'?", "<World 'world' at 10.00 s: 30 vehicles in 2 fleets"),
    "one_vehicle": (
        "1000 steps a second: x 8.723742234 m",
        "bicycle/arc: 17.56 m wide",
        "</svg>",
        "export function step",
    ),
}
OTHERS = {*NOTEBOOKS, "game_engines", "pygame_car", "pygame_tank", "sweep_cluster"}  # each with its test below


def run(name: str, *arguments: str, monkeypatch) -> None:
    """Run an example in this process, as a program."""
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    (path,) = EXAMPLES.rglob(f"{name}.py")
    runpy.run_path(str(path), run_name="__main__")


@pytest.fixture(autouse=True)
def _closed_figures():
    """Leave no figure open for the next test."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


@pytest.mark.parametrize("name", PLOTS)
def test_a_program_with_a_plot_says_what_it_found_and_saves_the_plot(name, monkeypatch, tmp_path, capsys):
    run(name, str(tmp_path / "plot.png"), monkeypatch=monkeypatch)
    assert re.search(PLOTS[name], capsys.readouterr().out)
    assert (tmp_path / "plot.png").read_bytes().startswith(PNG)
    thumbnails = [gallery.THUMBNAILS / f"{each}.webp" for each in PLOTS]
    assert min(thumbnails, key=lambda each: difference(tmp_path / "plot.png", each)).stem == name


def difference(plot: Path, thumbnail: Path) -> float:
    """Return the mean difference of two pictures, coarse and grey, from 0 to 255."""
    from PIL import Image

    pictures = gallery.thumbnail(Image.open(plot).convert("RGB")), Image.open(thumbnail)
    coarse = [np.asarray(picture.convert("L").resize((24, 15)), dtype=float) for picture in pictures]
    return float(np.abs(coarse[0] - coarse[1]).mean())


def test_thumbnails_of_two_programs_differ():
    from PIL import Image

    other = gallery.THUMBNAILS / "own_terrain.webp"
    with Image.open(other) as picture:
        assert picture.size == gallery.SIZE
    assert difference(other, gallery.THUMBNAILS / "tank_on_a_hill.webp") > 20.0


def test_the_gallery_has_every_program_and_each_is_run_by_a_test():
    files = {path.name for path in EXAMPLES.iterdir() if path.suffix in (".py", ".ipynb")}
    assert gallery.programs().keys() == files
    assert {Path(name).stem for name in files} == PLOTS.keys() | OTHERS


def test_every_thumbnail_is_small():
    assert all(path.stat().st_size < gallery.LARGEST for path in gallery.thumbnails())


def test_the_heavier_car_accelerates_and_brakes_worse(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "argv", ["thousand_cars", str(tmp_path / "plot.png")])
    found = runpy.run_path(str(EXAMPLES / "thousand_cars.py"))
    assert (np.diff(found["time_to_100"][~np.isnan(found["time_to_100"])]) >= 0.0).all()
    assert found["way_to_stop"][-1] > 1.5 * found["way_to_stop"][0]


def test_the_car_in_pygame_drives_itself_and_saves_a_frame(monkeypatch, tmp_path):
    pytest.importorskip("pygame")
    frame = tmp_path / "frame.png"
    run("pygame_car", "--frames", "40", "--save", str(frame), monkeypatch=monkeypatch)
    assert frame.read_bytes().startswith(PNG)


def test_the_tank_in_pygame_drives_the_same_way_at_any_frame_rate(monkeypatch, tmp_path, capsys):
    pytest.importorskip("pygame")
    frame = tmp_path / "frame.png"
    said = []
    for fps in ("15", "144"):
        run("pygame_tank", "--seconds", "4", "--fps", fps, "--save", str(frame), monkeypatch=monkeypatch)
        said.append(re.findall(r"after 4\.00 s: x .*", capsys.readouterr().out))
    assert len(said[0]) == 1
    assert said[0] == said[1]
    assert frame.read_bytes().startswith(PNG)
    x, y, yaw = map(float, re.findall(r"(?:x|y|yaw) (-?[\d.]+)", said[0][0]))
    assert math.hypot(x, y) > 3.0
    difference = -7.2 - 4.8 - 14.4  # of the ways of the right and the left track [m]: full speed, held, and to straight
    assert math.cos(yaw - difference / 2.8) == pytest.approx(1.0, abs=5e-3)


@pytest.mark.parametrize("name", ["pygame_car", "pygame_tank"])
def test_a_game_without_pygame_names_what_to_install(name, monkeypatch):
    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(SystemExit, match=r"^this example needs pygame; install it with: pip install pygame-ce$"):
        run(name, monkeypatch=monkeypatch)


def options() -> list[tuple[str, str]]:
    """Return the options of all programs, as they declare them."""
    return [
        (path.stem, option)
        for path in sorted(EXAMPLES.rglob("*.py"))
        for option in re.findall(r'add_argument\(\s*"([\w-]+)"', path.read_text(encoding="utf-8"))
    ]


WRONG = ["", "x", "-1", "nan", "inf", "-inf", "1e999", "1" + 40 * "0", "nowhere/at/all", "README.md/x"]
ALLOWED = {"--out": set(WRONG[:-1])}  # names of folders


TRAINING = ("ppo", "back_trailer")  # they import JAX
OPTIONS = [
    pytest.param(name, option, marks=[pytest.mark.slow] if name in TRAINING else []) for name, option in options()
]


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_a_wrong_value_of_an_option_is_refused_in_one_sentence(name, option, monkeypatch, capsys):
    pytest.importorskip("pygame" if "pygame" in name else "numpy")
    pytest.importorskip("optax" if name in TRAINING else "numpy")
    monkeypatch.chdir(EXAMPLES)
    monkeypatch.syspath_prepend(str(EXAMPLES / "learning"))
    for value in set(WRONG) - ALLOWED.get(option, set()):
        with pytest.raises(SystemExit) as ended:
            run(name, f"{option}={value}" if option.startswith("-") else value, monkeypatch=monkeypatch)
        said = capsys.readouterr().err.splitlines()
        assert ended.value.code == 2, (value, said)
        assert f"error: argument {option}:" in said[-1] or value in ("-1", "-inf"), said


@pytest.mark.slow
def test_a_sweep_runs_in_a_cluster_of_ray(nodes, monkeypatch, capsys):
    """In one that was started before; tests/studies/distributed/test_cluster.py starts a new one."""
    run("sweep_cluster", nodes.address, monkeypatch=monkeypatch)
    assert "16 runs done, 0 failed" in capsys.readouterr().out


@pytest.mark.parametrize("engine", ["unity", "godot"])
def test_a_game_engine_gets_every_vehicles_pose(engine, monkeypatch, capsys):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
        receiver.bind(("127.0.0.1", 0))
        receiver.settimeout(60.0)
        port = str(receiver.getsockname()[1])
        run("game_engines", "--engine", engine, "--port", port, "--seconds", "0.05", monkeypatch=monkeypatch)
        message = json.loads(receiver.recv(65_536))
    assert "3 datagrams" in capsys.readouterr().out
    assert message["time"] == pytest.approx(1 / 60, abs=1e-3)
    world = mp.World(fleets=[("bicycle", 20), ("tracked", 20)], seed=1)
    world.scatter_vehicles()
    world.step()
    vehicles = world.vehicles
    there = {"unity": mp.to_unity, "godot": mp.to_godot}[engine]
    pose = there(vehicles.x, vehicles.y, vehicles.z, vehicles.yaw, vehicles.pitch, vehicles.roll)
    assert np.array(message["poses"]) == pytest.approx(np.column_stack(pose), abs=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs_from_top_to_bottom(name, monkeypatch, tmp_path):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    monkeypatch.delenv("MPLBACKEND", raising=False)  # plots go into the notebook
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(mp.__file__).parents[1]), *sys.path]))
    notebook = nbformat.read(EXAMPLES / f"{name}.ipynb", as_version=4)
    resources = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(
        notebook, timeout=int(patience(240.0)), kernel_name="python3", resources=resources
    ).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    shown = "\n".join(str(output.get("data", output.get("text", ""))) for output in outputs)
    assert [words for words in NOTEBOOKS[name] if words not in shown] == []
    assert shown.count("image/png") == (2 if name == "first_steps" else 0)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_kept_without_its_outputs(name):
    notebook = json.loads((EXAMPLES / f"{name}.ipynb").read_text(encoding="utf-8"))
    assert not [cell for cell in notebook["cells"] if cell.get("outputs") or cell.get("execution_count")]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_installs_the_wheel_beside_it_where_motorpool_is_missing(name, monkeypatch, tmp_path):
    cells = json.loads((EXAMPLES / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    (install,) = ["".join(cell["source"]) for cell in cells if "install" in cell["metadata"].get("tags", ())]
    ran = []
    names = {"get_ipython": lambda: SimpleNamespace(run_line_magic=lambda *words: ran.append(words))}
    monkeypatch.chdir(tmp_path)
    exec(install, names)
    assert ran == []  # it is installed
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r"Motorpool is not installed, and no motorpool-\*\.whl is beside"):
        exec(install, names)
    (tmp_path / "motorpool-1.0.0-py3-none-any.whl").touch()
    exec(install, names)
    extras = "app,data" if name == "first_steps" else "app"
    assert ran == [("pip", f"install --quiet 'motorpool-1.0.0-py3-none-any.whl[{extras}]'")]


def test_the_index_names_every_program_and_its_links_lead_somewhere():
    index = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    links = set(re.findall(r"\]\(([^)#]+)\)", index))
    files = {path.name for path in EXAMPLES.iterdir() if path.suffix in (".py", ".ipynb")}
    assert files <= links
    assert all((EXAMPLES / link).is_file() for link in links)
    pictures = {f"pictures/{path.name}" for path in (EXAMPLES / "pictures").iterdir()}
    assert pictures <= links
