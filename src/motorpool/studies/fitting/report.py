"""Report of a fit: one HTML file with its figures."""

import html
import io
from collections.abc import Iterable, Sequence
from typing import Any

from ...base.plotting.curve_labels import place_labels
from ...base.plotting.report_page import report_page, wide_table
from ...base.wording import valued
from ..logs.log import quantity_unit
from .confidence import EFFECT
from .figure import cause_figure, fit_figure, interval_figure
from .fitting import Fit
from .manoeuvres import Suggestion
from .words import (
    Trial,
    certainty_words,
    estimate_words,
    refusal,
    suggestion_words,
    trial_words,
    unknown_words,
    warnings_of,
)


def report_text(fit: Fit, suggested: Sequence[Suggestion], trials: Sequence[Trial] = ()) -> str:
    """Return the report as HTML, with manoeuvres to drive next and predictions of drives that were not fitted."""
    return report_page(f"{fit.model.title} fitted to {fit.name}", _parts(fit, suggested, trials))


def _parts(fit: Fit, suggested: Sequence[Suggestion], trials: Sequence[Trial]) -> Iterable[str]:
    held = fit.windows.number - fit.fitted_count
    seconds = fit.windows.shape.rows * fit.dt
    reason = refusal(fit, trials)
    if reason:
        yield _paragraph(f"{reason[0].upper()}{reason[1:]}.")
    logs = "; ".join(f"{log.name}: {log}" for log in fit.logs)
    yield _paragraph(
        f"{logs}. Predicted in {fit.windows.number} windows of {seconds:.3g} s, each from a start of its own; "
        f"{held} at the end were not fitted."
    )
    drawn = _svg(fit_figure(fit), "measured and predicted channels, and residuals")
    yield f"<figure>{drawn.replace('<svg', '<svg style=max-width:100%', 1)}</figure>"
    yield "<h2>Values</h2>"
    yield wide_table(
        "fitted values", ["parameter", "unit", "start|", "value|", "95 % interval", "±|"], _value_rows(fit)
    )
    yield _list(warnings_of(fit))
    yield f"<div class='figures'><figure>{_svg(interval_figure(fit), 'fitted over start values')}</figure></div>"
    yield "<h2>Predictions</h2>"
    yield _paragraph("Root of the mean square of the residuals; the last columns are of windows that were not fitted.")
    columns = ["channel", "noise|", "rows|", "as good as|", "start values|", "fitted|"]
    yield wide_table(
        "residuals", [*columns, *(["unseen, start values|", "unseen, fitted|"] if held else [])], _score_rows(fit, held)
    )
    yield _list(
        [
            *(words for one in fit.held_out for words in one.lines()),
            *(words for one in trials for words in trial_words(one)),
        ]
    )
    causes = cause_figure(fit)
    if causes is not None:
        yield "<h2>What is left, and by what</h2>"
        yield _paragraph(
            "Residuals of the fitted vehicle against speed, steering and lateral acceleration, with medians of equally "
            "many rows. A line that leaves zero shows what the model lacks there."
        )
        words = "residuals against speed, steering and lateral acceleration"
        yield f"<figure>{_svg(causes, words).replace('<svg', '<svg style=max-width:100%', 1)}</figure>"
    yield "<h2>Not told by this log</h2>"
    yield _list(unknown_words(fit, most=1000)) or _paragraph("Every parameter with an effect was fitted.")
    yield wide_table(
        "parameters that were not fitted", ["parameter", "value|", "in this log known", "±|"], _rest_rows(fit)
    )
    yield "<h2>What to drive next</h2>"
    yield _list([suggestion_words(one) for one in suggested]) or _paragraph(
        "None of the usual manoeuvres would add much information with these channels."
    )


def _value_rows(fit: Fit) -> Iterable[str]:
    for one in fit.estimates:
        value, interval, width = estimate_words(one)
        start = f"{one.start:.5g}"
        yield _row([one.name, one.unit or "1", start, value, interval, width], numbers=(2, 3, 5), title=one.meaning)


def _score_rows(fit: Fit, held: int) -> Iterable[str]:
    fitted, unseen = fit.score(), fit.score(held_out=True)
    for place, name in enumerate(fit.channels):
        unit = quantity_unit(name, fit.model)
        values = [fit.noise.deviation[place], fitted.before[place], fitted.after[place]]
        values += [unseen.before[place], unseen.after[place]] if held else []
        words = [valued(float(f"{value:.3g}"), unit) for value in values]
        counts = [f"{fit.noise.rows[place]:.0f}", f"{fit.noise.effective[place]:.0f}"]
        cells = [name, words[0], *counts, *words[1:]]
        yield _row(cells, numbers=range(1, len(cells)))


def _rest_rows(fit: Fit) -> Iterable[str]:
    for one in sorted(fit.certainties, key=lambda one: one.alone):
        if not one.is_fitted and one.alone <= EFFECT and one.name in fit.params:
            share = f"{100.0 * one.alone:.2g} %"
            yield _row([one.name, f"{fit.params[one.name]:.5g}", certainty_words(one), share], numbers=(1, 3))


def _row(cells: Sequence[str], *, numbers: Iterable[int], title: str = "") -> str:
    right = set(numbers)
    made = "".join(
        f"<td{' class=number' if place in right else ''}>{html.escape(cell)}</td>" for place, cell in enumerate(cells)
    )
    return f'<tr title="{html.escape(title, quote=True)}">{made}</tr>'


def _list(sentences: Sequence[str]) -> str:
    items = "".join(f"<li>{html.escape(one)}</li>" for one in sentences)
    return f"<ul>{items}</ul>" if items else ""


def _paragraph(text: str) -> str:
    return f"<p>{html.escape(text)}</p>"


def _svg(figure: Any, words: str) -> str:
    place_labels(figure)
    text = io.StringIO()
    figure.savefig(text, format="svg")
    drawn = text.getvalue()
    name = html.escape(words, quote=True)
    return drawn[drawn.index("<svg") :].replace("<svg", f'<svg role="img" aria-label="{name}"', 1)
