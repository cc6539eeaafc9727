"""Adds to the documentation in site/ what lives there without a server: demonstrations, and the playground.

    python tools/docs/build_site.py             after tools/docs/build_docs.py, which empties site/
    python tools/docs/build_site.py --list      only say what a visitor loads, of a site that is built

A visitor's browser runs the package's own Python modules in Pyodide, CPython for browsers, which comes from the site
itself. What is large is compressed here, since many web servers compress nothing.
"""

import argparse
import gzip
import io
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from browser_python import PACKAGE, is_kept, playground_files
from docs_blocks import block_files
from docs_search import loaded_from
from site_first_motion import begin_early
from site_licences import write_licences
from site_policy import write_policies

from motorpool.app.playground.in_browser import BrowserPlayground
from motorpool.compile.translation.languages import LANGUAGES
from motorpool.models import registry
from motorpool.vehicles import motor_pool

ROOT = Path(__file__).parents[2]
SITE = ROOT / "site"
PACKED = ROOT / "client" / ".python"  # what the page's build takes up
PYODIDE = ROOT / "client" / "node_modules" / "pyodide"


def main(arguments: list[str]) -> None:
    """Pack Python, build the page, and say how much a visitor loads."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--list", action="store_true", help="only say what a visitor loads")
    parser.add_argument("--out", type=Path, default=SITE, help="folder of the site")
    options = parser.parse_args(arguments)
    if not options.list:
        pack()
        build_page(options.out.resolve())
        write_licences(options.out, node_modules=PYODIDE.parent)
        add_what_servers_ask_for(options.out)
        begin_early(options.out)
        add_search(options.out / "playground" / "index.html")
        write_policies(options.out)
    sizes = loaded_sizes(options.out)
    for size, name in sorted(sizes, reverse=True):
        print(f"{size / 1e6:8.2f} MB  {name}")
    print(f"{sum(size for size, _ in sizes) / 1e6:8.2f} MB  in all, for the playground and every demonstration")


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
    for name, paths in (("motorpool", playground_files()), ("blocks", block_files())):
        modules = {path.relative_to(PACKAGE.parent).as_posix(): path.read_bytes() for path in paths}
        (PACKED / f"{name}.zip").write_bytes(archive(modules))
    (PACKED / "choices.json").write_text(json.dumps(export_choices()), encoding="utf-8")
    catalogue = BrowserPlayground().catalogue().encode()
    (PACKED / "catalogue.json.gzip").write_bytes(gzip.compress(catalogue, compresslevel=9, mtime=0))


def export_choices() -> dict[str, list[tuple[str, str]]]:
    """Return names and titles of what the form of the export offers, so that it is there before Python is."""
    return {
        "vehicles": sorted(
            ((name, vehicle_title(name)) for name in motor_pool.names()), key=lambda row: row[1].lower()
        ),
        "models": [(name, name) for name in registry.names()],
        "languages": sorted(((name, language.title) for name, language in LANGUAGES.items()), key=lambda row: row[1]),
    }


def vehicle_title(name: str) -> str:
    """Return a vehicle's title, with its name where that is not a part of it."""
    vehicle = registry.find(name).vehicle
    assert vehicle is not None
    return vehicle.title if name.lower() in vehicle.title.lower() else f"{vehicle.title} ({name})"


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


def add_what_servers_ask_for(out: Path) -> None:
    """Add the answer to wrong addresses, and the mark without which GitHub Pages leaves out names that begin with _."""
    shutil.copy(ROOT / "client" / "site" / "404.html", out)
    (out / ".nojekyll").touch()


def add_search(page: Path) -> None:
    """Add the search of the documentation to a page beside it."""
    loaded = f'<link rel="stylesheet" href="../assets/search.css">{loaded_from("../")}'
    page.write_text(page.read_text(encoding="utf-8").replace("</head>", f"{loaded}</head>", 1), encoding="utf-8")


def loaded_sizes(out: Path) -> list[tuple[int, str]]:
    """Return size [byte] and name of each file that a visitor's browser loads."""
    files = (*(out / "live").iterdir(), *(out / "playground").iterdir())
    return [(path.stat().st_size, path.name) for path in files]


if __name__ == "__main__":
    main(sys.argv[1:])
