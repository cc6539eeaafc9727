"""The page of OpenDRIVE has every element that is read."""

from pathlib import Path

import numpy as np
import pytest

import motorpool as mp
from motorpool.maps.opendrive.elements import READ

PAGE = Path(__file__).parents[2] / "docs" / "opendrive.md"


def test_the_table_has_the_elements_that_are_read():
    lines = PAGE.read_text().splitlines()
    assert [line for line in lines if line.startswith("| `")] == [f"| `{name}` | {use} |" for name, use in READ.items()]


@pytest.mark.slow
def test_a_banked_road_is_banked_as_the_page_says(tmp_path):
    road = (
        '<OpenDRIVE><header revMajor="1" revMinor="6"/><road id="1" junction="-1" length="60"><planView><geometry '
        's="0" x="0" y="0" hdg="0" length="60"><line/></geometry></planView>'
        '<elevationProfile><elevation s="0" a="20" b="0" '
        'c="0" d="0"/></elevationProfile><lateralProfile><superelevation s="0" a="0.1" b="0" c="0" d="0"/>'
        '</lateralProfile><lanes><laneSection s="0"><left><lane id="1" type="driving"><width sOffset="0" a="3.5" b="0" '
        'c="0" d="0"/></lane></left><center><lane id="0" type="none"/></center><right><lane id="-1" type="driving">'
        '<width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane></right></laneSection></lanes></road></OpenDRIVE>'
    )
    (tmp_path / "banked.xodr").write_text(road, encoding="utf-8")
    terrain = mp.load_map(tmp_path / "banked.xodr").build(can_step=False).terrain
    x, y = 30.0 - terrain.origin_easting, np.array([-3.3, 0.0, 3.3]) - terrain.origin_northing
    across = np.array([-3.3, 0.0, 3.3])
    np.testing.assert_allclose(terrain.sample(np.full(3, x), y)[0], 20.0 + np.sin(0.1) * across, atol=0.01)
    assert "the ground is banked where the road is" in PAGE.read_text(encoding="utf-8")
