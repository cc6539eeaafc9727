"""A partitioned world in the live page."""

from screenless_browser import ScreenlessBrowser
from test_partitioned_world import crossing_world

from motorpool.app.viewer import Viewer
from motorpool.studies.distributed.regions import PartitionedWorld
from motorpool.world.clock import Pacer


def test_a_page_shows_all_regions_and_changes_nothing():
    world = crossing_world()
    with (
        PartitionedWorld(world, regions=4, gather_steps=2) as partitioned,
        Viewer(world, port=0, pacer=Pacer(partitioned)) as viewer,
        ScreenlessBrowser(viewer) as browser,
    ):
        assert "nothing in it can be driven or changed" in browser.welcome["only_watched"]
        frame = browser.until(lambda frame: float(frame.header["time"]) > 0.5)
        assert len(browser.records) == world.count
        assert float(frame.header["time"]) * 30 % 1 < 0.01 or float(frame.header["time"]) * 30 % 1 > 0.99
        for command in ({"type": "take", "vehicle": 3}, {"type": "repair", "vehicle": 3}):
            browser.say(**command)
            assert browser.told("refused")["reason"].startswith("this world is divided into regions")
