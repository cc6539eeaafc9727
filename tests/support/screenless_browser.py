"""A browser without a screen: speaks the live page's protocol over a real socket, for the server's tests."""

import contextlib
import json
import time
from urllib.parse import urlsplit

from pace import patience
from pydantic import ConfigDict, TypeAdapter
from websockets.sync.client import connect

from motorpool.app.viewer.frames import wire
from motorpool.app.viewer.schema import binary, live
from motorpool.app.viewer.serving import binary_messages

SERVER_MESSAGES = TypeAdapter(live.ServerMessage, config=ConfigDict(strict=True, extra="forbid"))
DEADLINE = patience(60.0)  # for anything that ought to happen at once [s]


def eventually(condition, what="it"):
    """Poll until the condition holds; returns its value."""
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.005)
    raise AssertionError(f"{what} did not happen within {DEADLINE} s")


class ScreenlessBrowser:
    """Connects, keeps every vehicle's newest record, and acknowledges what it reads.

    Like a browser it takes all that comes and answers pings, also while its test does other things; one that is
    ``deaf`` takes nothing that its test does not read.
    """

    def __init__(
        self,
        viewer,
        *,
        client="",
        acknowledges=True,
        origin=None,
        token=None,
        cookie=None,
        compression=None,
        deaf=False,
    ):
        address = urlsplit(viewer.url)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {"Cookie": cookie} if cookie else {}
        where = f"ws://{address.netloc}/ws?client={client}"
        self._open = contextlib.ExitStack()
        self.socket = self._open.enter_context(
            connect(
                where,
                origin=origin,
                additional_headers=headers,
                compression=compression,
                max_size=None,
                max_queue=16 if deaf else None,
                ping_interval=None,  # the server's business
            )
        )
        self.acknowledges = acknowledges
        self.records = {}
        self.messages = []
        self.frames = []
        self.sequence = 0
        self.welcome = self.told("welcome")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Say goodbye."""
        self._open.close()

    def told(self, kind):
        """The next JSON message of this kind."""
        while not any(message["type"] == kind for message in self.messages):
            self._read()
        index = next(i for i, message in enumerate(self.messages) if message["type"] == kind)
        return self.messages.pop(index)

    def frame(self):
        """The next frame."""
        before = len(self.frames)
        while len(self.frames) == before:
            self._read()
        return self.frames[-1]

    def until(self, condition, *, driving=None):
        """The first frame from now for which the condition holds, controls held meanwhile."""
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end:
            if driving is not None:
                self.drive(**driving)
            if condition(frame := self.frame()):
                return frame
        raise AssertionError(f"no such frame within {DEADLINE} s")

    def say(self, **message):
        """Send a JSON command."""
        self.socket.send(json.dumps(message))

    def take(self, vehicle):
        """Take a vehicle that must be free."""
        self.say(type="take", vehicle=vehicle)
        assert self.told("taken") == {"type": "taken", "vehicle": vehicle}

    def drive(self, **controls):
        """Send an input."""
        self.sequence += 1
        self.socket.send(binary_messages.encode_input(self.sequence, **controls))

    def vanish(self):
        """End as a browser does whose process is killed: no goodbye."""
        self.socket.socket.close()

    def _read(self):
        message = self.socket.recv(timeout=DEADLINE)
        if isinstance(message, str):
            SERVER_MESSAGES.validate_json(message)  # the schema holds on every message of every test
            self.messages.append(json.loads(message))
        else:
            self._apply(wire.decode_frame(message))

    def _apply(self, frame):
        if frame.header["kind"] == binary.FULL:
            self.records.clear()
        self.records.update((int(record["id"]), record) for record in frame.records)
        self.frames.append(frame)
        if self.acknowledges:
            self.socket.send(binary_messages.encode_acknowledgement(int(frame.header["frame"])))
