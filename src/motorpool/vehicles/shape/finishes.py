"""Materials of the parts of vehicles."""

from typing import NamedTuple


class Finish(NamedTuple):
    """A material."""

    colour: int  # 0xRRGGBB
    paint: float = 0.0  # 1: times the coat; 2: times the colour of the side, or of the driver if a person drives
    gloss: float = 0.0  # share of the sky that it mirrors [1]
    glow: float = 0.0  # own light, as a share of its colour [1]
    is_smooth: bool = False  # shaded as a curved surface


FINISHES = {
    "paint": Finish(0xFFFFFF, paint=1.0, gloss=0.12),
    "shade": Finish(0xC4C4C4, paint=1.0),
    "accent": Finish(0xFFFFFF, paint=2.0, gloss=0.1),
    "pennant": Finish(0xFFFFFF, paint=2.0, gloss=0.1, glow=0.25),
    "dark": Finish(0x2D3033),
    "black": Finish(0x050505),
    "rubber": Finish(0x222325),
    "tread": Finish(0x1B1C1E),
    "rim": Finish(0x8F9598, gloss=0.25),
    "spoke": Finish(0xA9AEB0, gloss=0.3),
    "hub": Finish(0x45494B),
    "link": Finish(0x3F3B37),
    "track": Finish(0x33312E),
    "steel": Finish(0x6A6D6C, gloss=0.15),
    "glass": Finish(0x16222A, gloss=1.0),
    "lamp": Finish(0xFFF3CF, gloss=0.5, glow=0.55),
    "tail": Finish(0xB4251C, glow=0.35),
    "amber": Finish(0xD8861C, glow=0.3),
    "plate": Finish(0xD9D6C8),
    "wood": Finish(0x7A6A50),
    "canvas": Finish(0x6B6A4C),
    "cloth": Finish(0x59634A),
    "red": Finish(0xD8201C, gloss=0.25, is_smooth=True),
    "white": Finish(0xFFFFFF, glow=0.4),
    "ink": Finish(0x0C0C0C),
}
