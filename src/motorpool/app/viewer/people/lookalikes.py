"""Names that look like others, after Unicode Technical Standard 39: mixed scripts, and skeletons.

The *skeleton* of a text replaces letters that look the same by one of them: two names with the same skeleton can be
mistaken for each other. The table has the letters of other scripts that look like Latin ones in
common typefaces; the standard's own has 6 000 entries, most of them for scripts in which the word
"instructor" cannot be imitated, and for signs that `driver_names.printable` takes away.
"""

import unicodedata
from functools import lru_cache

ROLES = ("instructor", "teacher", "admin", "administrator", "moderator", "operator", "server", "system", "motorpool")

_LOOKALIKES = {
    # Cyrillic
    "АВЕЅІЈКМНОРСТУХԚԜҺӀЬ": "ABESIJKMHOPCTYXQWhIb",
    "авеѕіјкмнорстухԛԝһӏԁгпьԍв": "abesijkmhopctyxqwhldrnbgb",
    # Greek
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ": "ABEZHIKMNOPTYX",
    "αβγεηικνορτυχωϲϳ": "abyeniKvoptuxwcj",
    # Armenian
    "ՍՏՕԼՈսոօհցզքկ": "USOLnunohgqpl",
    # Cherokee
    "ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏳᏴ": "DRTiAJEWMHZbRWSVSLCPKdGB",
    # Lisu
    "ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ": "BPdDTGKJCZFMNLSRVHWXYAEIOU",
    # Latin: small capitals, and letters with strokes or without dots
    "ıȷɑɡɩʀɴʟɪʜʙᴀᴄᴅᴇᴊᴋᴍᴏᴘꜱᴛᴜᴠᴡʏᴢøđħłŧØĐĦŁŦ": "ijagirnlihbacdejkmopstuvwyzodhltODHLT",
    # Digits and signs
    "0135|!$@": "olesllsa",
}
_TABLE = {ord(one): like for ones, likes in _LOOKALIKES.items() for one, like in zip(ones, likes, strict=True)}
_PAIRS = (("rn", "m"), ("vv", "w"), ("i", "l"))
# Scripts that one word mixes in honest writing, after the standard's level "highly restrictive".
_HONEST = (
    {"LATIN", "CJK", "HIRAGANA", "KATAKANA"},
    {"LATIN", "CJK", "BOPOMOFO"},
    {"LATIN", "CJK", "HANGUL"},
)


@lru_cache(maxsize=1024)
def skeleton(text: str) -> str:
    """Return the skeleton of a text, from its letters, marks and digits."""
    latin = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text)).translate(_TABLE).casefold()
    latin = "".join(one for one in unicodedata.normalize("NFD", latin) if unicodedata.category(one)[0] in "LMN")
    for pair, like in _PAIRS:
        latin = latin.replace(pair, like)
    return latin


@lru_cache(maxsize=1024)
def names_role(text: str) -> bool:
    """Return whether a text, or a word of it, looks like the name of a role, with or without a number: Instructor 2."""
    letters = "".join(one for one in unicodedata.normalize("NFD", text) if unicodedata.category(one)[0] != "M")
    return any(skeleton(part.rstrip("0123456789 ")) in _ROLES for part in (letters, *letters.split()))


@lru_cache(maxsize=1024)
def has_mixed_scripts(text: str) -> bool:
    """Return whether a word has letters of scripts that no language mixes, as Latin ones and a Cyrillic c."""
    return any(_is_mixed(word) for word in unicodedata.normalize("NFKC", text).split())


def _is_mixed(word: str) -> bool:
    scripts = {_script_of(one) for one in word if unicodedata.category(one)[:2] in ("Lu", "Ll", "Lo", "Lt")}
    return len(scripts) > 1 and not any(scripts <= honest for honest in _HONEST)


def _script_of(letter: str) -> str:
    """Return the script of a letter, which is the first word of its name in Unicode."""
    return unicodedata.name(letter, "UNKNOWN").split()[0]


_ROLES = {skeleton(role) for role in ROLES}
