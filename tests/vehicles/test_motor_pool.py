"""The motor pool: named vehicles, files of one's own, and every way in which a file can be wrong."""

import math
import re
from pathlib import Path
from typing import Any

import pytest

import motorpool as mp
from motorpool.compile.columns import advance_kernel
from motorpool.errors import ModelError, ScenarioError, VehicleError
from motorpool.models import find, register
from motorpool.models.fields import fields_of
from motorpool.vehicles import motor_pool
from motorpool.vehicles.figures import STATUS, Figure, parse_check
from motorpool.vehicles.toml_lines import Lines
from motorpool.vehicles.vehicle_file import Handling as VehicleHandling
from motorpool.vehicles.vehicle_problems import remark_of
from motorpool.world.drivers.manual_control import HANDLING, Handling

MODEL = "friction-circle/tracked"  # of the files that are written here
HEAD = """title = "Tank"
summary = "For tests."
model = "friction-circle/tracked"

[body]
length = 7.92
width = 3.66
height = 2.44

[handling]
max_speed = 18.0

[params]
"""
FIGURE = """
[[figure]]
quantity = "mass"
value = 57.2
unit = "t"
low = 56.0
high = 61.4
source = "a book"
status = "R"
check = "params.mass"
"""


def params_text() -> str:
    """Every parameter of the model with its default, each with its remark."""
    fields = fields_of(find(MODEL).module.Params)
    return "".join(f"{field.name} = {field.default!r}  # [{field.unit}] a guess (E)\n" for field in fields)


def whole_text() -> str:
    return HEAD + params_text() + FIGURE


def line_of(text: str, piece: str) -> int:
    """The number of the first line that begins so."""
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(piece))


def written(folder: Path, text: str, name: str = "tank.toml") -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


def refused(path: str) -> list[str]:
    """The lines with which a file is refused, without its name."""
    with pytest.raises(VehicleError) as caught:
        find(path)
    sentences = str(caught.value).splitlines()
    assert all(sentence.startswith(path) for sentence in sentences)
    return [sentence.removeprefix(path).removeprefix(":") for sentence in sentences]


# ---------------------------------------------------------------- the vehicles that ship

NAMES = motor_pool.names()


@pytest.mark.parametrize("name", NAMES)
def test_every_value_of_a_vehicle_has_its_unit_its_source_and_its_status(name: str):
    model = find(name)
    for field in fields_of(model.module.Params):
        if field.is_optional and field.name not in model.vehicle.params:
            continue
        remark = model.vehicle.remarks[field.name]
        assert remark.unit == field.unit, field.name
        assert remark.text, field.name
        assert remark.status in STATUS, field.name


@pytest.mark.parametrize("name", NAMES)
def test_a_published_figure_that_is_a_value_of_the_file_is_that_value(name: str):
    vehicle = find(name).vehicle
    for figure in vehicle.figures:
        check = parse_check(figure.check)
        if check is not None and check.is_value:
            low, high = figure.bounds
            value = vehicle.value(check.name)
            assert value is not None, figure
            assert low * (1.0 - 1e-9) <= value <= high * (1.0 + 1e-9), figure
            if not math.isfinite(low):
                assert value == pytest.approx(figure.si, rel=1e-9), figure


@pytest.mark.parametrize("name", NAMES)
def test_a_vehicle_drives_where_its_driver_wants(name: str):
    """As fast as it is told, and to the left; a figure of its own says how fast it may."""
    fleet = mp.Fleet(name, 1)
    speed = min(6.0, fleet.model.vehicle.handling["max_speed"])
    for _ in range(2000):
        fleet.drive(speed, 0.1, dt=0.01)
        fleet.step(0.01)
    assert fleet.status[0] == 0
    assert fleet.state.speed[0] == pytest.approx(speed, rel=0.05)
    assert fleet.state.yaw_rate[0] > 0.0


@pytest.mark.parametrize(
    ("word", "name"), [("f1tenth", "F1TENTH"), ("F1-Tenth", "F1TENTH"), ("cr 1", "CR1"), ("CAR", "car")]
)
def test_a_vehicle_is_found_whatever_the_case_and_the_dashes_of_its_name(word: str, name: str):
    assert find(word) == find(name)
    assert find(word).name == name


