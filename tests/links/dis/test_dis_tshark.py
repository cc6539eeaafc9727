"""PDUs that are sent, as Wireshark's dissector reads them: every plain field at its place, with the value meant."""

import io
import subprocess
import xml.etree.ElementTree as ElementTree
from typing import Any, NamedTuple

import dpkt
import numpy as np
import pytest
from dis_examples import EXAMPLES, TIMESTAMP, VERSIONS, Leaf
from installed import runs

from motorpool.links.dis.wire.encoding import datagrams, pdus
from motorpool.links.dis.wire.enumerations import LAND_APPEARANCE, PduType

pytestmark = pytest.mark.skipif(not runs("tshark"), reason="tshark is not installed")
RAW_IP = 101  # link type of packets without a frame
PAYLOAD = 28  # offset of the PDU in such a packet

NAMES = {  # tshark's, by the end of a field's path; the longest that fits
    "header.version": "proto_ver",
    "header.exercise": "exer_id",
    "header.pdu_type": "pdu_type",
    "header.family": "proto_fam",
    "header.timestamp": "timestamp",
    "header.length": "pdu_length",
    "header.status": "pdu_status",
    "padding": "padding",
    "site": "entity_id_site",
    "application": "entity_id_application",
    "entity": "entity_id_entity",
    "event_id.site": "site",
    "event_id.application": "application",
    "event_id.event": "event_number",
    "force_id": "force_id",
    "articulation_count": "num_articulation_params",
    "kind": "entityKind",
    "domain": "entityDomain",
    "country": "country",
    "category": "category.land",
    "munition_type.category": "category",
    "subcategory": "subcategory",
    "specific": "specific",
    "extra": "extra",
    "appearance": "appearance",
    "algorithm": "entity_marking_character_set",
    "other_parameters": "dead_reckoning_other_parameters",
    "marking_character_set": "entity_marking_character_set",
    "marking": "entity_marking",
    "capabilities": "capabilities",
    "articulations.designator": "variable_parameter_type",
    "articulations.change": "vp.change",
    "articulations.attached_to": "vp.part_attached_to_id",
    "articulations.parameter_type": "vp.artic_param_type",
    "articulations.value": "vp.parameter_value",
    "articulations.padding": "vp.padding",
    "mission": "fire.mission_index",
    "warhead": "warhead",
    "fuse": "fuse",
    "quantity": "quality",
    "rate": "rate",
    "range": "range",
    "result": "detonation.result",
    "collision_type": "collision.type",
    "mass": "collision.mass",
    "request_id": "request_id",
    "reason": "reason",
    "frozen_behaviour": "frozen_behavior",
    "acknowledge_flag": "acknowledge_flag",
    "response_flag": "response_flag",
    "fixed_count": "num_fixed_data",
    "variable_count": "num_variable_data",
    "fixed_datums.datum_id": "datum_id",
    "fixed_datums.value": "fixed_datum_value_as_uint",
    "real_world_time.hour": "clocktime",
    "simulation_time.hour": "clocktime",
}
VECTORS = {  # by the PDU and the field
    (PduType.ENTITY_STATE, "velocity"): "entity_linear_velocity",
    (PduType.ENTITY_STATE, "location"): "entity_location",
    (PduType.ENTITY_STATE, "orientation"): "entity_orientation",
    (PduType.ENTITY_STATE, "acceleration"): "entity_linear_acceleration",
    (PduType.ENTITY_STATE, "angular_velocity"): "entity_angular_velocity",
    (PduType.FIRE, "location"): "fire.location",
    (PduType.FIRE, "velocity"): "linear_velocity",
    (PduType.DETONATION, "location"): "detonation.location",
    (PduType.DETONATION, "velocity"): "linear_velocity",
    (PduType.DETONATION, "location_on_target"): "entity_location",
    (PduType.COLLISION, "velocity"): "linear_velocity",
    (PduType.COLLISION, "location_on_entity"): "collision.location",
}
LANDFORM = {  # tshark's bits of a land platform that have one name with us
    "fire_power_killed": "fire_power",
    "mobility_killed": "mobility",
    "damage": "damage",
    "trailing_dust": "trailing_effects_entity",
    "hatch": "hatch",
    "head_lights": "head_lights",
    "tail_lights": "tail_lights",
    "brake_lights": "brake_lights",
    "flaming": "flaming",
    "launcher_raised": "launcher",
    "camouflage_type": "camouflage_type",
    "concealed": "concealed",
    "frozen": "frozen_status",
    "engine_on": "power_plant_status",
    "deactivated": "state",
    "tent_extended": "tent",
    "ramp_down": "ramp",
    "blackout_lights": "blackout_lights",
    "blackout_brake_lights": "blackout_brake_lights",
    "spot_lights": "spot_lights",
    "interior_lights": "interior_lights",
    "surrendered": "surrender_state",
    "masked": "masked_cloaked",
}
# Of a transfer of ownership tshark names the type and reads no field; test_dis_layouts has its offsets.
CASES = [(name, version) for name in EXAMPLES if name != "transfer" for version in VERSIONS]


class Shown(NamedTuple):
    """A field as tshark shows it."""

    name: str
    size: int
    text: str
    sentence: str


