"""Tracks in GPX, KML and GeoJSON: read as drives of a world, and written of a recording."""

import json
import random
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from command_line import answered
from mutations import changed_bytes

import motorpool as mp
from motorpool.errors import MotorpoolError, TerrainError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.heightfield_files import save_terrain
from motorpool.maps.tracks import USUAL_SPEED, fleet_along, moments, read_tracks

UTM = "EPSG:32632"
EAST, NORTH = 500_000.0, 5_200_000.0
GPX = (
    '<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><name> Pass  road\n</name><trkseg>{}'
    '</trkseg></trk><rte><rtept lat="47" lon="9"/><rtept lat="47" lon="9.1"/></rte><wpt lat="1" lon="2"/></gpx>'
)
POINT = '<trkpt lat="{}" lon="{}"><ele>{}</ele><time>2026-05-01T12:00:{:02d}Z</time></trkpt>'
KML = (
    '<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>All</name><Folder><Placemark><name>A</name><LineString>'
    "<coordinates>9,47,400 9.001,47,401\n9.002,47</coordinates></LineString></Placemark><Placemark><name>B</name>"
    "<gx:MultiTrack><gx:Track><when>2026-05-01T12:00:00Z</when><when>2026-05-01T14:00:01+02:00</when>"
    "<gx:coord>9 47 400</gx:coord><gx:coord>9.001 47 401</gx:coord></gx:Track></gx:MultiTrack></Placemark></Folder>"
    "</Document></kml>"
)


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def gpx_of(points: list[tuple[float, float, float, int]]) -> str:
    return GPX.format("".join(POINT.format(*point) for point in points))


def test_tracks_and_routes_of_gpx_are_read(tmp_path: Path):
    path = write(tmp_path / "a.gpx", gpx_of([(47.0, 9.0, 400.5, 0), (47.001, 9.0, 401.0, 7)]))
    track, route = read_tracks(path)
    assert track.name == "Pass road"
    assert (track.latitude.tolist(), track.longitude.tolist()) == ([47.0, 47.001], [9.0, 9.0])
    assert track.height.tolist() == [400.5, 401.0]
    assert np.diff(track.time).tolist() == [7.0]
    assert np.isnan(route.time).all()


def test_lines_and_tracks_of_kml_are_read(tmp_path: Path):
    line, track = read_tracks(write(tmp_path / "a.kml", KML))
    assert (line.name, track.name) == ("A", "B")
    assert line.longitude.tolist() == [9.0, 9.001, 9.002]
    assert np.isnan(line.height).tolist() == [False, False, True]
    assert np.diff(track.time).tolist() == [1.0]


def test_lines_of_geojson_are_read(tmp_path: Path):
    times = ["2026-05-01T12:00:00Z", "2026-05-01T12:00:02.5Z"]
    one = {"type": "LineString", "coordinates": [[9, 47], [9.001, 47, 5]]}
    many = {"type": "MultiLineString", "coordinates": [one["coordinates"], one["coordinates"]]}
    features = [
        {"type": "Feature", "properties": {"name": "A", "coordTimes": times}, "geometry": one},
        {"type": "Feature", "properties": {"coordTimes": [times, []]}, "geometry": many},
        {"type": "Feature", "properties": None, "geometry": {"type": "Point", "coordinates": [1, 2]}},
    ]
    path = write(tmp_path / "a.geojson", json.dumps({"type": "FeatureCollection", "features": features}))
    found = read_tracks(path)
    assert [each.name for each in found] == ["A", "", ""]
    assert np.diff(found[0].time).tolist() == [2.5]
    assert np.isfinite(found[1].time).all()
    assert np.isnan(found[2].time).all()


def test_moments_are_in_utc():
    found = moments(
        ["1970-01-02T00:00Z", "1970-01-01T02:00:00+02:00", "1970-01-01T00:00:00.25", "x", "1970-13-01T00:00Z"]
    )
    np.testing.assert_array_equal(found, [86_400.0, 0.0, 0.25, np.nan, np.nan])