def test_a_vehicle_that_is_misspelt_is_suggested():
    with pytest.raises(
        ModelError, match=r"no model named 'F1TENHT' \(did you mean 'F1TENTH'\?\); `motorpool vehicles`"
    ):
        find("F1TENHT")


def test_no_model_may_be_registered_under_a_vehicles_name():
    with pytest.raises(ModelError, match="a model named 'car' exists already"):
        register("car", find("arc").module)


def test_a_copy_of_a_shipped_file_is_a_vehicle_of_ones_own(tmp_path: Path):
    text = find("car").vehicle.path.read_text().replace("mass = 1500.0", "mass = 1600.0")
    assert mp.Vehicle(written(tmp_path, text, "mine.toml")).mass == 1600.0


def test_every_row_of_the_collected_figures_is_in_its_vehicles_file(collected_figures: list[dict[str, str]]):
    """By its value, its bounds and its status; the words are ours."""
    in_files = {name: find(name).vehicle.figures for name in NAMES}
    here = [row for row in collected_figures if WITHIN.get(row["vehicle"], row["vehicle"]) in NAMES]
    assert len(here) > 60
    for row in here:
        figures = in_files[WITHIN.get(row["vehicle"], row["vehicle"])]
        assert _is_among(row, {(figure.value, figure.low, figure.high, figure.status) for figure in figures}), row


# What the collected figures call those that are in another vehicle's file.
WITHIN = {
    "CR1_FordEscort": "CR1",
    "CR2_BMW320i": "CR2",
    "CR3_VWVanagon": "CR3",
    "CR4_semitrailer": "articulated-lorry",
    "CR_tyre": "CR1",
    "M1": "M1A1",
    "M1A1HA": "M1A1",
    "M113": "M113A2",
    "M1025": "M998",
    "M2A2_Bradley": "M2A2",
    "passenger_generic": "car",
    "truck_loaded": "articulated-lorry",
}


def _is_among(row: dict[str, str], values: set[Any]) -> bool:
    try:
        value = float(row["value"])
    except ValueError:
        return True  # a word, which may be said otherwise
    bounds = [float(row[key]) if row[key] else None for key in ("low", "high")]
    exact = [None, None] if bounds[0] == bounds[1] else bounds
    return (value, *exact, row["status"]) in values


# ---------------------------------------------------------------- files of one's own


def test_a_file_is_a_model_with_its_values_as_defaults(tmp_path: Path):
    path = written(tmp_path, whole_text().replace("mass = 57154.0", "mass = 60000"))
    tank = mp.Vehicle(path)
    assert tank.mass == 60000.0
    assert tank.track_gauge == find(MODEL).module.Params().track_gauge
    assert tank.model.vehicle.title == "Tank"
    assert tank.model.vehicle.handling == {"max_speed": 18.0}
    assert tank.model.title == "tank"
    assert find(MODEL).vehicle is None


def test_a_fleet_takes_its_body_and_its_name_from_the_file_unless_they_are_given(tmp_path: Path):
    path = written(tmp_path, whole_text())
    fleet = mp.Fleet(path, 3)
    body = mp.Body(7.92, 3.66, 2.44, offset=0.0)
    assert (fleet.name, fleet.body, list(fleet.params.mass)) == ("tank", body, [57154.0] * 3)
    other = mp.Fleet(path, 3, name="red", body=mp.Body(1.0, 2.0, 3.0), mass=[1.0, 2.0, 3.0])
    body = mp.Body(1.0, 2.0, 3.0, offset=0.0)
    assert (other.name, other.body, list(other.params.mass)) == ("red", body, [1.0, 2.0, 3.0])


def test_a_file_moves_as_its_model_with_the_same_values_does(tmp_path: Path):
    path = written(tmp_path, whole_text().replace("mass = 57154.0", "mass = 30000.0"))
    ours, plain = mp.Fleet(path, 2), mp.Fleet(MODEL, 2, mass=30000.0)
    for fleet in (ours, plain):
        fleet.control.left_force, fleet.control.right_force = 1e5, 2e5
        fleet.step(0.02, 100)
    assert [list(column) for column in ours.state] == [list(column) for column in plain.state]
    assert ours.state.x[0] > 1.0


