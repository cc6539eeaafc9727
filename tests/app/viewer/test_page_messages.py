"""One declaration of each message: the page's types, the mock's bytes and the documentation follow from it."""

import json
import re
import struct
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import page_messages
import pytest
import typescript as ts
from pydantic import TypeAdapter

import motorpool as mp
from motorpool.app.viewer.description import describe
from motorpool.app.viewer.schema import binary, live, page_commands, playground
from motorpool.app.viewer.schema.world import WorldDescription
from motorpool.app.viewer.topics.trailers import Articulation
from motorpool.errors import ViewerError
from motorpool.ground.terrain.surface import Surface
from motorpool.world.gunnery.guns import Armament

DECLARATION = re.compile(r'\w+: Annotated\[.*description="[^"]+"\)\]')  # of a field, on one line, with its words


def test_page_mock_and_docs_are_what_the_schema_gives():
    given = page_messages.contents()
    stale = [path.name for path, text in given.items() if path.read_text("utf-8") != text]
    assert stale == [], "run make generate"
    assert given


def test_checking_fails_and_names_a_stale_file(monkeypatch):
    stale = page_messages.ROOT / "client/src/generated/messages.ts"
    before = stale.read_text("utf-8")
    monkeypatch.setattr(page_messages, "contents", lambda: {stale: before + "// more\n"})
    monkeypatch.setattr(sys, "argv", ["page_messages.py", "--check"])
    with pytest.raises(SystemExit, match=r"client/src/generated/messages.ts: not what .* gives"):
        page_messages.main()
    assert stale.read_text("utf-8") == before


@pytest.mark.parametrize("layout", [*page_messages.MESSAGES, *page_messages.FILES], ids=lambda layout: layout.name)
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
        (Articulation, "[vehicle: number, ...angles: (number | null)[]]"),
        (list[Articulation], "[vehicle: number, ...angles: (number | null)[]][]"),
    ],
)
def test_a_type_of_python_becomes_one_of_typescript(kind, text):
    assert ts.type_of(TypeAdapter(kind).json_schema()) == text


def test_no_field_of_a_message_is_declared_twice():
    folder = Path(binary.__file__).parent
    files = [*folder.glob("*.py"), *folder.with_name("topics").glob("*.py")]
    declared = [words for path in files for words in DECLARATION.findall(path.read_text("utf-8"))]
    assert len(declared) > 50
    assert {words for words in declared if declared.count(words) > 1} == set()


def test_the_description_of_a_world_has_exactly_the_declared_keys():
    fleets = [mp.Fleet("M1A1", 1, name="tanks"), mp.Fleet("tractor-trailer", 1, name="lorries"), mp.Fleet("polar", 0)]
    world = mp.World(fleets=fleets, armament={"tanks": Armament()})
    world.surface = Surface.from_classes([[0, 1]], spacing=200.0, legend={0: "mud", 1: "ice"})
    world.roads = [SimpleNamespace(points=np.zeros((2, 2)), kind="mud", width=3.0)]
    described = describe(world)
    declared = TypeAdapter(WorldDescription)
    assert declared.dump_python(declared.validate_python(described, strict=True)) == described  # drops what is unknown
    assert json.loads(json.dumps(described, allow_nan=False)) == described


def test_a_scale_is_a_division_where_that_is_exact():
    assert (ts.scaled("n", 1e-3), ts.scaled("n", 1 / 127), ts.scaled("n", 0.0)) == ("n / 1000", "n / 127", "n")
    assert ts.scaled("n", 0.3) == "n * 0.3"


@pytest.mark.parametrize("schema", [page_commands, playground], ids=["live", "playground"])
def test_each_command_refuses_a_wrong_field_in_a_sentence_that_names_it(schema):
    for name, command in schema.COMMANDS.items():
        fields = schema.schema_of(command).get("properties", {})
        for field in fields:
            text = f'{{"type": "{name}", ' + ", ".join(f'"{one}": null' for one in fields) + "}"
            with pytest.raises(ViewerError, match=rf"^{name}\.({'|'.join(fields)}) must "):
                schema.decode(text)
            assert field.islower()
