"""Builds the documentation as a site of files: ``make docs``.

    python tools/docs/build_docs.py                # in site/
    python tools/docs/build_docs.py --out FOLDER   # in another folder, which is emptied

Zensical turns Markdown into pages, and runs no program of ours in between. What this documentation has besides is
therefore done before it, to a copy of the Markdown, and after it, to the pages.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import docs_decisions
import docs_examples
from docs_blocks import with_marks
from docs_equations import with_equations
from docs_links import broken_links
from docs_search import add_search

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "docs"
SITE = ROOT / "site"
CONFIGURATION = "zensical.toml"


def main(arguments: list[str]) -> None:
    """Build the documentation, or exit with the reason why it cannot be built."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=SITE, help="folder of the site")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        prepare(work)
        run_zensical(work)
        finish(work / "site")
        shutil.rmtree(options.out, ignore_errors=True)
        shutil.move(work / "site", options.out)


def prepare(work: Path) -> None:
    """Write the project that Zensical reads: its configuration, and the documentation with what is generated."""
    configuration = (ROOT / CONFIGURATION).read_text(encoding="utf-8")
    configuration = configuration.replace('paths = ["src"]', f'paths = ["{(ROOT / "src").as_posix()}"]')
    (work / CONFIGURATION).write_text(configuration, encoding="utf-8")
    docs = work / "docs"
    shutil.copytree(SOURCE, docs)
    for path in docs.rglob("*.md"):
        text = path.read_text(encoding="utf-8")
        path.write_text(with_marks(docs_examples.with_links(text)), encoding="utf-8")
    index = docs / docs_decisions.INDEX
    index.write_text(docs_decisions.with_records(index.read_text(encoding="utf-8"), index.parent), encoding="utf-8")
    for name, text in docs_examples.pages().items():
        (docs / name).parent.mkdir(exist_ok=True)
        (docs / name).write_text(text, encoding="utf-8")


def run_zensical(work: Path) -> None:
    """Build the pages; a warning fails, and only then Zensical's words are shown."""
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    environment = {**os.environ, "NO_COLOR": "1"}
    built = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True, check=False)
    if built.returncode:
        said = (built.stdout + built.stderr).partition("Traceback")[0]
        sys.exit(f"{said}motorpool: Zensical could not build the documentation; its warnings are above")


def finish(site: Path) -> None:
    """Draw the equations, add the search, and check every link."""
    for path in site.rglob("*.html"):
        path.write_text(with_equations(path.read_text(encoding="utf-8")), encoding="utf-8")
    add_search(site)
    if broken := broken_links(site):
        sys.exit("\n".join([*broken, "motorpool: these links of the documentation lead nowhere"]))


if __name__ == "__main__":
    main(sys.argv[1:])