def test_a_file_may_carry_settings_too(tmp_path: Path):
    path = written(tmp_path, whole_text())
    assert mp.Vehicle(f"{path}:mass=1000,max_speed=3").mass == 1000.0
    model = find(f"{path}:mass=1000")
    assert model.title == "tank:mass=1000"
    assert model.vehicle is find(path).vehicle
    assert model.usual == find(path)
    assert model.plain.name == MODEL
    with pytest.raises(ModelError, match=r"tank\.toml has no parameter 'mas'; did you mean 'mass'"):
        find(f"{path}:mas=1000")


def test_a_model_with_settings_may_be_a_files_model(tmp_path: Path):
    text = whole_text().replace('"friction-circle/tracked"', '"friction-circle/tracked:mass=1"')
    assert mp.Vehicle(written(tmp_path, text)).mass == 57154.0


def test_a_file_is_read_again_when_it_has_changed(tmp_path: Path):
    path = written(tmp_path, whole_text())
    assert mp.Vehicle(path).mass == 57154.0
    written(tmp_path, whole_text().replace("mass = 57154.0", "mass = 60000.0"))
    assert mp.Vehicle(path).mass == 60000.0


def test_a_remark_tells_unit_text_and_status(tmp_path: Path):
    assert remark_of("[kg] as first fielded, 63 short tons (R)") == ("kg", "as first fielded, 63 short tons", "R")
    assert remark_of("as I like it") == ("", "as I like it", "")
    assert find(written(tmp_path, whole_text())).vehicle.remarks["mass"] == ("kg", "a guess", "E")


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('title = "Tank"', 'titel = "Tank"', "1: there is no key titel; did you mean title?"),
        ('title = "Tank"', 'title = ""', "1: title is ''; it must be text (what it is called in full)"),
        (
            'summary = "For tests."\n',
            "",
            '1: summary is missing; add summary = "..." (a sentence that says what it is)',
        ),
        ('model = "friction-circle/tracked"', "model = 3", "3: model is 3; it must be text (a motion model"),
        (
            'model = "friction-circle/tracked"',
            'model = "friction-circle/traked"',
            "3: model: there is no model named 'friction-circle/traked' (did you",
        ),
        (
            'model = "friction-circle/tracked"\n',
            'model = "friction-circle/tracked"\nentity_type = "1.1.225.300"\n',
            "4: entity_type: '1.1.225.300' is no entity type; it must be two to seven whole numbers",
        ),
        ("length = 7.92\n", "length = 0.0\n", "6: body.length is 0.0 m; it must be positive (along the vehicle [m])"),
        (
            "width = 3.66\n",
            'width = "wide"\n',
            "7: body.width is 'wide'; it must be a number, positive (across the vehicle [m])",
        ),
        ("height = 2.44\n", "height = inf\n", "8: body.height is inf m; it must be positive (above the ground [m])"),
        ("height = 2.44\n", "hight = 2.44\n", "8: there is no key body.hight; did you mean height?"),
        ("height = 2.44\n", "", "5: body.height is missing; add height = 0.0 # [m] above the ground"),
        (
            "height = 2.44\n",
            'height = 2.44\nlook = "boat"\n',
            "9: body.look is 'boat'; it must be one of armoured-car",
        ),
        (
            "height = 2.44\n",
            'height = 2.44\nshape = "x.obj"\n',
            "9: body.shape is 'x.obj'; it must be the path of a glTF",
        ),
        ("height = 2.44\n", 'height = 2.44\nshape = "x.glb"\n', "9: body.shape is 'x.glb', and there is no file "),
        (
            "max_speed = 18.0\n",
            "max_speed = -1\n",
            "11: handling.max_speed is -1 m/s; it must be positive (forward [m/s])",
        ),
        ("max_speed = 18.0\n", "top_speed = 1\n", "11: there is no key handling.top_speed; did you mean max_speed?"),
        (
            "max_speed = 18.0\n",
            "max_speed = 18.0\nmax_reverse_speed = 20\n",
            "12: handling.max_reverse_speed is 20, more",
        ),
        ("mass = 57154.0", "mass = -2", "14: params.mass is -2 kg; it must be positive (loaded [kg])"),
        ("mass = 57154.0", "mass = true", "14: params.mass is True; it must be positive (loaded [kg])"),
        (
            "mass = 57154.0  # [kg]",
            "mass = 57.0  # [t]",
            "14: params.mass is in kg, and its comment says [t]; convert it",
        ),
        (
            "[kg] a guess (E)",
            "[kg] a guess (Q)",
            "14: params.mass's comment has the status 'Q'; it must be one of V (ver",
        ),
        ("mass = 57154.0", "mas = 57154.0", "14: there is no key params.mas; did you mean mass?"),
        (
            "track_gauge = 2.845",
            "track_gauge = 3.9",
            "31: params.track_gauge is 3.9, more than body.width, 3.66: the tr",
        ),
        (
            "contact_length = 4.575",
            "contact_length = 8",
            "32: params.contact_length is 8, more than body.length, 7.92:",
        ),
        (
            "drive_efficiency = 0.53",
            "drive_efficiency = 1.5",
            "16: params.drive_efficiency is 1.5; it must be in 0.001..1 (",
        ),
        (
            "max_reverse_speed = 11.0",
            "max_reverse_speed = 19",
            "21: params.max_reverse_speed is 19, more than params.m",
        ),
    ],
)
def test_a_wrong_value_is_refused_with_its_line(tmp_path: Path, old: str, new: str, sentence: str):
    text = whole_text()
    assert old in text
    lines = refused(written(tmp_path, text.replace(old, new, 1)))
    assert lines[0].startswith(sentence), lines
    assert len(lines) == (2 if "titel" in new else 1)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('unit = "t"', 'unit = "tons"', "figure[0].unit is 'tons'; it must be one of m, km, kg, t, "),
        (
            'status = "R"',
            'status = "X"',
            "figure[0] has the status 'X'; it must be one of V (verified), R (recalled), ",
        ),
        ("low = 56.0", "low = 62.0", "figure[0] goes from 62.0 down to 61.4; swap low and high"),
        ("low = 56.0", 'low = "few"', "figure[0].low is 'few'; it must be a finite number"),
        ("value = 57.2", "value = 55", "figure[0].value is 55, below its own low, 56.0"),
        ("value = 57.2", "value = 65", "figure[0].value is 65, above its own high, 61.4"),
        ("value = 57.2", 'value = "much"', "figure[0] is a word, 'much', and cannot have bounds; remove low and high"),
        ("value = 57.2", "value = nan", "figure[0].value is nan; it must be a finite number or a word"),
        ('source = "a book"', "source = 3", "figure[0].source is 3; it must be text"),
        ('source = "a book"', 'sauce = "a book"', "there is no key figure[0].sauce; did you mean source?"),
        (
            'check = "params.mass"',
            'check = "top-sped"',
            "figure[0].check is 'top-sped' (did you mean top-speed?); it mus",
        ),
        ('check = "params.mass"', 'check = "climb 60 x"', "figure[0].check is 'climb 60 x'"),
    ],
)
def test_a_wrong_figure_is_refused_with_its_line(tmp_path: Path, old: str, new: str, sentence: str):
    text = whole_text().replace(old, new, 1)
    sentences = refused(written(tmp_path, text))
    assert any(line.startswith(f"{line_of(text, new)}: {sentence}") for line in sentences), sentences


