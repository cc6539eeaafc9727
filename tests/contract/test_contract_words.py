"""Descriptions that every model must have: units, meanings, ranges, sources."""

import inspect
import math

import pytest

from motorpool.models.fields import fields_of

UNITS = {
    "1", "m", "s", "rad", "kg", "N", "W", "J", "K", "m/s", "rad/s", "m/s^2", "rad/s^2", "1/m", "1/s", "N/m", "N s/m",
    "N m", "kg m^2", "kg/m", "kg/s", "kg/J", "m^2", "N/rad", "kg/m^3", "Pa", "rad/m", "N/W", "1/rad", "rad s^2/m",
    "rad/(N m)",
}  # fmt: skip


def all_fields(model):
    return [field for structure in model.structures.values() for field in fields_of(structure)]


def test_every_field_says_what_it_means(model):
    assert [field.name for field in all_fields(model) if len(field.meaning.split()) < 1] == []


def test_every_field_has_an_si_unit(model):
    assert {field.name: field.unit for field in all_fields(model) if field.unit not in UNITS} == {}


def test_every_default_is_in_range(model):
    assert [field.name for field in all_fields(model) if not field.range.contains(field.default)] == []


def test_every_field_has_a_default_so_that_a_vehicle_needs_no_arguments(model):
    for structure in model.structures.values():
        assert structure._fields == tuple(structure._field_defaults)


def test_the_vehicle_begins_at_rest_at_the_origin(model):
    module = model.module
    start = module.State()
    ground = (module.Ground(),) if model.stands_on_ground else ()
    assert start == module.State(*(0.0 for _ in start))
    after = module.step(start, module.Control(), module.Params(), 1.0, *ground)
    shown = [field.name for field in fields_of(module.State) if field.unit == "kg"]  # an engine that idles burns fuel
    shown += getattr(module, "REPORTS", ())
    assert after._replace(**dict.fromkeys(shown, 0.0)) == start


def test_its_docstring_names_its_source(model):
    assert "Source:" in (model.module.__doc__ or "")
    assert model.summary.endswith(".") or ":" in model.summary or "," in model.summary


def test_every_structure_and_function_says_what_it_is(model):
    assert all(inspect.getdoc(getattr(model.module, name)) for name in ("State", "Control", "Params", "step"))


def test_state_fields_are_where_and_how_it_moves(model):
    """Positions and directions carry the names that worlds and viewers look for."""
    units = {field.name: field.unit for field in fields_of(model.module.State)}
    assert {name: units.get(name) for name in ("x", "y", "yaw")} == {"x": "m", "y": "m", "yaw": "rad"}


def test_a_step_takes_and_returns_the_four_structures(model):
    module = model.module
    ground = (module.Ground(),) if model.stands_on_ground else ()
    after = module.step(module.State(), module.Control(), module.Params(), 0.1, *ground)
    assert type(after) is module.State
    expected = ["state", "control", "params", "dt", *(["ground"] if model.stands_on_ground else [])]
    assert list(inspect.signature(module.step).parameters) == expected


def test_a_limit_is_a_function_and_a_sentence(model):
    assert hasattr(model.module, "is_valid") == bool(model.limit)


def test_it_is_dynamic_if_its_speed_is_part_of_its_state(model):
    assert model.is_dynamic == (model.can_be_driven and "speed" in model.module.State._fields)


def test_its_instruments_are_fields_of_its_state(model):
    assert set(getattr(model.module, "REPORTS", ())) <= set(model.module.State._fields)


def test_its_declarations_name_fields_that_it_has(model):
    params, state = set(model.module.Params._fields), set(model.module.State._fields)
    trailers = model.trailers
    named = {name for trailer in trailers for name in (trailer.hitch_offset, trailer.length)} | {model.trailer_count}
    named |= {*model.scales, *(name for names in model.dimensions.values() for name in names)}
    assert named - {None} <= params
    assert {trailer.hitch_angle for trailer in trailers} <= state


def test_no_field_accepts_what_is_not_a_number(model):
    for field in all_fields(model):
        # A switch takes the truth values that YAML and Python have for its words.
        takes_truth = field.names is not None and field.names.value_of("on") is not None
        for value in (math.nan, math.inf, "no such word", None, [], *(() if takes_truth else (True,))):
            with pytest.raises(ValueError, match=rf"here\.{field.name} is .*it must be"):
                field.check(value, "here")
