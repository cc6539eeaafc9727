"""The search of the site: questions find the page that answers them, and its keys reach no shortcut of a page."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import search_questions
from axe import wcag_issues
from docs_search import WEIGHTS, WORDS, add_search, with_search
from pages import wait_until
from search_questions import tomllib
from visits import visitor

REACHED = {"seen": 89, "unseen": 18}  # least questions that find a right page first; docs/site.md has the present ones
DOCS = search_questions.DOCUMENT.parent
INDEX = "**/search-index.js"
KINDS = (  # the key that opens the search, on one page of each kind
    ("index.html", "Control+k"),
    ("models/arc.html", "Meta+k"),
    ("lessons/circle.html", "/"),
    ("playground/index.html", "Control+k"),
)
QUESTION = "parking, on a slope."  # has shortcuts of the theme and of the playground: p, n, r, k, o and signs
LISTEN = """
window.keys = []
for (const type of ['keydown', 'keypress', 'keyup']) addEventListener(type, ({ key }) => window.keys.push(key))
"""


@pytest.mark.parametrize("part", REACHED)
def test_a_question_in_everyday_words_finds_the_page_that_answers_it(site_folder: Path, part: str) -> None:
    found = search_questions.answers(site_folder, part)
    wrong = [one for one in found if one.rank != 1]
    assert search_questions.right(found) >= REACHED[part], wrong


def test_each_question_has_pages_of_the_documentation_and_each_reader_has_some() -> None:
    readers = {part: {question.reader for question in search_questions.questions(part)} for part in REACHED}
    assert readers["seen"] == readers["unseen"]
    assert len(readers["seen"]) == 5
    for question in (*search_questions.questions("seen"), *search_questions.questions("unseen")):
        for page in question.pages:
            assert (DOCS / page).with_suffix(".md").is_file(), question


def test_every_page_of_the_documentation_has_words_for_the_search() -> None:
    pages = {path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md")}
    described = tomllib.loads(WORDS.read_text(encoding="utf-8"))["pages"]
    without = {page for page in pages if page.startswith(("decisions/0", "tasks/"))}  # a task is found by its own page
    assert pages - without <= set(described) <= pages


def test_a_search_finds_guides_before_decision_records(site_folder: Path) -> None:
    guides = {"avoidance": "behaviours", "recording": "recording", "cluster": "cluster", "vehicle file": "vehicles"}
    for guide, pages in zip(guides.values(), search_questions.pages_found(site_folder, guides), strict=True):
        assert pages[0] == guide
        records = [number for number, name in enumerate(pages) if name.startswith("decisions/")]
        assert records == list(range(len(pages) - len(records), len(pages)))


def test_a_word_is_found_by_its_beginning_by_its_synonym_and_misspelt(site_folder: Path) -> None:
    whole, begun, typed, british, american, none = search_questions.pages_found(
        site_folder, ["openstreetmap", "openstr", "openstreatmap", "tyre grip", "tire grip", "qqqqqqqq"]
    )
    assert begun[0] == typed[0] == whole[0] == "maps"
    assert british[0] == american[0]
    assert none == []


def test_every_weight_is_of_pages_that_there_are(site_folder: Path) -> None:
    pages = [path.relative_to(site_folder).as_posix() for path in site_folder.rglob("*.html")]
    assert [start for start in WEIGHTS if not any(page.startswith(start) for page in pages)] == []


def test_a_site_without_the_search_of_its_generator_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no site with the index"):
        add_search(tmp_path)
    with pytest.raises(ValueError, match="no search of Zensical's"):
        with_search("<html></html>")


@contextmanager
def held_index(page: Any) -> Iterator[list[Any]]:
    """Hold the answer to each request for the index; those who hold one send it on."""
    requests: list[Any] = []
    page.route(INDEX, lambda route: requests.append(route))
    yield requests
    page.unroute(INDEX)


def field(page: Any) -> Any:
    """Return the field of the search."""
    return page.get_by_role("combobox", name="Search")


@pytest.mark.browser
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("path", "key"), KINDS)
def test_the_first_key_opens_the_search_which_keeps_what_is_typed_from_the_page_while_its_index_loads(
    browser: Any, site: str, path: str, key: str
) -> None:
    with visitor(browser, site) as page, held_index(page) as requests:
        page.add_init_script(LISTEN)
        page.goto(f"{site}/{path}", wait_until="domcontentloaded")
        page.keyboard.press(key)
        page.keyboard.type(QUESTION)
        page.keyboard.press("Enter")
        assert field(page).input_value() == QUESTION
        assert page.get_by_role("status").filter(has_text="Loading the search").is_visible()
        assert page.url.partition("?")[0] == f"{site}/{path}"
        assert set(page.evaluate("window.keys")) <= {"Control", "Meta"}
        requests[0].continue_()
        wait_until(page, "() => location.pathname.endsWith('lessons/parked.html')")


@pytest.mark.browser
def test_keys_choose_a_page_close_the_search_and_then_are_the_pages_again(browser: Any, site: str) -> None:
    with visitor(browser, site) as page:
        page.add_init_script(LISTEN)
        page.goto(f"{site}/sweeps.html")
        page.keyboard.press("/")
        page.keyboard.type("lidar")
        chosen = page.locator("[role=option][aria-selected]")
        chosen.wait_for()
        first = chosen.inner_text()
        page.keyboard.press("ArrowDown")
        assert chosen.inner_text() != first
        page.keyboard.press("ArrowUp")
        assert chosen.inner_text() == first
        page.keyboard.press("Escape")
        field(page).wait_for(state="hidden")
        page.keyboard.press("q")
        assert set(page.evaluate("window.keys")) == {"q"}
        page.keyboard.press("Control+k")
        page.keyboard.press("Control+k")  # opens it, and closes it
        field(page).wait_for(state="hidden")


@pytest.mark.browser
def test_a_slash_in_a_text_field_is_a_slash(browser: Any, site: str) -> None:
    with visitor(browser, site) as page:
        page.goto(f"{site}/sweeps.html")
        page.evaluate("document.querySelector('article').prepend(document.createElement('textarea'))")
        page.locator("textarea").first.focus()
        page.keyboard.press("/")
        assert page.locator("textarea").first.input_value() == "/"
        assert not field(page).is_visible()


@pytest.mark.browser
def test_a_key_that_was_held_when_the_search_opened_is_released_on_the_page(browser: Any, site: str) -> None:
    with visitor(browser, site) as page:
        page.add_init_script("window.released = []; addEventListener('keyup', ({ key }) => released.push(key))")
        page.goto(f"{site}/lessons/circle.html")
        page.keyboard.down("ArrowUp")
        page.keyboard.press("/")
        page.keyboard.down("ArrowUp")  # repeats
        page.keyboard.up("ArrowUp")
        assert page.evaluate("window.released") == ["ArrowUp"]


@pytest.mark.browser
def test_an_index_that_cannot_be_loaded_is_asked_for_again(browser: Any, site: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.route(INDEX, lambda route: route.abort())
        page.goto(f"{site}/sweeps.html")
        page.keyboard.press("Control+k")
        page.get_by_role("status").filter(has_text="could not be loaded").wait_for()
        page.unroute(INDEX)
        page.keyboard.type("lidar")
        page.get_by_role("option").first.wait_for()


@pytest.mark.browser
def test_pages_that_are_opened_as_files_are_searched_too(browser: Any, site_folder: Path) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((site_folder / "models" / "arc.html").as_uri())
        page.keyboard.press("Control+k")
        page.keyboard.type("monte carlo")
        page.get_by_role("option").first.wait_for()
        page.keyboard.press("Enter")
        wait_until(page, "() => location.pathname.endsWith('sweeps.html')")


@pytest.mark.browser
def test_the_index_is_loaded_when_a_reader_turns_to_the_search(browser: Any, site: str) -> None:
    with visitor(browser, site) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
        page.goto(f"{site}/sweeps.html", wait_until="networkidle")
        assert "search-index.js" not in asked
        page.get_by_role("button", name="Search").first.click()
        field(page).press_sequentially("monte carlo")
        page.get_by_role("option").first.wait_for()
        assert "search-index.js" in asked


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_open_search_meets_wcag_aa_and_fits_a_phone(browser: Any, site: str, scheme: Any) -> None:
    with visitor(browser, site, size={"width": 390, "height": 844}, color_scheme=scheme) as page:
        page.goto(f"{site}/sweeps.html")
        page.get_by_role("button", name="Search").click()
        field(page).press_sequentially("lidar")
        page.get_by_role("option").first.wait_for()
        assert wcag_issues(page) == []
        assert page.evaluate("document.querySelector('dialog').scrollWidth") <= 390
