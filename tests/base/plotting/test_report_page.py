"""Pages of reports: formulas as MathML, and tables that fit every window."""

import re
from xml.etree import ElementTree

import pytest

from motorpool.base.plotting.report_page import report_page, wide_table
from motorpool.base.plotting.typesetting import plain, typeset
from motorpool.studies.validation.catalogue import MANOEUVRES


def flat(element: ElementTree.Element) -> str:
    """A formula in one line, with what each part of it means."""
    inner = [flat(child) for child in element]
    match element.tag:
        case "mfrac":
            return f"{{{inner[0]} over {inner[1]}}}"
        case "msup":
            return f"{inner[0]}^{inner[1]}"
        case "msub":
            return f"{inner[0]}_{inner[1]}"
        case "msubsup":
            return f"{inner[0]}_{inner[1]}^{inner[2]}"
        case "msqrt":
            return f"root{{{''.join(inner)}}}"
        case _:
            return (element.text or "") + "".join(inner)


@pytest.mark.parametrize(
    ("formula", "means"),
    [
        ("v^2 / (2 mu g)", "{v^2 over 2μg}"),
        ("g T / 2h", "{gT over 2h}"),
        ("L/2 sqrt(k^2 + L^2/4)", "{L over 2}root{k^2+{L^2 over 4}}"),
        ("v delta / (L + K v^2)", "{vδ over L+Kv^2}"),
        ("(1 / c_front - 1 / c_rear) / g", "{{1 over c_front}−{1 over c_rear} over g}"),
        ("sin gamma = -L_t tan delta / L", "sinγ=−{L_ttanδ over L}"),
        ("exp(|u| t / L_t)", "exp({|u|t over L_t})"),
        ("m1 v1", "m_1v_1"),
        ("sqrt(g_t^2) <= mu g_n", "root{g_t^2}≤μg_n"),
    ],
)
def test_a_formula_is_read_as_it_is_meant(formula: str, means: str):
    assert flat(ElementTree.fromstring(typeset(f"${formula}$"))) == means


def test_text_around_formulas_is_escaped_and_a_terminal_shows_them_as_typed():
    assert typeset("a < b, $x$") == "a &lt; b, <math><mi>x</mi></math>"
    assert plain("it needs $mu > 0.4$") == "it needs mu > 0.4"


@pytest.mark.parametrize("name", MANOEUVRES)
def test_every_manoeuvres_reference_is_well_formed(name: str):
    ElementTree.fromstring(f"<p>{typeset(MANOEUVRES[name].SOURCE)}</p>")
    assert "$" not in typeset(MANOEUVRES[name].SOURCE)


def test_a_page_scales_on_phones_and_its_tables_scroll_by_themselves():
    table = wide_table("A & B", ["what", "mass [t]|"], ["<tr><td>x</td><td class='number'>1</td></tr>"])
    page = report_page("<b>", [table])
    assert 'name="viewport" content="width=device-width' in page
    assert "<h1>&lt;b&gt;</h1>" in page
    assert re.search(r'role="region" tabindex="0" aria-label="A &amp; B"', page)
    assert '<th scope="col" class="number">mass [t]</th>' in page
    assert "prefers-color-scheme: dark" in page
    assert not re.search(r"https?://", page)
