"""Results of a sweep: one table with a row for each run, and its summary."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ....base.errors import SweepError, closest_names, require
from ....base.files import whole_file
from ....base.wording import counted
from .measures import MEASURES
from .runs import Outcome

TABLE = "results.parquet"
RUNS_ARE_KEPT = "the runs are kept, and the same command writes it later"
MOST_FAILURES = 5  # that a summary names


class Results:
    """Outcomes of a sweep's runs, in the order of its design.

    Attributes:
        paths, measures: names of what was varied and of the measures.
    """

    def __init__(self, outcomes: Sequence[Outcome], folder: Path):
        self.outcomes, self.folder = list(outcomes), folder
        self.paths = list(dict.fromkeys(path for outcome in outcomes for path in outcome.run.values))
        self.measures = list(dict.fromkeys(name for outcome in outcomes for name in outcome.measures))

    def __len__(self) -> int:
        return len(self.outcomes)

    def __repr__(self) -> str:
        return (
            f"<Results of {counted(len(self), 'run')}, {len(self.failures)} failed, in {self.folder}\n"
            f" {', '.join(self.paths)} -> {', '.join(self.measures)}>"
        )

    @property
    def failures(self) -> list[Outcome]:
        """Return the runs that failed."""
        return [outcome for outcome in self.outcomes if outcome.error]

    def column(self, name: str) -> Any:
        """Return a varied value or a measure of every run as an array; NaN for the measures of a run that failed.

        Raises:
            SweepError: there is no such column.
        """
        if name in self.paths:
            return np.array([outcome.run.values.get(name) for outcome in self.outcomes])
        if name in self.measures:
            return np.array([outcome.measures.get(name, np.nan) for outcome in self.outcomes])
        close = closest_names(name, [*self.paths, *self.measures])
        advice = f"did you mean {' or '.join(close)}?" if close else "repr() of the results lists them"
        raise SweepError(f"the sweep has no column {name}; {advice}")

    def table(self) -> Any:
        """Return the results as an Arrow table: run, a column for each path and measure, error, cost_s."""
        arrow = require("pyarrow", extra="app", purpose="a sweep's table")
        names = [*self.paths, *self.measures]
        columns = {"run": arrow.array([outcome.run.key for outcome in self.outcomes])}
        for path in self.paths:
            columns[path] = _values(arrow, [outcome.run.values.get(path) for outcome in self.outcomes])
        for name in self.measures:
            columns[name] = arrow.array([outcome.measures.get(name) for outcome in self.outcomes], arrow.float64())
        columns["error"] = arrow.array([outcome.error or None for outcome in self.outcomes], arrow.string())
        columns["cost_s"] = arrow.array([outcome.cost for outcome in self.outcomes], arrow.float64())
        table = arrow.table(columns)
        units = {name: MEASURES[name].unit for name in names if name in MEASURES}
        return table.replace_schema_metadata({f"unit:{name}": unit for name, unit in units.items()})

    def write(self) -> Path:
        """Write the table and return its path. The file is always a complete table, or does not exist.

        Raises:
            SweepError: it cannot be written.
        """
        parquet = require("pyarrow.parquet", extra="app", purpose="a sweep's table")
        path = self.folder / TABLE
        with whole_file(path, error=SweepError, advice=RUNS_ARE_KEPT) as new:
            parquet.write_table(self.table(), new)
        return path

    def to_pandas(self) -> Any:
        """Return the results as a pandas data frame."""
        require("pandas", extra="data", purpose="returning a table")
        return self.table().to_pandas()

    def summary(self) -> str:
        """Return a summary in lines: number of runs, span of each measure, and errors of failed runs."""
        done = len(self) - len(self.failures)
        lines = [f"{counted(done, 'run')} done, {len(self.failures)} failed"]
        for name in self.measures:
            values = self.column(name)
            values = values[np.isfinite(values)]
            if values.size and np.ptp(values) > 0.0:
                unit = MEASURES[name].unit if name in MEASURES else "1"
                text = f"{name} {values.min():.6g} to {values.max():.6g}, mean {values.mean():.6g}"
                lines.append(text if unit == "1" else f"{text} {unit}")
        named = self.failures[:MOST_FAILURES]
        lines += [f"failed: {_shown(outcome.run.values)}: {outcome.error}" for outcome in named]
        if len(self.failures) > MOST_FAILURES:
            lines.append(f"and {len(self.failures) - MOST_FAILURES} more, in the column error")
        return "\n".join(lines)


def _shown(values: dict[str, Any]) -> str:
    return ", ".join(f"{path}={value}" for path, value in values.items())


def _values(arrow: Any, values: list[Any]) -> Any:
    try:
        return arrow.array(values)
    except (arrow.ArrowInvalid, arrow.ArrowTypeError):
        return arrow.array([None if value is None else str(value) for value in values])
