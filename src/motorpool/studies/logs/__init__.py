"""Logs of vehicles that other programs wrote: measured motion and commands over time, read from any of their formats.

    log = read_log("drive.bag")
    log = read_log("drive.csv", model="bicycle", columns=["yaw_rate=psi_dot"])

A file becomes columns of numbers (``tables``; ``text``, ``mcap``, ``ros``, ``measurement``, ``receivers``), as do the
files of one drive together (``joined``). Columns get a meaning (``meaning``; ``headings``, ``moments``), and a log has
the quantities in SI units (``log``). ``motorpool log`` shows what was understood (``command``, ``console``,
``figure``). Start with ``tables.py``.
"""

from typing import TYPE_CHECKING

from ...base.lazy_names import lazy_names

if TYPE_CHECKING:
    from .log import Log, read_log

__all__ = ["Log", "read_log"]

__getattr__ = lazy_names(__name__, {"log": "Log read_log"})
