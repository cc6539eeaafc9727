"""Simulation management: Start, Stop, Create, Remove, comments, data and transfer of ownership.

A request is carried out only if the settings allow it (``obeys``, ``accepts_transfers``) and the PDU is addressed to
this world. It is acknowledged in either case.
"""

import secrets
import threading
import time
from collections import Counter, deque
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...base.errors import ExerciseError
from .publishing import Publisher
from .remote_entities import key_of
from .wire.decoding import variable_datums
from .wire.encoding import datagrams, pdus
from .wire.enumerations import ALL_IDS, AcknowledgeFlag, PduType, ResponseFlag, TransferType
from .wire.layouts import Pdus

if TYPE_CHECKING:
    from ...world import World
    from .gateway import Gateway, Pausable

MOST_COMMENTS = 100  # comments that are kept
LONGEST_COMMENT = 500  # characters of a comment that are kept
MOST_OFFERS = 64  # limit of unanswered offers; the oldest are withdrawn
MOST_REQUESTS = 32  # limit of requests to this world in one step; further ones are refused
WAKE = 0.1  # period at which a stopped world checks for a Start [s]

FLAGS = {
    PduType.CREATE_ENTITY: AcknowledgeFlag.CREATE_ENTITY,
    PduType.REMOVE_ENTITY: AcknowledgeFlag.REMOVE_ENTITY,
    PduType.START_RESUME: AcknowledgeFlag.START_RESUME,
    PduType.STOP_FREEZE: AcknowledgeFlag.STOP_FREEZE,
    PduType.TRANSFER_OWNERSHIP: AcknowledgeFlag.TRANSFER_OWNERSHIP,
}

# Requests that are carried out while the world is paused, by a thread that must not access its vehicles.
WHILE_STANDING = (PduType.START_RESUME, PduType.STOP_FREEZE, PduType.COMMENT, PduType.SET_DATA, PduType.CREATE_ENTITY)


class Comment(NamedTuple):
    """Comment, or data of a Set Data PDU."""

    time: float  # simulated [s]
    sender: tuple[int, int, int]
    text: str


class Offer(NamedTuple):
    """Vehicle that was offered to another program."""

    vehicle: int
    to: tuple[int, int]  # site and application
    time: float  # simulated [s]


