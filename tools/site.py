"""Adds to the documentation in site/ what lives there without a server: demonstrations, and the playground.

    python tools/site.py             after mkdocs, which empties site/
    python tools/site.py --list      only say what a visitor loads, of a site that is built

A visitor's browser runs the package's own Python modules in Pyodide, CPython for browsers, which comes from the site
itself. What is large is compressed here, since many web servers compress nothing.
"""

import argparse
import ast
import gzip
import io
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SITE = ROOT / "site"
PACKED = ROOT / "client" / ".python"  # what the page's build takes up
PYODIDE = ROOT / "client" / "node_modules" / "pyodide"
PACKAGE = ROOT / "src" / "motorpool"

FOLDERS = ("models", "playground", "translation", "vehicles")  # whole, with their data; of the rest what these import
DATA = (".py", ".toml")
LEFT_OUT = {  # of the standard library: what asks for a terminal, a network, processes or mail, and tools
    "_pyio.py", "_pyrepl", "bdb.py", "cProfile.py", "code.py", "ctypes", "curses", "dbm",
    "doctest.py", "email", "ensurepip", "ftplib.py", "http", "idlelib", "imaplib.py", "lib2to3", "logging/config.py",
    "logging/handlers.py", "mailbox.py", "multiprocessing", "netrc.py", "optparse.py", "pdb.py", "pickletools.py",
    "poplib.py", "profile.py", "profiling", "pstats.py", "pydoc.py", "pydoc_data", "smtplib.py", "socketserver.py",
    "sqlite3", "tarfile.py", "tkinter", "trace.py", "turtle.py", "turtledemo", "unittest", "venv", "webbrowser.py",
    "wsgiref", "xml", "xmlrpc", "zipapp.py",
}  # fmt: skip


def main(arguments: list[str]) -> None:
    """Pack Python, build the page, and say how much a visitor loads."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--list", action="store_true", help="only say what a visitor loads")
    parser.add_argument("--out", type=Path, default=SITE, help="folder of the site")
    options = parser.parse_args(arguments)
    if not options.list:
        pack()
        build_page(options.out.resolve())
    sizes = loaded_sizes(options.out)
    for size, name in sorted(sizes, reverse=True):
        print(f"{size / 1e6:8.2f} MB  {name}")
    print(f"{sum(size for size, _ in sizes) / 1e6:8.2f} MB  in all, until the first drive")


def pack() -> None:
    """Write what the worker loads to client/.python."""
    if not (PYODIDE / "pyodide.asm.wasm").is_file():
        sys.exit("motorpool: client/node_modules lacks pyodide; run: python hatch_build.py npm ci --ignore-scripts")
    shutil.rmtree(PACKED, ignore_errors=True)
    PACKED.mkdir()
    for name in ("pyodide.asm.wasm", "pyodide.asm.mjs"):
        packed = gzip.compress((PYODIDE / name).read_bytes(), compresslevel=9, mtime=0)
        (PACKED / f"{name}.gzip").write_bytes(packed)
    library = zipfile.ZipFile(PYODIDE / "python_stdlib.zip")
    kept = {name: library.read(name) for name in library.namelist() if is_kept(name)}
    (PACKED / "python_stdlib.zip").write_bytes(archive(kept))
    modules = {path.relative_to(PACKAGE.parent).as_posix(): path.read_bytes() for path in package_files()}
    (PACKED / "motorpool.zip").write_bytes(archive(modules))


def is_kept(name: str) -> bool:
    """Return whether the browser's Python has this file of its standard library."""
    return name not in LEFT_OUT and name.partition("/")[0] not in LEFT_OUT


def package_files() -> list[Path]:
    """Return the package's files that a browser's Python has: those folders, and what they import as they start."""
    files = {path for folder in FOLDERS for path in (PACKAGE / folder).rglob("*") if path.suffix in DATA}
    waiting = list(files)
    while waiting:
        for found in imported_by(waiting.pop()):
            if found not in files:
                files.add(found)
                waiting.append(found)
    return sorted(files)


def imported_by(path: Path) -> Iterator[Path]:
    """Yield the files of the package that a module imports as it is imported, and those of the folders above."""
    above = (folder / "__init__.py" for folder in path.parents if folder.is_relative_to(PACKAGE))
    yield from (file for file in above if file.is_file())
    if path.suffix != ".py":
        return
    for node in ast.parse(path.read_bytes()).body:
        if isinstance(node, ast.ImportFrom) and node.level:
            start = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            places = (start, *(start / name.name for name in node.names))
            candidates = (file for place in places for file in (place.with_suffix(".py"), place / "__init__.py"))
            yield from (file for file in candidates if file.is_file())


def archive(files: dict[str, bytes]) -> bytes:
    """Return a zip archive that is the same whenever it is made."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
        for name, content in sorted(files.items()):
            target.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)
    return written.getvalue()


def build_page(out: Path) -> None:
    """Build the page around it."""
    npm = [sys.executable, "hatch_build.py", "npm", "run", "build:site", "--", "--outDir", str(out)]
    built = subprocess.run(npm, cwd=ROOT, check=False)
    if built.returncode or not (out / "playground" / "index.html").is_file():
        sys.exit("motorpool: the playground's page could not be built; npm's output is above")


def loaded_sizes(out: Path) -> list[tuple[int, str]]:
    """Return size [byte] and name of each file that a visitor's browser loads."""
    files = (*(out / "live").iterdir(), *(out / "playground").iterdir())
    return [(path.stat().st_size, path.name) for path in files]


if __name__ == "__main__":
    main(sys.argv[1:])
