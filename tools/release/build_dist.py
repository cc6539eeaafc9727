"""Builds dist/: sdist, wheel with the page inside, bill of materials; and tries the wheel as a new user would.

    python tools/release/build_dist.py             build, then install the wheel into clean environments and use it
    python tools/release/build_dist.py --no-try    only build and check

Both archives are built twice, with equal bytes, and checked as the index will (twine) and by check-wheel-contents. The
wheel that is made again of the
sdist must have the same bytes. The trials happen in a temporary folder, away from the checkout, in one environment for
each Python from 3.11 on that this machine has: with the newest versions of everything that the wheel asks for (a user
has no lock file), and, where uv is on PATH, once more with the oldest versions that it allows. They need a package
index or a cache of pip's.
"""

import argparse
import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
DIST = ROOT / "dist"
PAGE = "motorpool/app/viewer/page"
NEEDED = (
    f"{PAGE}/index.html",
    f"{PAGE}/sources.sha256",
    "motorpool/py.typed",
    "motorpool/world/scenario/scenarios/jacksboro.yaml",
)

CAR = """
import motorpool as mp
car = mp.Vehicle("bicycle", wheelbase=2.7)
car.steer_angle, car.speed = 0.2, 10.0
for _ in range(60):
    car.step(dt=1 / 60)
print(car.x, car.y, car.yaw)
"""
PAGE_FILES = """
from importlib.resources import files
page = files("motorpool") / "app" / "viewer" / "page"
kinds = {file.name.rpartition(".")[2] for file in (page / "assets").iterdir()}
assert (page / "index.html").is_file() and {"js", "css"} <= kinds, kinds
print("the page has", sorted(kinds))
"""


def main(arguments: list[str]) -> None:
    """Build, look into what was built, and try it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--no-try", action="store_true", help="only build")
    parser.add_argument("--python", action="append", default=[], metavar="PATH", help="try the wheel with it, too")
    options = parser.parse_args(arguments)
    start = time.monotonic()
    sdist, wheel = build()
    bill = wheel.with_name(f"{wheel.name.partition('-py3')[0]}.cdx.json")
    run([sys.executable, str(Path(__file__).with_name("software_bill.py")), str(bill)], ROOT)
    say(f"{bill.relative_to(ROOT)}: bill of materials")
    for archive, names in ((wheel, wheel_names(wheel)), (sdist, sdist_names(sdist))):
        missing = missing_from(names)
        if missing:
            sys.exit(f"motorpool: {archive.name} lacks {', '.join(missing)}")
        say(f"{archive.relative_to(ROOT)}: {archive.stat().st_size / 1e6:.1f} MB, {len(names)} files, with the page")
    say_sizes(wheel)
    run([sys.executable, "-m", "twine", "check", "--strict", str(sdist), str(wheel)], ROOT)
    # W002: some files are the same by intent, such as an empty __init__.py
    run([str(Path(sys.executable).with_name("check-wheel-contents")), "--ignore", "W002", str(wheel)], ROOT)
    if not options.no_try:
        with tempfile.TemporaryDirectory() as folder:
            try_sdist(sdist, wheel, Path(folder))
            for number, python in enumerate(pythons(options.python)):
                try_wheel(wheel, Path(folder) / f"newest-{number}", python)
            if shutil.which("uv"):
                try_wheel(wheel, Path(folder) / "oldest", sys.executable, "--resolution", "lowest-direct")
    say(f"done in {time.monotonic() - start:.0f} s; a release would contain:")
    for path in (sdist, wheel, bill):
        print(f"  {hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}  {path.stat().st_size / 1e6:.1f} MB")
    say(f"install the wheel with: pip install '{wheel.relative_to(ROOT)}[app]'")


def build() -> tuple[Path, Path]:
    """Build both archives anew, twice; returns their paths. The bytes of both builds must be equal."""
    shutil.rmtree(DIST, ignore_errors=True)
    say("building the sdist and the wheel, twice")
    with tempfile.TemporaryDirectory() as folder:
        for place in (str(DIST), folder):
            run([sys.executable, "-m", "hatchling", "build", "-d", place], ROOT)
        (sdist,), (wheel,) = DIST.glob("*.tar.gz"), DIST.glob("*.whl")
        for archive in (sdist, wheel):
            if (Path(folder) / archive.name).read_bytes() != archive.read_bytes():
                sys.exit(f"motorpool: {archive.name} has other bytes when it is built a second time")
    return sdist, wheel


def say_sizes(wheel: Path) -> None:
    """Print what makes the size of the wheel: its folders, by the compressed size of their files."""
    sizes: Counter[str] = Counter()
    with zipfile.ZipFile(wheel) as archive:
        for file in archive.infolist():
            parts = Path(file.filename).parts
            sizes["/".join(parts[: 3 if parts[1:2] == ("viewer",) else 2])] += file.compress_size
    say("largest parts: " + ", ".join(f"{name} {size / 1e6:.2f} MB" for name, size in sizes.most_common(8)))


def pythons(others: Iterable[str]) -> list[str]:
    """Return the interpreters to try the wheel with: this one, others that are named, and those on PATH.

    One for each minor version from 3.11 on; a name on PATH may be a shim of a version that is not installed.
    """
    candidates = [sys.executable, *others, *(shutil.which(f"python3.{minor}") or "" for minor in range(11, 15))]
    found: dict[str, str] = {}
    for path in filter(None, candidates):
        with contextlib.suppress(OSError):
            command = [path, "-c", "import sys; print(*sys.version_info[:2])"]
            version = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
            if version and tuple(map(int, version.split())) >= (3, 11):
                found.setdefault(version, path)
    return list(found.values())


def missing_from(names: Iterable[str]) -> list[str]:
    """Return the files that an archive with these names lacks; an sdist has them below folders of its own."""
    there = tuple(names)
    missing = [needed for needed in NEEDED if not any(f"/{name}".endswith(f"/{needed}") for name in there)]
    scripts_and_styles = [suffix for suffix in (".js", ".css") if not any(_is_asset(name, suffix) for name in there)]
    return missing + [f"{PAGE}/assets/*{suffix}" for suffix in scripts_and_styles]


def _is_asset(name: str, suffix: str) -> bool:
    return f"{PAGE}/assets/" in name and name.endswith(suffix)


def wheel_names(wheel: Path) -> list[str]:
    """Return the names of the files in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def sdist_names(sdist: Path) -> list[str]:
    """Return the names of the files in an sdist."""
    with tarfile.open(sdist) as archive:
        return archive.getnames()