class Management:
    """Requests of simulation managers and other programs to one world.

    Args:
        pausable: runner of the world; None if it cannot be paused.

    Attributes:
        is_frozen: whether a Stop of the exercise has paused this world.
        refused: numbers of requests that were not processed, by reason.
    """

    def __init__(self, gateway: "Gateway", world: "World", publisher: Publisher, pausable: "Pausable | None"):
        self.is_frozen = False
        self.comments: deque[Comment] = deque(maxlen=MOST_COMMENTS)
        self.refused: Counter[str] = Counter()
        self._gateway, self._world, self._publisher, self._pausable = gateway, world, publisher, pausable
        self._offers: dict[int, Offer] = {}  # by request id
        self._left = MOST_REQUESTS
        self._postponed: deque[tuple[PduType, Any, str]] = deque(maxlen=MOST_REQUESTS)
        self._listener: threading.Thread | None = None
        self._is_closing = threading.Event()

    def close(self) -> None:
        """End the thread that waits for a Start."""
        self._is_closing.set()
        if self._listener is not None:
            self._listener.join()

    # ---- requests

    def begin_step(self, *, is_standing: bool = False) -> None:
        """Reset the limit of requests, and carry out those that were postponed while the world was paused."""
        self._left = MOST_REQUESTS
        while self._postponed and not is_standing:
            self._do_one(*self._postponed.popleft())

    def receive(self, pdu_type: PduType, received: Pdus, hosts: list[str], *, is_standing: bool = False) -> None:
        """Carry out requests that are addressed to this world and allowed, and acknowledge them."""
        addressed = np.flatnonzero(self._is_addressed(received["receiving_id"])).tolist()
        if len(addressed) > self._left:
            self.refused["too many at once"] += len(addressed) - self._left
        for index in addressed[: self._left]:
            self._left -= 1
            if is_standing and pdu_type not in WHILE_STANDING:
                self._postponed.append((pdu_type, received[index], hosts[index]))
            else:
                self._do_one(pdu_type, received[index], hosts[index])

    def _do_one(self, pdu_type: PduType, pdu: Any, host: str) -> None:
        if pdu_type in (PduType.COMMENT, PduType.SET_DATA):
            self._note(pdu)
        elif pdu_type == PduType.ACKNOWLEDGE:
            self._conclude(pdu, host)
        elif pdu_type in FLAGS:
            self._answer(pdu, FLAGS[pdu_type], self._do(pdu_type, pdu, host))

    def _is_addressed(self, receiver: Any) -> Any:
        settings = self._gateway.settings
        site, application = receiver["site"], receiver["application"]
        is_site = (site == settings.site) | (site == ALL_IDS)
        return is_site & ((application == settings.application) | (application == ALL_IDS))

    def _do(self, pdu_type: PduType, pdu: Any, host: str) -> bool:
        if pdu_type == PduType.TRANSFER_OWNERSHIP:
            return self._gateway.settings.accepts_transfers and self._transfer(pdu, host)
        if not self._gateway.settings.obeys:
            return False
        if pdu_type == PduType.STOP_FREEZE:
            return self._stop()
        if pdu_type == PduType.START_RESUME:
            return self._start()
        if pdu_type == PduType.REMOVE_ENTITY:
            return self._remove(pdu["receiving_id"])
        return False  # Create Entity is not supported

    def _stop(self) -> bool:
        if self._pausable is None:
            return False
        if not self.is_frozen:
            self.is_frozen = True  # the states after this step have the frozen bit
            self._pausable.pause()
            if self._listener is None:
                self._listener = threading.Thread(target=self._wait_for_start, name="DIS frozen", daemon=True)
                self._listener.start()
        return True

    def _start(self) -> bool:
        if self._pausable is None:
            return False
        if self.is_frozen:
            self.is_frozen = False
            self._pausable.resume()
        return True

    def _wait_for_start(self) -> None:
        """Receive while the world is paused, in a separate thread, and send the heartbeats of a frozen world."""
        sent_at = time.monotonic()
        heartbeat = self._gateway.settings.thresholds.heartbeat
        while self._is_frozen_still() and not self._is_closing.wait(WAKE):
            is_due = time.monotonic() - sent_at >= heartbeat
            if is_due:
                sent_at = time.monotonic()
            self._gateway.listen(with_heartbeat=is_due)

    def _is_frozen_still(self) -> bool:
        with self._gateway.lock:
            if self._pausable is not None and not self._pausable.is_paused:
                self.is_frozen = False
            if not self.is_frozen:
                self._listener = None
            return self.is_frozen

    def _remove(self, receiver: Any) -> bool:
        row = self._publisher.row_of(key_of(receiver))
        if row is None:
            return False
        self._world.remote.vacate(row)  # the states after this step have the deactivated bit
        return True

    def _note(self, pdu: Any) -> None:
        parts = [f"{int(datum['datum_id'])}: {int(datum['value'])}" for datum in pdu["fixed_datums"]]
        parts += [_text(value) for _, value in variable_datums(pdu)]
        self.comments.append(
            Comment(self._world.time, _identity(pdu["originating_id"]), "; ".join(parts)[:LONGEST_COMMENT])
        )

    # ---- transfer of ownership

    def offer(self, vehicle: int, to: tuple[int, int]) -> None:
        """Offer a vehicle of this world to another program.

        Raises:
            ExerciseError: this program does not own the vehicle.
        """
        if not 0 <= vehicle < self._world.count or not self._publisher.is_local(vehicle):
            raise ExerciseError(f"vehicle {vehicle} cannot be handed over; choose one that this world moves")
        self._forget_old_offers()
        request = secrets.randbits(32)  # unpredictable, so that only programs that received the offer can answer it
        self._offers[request] = Offer(vehicle, to, self._world.time)
        settings = self._gateway.settings
        self._send(
            PduType.TRANSFER_OWNERSHIP,
            originating_id=(settings.site, settings.application, 0),
            receiving_id=(*to, 0),
            request_id=request,
            transfer_type=TransferType.PUSH_ENTITY,
            entity_id=self._publisher.ids[vehicle].tolist(),
        )

    def _transfer(self, pdu: Any, host: str) -> bool:
        """Take over a vehicle that its own program hands over; requests of other hosts are refused."""
        key, remote = key_of(pdu["entity_id"]), self._gateway.remote
        if int(pdu["transfer_type"]) != TransferType.PUSH_ENTITY or remote.host_of(key) != host:
            return False
        if not remote.drives_on_land(key):
            return False
        entity_type = remote.type_of(key)
        self._publisher.adopt(remote.release(key), _identity(pdu["entity_id"]), entity_type)
        return True

    def _conclude(self, pdu: Any, host: str) -> None:
        """Hand over an offered vehicle when its receiver accepts; answers of other hosts are ignored."""
        self._forget_old_offers()
        request, answering = int(pdu["request_id"]), _identity(pdu["originating_id"])[:2]
        offer = self._offers.get(request)
        if int(pdu["acknowledge_flag"]) != AcknowledgeFlag.TRANSFER_OWNERSHIP or offer is None:
            return
        known_hosts = self._gateway.remote.hosts_of(*answering)
        if answering != offer.to or (known_hosts and host not in known_hosts):
            return
        del self._offers[request]
        if int(pdu["response_flag"]) != ResponseFlag.ABLE_TO_COMPLY or not self._publisher.is_local(offer.vehicle):
            return
        if self._gateway.remote.hand_over(offer.vehicle, key_of(self._publisher.ids[offer.vehicle]), host):
            self._publisher.resign(offer.vehicle)

    def _forget_old_offers(self) -> None:
        """Drop offers that are older than the time-out, and the oldest ones above the limit."""
        now, time_out = self._world.time, self._gateway.settings.thresholds.time_out
        self._offers = {key: offer for key, offer in self._offers.items() if abs(now - offer.time) <= time_out}
        while len(self._offers) >= MOST_OFFERS:
            self._offers.pop(next(iter(self._offers)))

    def _answer(self, pdu: Any, flag: AcknowledgeFlag, is_done: bool) -> None:
        settings = self._gateway.settings
        self._send(
            PduType.ACKNOWLEDGE,
            originating_id=(settings.site, settings.application, 0),
            receiving_id=[int(part) for part in pdu["originating_id"]],
            acknowledge_flag=flag,
            response_flag=ResponseFlag.ABLE_TO_COMPLY if is_done else ResponseFlag.UNABLE_TO_COMPLY,
            request_id=int(pdu["request_id"]),
        )

    def _send(self, pdu_type: PduType, **fields: Any) -> None:
        settings = self._gateway.settings
        made = pdus(
            pdu_type,
            version=settings.version,
            exercise=settings.exercise,
            timestamp=self._gateway.timestamp,
            **fields,
        )
        for datagram in datagrams(made):
            self._gateway.send(pdu_type, datagram)


def _identity(record: Any) -> tuple[int, int, int]:
    return int(record["site"]), int(record["application"]), int(record["entity"])


def _text(value: bytes) -> str:
    text = value.rstrip(b"\0").decode("utf-8", "replace")
    return "".join(letter if letter.isprintable() else " " for letter in text)
