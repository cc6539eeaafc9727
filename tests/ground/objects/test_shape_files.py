"""Shapes of the user's own: which files are taken, how a scenario names them, and what of them a browser gets."""

import struct

import httpx
import pytest
from glb import TOY, box_glb, packed

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.errors import ModelError
from motorpool.ground.objects import shape_files
from motorpool.ground.objects.shape_files import read_shape
from motorpool.ground.terrain.heightfield import Terrain

GOOD = box_glb(TOY)


def written(folder, content, name="toy.glb"):
    path = folder / name
    path.write_bytes(content)
    return path


def test_a_whole_binary_file_is_taken_as_it_is(tmp_path):
    assert read_shape(written(tmp_path, GOOD)) == GOOD


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "not a binary glTF"),
        (b'{"asset": {"version": "2.0"}}', "not a binary glTF"),
        (b"PK\3\4" + bytes(40), "not a binary glTF"),
        (struct.pack("<4sII", b"glTF", 1, len(GOOD)) + GOOD[12:], "glTF 1"),
        (GOOD[:-1], "truncated"),
        (GOOD + b"\0", "truncated"),
        (GOOD[:12] + struct.pack("<I", 2**31) + GOOD[16:], "truncated"),
        (packed(b"{]"), "truncated"),
        (packed(b"[" * 100_000), "truncated"),
        (packed(b"[1]"), "no mesh"),
        (packed(b'{"meshes": 3}'), "no mesh"),
        (box_glb(TOY, buffers=[{"uri": "toy.bin", "byteLength": 4}]), "buffers in other files"),
        (box_glb(TOY, images=[{"uri": "file:///etc/passwd"}]), "images in other files"),
        (box_glb(TOY, extensionsRequired=["KHR_draco_mesh_compression"]), "KHR_draco_mesh_compression"),
    ],
)
def test_what_the_page_could_not_draw_is_refused_in_a_sentence_that_names_the_file(tmp_path, content, words):
    with pytest.raises(ModelError, match=words) as refusal:
        read_shape(written(tmp_path, content))
    assert "toy.glb" in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_file_that_is_not_there_or_too_large_is_refused(tmp_path, monkeypatch):
    with pytest.raises(ModelError, match=r"none\.glb cannot be read"):
        read_shape(tmp_path / "none.glb")
    with pytest.raises(ModelError, match="is a folder"):
        read_shape(tmp_path)
    monkeypatch.setattr(shape_files, "MAX_BYTES", len(GOOD) - 1)
    with pytest.raises(ModelError, match="at most"):
        read_shape(written(tmp_path, GOOD))


def test_a_scenario_names_the_file_from_its_own_folder(tmp_path):
    (tmp_path / "shapes").mkdir()
    written(tmp_path / "shapes", GOOD)
    scenario = tmp_path / "toys.yaml"
    scenario.write_text(
        "terrain: {source: flat, size: 500}\n"
        "vehicles:\n"
        "  - {model: bicycle, name: plain}\n"
        "  - {model: bicycle, name: toys, body: {length: 3, shape: shapes/toy.glb}}\n"
    )
    plain, toys = mp.load(scenario).build().fleets
    assert (plain.shape, toys.shape) == (None, GOOD)
    assert toys.body == mp.Body(length=3.0, offset=0.0)


def test_browsers_get_the_shape_and_no_word_of_where_it_lay(tmp_path):
    path = written(tmp_path, GOOD)
    fleets = [mp.Fleet("bicycle", 2, name="cars"), mp.Fleet("tracked", 2, name="toys", shape=path)]
    with Viewer(mp.World(fleets=fleets, terrain=Terrain.flat(size=500.0, spacing=50.0)), port=0) as viewer:
        described = httpx.get(f"{viewer.url}world.json")
        assert [fleet["shape"] for fleet in described.json()["fleets"]] == [None, "shapes/1.glb"]
        assert str(tmp_path) not in described.text
        answer = httpx.get(f"{viewer.url}shapes/1.glb")
        assert (answer.content, answer.headers["content-type"]) == (GOOD, "model/gltf-binary")
        for elsewhere in ("shapes/0.glb", "shapes/", "shapes/toy.glb", f"shapes/..%2f..%2f{path}"):
            assert httpx.get(f"{viewer.url}{elsewhere}").status_code == 404


def test_the_page_gets_the_data_of_its_drawing():
    fleets = [
        mp.Fleet("bicycle", 1, wheelbase=3.1, max_steer_angle=0.5),
        mp.Fleet("tracked", 1, track_gauge=2.2),
        mp.Fleet("ackermann", 1, wheelbase=2.8, track_width=1.6, max_wheel_angle=0.4),
    ]
    with Viewer(mp.World(fleets=fleets, terrain=Terrain.flat(size=500.0, spacing=50.0)), port=0) as viewer:
        told = httpx.get(f"{viewer.url}world.json").json()["fleets"]
    names = ("wheelbase", "track_gauge", "track_width", "max_steer_angle")
    assert [[fleet[name] for name in names] for fleet in told] == [
        [3.1, None, None, 0.5],
        [None, 2.2, None, None],
        [2.8, None, 1.6, 0.4],
    ]