def test_a_vehicle_drives_a_track_at_its_speeds():
    from pyproj import Transformer

    from motorpool.maps.tracks import Drive

    x = np.arange(-200.0, 200.0, 5.0)
    y = np.where(x < 0.0, 0.0, 0.5 * x)
    longitude, latitude = Transformer.from_crs(UTM, "EPSG:4326", always_xy=True).transform(x + EAST, y + NORTH)
    step = np.hypot(np.diff(x), np.diff(y)) / np.where(x[1:] <= 0.0, 4.0, 8.0)
    time = np.concatenate([[0.0], np.cumsum(step)])
    terrain = Terrain.from_heights(np.zeros((60, 60)), 10.0, crs=UTM, origin_easting=EAST, origin_northing=NORTH)
    drive = Drive("a", np.asarray(longitude), np.asarray(latitude), 0.0 * x, time)
    fleet = fleet_along(drive, terrain, name="a")
    assert fleet is not None
    np.testing.assert_allclose(fleet["start"]["positions"][0], [-200.0, 0.0, 90.0], atol=0.1)
    waypoints = np.array(fleet["route"]["waypoints"])
    np.testing.assert_allclose(waypoints[-1], [195.0, 97.5, 8.0], atol=0.05)
    np.testing.assert_allclose(waypoints[waypoints[:, 0] < -1.0, 2], 4.0, atol=0.05)
    unknown = fleet_along(drive._replace(time=np.full(len(x), np.nan)), terrain, name="a")
    assert unknown is not None
    assert {leg[2] for leg in unknown["route"]["waypoints"]} == {USUAL_SPEED}
    assert fleet_along(drive._replace(latitude=latitude + 1.0), terrain, name="a") is None
    with pytest.raises(TerrainError, match="does not say where on Earth it lies, so that no track"):
        fleet_along(drive, Terrain.flat(), name="a")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recording of two vehicles on Earth, and one of a world that is nowhere."""
    folder = tmp_path_factory.mktemp("recorded")
    terrain = Terrain.from_heights(np.full((41, 41), 7.0), 50.0, crs=UTM, origin_easting=EAST, origin_northing=NORTH)
    save_terrain(terrain, folder / "ground.npz")
    start = "start: {positions: [[0, 0, 90], [0, 50, 90]]}, desired_speed: 8"
    cars = f"vehicles: [{{name: cars <&>, model: bicycle, count: 2, {start}}}]"
    for name, ground in (("earth", "{source: ground.npz}"), ("nowhere", "{source: flat, size: 400}")):
        write(folder / f"{name}.yaml", f"terrain: {ground}\n{cars}\n")
        words = ("--headless", "--seconds", "12", "--record", folder / f"{name}.parquet", "--record-every", "30")
        done = answered("run", folder / f"{name}.yaml", *words)
        assert done.returncode == 0, done
    return folder


@pytest.mark.parametrize("kind", ["gpx", "kml", "geojson"])
def test_a_recording_comes_back_from_each_format(recorded: Path, kind: str, tmp_path: Path):
    from pyproj import Transformer

    out = tmp_path / f"drive.{kind}"
    done = answered("export", recorded / "earth.parquet", "--to", kind, "--out", out)
    assert done.returncode == 0, done
    assert "2 tracks" in done.stdout
    if kind != "geojson":
        ElementTree.parse(out)
    tracks = read_tracks(out)
    recording = mp.read_recording(recorded / "earth.parquet")
    to_map = Transformer.from_crs("EPSG:4326", UTM, always_xy=True).transform
    for vehicle, drive in enumerate(tracks):
        track = recording.vehicle(vehicle)
        east, north = to_map(drive.longitude, drive.latitude)
        np.testing.assert_allclose(np.asarray(east) - EAST, track.x, atol=0.005)
        np.testing.assert_allclose(np.asarray(north) - NORTH, track.y, atol=0.005)
        np.testing.assert_allclose(drive.height, track.z, atol=0.001)
        np.testing.assert_allclose(drive.time, track.time, atol=0.001)
        assert drive.name == f"cars <&> {vehicle}"
    assert np.ptp(recording.vehicle(0).x) > 10.0
    assert answered("export", recorded / "earth.parquet", "--to", kind, "--out", out).returncode == 2
    one = answered("export", recorded / "earth.parquet", "--to", kind, "--out", out, "--force", "--vehicle", "1")
    assert "1 track" in one.stdout
    assert [drive.name for drive in read_tracks(out)] == ["cars <&> 1"]


def test_a_recording_without_a_place_on_earth_has_no_tracks(recorded: Path):
    done = answered("export", recorded / "nowhere.parquet", "--to", "gpx")
    assert done.returncode == 2
    assert "is of a world without a place on Earth" in done.stderr
    assert not (recorded / "nowhere.gpx").exists()
    assert "no vehicle 7" in answered("export", recorded / "earth.parquet", "--to", "gpx", "--vehicle", "7").stderr


def test_the_command_makes_a_world_in_which_a_vehicle_repeats_a_track(tmp_path: Path):
    points = [(47.0, 9.0 + 0.0002 * n, 400.0, 2 * n) for n in range(20)]
    track = write(tmp_path / "a.gpx", gpx_of(points))
    (tmp_path / "a.osm").write_text(
        "<osm version='0.6'><node id='1' lat='47.0' lon='9.0'/><node id='2' lat='47.0' lon='9.01'/>"
        "<way id='1'><nd ref='1'/><nd ref='2'/><tag k='highway' v='tertiary'/></way></osm>"
    )
    done = answered("terrain", "--osm", tmp_path / "a.osm", "--track", track, "--out", tmp_path / "world")
    assert done.returncode == 0, done
    world = mp.load(tmp_path / "world" / "scenario.yaml").build()
    start = world.vehicles.x[0]
    world.run(seconds=15.0)
    assert 60.0 < world.vehicles.x[0] - start < 125.0  # 7.6 m/s after a start from standstill


REFUSED = {
    "a.gpx": ("<gpx></gpx>", "has no track of two points"),
    "b.gpx": ('<!DOCTYPE gpx [<!ENTITY e "x">]><gpx>&e;</gpx>', "document type"),
    "c.gpx": ("<gpx><trk>", "not well-formed"),
    "d.gpx": (gpx_of([(95.0, 9.0, 0.0, 0)]).replace("<rte>", "").replace("</rte>", ""), "has no track of two points"),
    "e.kml": ("<kml><Document/></kml>", "has no track of two points"),
    "f.geojson": ('{"type": "FeatureCollection", "features": 7}', "has no track of two points"),
    "g.geojson": ('{"type": "FeatureCollection", "crs": {}, "features": []}', "has the member crs"),
    "h.geojson": ('{"type": "FeatureCollection", ', "not valid JSON"),
    "i.geojson": ('{"type": "FeatureCollection", "features": ' + "[" * 50_000, "not valid JSON"),
    "j.txt": ("47 9\n47 9.1\n", "is no track; a track is GPX, KML or GeoJSON"),
    "k.kmz": ("PK\3\4x", "is a packed KML file; unpack it"),
    "l.xosc": ("<OpenSCENARIO/>", "is a scenario in OpenSCENARIO"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_without_a_track_is_refused_in_one_sentence(tmp_path: Path, name: str):
    text, expected = REFUSED[name]
    with pytest.raises(TerrainError, match=expected) as refused:
        read_tracks(write(tmp_path / name, text))
    assert "\n" not in str(refused.value)


def test_a_packed_kml_file_is_to_be_unpacked(tmp_path: Path):
    import zipfile

    with zipfile.ZipFile(tmp_path / "a.kmz", "w") as archive:
        archive.writestr("doc.kml", KML)
    with pytest.raises(TerrainError, match=r"a\.kmz is a packed KML file; unpack it"):
        read_tracks(tmp_path / "a.kmz")


def test_damaged_tracks_end_in_tracks_or_a_sentence(tmp_path: Path):
    chance = random.Random(6)
    line = {"type": "LineString", "coordinates": [[9, 47], [9.001, 47, 5]]}
    geojson = json.dumps({"type": "Feature", "properties": {"coordTimes": ["2026-05-01T12:00:00Z"]}, "geometry": line})
    texts = {"gpx": gpx_of([(47.0, 9.0, 1.0, 1), (47.0, 9.1, 1.0, 9)]), "kml": KML, "geojson": geojson}
    answers = {"read": 0, "refused": 0}
    for number in range(300):
        kind = [*texts][number % 3]
        path = tmp_path / f"a.{kind}"
        path.write_bytes(changed_bytes(texts[kind].encode(), chance))
        answer = "read"
        try:
            read_tracks(path)
        except MotorpoolError as error:
            answer = str(error)
        assert "\n" not in answer
        answers["read" if answer == "read" else "refused"] += 1
    assert min(answers.values()) > 20, answers
