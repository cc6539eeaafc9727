"""Captures of network packets: ours read by tshark, Wireshark's read by us."""

import struct
import subprocess

import pytest
from installed import runs

from motorpool.errors import ExerciseError
from motorpool.links.dis.tools.captures import CaptureWriter, read_capture

DATAGRAMS = [(1_700_000_000.25, b"one"), (1_700_000_000.5, bytes(range(200))), (1_700_000_003.0, b"")]

needs_wireshark = pytest.mark.skipif(
    not all(map(runs, ("tshark", "text2pcap", "editcap"))), reason="tshark is not installed"
)


def write(path, datagrams=DATAGRAMS, **settings):
    with CaptureWriter(path, **settings) as writer:
        for time, data in datagrams:
            writer.write(time, data, source="10.1.2.3", port=3001)
    return path


def test_what_is_written_is_read_again(tmp_path):
    found = list(read_capture(write(tmp_path / "a.pcap")))
    assert [(one.time, one.data) for one in found] == DATAGRAMS
    assert {(one.source, one.port) for one in found} == {("10.1.2.3", 3001)}


@needs_wireshark
def test_tshark_reads_what_is_written_with_sums_that_are_right(tmp_path):
    fields = ("frame.time_epoch", "ip.src", "udp.dstport", "udp.length", "udp.checksum.status", "ip.checksum.status")
    command = ["tshark", "-r", write(tmp_path / "a.pcap"), "-T", "fields", "-o", "udp.check_checksum:TRUE"]
    command += ["-o", "ip.check_checksum:TRUE", *(word for field in fields for word in ("-e", field))]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    for line, (time, data) in zip(lines, DATAGRAMS, strict=True):
        epoch, source, port, length, *sums = line.split("\t")
        assert (float(epoch), source, port) == (time, "10.1.2.3", "3001")
        assert int(length) == len(data) + 8
        assert sums == ["1", "1"]  # good


@needs_wireshark
@pytest.mark.parametrize("kind", ["pcap", "pcapng", "nsecpcap"])
def test_captures_of_wireshark_are_read(tmp_path, kind):
    (tmp_path / "dump.txt").write_text("000000 07 01 01 01\n")
    ethernet, file = tmp_path / "ethernet.pcap", tmp_path / f"a.{kind}"
    subprocess.run(["text2pcap", "-q", "-u", "3000,3002", tmp_path / "dump.txt", ethernet], check=True)
    subprocess.run(["editcap", "-F", kind, ethernet, file], check=True)
    (found,) = read_capture(file)
    assert (found.data, found.port) == (b"\x07\x01\x01\x01", 3002)


def test_a_capture_that_ends_in_the_middle_gives_what_came_before(tmp_path):
    path = write(tmp_path / "a.pcap")
    whole = path.read_bytes()
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        if size < 24:  # not even the file's head
            with pytest.raises(ExerciseError, match="cannot be read as a capture"):
                list(read_capture(path))
        else:
            found = [(one.time, one.data) for one in read_capture(path)]
            assert found == DATAGRAMS[: len(found)]
    assert len(found) == 2


def test_other_packets_are_left_out(tmp_path):
    path = write(tmp_path / "a.pcap", [(0.0, b"kept")])
    raw = path.read_bytes()
    head, packet = raw[:24], raw[40:]
    packets = [
        b"",
        b"\x60" + bytes(60),  # IPv6
        packet[:9] + b"\x06" + packet[10:],  # TCP
        packet[:6] + b"\x20" + packet[7:],  # more fragments
        packet[:7] + b"\x01" + packet[8:],  # a later fragment
        packet[:25] + b"\xff" + packet[26:],  # longer than it is
        packet[:-1],  # cut
        packet,
    ]
    path.write_bytes(head + b"".join(struct.pack("<IIII", 0, 0, len(each), len(each)) + each for each in packets))
    assert [one.data for one in read_capture(path)] == [b"kept"]


@pytest.mark.parametrize("content", [b"", b"PAR1", bytes(100), b"\n\r\r\n" + bytes(30)])
def test_what_is_no_capture_is_refused(tmp_path, content):
    path = tmp_path / "a.pcap"
    path.write_bytes(content)
    with pytest.raises(ExerciseError, match=r"a\.pcap cannot be read as a capture; it must be a \.pcap or \.pcapng"):
        list(read_capture(path))


def test_an_unknown_link_type_is_refused(tmp_path):
    path = write(tmp_path / "a.pcap")
    raw = bytearray(path.read_bytes())
    raw[20] = 105  # IEEE 802.11
    path.write_bytes(raw)
    with pytest.raises(ExerciseError, match="cannot be read as a capture"):
        list(read_capture(path))


def test_a_capture_is_not_overwritten_unasked(tmp_path):
    path = write(tmp_path / "a.pcap")
    with pytest.raises(ExerciseError, match="exists already"):
        write(path)
    assert len(list(read_capture(write(path, DATAGRAMS[:1], overwrite=True)))) == 1
    with pytest.raises(ExerciseError, match=r"must end in \.pcap"):
        CaptureWriter(tmp_path / "a.txt")
    with pytest.raises(ExerciseError, match="cannot be written"):
        CaptureWriter(path / "a.pcap")  # a file where a folder is needed
    write(tmp_path / "new" / "folder" / "a.pcap")
    with pytest.raises(ExerciseError, match=r"gone\.pcap"):
        list(read_capture(tmp_path / "gone.pcap"))