def try_sdist(sdist: Path, wheel: Path, folder: Path) -> None:
    """Make a wheel of the sdist, which must be the same one."""
    say("making the wheel again, from the sdist")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(folder)]
    run([*command, str(sdist)], folder)
    if wheel_names(folder / wheel.name) != wheel_names(wheel):
        sys.exit(f"motorpool: the wheel from {sdist.name} has other files than {wheel.name}")
    if (folder / wheel.name).read_bytes() != wheel.read_bytes():  # a build must be reproducible
        sys.exit(f"motorpool: the wheel from {sdist.name} has other bytes than {wheel.name}")


def try_wheel(wheel: Path, folder: Path, base: str, *resolution: str) -> None:
    """Install a wheel into a clean environment and use it, from a folder that has nothing of the checkout.

    Args:
        wheel: file to install.
        folder: empty or missing folder.
        base: interpreter of the environment.
        resolution: options of uv's that choose versions.
    """
    python = install(wheel, folder, base, *resolution)
    for command in (
        [str(python), "-c", CAR],
        [str(python), "-c", PAGE_FILES],
        [motorpool_of(python), "--version"],
        [motorpool_of(python), "models", "bicycle"],
        [motorpool_of(python), "run", "--headless", "--seconds", "1"],
        [str(python), "-m", "motorpool.examples", "game_engines", "--seconds", "0.1"],
    ):
        words = " ".join(command[1:]) if "-c" not in command else command[2].strip().splitlines()[-1]
        say(f"trying {Path(command[0]).name} {words}")
        run(command, folder, is_shown=False)


def install(wheel: Path, folder: Path, base: str, *resolution: str) -> Path:
    """Install a wheel with the extra ``app`` into a new environment in a folder; return its interpreter."""
    folder.mkdir(parents=True, exist_ok=True)
    environment = folder / "environment"
    versions = "the oldest versions" if resolution else "the newest versions"
    say(f"installing {wheel.name}[app] with {versions} into a clean environment of {Path(base).name}")
    python = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if shutil.which("uv"):
        run(["uv", "venv", "--quiet", "--python", base, str(environment)], folder)
        run(["uv", "pip", "install", "--quiet", "--python", str(python), *resolution, f"{wheel}[app]"], folder)
    else:
        run([base, "-m", "venv", str(environment)], folder)
        run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{wheel}[app]"], folder)
    return python


def motorpool_of(python: Path) -> str:
    """Return the command ``motorpool`` of an environment."""
    return str(python.with_name("motorpool.exe" if os.name == "nt" else "motorpool"))


def run(command: list[str], folder: Path, *, is_shown: bool = True) -> None:
    """Run a command without what this checkout adds to Python's path; a failure ends the program.

    Args:
        command: program and arguments.
        folder: to run it in.
        is_shown: show its output; else only that of a failure.
    """
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(command, cwd=folder, env=clean, check=False, capture_output=not is_shown, text=True)
    if done.returncode:
        print(done.stdout or "", done.stderr or "", sep="", file=sys.stderr)
        sys.exit(f"motorpool: {' '.join(command[:4])} ... failed with exit code {done.returncode}")


def say(words: str) -> None:
    """Print a line of what happens."""
    print(f"motorpool: {words}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
