"""Settings of components: keywords of a world that each component declares beside its class."""

import math
import re
from collections.abc import Mapping
from inspect import signature
from typing import Annotated, Literal, NamedTuple

import pytest

import motorpool as mp
from motorpool.errors import WorldError
from motorpool.models.fields import Fraction, Positive
from motorpool.world.avoidance.rules import RULES
from motorpool.world.components import settings
from motorpool.world.settings import Key, declared, filled


class SunSettings(NamedTuple):
    """Settings of a component that no world has."""

    season: Annotated[Literal["summer", "winter"], Key("season")] = "summer"
    cloud_cover: Annotated[Fraction, Key("covered part of the sky", file_key="clouds")] = 0.2
    sunset_after: Annotated[Positive, Key("time to sunset", unit="s", null=math.inf, null_meaning="never")] = 60.0
    lamps: Annotated[Mapping[str, str], Key("lamps, by fleet name")] = {}


def test_a_component_gets_what_is_given_and_defaults_for_the_rest():
    given = {"cloud_cover": 0.7, "sunset_after": math.inf, "keyword_of_another": 1}
    assert filled(SunSettings, given) == SunSettings("summer", 0.7, math.inf, {})
    assert filled(SunSettings, {}) == SunSettings()
    assert filled(SunSettings, {"lamps": None}).lamps == {}


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"season": "spring"}, "season is 'spring'; it must be 'summer' or 'winter'"),
        ({"cloud_cover": 1.5}, r"cloud_cover is 1.5; it must be in 0..1 \(covered part of the sky\)"),
        ({"cloud_cover": "many"}, "cloud_cover is 'many'; it must be in 0..1"),
        ({"sunset_after": 0.0}, r"sunset_after is 0.0; it must be positive, or infinite for never \(time to sunset\)"),
        ({"sunset_after": math.nan}, "sunset_after is nan; it must be positive"),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_in_a_sentence(values, sentence):
    with pytest.raises(WorldError, match=sentence):
        filled(SunSettings, values)


def test_a_declaration_has_the_key_of_files_the_type_and_the_meaning():
    season, clouds, sunset, lamps = declared(SunSettings)
    assert [each.file_key for each in (season, clouds, sunset)] == ["season", "clouds", "sunset_after"]
    assert (clouds.type, clouds.range.high, clouds.default) == (float, 1.0, 0.2)
    assert sunset.key.text("null") == "time to sunset; null for never [s]"
    assert [each.is_by_fleet for each in (season, clouds, sunset, lamps)] == [False, False, False, True]


def test_no_keyword_and_no_key_is_declared_twice():
    keywords = [each.name for each in settings()]
    keys = [each.file_key for each in settings()]
    assert len(keywords) == len(set(keywords))
    assert len(keys) == len(set(keys))
    assert not set(keywords) & set(signature(mp.World).parameters)


@pytest.mark.parametrize(
    ("keyword", "meant"), [("recovry", "recovery"), ("terain", "terrain"), ("repair_durations", "repair_duration")]
)
def test_a_misspelt_keyword_of_a_world_is_refused_with_the_one_that_is_meant(keyword, meant):
    with pytest.raises(WorldError, match=f"a World has no keyword '{keyword}'; did you mean '{meant}'"):
        mp.World(fleets=["M1A1"], **{keyword: None})


@pytest.mark.parametrize("keyword", ["avoidance", "avoidanc", "avoidance_rule"])
def test_what_is_set_by_fleet_is_refused_with_the_call_that_sets_it(keyword):
    with pytest.raises(WorldError) as refused:
        mp.World(fleets=["M1A1"], **{keyword: "none"})
    assert str(refused.value).startswith(
        f"a World has no keyword '{keyword}'; avoidance is set for each fleet, not for a World: world.avoidance.choose("
    )
    world = mp.World(fleets=["M1A1", "M998"])
    call = re.search(r"world\.\S+\(.*?\)", str(refused.value))
    assert call
    exec(call[0], {"world": world})
    assert [RULES[rule].name for rule in world.vehicles.avoidance_rule[:2]] == ["orca", "dynamic-window"]


def test_the_weather_of_a_world_is_a_keyword():
    assert mp.World(fleets=["M1A1"], weather="rain").weather.kind == "rain"
    with pytest.raises(WorldError, match="weather is 'hail'; it must be 'dry', 'rain', 'snow' or 'fog'"):
        mp.World(fleets=["M1A1"], weather="hail")
