"""The page on the architecture names files and functions that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/architecture.md").read_text("utf-8")
FILES = sorted(set(re.findall(r"`((?:src|client)/[\w./]+)`", PAGE)))
STEPS = re.findall(r"(?m)^\| `([\w./]+)` \| `(\w+)` \|", PAGE)


def test_the_page_names_files_of_both_sides():
    assert len(STEPS) > 30
    assert {file.split("/")[0] for file in FILES} == {"src", "client"}


@pytest.mark.parametrize("file", FILES)
def test_each_file_or_folder_exists(file):
    assert (ROOT / file).exists()


@pytest.mark.parametrize(("file", "function"), STEPS)
def test_each_function_is_defined_in_its_file(file, function):
    python, typescript = (
        rf"^\s*(?:async )?(?:def|class) {function}\b",
        rf"^\s*(?:export |private |async )*(?:function )?{function}\(",
    )
    defined = python if file.endswith(".py") else typescript
    assert re.search(defined, (ROOT / file).read_text("utf-8"), re.MULTILINE)
