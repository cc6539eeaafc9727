"""Logs of measurement programs: ASAM MDF (``.mf4``, ``.mdf``) and CAN logs (``.asc``, ``.blf``, ``.log``, ``.trc``).

Signals of CAN messages are decoded by a database of them (``.dbc``), which a log of CAN needs.
"""

import contextlib
import re
from pathlib import Path
from typing import Any

import numpy as np

from ...base.errors import FitError, require
from ...base.files import check_input, read_text
from .sparse_columns import MOST_BYTES, Columns
from .topics import Topics, checked_name

MOST_DATABASE = 1 << 24  # of a database of messages [bytes]
_NAME = re.compile(r"\s+")


def read_mdf(path: Path) -> Columns:
    """Return the channels of numbers of a file of ASAM MDF, each group with its own times.

    Raises:
        FitError: it cannot be read, is too large, or has no numbers.
    """
    check_input(path, max_bytes=MOST_BYTES, error=FitError)
    asammdf = require("asammdf", extra="logs", purpose="reading an MDF file")
    topics, units = Topics(path), dict[str, str]()
    try:
        with asammdf.MDF(path, raise_on_multiple_occurrences=False) as file:
            start = file.header.start_time.timestamp()
            for group in file.virtual_groups:
                for signal in file.select(_channels(file, group), copy_master=True):
                    _add_signal(topics, units, f"group {group}", signal, start)
    except FitError as error:
        raise error if str(error).startswith(str(path)) else FitError(f"{path}: {error}") from error
    except Exception as error:  # any class of the library
        raise FitError(f"{path} is no MDF file that can be read: {_reason(error)}") from error
    return topics.columns("channels of one number", units)


def _channels(file: Any, group: int) -> list[tuple[None, int, int]]:
    included = file.included_channels(group)[group]
    return [(None, one, channel) for one, channels in included.items() for channel in channels]


def _add_signal(topics: Topics, units: dict[str, str], group: str, signal: Any, start: float) -> None:
    values = np.asarray(signal.samples)
    if values.ndim != 1 or values.dtype.kind not in "fiub" or not values.size:
        return
    name = checked_name(_NAME.sub(" ", signal.name.partition("\\")[0]).strip())
    if signal.unit:
        units[name] = str(signal.unit)
    topics.add_series(group, start + np.asarray(signal.timestamps, np.float64), name, values.astype(np.float64))


def read_can(path: Path, database: Path | None) -> Columns:
    """Return the signals of a log of CAN messages.

    Args:
        database: signals of the messages (.dbc).

    Raises:
        FitError: a file cannot be read or is too large, no database was given, or none of its messages is in the log.
    """
    check_input(path, max_bytes=MOST_BYTES, error=FitError)
    if database is None:
        raise FitError(f"{path} has the bytes of CAN messages; name the database of their signals: --dbc FILE.dbc")
    can = require("can", extra="logs", purpose="reading a log of CAN messages")
    cantools = require("cantools", extra="logs", purpose="reading a log of CAN messages")
    text = read_text(database, max_bytes=MOST_DATABASE, error=FitError, encoding="cp1252")
    try:
        known = cantools.database.load_string(text, database_format="dbc", strict=False)
    except Exception as error:  # any class of the library's parser
        raise FitError(f"{database} is no database of CAN messages (.dbc): {_reason(error)}") from error
    units = {signal.name: signal.unit for message in known.messages for signal in message.signals if signal.unit}
    topics = Topics(path)
    try:
        with can.LogReader(path) as reader:
            for message in reader:
                _add_message(topics, known, message)
    except FitError as error:
        raise error if str(error).startswith(str(path)) else FitError(f"{path}: {error}") from error
    except Exception as error:
        raise FitError(f"{path} is no log of CAN messages that can be read: {_reason(error)}") from error
    return topics.columns(f"{database}", units)


def _add_message(topics: Topics, known: Any, message: Any) -> None:
    if message.is_error_frame or message.is_remote_frame:
        return
    try:
        kind = known.get_message_by_frame_id(message.arbitration_id, force_extended_id=message.is_extended_id)
    except KeyError:
        topics.leave_out(f"0x{message.arbitration_id:X}", "not in the database")
        return
    with contextlib.suppress(Exception):  # a message of another length than the database says
        signals = kind.decode(message.data, decode_choices=False, allow_truncated=True)
        numbers = {name: float(value) for name, value in signals.items() if isinstance(value, (int, float))}
        topics.add(checked_name(kind.name), message.timestamp, numbers)


def _reason(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or "it is damaged"