def test_a_figure_without_its_source_is_refused_at_the_figure(tmp_path: Path):
    text = whole_text().replace('source = "a book"\n', "")
    (line,) = refused(written(tmp_path, text))
    assert line == f"{line_of(text, '[[figure]]')}: figure[0].source is missing; add source = ..."


def test_a_parameter_that_is_missing_is_named_with_what_to_add(tmp_path: Path):
    text = whole_text().replace("mass = 57154.0  # [kg] a guess (E)\n", "")
    (line,) = refused(written(tmp_path, text))
    assert line == "13: params.mass is missing; add mass = 57154.0 # [kg] loaded"


def test_of_many_mistakes_the_first_are_said_and_the_others_counted(tmp_path: Path):
    many = whole_text().replace("[body]\n", "[body]\n" + "".join(f"no{number} = 1\n" for number in range(27)), 1)
    *first, last = refused(written(tmp_path, many))
    assert [int(line.partition(":")[0]) for line in first] == list(range(6, 26))
    assert last == " and 7 more mistakes; correct these first"


def test_a_parameter_in_another_table_is_said_once_with_its_place(tmp_path: Path):
    text = whole_text().replace("mass = 57154.0  # [kg] a guess (E)\n", "")
    (line,) = refused(written(tmp_path, text.replace("[body]\n", "[body]\nmass = 57154.0\n", 1)))
    assert line == "6: there is no key body.mass; mass belongs to [params] (line 14)"


