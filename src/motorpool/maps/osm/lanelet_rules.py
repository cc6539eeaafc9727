"""Regulatory elements of Lanelet2: right of way, signs and traffic lights at the ends of lanelets, and speed limits.

An element is for the ends of the lanelets that it names: the last ones before a junction. Those that follow in the
junction get its right of way. Where it names lanelets in the junction, which cross or join those of the other side or
begin at the stop line, it is for these, and vehicles stop at the ends of the lanelets before them. Of lanelets that
yield to some and go before others, the network says nothing, so that they are between both.

Source: https://github.com/fzi-forschungszentrum-informatik/Lanelet2, lanelet2_core/doc/RegulatoryElementTagging.md and
LinestringTagging.md; numbers of signs: German road traffic regulations (StVO), annexes 2 and 3, and Manual on Uniform
Traffic Control Devices (FHWA 2009), chapter 2B.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...ground.roads.network import GIVE_WAY, PRIORITY, STOP, RoadSection
from .signs import End, Junctions, signed
from .tags import count, speed_limit, tag_word

LIGHT, SIGN, SPEED, RIGHT, ALL_STOP = "traffic_light", "traffic_sign", "speed_limit", "right_of_way", "all_way_stop"
LIMIT_SIGNS = {"de274.1": 30.0, "de310": 50.0, "de325.1": 10.0}  # besides de274-60 and the like [km/h]
RULE_SIGNS = {
    "de205": GIVE_WAY, "de206": STOP, "de301": PRIORITY, "de306": PRIORITY, "usr1-1": STOP, "usr1-2": GIVE_WAY,
}  # fmt: skip
RULE_WORDS = (("stop", STOP), ("yield", GIVE_WAY), ("give_way", GIVE_WAY))  # in other types of signs
LONGEST = 100.0  # lanelet in a junction; a longer one that follows a sign is the road behind it [m]

Floats = NDArray[np.float64]


class Signs(NamedTuple):
    """Ways that regulatory elements refer to."""

    types: Mapping[int, str]  # subtypes of traffic signs
    place: Callable[[int], Floats | None]  # middle of a way (x, y) [m]; None if the file lacks it


class Rule(NamedTuple):
    """Regulatory element."""

    kind: str
    type: str  # of its sign
    signs: list[int]  # ways
    lines: list[int]  # ways of stop lines
    yields: list[int]  # lanelets
    first: list[int]  # lanelets that go before these
    is_fallback: bool  # counts where no traffic lights are

    def types(self, types: Mapping[int, str]) -> list[str]:
        """Return the types of its signs."""
        return [word for word in (self.type, *(types.get(way, "") for way in self.signs)) if word]

    def limit(self, types: Mapping[int, str], left_out: Counter[str]) -> float | None:
        """Return the lowest speed limit of its signs [m/s]; None if it has none."""
        words = self.types(types) if self.kind in (SPEED, SIGN) else []
        known = [limit for word in words if (limit := _limit_of_sign(word)) is not None]
        if self.kind == SPEED and words and not known:
            count(left_out, "speed limits of signs that are not known")
        return min(known, default=None)


def read_rule(members: Iterable[tuple[str, int]], tags: Mapping[str, str], left_out: Counter[str]) -> Rule | None:
    """Return a regulatory element; None, counted, for one of another kind, or that counts only at times.

    Args:
        members: roles and numbers.
    """
    kind, by_role = tags.get("subtype", ""), defaultdict[str, list[int]](list)
    if kind not in (LIGHT, SIGN, SPEED, RIGHT, ALL_STOP):
        count(left_out, f"regulatory elements of {tag_word('subtype', kind)}")
        return None
    if tags.get("dynamic") == "yes" and kind != LIGHT:
        count(left_out, "regulatory elements with dynamic=yes")
        return None
    for role, number in members:
        by_role[role].append(number)
    return Rule(
        kind=kind, type=tags.get("sign_type", ""), signs=by_role["refers"], lines=by_role["ref_line"],
        yields=by_role["yield"], first=by_role["right_of_way"], is_fallback=tags.get("fallback") == "yes",
    )  # fmt: skip


def with_rules(
    sections: Sequence[RoadSection],
    owners: Sequence[tuple[int, Sequence[int]]],
    rules: Mapping[int, Rule],
    signs: Signs,
    left_out: Counter[str],
) -> list[RoadSection]:
    """Return the sections with the rules and lights of regulatory elements at their ends.

    Args:
        owners: number of the lanelet of each section, and those of its regulatory elements.
        left_out: counts by description, changed in place.
    """
    if not rules and not any(own for _, own in owners):
        return [*sections]
    regulations = _Regulations(sections, signs, left_out)
    section_of = {lanelet: number for number, (lanelet, _) in enumerate(owners)}
    users: defaultdict[int, list[int]] = defaultdict(list)
    for number, (_, own) in enumerate(owners):
        for rule in dict.fromkeys(own):
            users[rule].append(number)
    count(left_out, "regulatory elements that the file lacks", len(users.keys() - rules.keys()))
    for number, rule in sorted(rules.items(), key=lambda item: item[1].is_fallback):  # which see the others' lights
        yields, first = (
            [section_of[each] for each in side if each in section_of] for side in (rule.yields, rule.first)
        )
        gone = len(rule.yields) + len(rule.first) - len(yields) - len(first)
        count(left_out, "lanelets of rights of way that are no roads of the map", gone)
        regulations.add(rule, yields, first, users[number])
    return regulations.result()


class _Regulations:
    """Rules and lights at the ends of sections, as elements give them."""

    def __init__(self, sections: Sequence[RoadSection], signs: Signs, left_out: Counter[str]):
        self._sections, self._signs, self._left_out = sections, signs, left_out
        self._junctions = Junctions(sections)
        self._rules: defaultdict[End, set[str]] = defaultdict(set)
        self._lit: set[End] = set()

    def result(self) -> list[RoadSection]:
        """Return the sections with the rules and lights of all elements."""
        rules = {
            end: STOP if STOP in given else given.pop() if len(given) == 1 else "" for end, given in self._rules.items()
        }
        exits: dict[int, End] = {}  # first lit end from which each node behind a junction is reached
        together = [
            (end, exits.setdefault(self._junctions.node(far), end))
            for end in sorted(self._lit)
            for far in self._inside(end, ())
        ]
        return signed(self._sections, rules, self._junctions.numbered(self._lit, together))

    def add(self, rule: Rule, yields: Sequence[int], first: Sequence[int], users: Sequence[int]) -> None:
        """Add an element.

        Args:
            yields, first: sections of the lanelets that it names.
            users: sections of the lanelets that name it.
        """
        gone = sum(self._signs.place(way) is None for way in rule.lines)
        count(self._left_out, "stop lines that the file lacks", gone)
        if not users and not yields:
            count(self._left_out, f"regulatory elements of {tag_word('subtype', rule.kind)} that are for no road")
        elif rule.kind == LIGHT:
            for number in users:
                self._lit.update(self._before(number, is_inside=self._is_behind_line(number, rule)))
        elif rule.kind == SIGN:
            self._add_sign(rule, users)
        elif rule.kind == ALL_STOP:
            is_matched = len(rule.lines) in (0, len(rule.yields))
            count(self._left_out, "all-way stops without a stop line for each lanelet", int(not is_matched))
            for number in yields or users:
                self._give(number, STOP, "", rule, [each for each in yields if each != number])
        elif rule.kind == RIGHT:
            if not yields or (rule.first and not first):
                count(self._left_out, "rights of way over or before no road of the map")
                return
            for number in yields:
                own = STOP if self._stops(number, rule) else GIVE_WAY
                self._give(number, own, GIVE_WAY, rule, first)
            for number in first:
                self._give(number, PRIORITY, PRIORITY, rule, yields)

    def _add_sign(self, rule: Rule, users: Sequence[int]) -> None:
        words = rule.types(self._signs.types)
        given = {found for word in words if (found := _rule_of_sign(word))}
        for found in given:
            for number in users:
                self._give(number, found, GIVE_WAY if found == STOP else found, rule, ())
        if not given and rule.limit(self._signs.types, self._left_out) is None:
            of = tag_word("subtype", ", ".join(words)) if words else "no type"
            count(self._left_out, f"traffic signs of {of}")

    def _give(self, number: int, own: str, inside: str, rule: Rule, others: Sequence[int]) -> None:
        """Give a lanelet, and those that follow it in the junction, a right of way.

        Args:
            own: right of way at the end before the junction.
            inside: that of lanelets in it; empty for none.
            others: sections of the other side.
        """
        end = (number, True)
        against = [*others, *(far for each in others for far, _ in self._junctions.ends_behind((each, True)))]
        is_inside = self._is_behind_line(number, rule) or self._meets(number, against)
        before = self._before(number, is_inside=is_inside)
        if rule.is_fallback and self._lit.intersection(before):
            return
        for each in before if not is_inside or own == STOP else ():
            self._rules[each].add(own)
        for each in ([end] if is_inside else self._inside(end, against)) if inside else ():
            self._rules[each].add(inside)

    def _before(self, number: int, *, is_inside: bool) -> list[End]:
        """Return the ends before the junction at which vehicles wait that drive along a lanelet."""
        if not is_inside:
            return [(number, True)]
        ends = self._junctions.ends_before((number, False))
        count(self._left_out, "stop lines at which no lanelet ends", int(not ends))
        return ends

    def _inside(self, end: End, against: Sequence[int]) -> list[End]:
        """Return the far ends of the lanelets that follow an end in a junction: where ways part, meet or cross."""
        behind = self._junctions.ends_behind(end)
        return [
            far
            for far in behind
            if self._sections[far[0]].length <= LONGEST
            and (len(behind) > 1 or self._junctions.ends_before(far) or self._meets(far[0], against))
        ]

    def _meets(self, number: int, others: Iterable[int]) -> bool:
        """Return whether a lanelet crosses or joins one of others."""
        own = self._sections[number]
        return any(
            own.end == other.end or (own.start != other.start and _are_crossing(own.points, other.points))
            for other in (self._sections[each] for each in others if each != number)
        )

    def _is_behind_line(self, number: int, rule: Rule) -> bool:
        """Return whether the stop line of a lanelet is at its beginning; without one it is at its end."""
        places = [place for way in rule.lines if (place := self._signs.place(way)) is not None]
        if not places:
            return False
        first, last = (self._sections[number].points[point, :2] for point in (0, -1))
        start, end = (min(float(np.hypot(*(place - point))) for place in places) for point in (first, last))
        return start < end

    def _stops(self, number: int, rule: Rule) -> bool:
        """Return whether the sign of a right of way that is nearest to the end of a lanelet is a stop sign."""
        last = self._sections[number].points[-1, :2]
        found = [
            (float(np.hypot(*(place - last))), kind)
            for way in rule.signs
            if (kind := _rule_of_sign(self._signs.types.get(way, ""))) in (STOP, GIVE_WAY)
            and (place := self._signs.place(way)) is not None
        ]
        return min(found, default=(0.0, ""))[1] == STOP


def _are_crossing(one: Floats, other: Floats) -> bool:
    """Return whether two lines cross in the plane, other than at their ends."""
    a, b, c, d = one[:-1, None, :2], one[1:, None, :2], other[None, :-1, :2], other[None, 1:, :2]

    def side(first: Floats, last: Floats, point: Floats) -> Floats:
        along, to = last - first, point - first
        return np.sign(along[..., 0] * to[..., 1] - along[..., 1] * to[..., 0])

    return bool(((side(a, b, c) * side(a, b, d) < 0.0) & (side(c, d, a) * side(c, d, b) < 0.0)).any())


def _rule_of_sign(word: str) -> str:
    """Return the right of way of a type of sign; empty for others."""
    word = word.lower()
    return RULE_SIGNS.get(word) or next((rule for part, rule in RULE_WORDS if part in word), "")


def _limit_of_sign(word: str) -> float | None:
    """Return the speed limit of a type of sign [m/s], such as "de274-60" or "60 km/h"; None of others."""
    german = re.fullmatch(r"de274-(\d{1,3})", word, re.ASCII)
    if german:
        return float(german[1]) / 3.6 or None
    return LIMIT_SIGNS[word] / 3.6 if word in LIMIT_SIGNS else speed_limit(word)
