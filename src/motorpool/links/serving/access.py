"""Authentication of browsers: keys in links, signed passes in cookies, and banned addresses.

A *key* is a token in a link. A browser that follows the link gets its own signed *pass* in a cookie, so that a link can
be replaced without disconnecting its users, and one user can be disconnected without replacing the link:

- the instructors' key and the drivers' key admit any number of browsers until they are rotated;
- a single-use key admits only the first browser that opens a socket with it;
- a removed pass is no longer valid; a banned address gets no new driver pass.

The server stores nothing for an issued pass, so following links repeatedly uses no memory.
"""

import hashlib
import hmac
import ipaddress
import secrets
import threading
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from ...base.errors import ViewerError
from ...world.sources.command import Role

MIN_TOKEN_LENGTH = 16  # characters; a shorter token can be guessed over a network
MOST_INVITATIONS = 100  # unused single-use links; a further one revokes the oldest
NO_LINK = "This world needs the link with its token, as the server printed it."
OLD_LINK = "This link has been replaced; ask the instructor for the new one."
USED_LINK = "This link was for one browser, which has come in; ask the instructor for another."
REMOVED = "An instructor has removed you from this world; to come back, follow a link."
BARRED = "An instructor has barred this address from this world."


class Pass(NamedTuple):
    """Proof that a browser or a program is admitted."""

    role: Role = "driver"
    address: str = ""  # normalised by `address_of`
    key: int = 0  # number of the key that was used; 0 if none is needed
    guest: str = ""  # the browser; drawn for each connection of a program that shows a token


@dataclass
class Key:
    """A token that admits browsers."""

    role: Role
    token: str
    is_withdrawn: bool = False  # the link admits no further browser
    is_for_one: bool = False
    guest: str = ""  # the browser that a single-use key has admitted
    ended: str = ""  # why its passes are invalid; empty while they are valid
    spared: str = ""  # the browser whose pass stays valid all the same


@dataclass
class _Ban:
    """Ban of an address: no driver from it is admitted."""

    name: str  # name of the banned user
    spared: frozenset[str]  # browsers at that address that stay admitted