def dissected(payloads: list[Any]) -> list[dict[int, list[Shown]]]:
    """Return tshark's fields of each PDU by their offsets in it."""
    capture = io.BytesIO()
    writer = dpkt.pcap.Writer(capture, linktype=RAW_IP)
    for payload in payloads:
        datagram = dpkt.udp.UDP(sport=3000, dport=3000, ulen=8 + len(payload), data=bytes(payload))
        packet = dpkt.ip.IP(src=b"\x7f\0\0\1", dst=b"\x7f\0\0\1", p=17, len=PAYLOAD + len(payload), data=datagram)
        writer.writepkt(bytes(packet), ts=0)
    command = ["tshark", "-r", "-", "-T", "pdml"]
    run = subprocess.run(command, input=capture.getvalue(), capture_output=True, check=True)
    return [_fields(packet) for packet in ElementTree.fromstring(run.stdout)]


def _fields(packet: ElementTree.Element) -> dict[int, list[Shown]]:
    shown: dict[int, list[Shown]] = {}
    for field in packet.iterfind("proto[@name='dis']//field"):
        name = field.get("name", "").removeprefix("dis.")
        if name and field.get("size"):
            offset, size = int(field.get("pos", "")) - PAYLOAD, int(field.get("size", ""))
            shown.setdefault(offset, []).append(Shown(name, size, field.get("show", ""), field.get("showname", "")))
    return shown


def tshark_name(pdu_type: PduType, path: str) -> str:
    """Return the name that tshark has for a field."""
    head, _, part = path.rpartition(".")
    if (pdu_type, head) in VECTORS:
        return f"{VECTORS[pdu_type, head]}.{part}"
    parts = path.split(".")
    return next(NAMES[".".join(parts[i:])] for i in range(len(parts)) if ".".join(parts[i:]) in NAMES)


def as_shown(leaf: Leaf, leaves: list[Leaf]) -> Any:
    """Return the value meant in the form in which tshark shows it."""
    if leaf.path == "header.timestamp":
        return pytest.approx((TIMESTAMP >> 1) * 3600 / 2**31, abs=2e-6)
    if leaf.path.endswith("_time.hour"):
        units = next(other.value for other in leaves if other.offset == leaf.offset + 4)
        return leaf.value * 3600 + (units >> 1) * 3600 / 2**31
    if leaf.path == "marking":
        return leaf.value.decode()
    return leaf.value


def read(shown: Shown, meant: Any) -> Any:
    """Return tshark's text as a value of the meant one's kind."""
    if isinstance(meant, str):
        return shown.text
    if ":" in shown.text or shown.name == "padding":
        return int(shown.text.replace(":", ""), 16)
    return int(shown.text, 16) if shown.text.startswith("0x") else float(shown.text)


@pytest.fixture(scope="module")
def all_dissected() -> dict[tuple[str, int], dict[int, list[Shown]]]:
    sent = [datagrams(EXAMPLES[name].pdus(version))[0] for name, version in CASES]
    return dict(zip(CASES, dissected(sent), strict=True))


@pytest.mark.parametrize(("name", "version"), CASES)
def test_tshark_reads_every_field_as_it_was_meant(all_dissected: Any, name: str, version: int) -> None:
    example, shown = EXAMPLES[name], all_dissected[name, version]
    leaves = [leaf for leaf in example.leaves(version) if not leaf.path.endswith("time_past_hour")]
    if version < 7:  # two bytes of padding, for tshark
        leaves = [leaf for leaf in leaves if leaf.path not in ("header.status", "header.padding")]
        assert [(field.name, field.text) for field in shown[10]] == [("padding", "00:00")]
    for leaf in leaves:
        field = next(field for field in shown[leaf.offset] if field.name == tshark_name(example.pdu_type, leaf.path))
        meant = as_shown(leaf, example.leaves(version))
        assert read(field, meant) == meant, leaf
        assert field.size == (8 if field.name == "clocktime" else leaf.size), leaf
    assert "(absolute)" in shown[4][0].sentence


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", ["set data", "comment", "comment, padded"])
def test_tshark_reads_variable_datums(all_dissected: Any, name: str, version: int) -> None:
    shown = [field for at in all_dissected[name, version].values() for field in at]
    variable = EXAMPLES[name].fields["variable"]
    texts = [field.text for field in shown if field.name == "hf_dis_variable_datum_value_as_text"]
    assert texts == [value.decode() for _, value in variable]
    assert [int(field.text) for field in shown if field.name == "datum_length"] == [8 * len(v) for _, v in variable]
    assert [int(field.text) for field in shown if field.name == "datum_id"][2:] == [
        datum_id for datum_id, _ in variable
    ]


def test_tshark_understands_every_bit_of_a_land_platform() -> None:
    names = list(LANDFORM)
    fields = [getattr(LAND_APPEARANCE, name) for name in names]
    appearance = np.array([field.placed((1 << field.width) - 1) for field in fields], np.uint32)
    tank = (1, 1, 225, 1, 1, 3, 0)
    sent = pdus(PduType.ENTITY_STATE, len(names), appearance=appearance, entity_type=tank, alternative_type=tank)
    for name, field, shown in zip(names, fields, dissected(datagrams(sent)), strict=True):
        bits = {
            each.name.removeprefix("appearance.landform."): int(each.text, 16)
            for each in shown[84]
            if each.name.startswith("appearance.landform.")
        }
        assert {known for known, value in bits.items() if value} == {LANDFORM[name]}
        assert bits[LANDFORM[name]] == (1 << field.width) - 1