def test_everything_that_is_wrong_is_said_at_once_in_the_order_of_the_lines(tmp_path: Path):
    text = whole_text().replace("length = 7.92", "length = -1", 1).replace("mass = 57154.0", "mass = -2")
    text = text.replace('unit = "t"', 'unit = "x"') + "\n[extra]\nkey = 1\n"
    lines = [int(line.partition(":")[0]) for line in refused(written(tmp_path, text))]
    assert len(lines) == 4
    assert lines == sorted(lines)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("title = \n", "1: this is no TOML: invalid value"),
        ('title = "a"\ntitle = "b"\n', "2: this is no TOML: cannot overwrite a value"),
        ('title = "a', "1: this is no TOML: "),
        ("[figure]\nx = 1\n", "1: figure is {'x': 1}; write [[figure]] with two brackets, once for each"),
        ("body = 3\n", "1: body is 3; it must be a table: [body] and its keys below"),
        ("", "1: the table [params] is missing; add it (the model's parameters)"),
    ],
)
def test_a_file_of_another_form_is_refused(tmp_path: Path, text: str, sentence: str):
    sentences = refused(written(tmp_path, text))
    assert any(line.startswith(sentence) for line in sentences), sentences


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path: Path):
    assert refused(str(tmp_path / "none.toml")) == [" cannot be read: no such file or directory"]
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    assert refused(str(tmp_path / "bytes.toml")) == [" is not a text file in UTF-8"]


def test_a_vehicle_is_no_model_for_another_vehicle(tmp_path: Path):
    inner = written(tmp_path, whole_text())
    (line,) = refused(written(tmp_path, whole_text().replace('"friction-circle/tracked"', f'"{inner}"'), "outer.toml"))
    assert (
        line
        == f"3: model is {inner!r}, which is a vehicle; it must be a motion model; base = {inner!r} takes its values"
    )


# ---------------------------------------------------------------- in scenarios and worlds

SCENARIO = """terrain: {source: flat}
vehicles:
  - vehicle: cars/tank.toml
    count: 2
    mass: 50000
    body: {height: 3.0}
    handling: {braking: 2.5}
"""


def scenario(folder: Path, text: str = SCENARIO, vehicle: str = "") -> Path:
    (folder / "cars").mkdir(exist_ok=True)
    written(folder / "cars", vehicle or whole_text())
    return Path(written(folder, text, "duel.yaml"))


@pytest.mark.parametrize("key", ["vehicle", "model"])
def test_a_scenarios_fleet_is_as_its_vehicles_file_says_where_it_says_nothing_itself(tmp_path: Path, key: str):
    world = mp.load(scenario(tmp_path, SCENARIO.replace("vehicle:", f"{key}:"))).build()
    (fleet,) = world.fleets
    assert (fleet.name, fleet.body) == ("tank", mp.Body(7.92, 3.66, 3.0, offset=0.0))
    assert list(fleet.params.mass) == [50000.0, 50000.0]
    assert list(world.vehicles.max_speed) == [18.0, 18.0]  # the file's
    assert list(world.vehicles.braking) == [2.5, 2.5]  # the scenario's
    assert list(world.vehicles.acceleration) == [HANDLING["tracked"].acceleration] * 2  # the kind's