@dataclass
class Access:
    """Keys, passes and bans of one server; thread-safe. Without any key every client is an instructor.

    Attributes:
        keys: by their numbers, from 1.
    """

    keys: dict[int, Key] = field(default_factory=dict[int, Key])
    _secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    _removed: set[str] = field(default_factory=set[str])  # guests
    _bans: dict[str, _Ban] = field(default_factory=dict[str, _Ban])
    _watchers: dict[int, tuple[Pass, Callable[[str], None]]] = field(
        default_factory=dict[int, tuple[Pass, Callable[[str], None]]]
    )
    _lock: threading.RLock = field(default_factory=threading.RLock)

    @classmethod
    def for_host(cls, host: str, token: str | None) -> "Access":
        """Open on loopback unless a token is given; elsewhere with ``token`` or a fresh one for the instructor.

        Raises:
            ViewerError: the token is too short or has characters that a link cannot carry.
        """
        if token is None and is_loopback(host):
            return cls()
        if token is not None and (len(token) < MIN_TOKEN_LENGTH or not _is_plain(token)):
            raise ViewerError(
                f"the token has {len(token)} characters; it must have at least {MIN_TOKEN_LENGTH}, "
                "letters, digits, - and _ only"
            )
        return cls({1: Key("instructor", token or _new_token()), 2: Key("driver", _new_token())})

    @property
    def is_open(self) -> bool:
        """Return whether no token is needed."""
        return not self.keys

    @property
    def instructor_token(self) -> str | None:
        """The token in the instructors' link; None where none is needed."""
        return self._token_of("instructor")

    @property
    def driver_token(self) -> str | None:
        """The token in the drivers' link; None where none is needed."""
        return self._token_of("driver")

    # ---- admission

    def follow(self, token: str, address: str, *, kept: Pass | None = None) -> tuple[Pass | None, str]:
        """Return a pass for the bearer of a link's token; or None and the reason in a sentence.

        Args:
            kept: the valid pass that the browser has; it is kept if it was issued for the same link.
        """
        number = self._number_of(token)
        if number is None:
            return None, NO_LINK
        if kept is not None and kept.key == number:
            return kept, ""
        if self.keys[number].is_withdrawn:
            return None, OLD_LINK
        return self._valid(Pass(self.keys[number].role, address, number, secrets.token_urlsafe(9)))

    def recognise(self, cookie: str, address: str) -> tuple[Pass | None, str]:
        """Return the pass in a cookie; or None and the reason in a sentence."""
        number, _, rest = cookie.partition(".")
        guest, _, signature = rest.partition(".")
        known = number.isdecimal() and number.isascii() and len(number) < 10 and int(number) in self.keys
        if not known or not _is_same(signature, self._signature(int(number), guest)):
            return None, NO_LINK
        return self._valid(Pass(self.keys[int(number)].role, address, int(number), guest))

    def cookie_of(self, shown: Pass) -> str:
        """Return the cookie that carries a pass."""
        return f"{shown.key}.{shown.guest}.{self._signature(shown.key, shown.guest)}"

    def refusal(self, shown: Pass) -> str:
        """Return why a pass is invalid, in a sentence; empty while it is valid."""
        with self._lock:
            if shown.key == 0:
                return "" if self.is_open else NO_LINK
            key = self.keys[shown.key]
            ban = self._bans.get(shown.address) if shown.role == "driver" else None
            if key.ended and shown.guest != key.spared:
                return key.ended
            if key.is_for_one and key.guest not in ("", shown.guest):
                return USED_LINK
            if shown.guest in self._removed:
                return REMOVED
            return BARRED if ban and shown.guest not in ban.spared else ""

    def settle(self, shown: Pass) -> None:
        """Bind a single-use key to the browser that opens a socket with it."""
        with self._lock:
            key = self.keys.get(shown.key)
            if key is not None and key.is_for_one:
                key.guest = key.guest or shown.guest

    @contextmanager
    def watched(self, shown: Pass, ended: Callable[[str], None]) -> Generator[None, None, None]:
        """Call a function, in any thread, with the reason when a pass becomes invalid."""
        with self._lock:
            number = id(ended)
            self._watchers[number] = shown, ended
        try:
            yield
        finally:
            with self._lock:
                del self._watchers[number]

    # ---- commands of instructors

    def rotate(self, role: Role, *, drop: bool, spare: Pass | None = None) -> None:
        """Replace the link of a role; the old link admits no further browser.

        Args:
            spare: pass that stays valid: the sender of the command.

        Raises:
            ViewerError: no link is needed here.
        """
        self._check_closed()
        with self._lock:
            for key in self.keys.values():
                if key.role == role and not key.is_for_one:
                    key.is_withdrawn = True
                    if drop:
                        key.ended, key.spared = OLD_LINK, spare.guest if spare and spare.role == role else key.spared
            self.keys[len(self.keys) + 1] = Key(role, _new_token())
            self._tell_watchers()

    def invite(self) -> str:
        """Return the token of a new drivers' link that admits one browser.

        Raises:
            ViewerError: no link is needed here.
        """
        self._check_closed()
        with self._lock:
            waiting = [key for key in self.keys.values() if key.is_for_one and not (key.guest or key.ended)]
            if len(waiting) >= MOST_INVITATIONS:
                waiting[0].ended = OLD_LINK
            token = _new_token()
            self.keys[len(self.keys) + 1] = Key("driver", token, is_for_one=True)
            return token

    def remove(self, shown: Pass) -> None:
        """Invalidate a pass; its bearer may follow a link again."""
        with self._lock:
            self._removed.add(shown.guest)
            self._tell_watchers()

    def ban(self, shown: Pass, *, name: str, present: Iterable[Pass] = ()) -> None:
        """Invalidate a pass, and admit no further driver from its address.

        Args:
            present: passes of the connected clients; those of the same address stay valid.
        """
        with self._lock:
            stay = {one.guest for one in present if one.address == shown.address} - {shown.guest}
            before = self._bans.get(shown.address)
            if before is not None:
                stay &= before.spared
            self._bans[shown.address] = _Ban(name, frozenset(stay))
            self.remove(shown)

    def lift(self, address: str) -> None:
        """Admit drivers from an address again."""
        with self._lock:
            self._bans.pop(address, None)

    def bans(self) -> dict[str, str]:
        """Return the banned addresses, each with the name of the banned user."""
        with self._lock:
            return {address: ban.name for address, ban in self._bans.items()}

    def _check_closed(self) -> None:
        if self.is_open:
            raise ViewerError("on this machine no link is needed; start the server with --host 0.0.0.0 to get links")

    def _tell_watchers(self) -> None:
        for shown, ended in list(self._watchers.values()):
            if reason := self.refusal(shown):
                ended(reason)

    def _token_of(self, role: Role) -> str | None:
        with self._lock:
            keys = [key for key in self.keys.values() if key.role == role and not key.is_for_one]
        return keys[-1].token if keys else None

    def _number_of(self, token: str) -> int | None:
        with self._lock:
            found = [number for number, key in self.keys.items() if _is_same(token, key.token)]
        return found[0] if found else None

    def _valid(self, shown: Pass) -> tuple[Pass | None, str]:
        reason = self.refusal(shown)
        return (None, reason) if reason else (shown, "")

    def _signature(self, number: int, guest: str) -> str:
        return hmac.new(self._secret, f"{number}.{guest}".encode(), hashlib.sha256).hexdigest()


def address_of(host: str) -> str:
    """Return an address in normal form: "loopback" for all of loopback, the network of 64 bits for IPv6."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            return "loopback" if address.is_loopback else str(ipaddress.IPv6Network((address, 64), strict=False))
        address = address.ipv4_mapped
    return "loopback" if address.is_loopback else str(address)


def is_loopback(host: str) -> bool:
    """Return whether only programs on this machine can reach that address."""
    return host == "localhost" or (is_numeric(host) and ipaddress.ip_address(host).is_loopback)


def is_numeric(host: str) -> bool:
    """Return whether a host is given by an address, not by a name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _new_token() -> str:
    return secrets.token_urlsafe(24)


def _is_plain(token: str) -> bool:
    return token.isascii() and all(letter.isalnum() or letter in "-_" for letter in token)


def _is_same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode(), expected.encode())
