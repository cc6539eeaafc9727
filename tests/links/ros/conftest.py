"""A port for a router."""

import socket

import pytest


@pytest.fixture
def free_tcp_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