def test_a_world_of_ones_own_takes_the_handling_of_the_file(tmp_path: Path):
    fleet = mp.Fleet(written(tmp_path, whole_text()), 1)
    assert mp.World(fleets=[fleet], terrain=mp.Terrain.flat()).vehicles.max_speed[0] == 18.0


def test_a_scenario_tells_the_lines_of_a_vehicles_file(tmp_path: Path):
    wrong = whole_text().replace("mass = 57154.0", "mass = -2").replace("length = 7.92", "length = 0", 1)
    path = scenario(tmp_path, vehicle=wrong)
    file = tmp_path / "cars" / "tank.toml"
    with pytest.raises(ScenarioError) as caught:
        mp.load(path)
    assert str(caught.value).splitlines() == [
        f"{path}:3: vehicles[0]: {file}:14: params.mass is -2 kg; it must be positive (loaded [kg])",
        f"{path}:3: vehicles[0]: {file}:6: body.length is 0 m; it must be positive (along the vehicle [m])",
    ]


def test_a_fleet_has_a_vehicle_or_a_model_and_a_scenario_without_either_is_refused(tmp_path: Path):
    both = SCENARIO.replace("    count: 2", "    model: bicycle")
    with pytest.raises(ScenarioError, match=r"yaml:3: vehicles\[0\] has a vehicle and a model; keep one"):
        mp.load(scenario(tmp_path, both))
    with pytest.raises(ScenarioError, match=r"yaml:3: vehicles\[0\]\.model is missing; add it \(a motion model or a v"):
        mp.load(
            scenario(tmp_path, SCENARIO.replace("vehicle: cars/tank.toml", "count: 3").replace("    count: 2\n", ""))
        )


def test_the_handling_of_a_file_has_the_words_of_a_drivers_hands():
    assert {*VehicleHandling._fields, "full_curvature"} == set(Handling._fields)


def test_vehicles_that_differ_in_values_share_one_compiled_loop(tmp_path: Path):
    path = written(tmp_path, whole_text())
    own, plain = find(path), find(MODEL)
    assert advance_kernel(own, "float64") is advance_kernel(plain, "float64")
    assert advance_kernel(find(f"{path}:mass=1"), "float64") is advance_kernel(plain, "float64")


# ---------------------------------------------------------------- lines and checks


def test_the_line_index_knows_tables_arrays_dots_and_texts_over_several_lines():
    text = (
        'a = 1 # one\nt = """\nb = 2\n[c]\n"""\nl = [\n  1, # no key = 3\n]\n'
        '[d.e]\nf.g = "#" # real\n[[h]]\ni = 1\n[[h]]\ni = 2\n'
    )
    lines = Lines(text)
    places = {
        ("a",): 1,
        ("t",): 2,
        ("l",): 6,
        ("d", "e"): 9,
        ("d", "e", "f", "g"): 10,
        ("h", 0, "i"): 12,
        ("h", 1, "i"): 14,
    }
    assert {path: lines.number(path) for path in places} == places
    assert (lines.comment(("a",)), lines.comment(("d", "e", "f", "g"))) == ("one", "real")
    assert lines.number(("h", 1, "unknown")) == 13
    assert lines.number(("b",)) == 1


def test_a_check_is_a_value_of_the_file_or_a_manoeuvre_with_its_value_in_si():
    assert parse_check("") is None
    assert parse_check("params.mass").is_value
    check = parse_check("acceleration 32 km/h")
    assert (check.name, check.is_value, check.unit) == ("acceleration", False, "km/h")
    assert check.at == pytest.approx(32.0 / 3.6, rel=1e-15)
    assert parse_check("climb 60 %").at == pytest.approx(0.6, rel=1e-15)
    for wrong in ("jump", "acceleration fast", "handling.max_speed", "params."):
        with pytest.raises(ValueError, match=re.escape(wrong)):
            parse_check(wrong)


def test_a_figure_converts_itself():
    figure = Figure("speed", 36.0, "km/h", low=18.0)
    assert figure.si == pytest.approx(10.0)
    assert figure.bounds == (pytest.approx(5.0), math.inf)
    assert Figure("gears", "4F/2R", "").si is None
