"""The page on the architecture names files and functions that exist."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/architecture.md").read_text("utf-8")
FILES = sorted(set(re.findall(r"`((?:src|client)/[\w./]+)`", PAGE)))
LOOKS = re.findall(r"(?m)^\| [^|]*\*\*([\w ]+)\*\*[^|]* \| `([\w/]+)` \| `(\w+\.py)` \|$", PAGE)
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


def test_ten_questions_or_more_are_asked():
    assert len(LOOKS) >= 10


@pytest.mark.parametrize(("word", "folder", "file"), LOOKS, ids=[file for _, _, file in LOOKS])
def test_the_first_line_of_a_folder_has_the_word_of_a_question_and_its_docstring_the_file(word, folder, file):
    place = ROOT / "src" / "motorpool" / folder
    docstring = ast.get_docstring(ast.parse((place / "__init__.py").read_text("utf-8"))) or ""
    assert re.search(rf"(?i)\b{word}", docstring.partition("\n")[0])
    assert (place / file).is_file()
    is_answered_here = file == "__init__.py"
    answer = "It imports" if is_answered_here else f"`{file.removesuffix('.py')}"
    assert answer in " ".join(docstring.split())
