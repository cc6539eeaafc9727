"""Titles and authors of the five documents that the code cites by number."""

import re
from typing import NamedTuple


class Document(NamedTuple):
    """One of the documents that Motorpool is based on."""

    number: str
    title: str
    author: str  # and year, if the document names them
    short: str  # short title within a sentence


DOCUMENTS = (
    Document(
        "000",
        "Article on the movement of tracked vehicles in a 2D simulation",
        "author, title and year not named in the text",
        "the tracked-vehicle article",
    ),
    Document(
        "001",
        "Using Polar Coordinates for Movement in a Game",
        "article; author and year not named in the text",
        "the polar-coordinates article",
    ),
    Document(
        "002",
        "Additional notes for assignment 1: kinematics of a turning car",
        "Denis Zorin",
        "Zorin's notes",
    ),
    Document(
        "003",
        "NPSNET: Real-Time 3D Ground-Based Vehicle Dynamics",
        "Hyun Kyoo Park, master's thesis, Naval Postgraduate School, 1992",
        "Park's thesis",
    ),
    Document(
        "004",
        "Simple 2D car steering physics in games",
        "article of 12 April 2010 with its comments; author not named in the text",
        "the car-steering article",
    ),
)

_SHORT = {document.number: document.short for document in DOCUMENTS}
_NUMBER = re.compile(r"\b([Dd])ocument (00[0-4])\b")


def by_title(text: str) -> str:
    """Return a text with the numbers of documents replaced by short titles."""
    return _NUMBER.sub(_short, text)


def _short(match: re.Match[str]) -> str:
    short = _SHORT[match[2]]
    return short if match[1] == "d" else short[0].upper() + short[1:]
