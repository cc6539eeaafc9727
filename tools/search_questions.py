"""Asks the search of the built site what its readers ask, and writes the table of docs/site.md.

    make site && python tools/search_questions.py            on the screen
    make site && python tools/search_questions.py --write    and into docs/site.md

Each question has the words of somebody who does not know the titles, and the page that should be found first. Pages and
ranking were improved with ``QUESTIONS`` in view; ``UNSEEN`` were asked only afterwards. ``tests/site/test_search.py``
holds the numbers that are reached.
"""

import argparse
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import sync_playwright
from site_report import served

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "site.md"
BEGIN, END = "<!-- questions -->", "<!-- end of questions -->"


class Question(NamedTuple):
    """What a reader types, and the page that answers it."""

    reader: str
    words: str
    page: str


class Answer(NamedTuple):
    """What the search found for a question."""

    question: Question
    first: str  # page; empty if nothing was found
    rank: int  # of the right page among all pages found, from 1; 0 if it was not found


QUESTIONS = (
    Question("game programmer", "export a car to unity", "export.html"),
    Question("game programmer", "car turns different at low fps", "lessons/frame-rate.html"),
    Question("game programmer", "cars drive through each other", "contact.html"),
    Question("game programmer", "drive with a gamepad", "drive.html"),
    Question("game programmer", "npc cars follow the road", "traffic.html"),
    Question("simulation engineer", "import openstreetmap", "maps.html"),
    Question("simulation engineer", "connect to a DIS exercise", "dis.html"),
    Question("simulation engineer", "can a truck cross mud", "mobility.html"),
    Question("simulation engineer", "fmu for simulink", "export.html"),
    Question("simulation engineer", "ros 2 driver", "ros.html"),
    Question("simulation engineer", "lidar point cloud", "sensors.html"),
    Question("simulation engineer", "replay a recorded run", "recording.html"),
    Question("researcher", "monte carlo runs", "sweeps.html"),
    Question("researcher", "gym environment", "learning.html"),
    Question("researcher", "how many vehicles per second on a gpu", "performance.html"),
    Question("researcher", "fit tyre parameters to measurements", "fit.html"),
    Question("researcher", "is the model validated", "validation.html"),
    Question("learner", "why does a tank turn", "lessons/tank.html"),
    Question("learner", "why does my car slide on ice", "lessons/tyres.html"),
    Question("learner", "kinematic bicycle model", "models/bicycle-arc.html"),
)
UNSEEN = (
    Question("game programmer", "tank gun hits target", "fire.html"),
    Question("game programmer", "avoid obstacles", "behaviours.html"),
    Question("simulation engineer", "load elevation data geotiff", "terrain.html"),
    Question("simulation engineer", "opendrive lanes", "opendrive.html"),
    Question("simulation engineer", "add my own vehicle", "vehicles.html"),
    Question("researcher", "pytorch tensor", "arrays.html"),
    Question("researcher", "save plot of the path", "plots.html"),
    Question("researcher", "stable baselines example", "trainers.html"),
    Question("learner", "car slides when parked on a slope", "lessons/parked.html"),
    Question("learner", "trailer jackknife", "models/tractor-trailer.html"),
)

# The page's own index in its own worker; types of messages: 0 the index, 1 it is read, 2 a question, 3 what is found.
ASK = """async (questions) => {
  const address = JSON.parse(document.querySelector('#__config').textContent).search
  const index = await (await fetch('search.json')).json()
  const worker = new Worker(address)
  const ask = (message) => new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data)
    worker.postMessage(message)
  })
  await ask({ type: 0, data: index })
  const found = []
  for (const input of questions) {
    const filter = { input: { type: 'operator', data: { operator: 'and', operands: [] } }, aggregation: { input: [] } }
    const places = []
    let page
    do {
      const { data } = await ask({ type: 2, data: { input, filter, page } })
      places.push(...data.items.map(({ id }) => index.items[id].location))
      page = data.pagination?.next
    } while (page)
    found.push(places)
  }
  worker.terminate()
  return found
}"""


def main() -> None:
    """Ask, and print or write the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--site", type=Path, default=ROOT / "site", help="folder of the built site")
    parser.add_argument("--write", action="store_true", help="write the table into docs/site.md")
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with served(options.site.resolve()) as address, sync_playwright() as session:
        browser = session.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"{address}/index.html")
        text = "\n\n".join([report(answers(page, QUESTIONS)), unseen(answers(page, UNSEEN))])
        browser.close()
    print(text)
    if options.write:
        before, _, rest = DOCUMENT.read_text("utf-8").partition(BEGIN)
        DOCUMENT.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")


def answers(page: Any, questions: Iterable[Question]) -> list[Answer]:
    """Return what the search of an open page of the site finds."""
    asked = list(questions)
    found = page.evaluate(ASK, [question.words for question in asked])
    return [answer(question, places) for question, places in zip(asked, found, strict=True)]


def answer(question: Question, places: list[str]) -> Answer:
    """Return the first page and the rank of the right one; sections of one page count once."""
    pages = list(dict.fromkeys(place.partition("#")[0] for place in places))
    rank = pages.index(question.page) + 1 if question.page in pages else 0
    return Answer(question, pages[0] if pages else "", rank)


def right(found: Iterable[Answer]) -> int:
    """Return the number of questions whose right page is the first."""
    return sum(one.rank == 1 for one in found)


def report(found: list[Answer]) -> str:
    """Return the table, with a sentence before it."""
    reached = f"Of {len(found)} questions, {right(found)} find the right page first"
    sentence = f"{reached} (`python tools/search_questions.py --write`):"
    rows = ["| reader | question | first page found | right | rank of the right page |", "|---|---|---|---|---:|"]
    rows += [
        f"| {reader} | {words} | {link(one.first)} | {verdict(one)} | {one.rank or 'not found'} |"
        for one in found
        for reader, words, _ in [one.question]
    ]
    return "\n".join([sentence, "", *rows])


def unseen(found: list[Answer]) -> str:
    """Return a sentence about the questions that were asked afterwards."""
    wrong = [f"“{one.question.words}” finds {link(one.first)} ({verdict(one)})" for one in found if one.rank != 1]
    sentence = f"Of {len(found)} more, which were asked only after pages and ranking were final, {right(found)} do"
    return f"{sentence}: {'; '.join(wrong)}." if wrong else f"{sentence}."


def verdict(one: Answer) -> str:
    """Return whether the first page is the right one, or which is."""
    return "yes" if one.rank == 1 else f"no: {link(one.question.page)}"


def link(page: str) -> str:
    """Return a link to a page of the site, as Markdown has it."""
    name = page.removesuffix(".html")
    return f"[{name}]({name}.md)" if page else "none"


if __name__ == "__main__":
    main()
