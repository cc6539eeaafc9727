"""The search of the site: questions find the page that answers them, and guides come before decision records."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from visits import visitor

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import search_questions
from docs_search import WEIGHTS, rank_results, weight_of

REACHED = 19  # of the twenty questions: their right page is the first
REACHED_UNSEEN = 6  # of the ten that pages and ranking were not improved for
DOCS = search_questions.DOCUMENT.parent


@pytest.fixture(scope="module")
def page(browser: Any, site: str) -> Iterator[Any]:
    """A page of the site, whose search is asked."""
    with visitor(browser, site) as page:
        page.goto(f"{site}/index.html")
        yield page


@pytest.mark.browser
@pytest.mark.parametrize(
    ("questions", "reached"), [(search_questions.QUESTIONS, REACHED), (search_questions.UNSEEN, REACHED_UNSEEN)]
)
def test_a_question_in_everyday_words_finds_the_page_that_answers_it(
    page: Any, questions: tuple[search_questions.Question, ...], reached: int
) -> None:
    found = search_questions.answers(page, questions)
    wrong = [one for one in found if one.rank != 1]
    assert search_questions.right(found) >= reached, wrong


def test_each_question_has_a_page_of_the_documentation_and_other_words_than_its_title() -> None:
    for question in (*search_questions.QUESTIONS, *search_questions.UNSEEN):
        title = (DOCS / question.page).with_suffix(".md").read_text(encoding="utf-8").partition("\n")[0]
        assert question.words.lower() not in title.lower()


@pytest.mark.browser
@pytest.mark.parametrize(
    ("words", "guide"),
    [
        ("avoidance", "behaviours.html"),
        ("recording", "recording.html"),
        ("cluster", "cluster.html"),
        ("vehicle file", "vehicles.html"),
    ],
)
def test_a_search_finds_guides_before_decision_records(page: Any, words: str, guide: str) -> None:
    (places,) = page.evaluate(search_questions.ASK, [words])
    pages = list(dict.fromkeys(place.partition("#")[0] for place in places))
    assert guide in pages[:3]
    records = [number for number, name in enumerate(pages) if name.startswith("decisions/")]
    assert records
    assert records == list(range(len(pages) - len(records), len(pages)))


@pytest.mark.browser
def test_the_search_is_asked_while_a_word_is_typed_and_corrects_it(page: Any) -> None:
    begun, typed, none = page.evaluate(search_questions.ASK, ["openstr", "openstreatmap", "qqqqqqqq"])
    assert "maps.html" in {place.partition("#")[0] for place in begun[:5]}
    assert "maps.html" in {place.partition("#")[0] for place in typed}
    assert none == []


def test_a_page_weighs_what_the_beginning_of_its_address_says() -> None:
    assert weight_of("decisions/0001-lock-files.html#x") == WEIGHTS["decisions/"] < weight_of("commands.html") < 1.0
    assert weight_of("sweeps.html") == weight_of("models/commands.html") == 1.0


def test_a_search_of_another_form_is_no_search_of_the_site(tmp_path: Path) -> None:
    (tmp_path / "search.json").write_text('{"items": []}', encoding="utf-8")
    with pytest.raises(ValueError, match="the one worker of the search"):
        rank_results(tmp_path)


@pytest.mark.browser
def test_the_index_is_loaded_when_a_reader_turns_to_the_search(browser: Any, site: str) -> None:
    with visitor(browser, site) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
        page.goto(f"{site}/sweeps.html", wait_until="networkidle")
        assert "search.json" not in asked
        page.get_by_role("button", name="Search").first.click()
        page.get_by_role("combobox", name="Search").press_sequentially("monte carlo")
        page.get_by_role("option").first.wait_for()
        assert "search.json" in asked
