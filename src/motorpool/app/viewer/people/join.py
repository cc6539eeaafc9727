"""Links for other machines, with the addresses of this machine and the drivers' token, and their QR codes.

A phone on the same network can resolve neither 0.0.0.0 nor the name of this machine, so the links have numeric
addresses. They are found without sending anything: a datagram socket that is connected to an address reserved for
documentation has the address that it would send from.
"""

import functools
import io
import ipaddress
import re
import socket
import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ....base.errors import require
from ....links.serving.access import MOST_INVITATIONS, Access
from ..schema.session import JoinLink

DOCUMENTATION = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))  # RFC 5737, RFC 3849: never assigned
EVERY_ADDRESS = ("0.0.0.0", "::", "")
_PICTURE = re.compile(r"(?:(?P<set>[0-9]{1,9})-)?(?P<number>[0-9]{1,4})")
QUIET_ZONE = 4  # of a code, in its squares (ISO/IEC 18004)


class JoinLinks:
    """The links of a server for drivers; none where other machines cannot reach it."""

    def __init__(self, addressed: Callable[[str | None], Sequence[str]], access: Access) -> None:
        self._addressed, self._access = addressed, access
        self._handed_out: deque[list[str]] = deque(maxlen=MOST_INVITATIONS)
        self._count = 0  # number of sets handed out so far

    @property
    def urls(self) -> tuple[str, ...]:
        """The links for any number of drivers, the best one first."""
        return tuple(self._addressed(self._access.driver_token))

    def described(self) -> list[JoinLink]:
        """Return the links for the page."""
        return [{"url": url, "code": f"join/{number}.svg"} for number, url in enumerate(self.urls)]

    def hand_out(self, token: str | None) -> list[JoinLink]:
        """Return links that carry a token, with pictures of their own."""
        urls = list(self._addressed(token))
        self._handed_out.append(urls)
        self._count += 1
        return [{"url": url, "code": f"join/{self._count}-{number}.svg"} for number, url in enumerate(urls)]

    def respond(self, request: Request) -> Response:
        """Return the QR code of a link, as a picture, for instructors."""
        if request.scope["pass"].role != "instructor":
            return PlainTextResponse("Only an instructor may hand out links.", 403)
        url = self._url_of(request.path_params["name"])
        if url is None:
            return PlainTextResponse("There is no such link.", 404)
        return Response(qr_picture(url), media_type="image/svg+xml", headers={"cache-control": "no-store"})

    def print_way_in(self) -> None:
        """Print the links, and in a terminal the code of the first."""
        for number, url in enumerate(self.urls):
            print("Drivers, who may not pause it, come in by" if number == 0 else "or by", url, flush=True)
        if self.urls and sys.stdout.isatty() and "utf" in (sys.stdout.encoding or "").lower():
            _code(self.urls[0]).terminal(compact=True, border=2)

    def _url_of(self, name: str) -> str | None:
        """Return the link of a picture: 0 is the first for all drivers, 3-0 the first of the third set."""
        match = _PICTURE.fullmatch(name)
        if not match:
            return None
        urls: Sequence[str] = self.urls
        if match["set"]:
            back = self._count - int(match["set"])  # sets since
            urls = self._handed_out[-1 - back] if 0 <= back < len(self._handed_out) else ()
        number = int(match["number"])
        return urls[number] if number < len(urls) else None


def addresses_of(host: str, listener: socket.socket) -> list[str]:
    """Return the numbers by which other machines reach a listening socket; none for loopback."""
    if host not in EVERY_ADDRESS:
        own = str(listener.getsockname()[0])
        return [] if ipaddress.ip_address(own.partition("%")[0]).is_loopback else [own]
    families = {listener.family} | ({socket.AF_INET} if _takes_both(listener) else set[socket.AddressFamily]())
    return reachable(lan_addresses(), families)


def reachable(addresses: Iterable[str], families: Iterable[int]) -> list[str]:
    """Return the addresses of these families that others can use, each once: IPv4 first, which is shorter to type."""
    versions = {4 if family == socket.AF_INET else 6 for family in families}
    found = [ipaddress.ip_address(one.partition("%")[0]) for one in addresses]
    usable = [
        one
        for one in dict.fromkeys(found)
        if one.version in versions and not (one.is_loopback or one.is_link_local or one.is_unspecified)
    ]
    return [str(one) for one in sorted(usable, key=lambda one: one.version)]


def lan_addresses() -> list[str]:
    """Return the addresses of this machine, those that it sends from first."""
    return [*_sending_addresses(), *_named_addresses()]


def qr_picture(text: str) -> bytes:
    """Return the QR code of a text as an SVG, black on white independent of the theme."""
    picture = io.BytesIO()
    _code(text).save(
        picture, kind="svg", border=QUIET_ZONE, xmldecl=False, light="#ffffff", svgclass=None, lineclass=None
    )
    return picture.getvalue()


@functools.lru_cache(maxsize=8)
def _code(text: str):
    segno = require("segno", extra="app", purpose="drawing a QR code")
    return segno.make(text, error="m", micro=False)


def _sending_addresses() -> list[str]:
    found: list[str] = []
    for family, other in DOCUMENTATION:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((other, 9))  # a datagram socket sends nothing here
                found.append(probe.getsockname()[0])
        except OSError:  # this machine has no route for this family
            continue
    return found


def _named_addresses() -> list[str]:
    try:
        known = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_DGRAM)
    except OSError:
        return []
    return [str(address[0]) for *_, address in known]


def _takes_both(listener: socket.socket) -> bool:
    """Return whether an IPv6 socket also accepts IPv4."""
    return listener.family == socket.AF_INET6 and not listener.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY)
