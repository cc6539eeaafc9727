"""The content security policy of the site: written into each page, since web servers of files send no header for it.

Scripts run if they come from the site, or stand in the page word for word as it was built: their SHA-256 is in the
policy. WebAssembly may be compiled, which Python in the browser is.
"""

import base64
import hashlib
import html
import re
from pathlib import Path

SCRIPT = re.compile(rb"<script\b(?P<attributes>[^>]*)>(?P<content>.*?)</script>", re.DOTALL | re.IGNORECASE)
HANDLER = re.compile(rb"<[a-z][^<>]*\son[a-z]+\s*=", re.IGNORECASE)
CHARSET = re.compile(rb"<meta\s+charset=[^>]*>", re.IGNORECASE)
WRITTEN = re.compile(rb'<meta http-equiv="Content-Security-Policy"[^>]*>')
DATA = (b"application/json", b"application/ld+json", b"importmap", b"text/markdown")  # types of what is not run

DIRECTIVES = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self' 'unsafe-inline'",  # tables are aligned, and the editor is laid out, by inline styles
    "img-src": "'self' data:",
    "media-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "frame-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}


def write_policies(folder: Path) -> None:
    """Write the policy into each page of a site.

    Args:
        folder: of the site.

    Raises:
        ValueError: a page has an event handler in its markup, which no policy without ``unsafe-inline`` lets run.
    """
    for path in sorted(folder.rglob("*.html")):
        content = path.read_bytes()
        try:
            path.write_bytes(with_policy(content))
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None


def with_policy(content: bytes) -> bytes:
    """Return a page with its policy, in place of one that it has."""
    content = WRITTEN.sub(b"", content)
    if handler := HANDLER.search(SCRIPT.sub(b"", content)):
        raise ValueError(f"an event handler stands in the markup: {handler[0].decode(errors='replace')}")
    charset = CHARSET.search(content)
    if charset is None:
        raise ValueError("the page declares no character set, which comes before its policy")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{html.escape(policy_of(content), quote=False)}">'
    return content[: charset.end()] + meta.encode() + content[charset.end() :]


def policy_of(content: bytes) -> str:
    """Return the policy of a page, with the hashes of the scripts that stand in it."""
    hashes = sorted({f"'sha256-{hash_of(script)}'" for script in inline_scripts(content)})
    directives = DIRECTIVES | {"script-src": " ".join([DIRECTIVES["script-src"], *hashes])}
    return "; ".join(f"{name} {sources}" for name, sources in directives.items())


def inline_scripts(content: bytes) -> list[bytes]:
    """Return the scripts that stand in a page."""
    return [
        match["content"]
        for match in SCRIPT.finditer(content)
        if b"src=" not in match["attributes"].lower() and not any(kind in match["attributes"] for kind in DATA)
    ]


def hash_of(script: bytes) -> str:
    """Return the hash of a script as a policy has it; browsers read line ends of any kind as one."""
    return base64.b64encode(hashlib.sha256(script.replace(b"\r\n", b"\n")).digest()).decode()
