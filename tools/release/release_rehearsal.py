"""Rehearses a release: runs the steps of the release workflow on this machine, in a clone, and publishes nothing.

    python tools/release/release_rehearsal.py            the committed state, as the tag of its version
    python tools/release/release_rehearsal.py --keep DIR leave the clone and what was built in DIR

Steps that are commands run as they stand in `.github/workflows/release.yml`, by the shell that the workflow names, with
the variables of its host. Actions for a checkout, for Python and for artifacts are replaced by what they do; the steps
that publish are printed only. A step that fails ends the rehearsal with exit code 1.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"
SYSTEM = {"linux": "ubuntu-latest", "darwin": "macos-latest", "win32": "windows-latest"}.get(sys.platform, "")
PUBLISHES = ("pypa/gh-action-pypi-publish", "gh release create")


def main() -> None:
    """Clone the committed state, and run the jobs of the workflow in their order."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--keep", type=Path, metavar="DIR", help="folder for the clone and what is built")
    options = parser.parse_args()
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    workflow = yaml.safe_load(WORKFLOW.read_text("utf-8"))
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        artifacts = folder / "artifacts"
        for name, job in workflow["jobs"].items():
            systems = job.get("strategy", {}).get("matrix", {}).get("system", [SYSTEM])
            if SYSTEM not in systems:
                continue
            print(f"\n== job {name}", flush=True)
            place = folder / name
            place.mkdir()
            for step in job["steps"]:
                rehearse(step, place, artifacts, f"v{version}")
    print("\nThe rehearsal ended well; nothing was published.")


def rehearse(step: dict[str, Any], place: Path, artifacts: Path, tag: str) -> None:
    """Do what one step of a job does, in the job's folder.

    Args:
        step: as the workflow has it.
        place: folder of the job.
        artifacts: folder of what jobs hand on.
        tag: of the release.
    """
    action, command = step.get("uses", ""), step.get("run", "")
    given = step.get("with", {})
    if action.startswith(PUBLISHES) or command.startswith(PUBLISHES):
        print(f"-- left out, it publishes: {action or command}")
    elif action.startswith("actions/checkout"):
        shell(f"git clone --quiet '{ROOT}' . && git tag --force {tag} >/dev/null", place, tag)
        if f"## [{tag[1:]}]" not in (place / "CHANGELOG.md").read_text(
            encoding="utf-8"
        ):  # as the release's commit does
            shell(f"'{sys.executable}' -m towncrier build --yes --version {tag[1:]}", place, tag)
    elif action.startswith("actions/upload-artifact"):
        shutil.copytree(place / given["path"], artifacts / given["name"])
    elif action.startswith("actions/download-artifact"):
        shutil.copytree(artifacts / given["name"], place / given["path"], dirs_exist_ok=True)
    elif action.startswith("actions/setup-python"):
        environment = place.parent / f"{place.name}-python"
        shell(f"'{sys.executable}' -m venv '{environment}'", place, tag)
    elif command:
        print(f"-- {command.strip()}", flush=True)
        shell(command, place, tag)
    else:
        sys.exit(f"motorpool: the rehearsal does not know the step {action or step}")


def shell(command: str, place: Path, tag: str) -> None:
    """Run a command as the host of the workflow does; its failure ends the rehearsal."""
    environment = place.parent / f"{place.name}-python" / "bin"
    path = os.pathsep.join([*([str(environment)] if environment.is_dir() else []), os.environ["PATH"]])
    names = {"PATH": path, "GITHUB_REF_NAME": tag, "GITHUB_REF_TYPE": "tag", "CI": "true"}
    variables = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")} | names
    command = re.sub(r"\$\{\{.*?\}\}", "", command)
    if subprocess.run(["bash", "-eo", "pipefail", "-c", command], cwd=place, env=variables, check=False).returncode:
        sys.exit(f"motorpool: the step failed: {command.strip().splitlines()[0]}")


if __name__ == "__main__":
    main()
