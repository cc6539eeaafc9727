"""One declaration of each message: the page's types, the mock's bytes and the documentation follow from it."""

import struct
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import page_messages
import typescript as ts
from pydantic import TypeAdapter

from motorpool.errors import ViewerError
from motorpool.viewer.schema import binary, live, playground


@pytest.mark.parametrize("path", page_messages.contents(), ids=lambda path: path.name)
def test_page_mock_and_docs_are_what_the_schema_gives(path):
    assert path.read_text("utf-8") == page_messages.contents()[path], "run python tools/page_messages.py"


def test_checking_fails_and_names_a_stale_file(monkeypatch):
    stale = page_messages.ROOT / "client/src/generated/messages.ts"
    before = stale.read_text("utf-8")
    monkeypatch.setattr(page_messages, "contents", lambda: {stale: before + "// more\n"})
    monkeypatch.setattr(sys, "argv", ["page_messages.py", "--check"])
    with pytest.raises(SystemExit, match=r"client/src/generated/messages.ts: not what .* gives"):
        page_messages.main()
    assert stale.read_text("utf-8") == before


@pytest.mark.parametrize("layout", [*binary.TO_PAGE, *binary.FROM_PAGE], ids=lambda layout: layout.name)
def test_numpy_and_struct_lay_a_message_out_alike(layout):
    assert struct.calcsize(layout.code) == layout.size
    fields = layout.dtype.fields
    assert {name: layout.offset(name) for name in layout.dtype.names} == {name: fields[name][1] for name in fields}


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (int, "number"),
        (list[float], "number[]"),
        (list[float | None], "(number | null)[]"),
        (tuple[int, str], "[number, string]"),
        (dict[str, bool], "Record<string, boolean>"),
        (live.Role, "'instructor' | 'driver'"),
        (live.Articulation, "[vehicle: number, ...angles: (number | null)[]]"),
        (list[live.Articulation], "[vehicle: number, ...angles: (number | null)[]][]"),
    ],
)
def test_a_type_of_python_becomes_one_of_typescript(kind, text):
    assert ts.type_of(TypeAdapter(kind).json_schema()) == text


def test_a_scale_is_a_division_where_that_is_exact():
    assert (ts.scaled("n", 1e-3), ts.scaled("n", 1 / 127), ts.scaled("n", 0.0)) == ("n / 1000", "n / 127", "n")
    assert ts.scaled("n", 0.3) == "n * 0.3"


@pytest.mark.parametrize("schema", [live, playground], ids=["live", "playground"])
def test_each_command_refuses_a_wrong_field_in_a_sentence_that_names_it(schema):
    for name, command in schema.COMMANDS.items():
        fields = TypeAdapter(command).json_schema().get("properties", {})
        for field in fields:
            text = f'{{"type": "{name}", ' + ", ".join(f'"{one}": null' for one in fields) + "}"
            with pytest.raises(ViewerError, match=rf"^{name}\.({'|'.join(fields)}) must "):
                schema.decode(text)
            assert field.islower()
