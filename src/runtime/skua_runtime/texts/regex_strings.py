"""Texts that a regular expression matches, and some that it just does not.

Read from the tree that `re` itself parses the pattern into. A text is made by walking the tree once
with a plan: which alternative is taken, how often things are repeated, which character of a set
stands for it. A few plans give texts that differ where it matters; what the pattern proves not to
match (look-behind, conditions, boundaries are passed over) is dropped. No random numbers.
"""

from __future__ import annotations

import re
import warnings
from typing import Any, Optional, Union

try:
    from re import _constants as _c, _parser  # type: ignore[attr-defined]
except ImportError:  # before Python 3.11
    import sre_constants as _c
    import sre_parse as _parser

LONGEST = 200
_LONGEST_NEAR_MISS = 40  # rejecting a text may take long, so longer ones are not tried
_MOST_PLANS = 8
_MOST_STEPS = 4000

# One character for each category, by plan.
_CATEGORIES = {
    _c.CATEGORY_DIGIT: "1703",
    _c.CATEGORY_NOT_DIGIT: "a-B ",
    _c.CATEGORY_SPACE: " \t",
    _c.CATEGORY_NOT_SPACE: "a1-Z",
    _c.CATEGORY_WORD: "aZ7_",
    _c.CATEGORY_NOT_WORD: "- .!",
}
_ANY = "ab1 -"
_OTHERS = "a0-_ Zz9./\\é\n"  # tried where a set excludes characters

_REPEATS = {_c.MAX_REPEAT, _c.MIN_REPEAT}
_ATOMIC: Any = getattr(_c, "ATOMIC_GROUP", None)
if hasattr(_c, "POSSESSIVE_REPEAT"):
    _REPEATS.add(_c.POSSESSIVE_REPEAT)


Text = Union[str, bytes]


def matching(pattern: "re.Pattern[Any]", most: int = 6) -> list[Any]:
    """Different texts that the whole pattern matches, or in which it at least finds something."""
    tree = _parsed(pattern)
    if tree is None:
        return []
    found: dict[Text, None] = {}
    for plan in range(_MOST_PLANS):
        for with_ahead in (False, True):
            text = _as_is(pattern, _Writer(plan, with_ahead).write(tree))
            if text is not None and text not in found and pattern.search(text) is not None:
                found[text] = None
    return list(found)[:most]


def near_misses(pattern: "re.Pattern[Any]", texts: list[Any], most: int = 2) -> list[Any]:
    """Texts that differ from a match by one changed, missing or added character."""
    found: dict[Text, None] = {}
    for text in texts:
        if len(text) > _LONGEST_NEAR_MISS:
            continue
        wrong: Any = b"!" if isinstance(text, bytes) else "!"
        middle = len(text) // 2
        changes = (text[:-1], text[1:], text[:middle] + wrong + text[middle + 1 :], text + wrong)
        for changed in changes:
            if pattern.match(changed) is None:
                found[changed] = None
                break
        if pattern.fullmatch(text + wrong) is None:
            found[text + wrong] = None
    return list(found)[:most]


def _as_is(pattern: "re.Pattern[Any]", text: Optional[str]) -> Any:
    """The text as the pattern needs it: bytes for a pattern of bytes."""
    if text is None or isinstance(pattern.pattern, str):
        return text
    return text.encode("latin-1", "ignore")


def _parsed(pattern: "re.Pattern[Any]") -> Optional[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return _parser.parse(pattern.pattern, pattern.flags)
        except (re.error, RecursionError, OverflowError, ValueError, AttributeError):
            return None


class _TooMuch(Exception):
    pass


class _Writer:
    """Writes one text. With `with_ahead`, the text of a look-ahead is written where it stands."""

    def __init__(self, plan: int, with_ahead: bool) -> None:
        self._plan = plan
        self._with_ahead = with_ahead
        self._groups: dict[int, str] = {}
        self._steps = 0
        self._depth = 0  # nesting of repetitions
        self._options = 0  # optional parts met so far

    def write(self, tree: Any) -> Optional[str]:
        try:
            text = self._sequence(tree)
        except (_TooMuch, RecursionError):
            return None
        return text if len(text) <= LONGEST else None

    def _sequence(self, items: Any) -> str:
        return "".join(self._one(kind, argument) for kind, argument in items)

    def _one(self, kind: Any, argument: Any) -> str:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise _TooMuch
        if kind is _c.LITERAL:
            return chr(argument)
        if kind is _c.NOT_LITERAL:
            return self._picked([one for one in _OTHERS if one != chr(argument)])
        if kind is _c.ANY:
            return self._picked(_ANY)
        if kind is _c.IN:
            return self._member(argument)
        if kind is _c.BRANCH:
            alternatives = argument[1]
            return self._sequence(alternatives[self._plan % len(alternatives)])
        if kind is _c.SUBPATTERN:
            group, inner = argument[0], argument[-1]
            text = self._sequence(inner)
            if group is not None:
                self._groups[group] = text
            return text
        if kind is _ATOMIC:
            return self._sequence(argument)
        if kind in _REPEATS:
            return self._repeated(*argument)
        if kind is _c.GROUPREF:
            return self._groups.get(argument, "")
        if kind is _c.GROUPREF_EXISTS:
            group, present, absent = argument
            return self._sequence(present if group in self._groups else absent or ())
        if kind is _c.ASSERT and argument[0] > 0 and self._with_ahead:
            return self._sequence(argument[1])
        return ""  # positions, look-behind and what must not follow

    def _repeated(self, least: int, most: int, item: Any) -> str:
        """The number of repetitions: the plans use the fewest, one more, and some more in turn."""
        if (least, most) == (0, 1):
            more = self._is_present()
        else:
            more = (1, 0, 2, 3)[self._plan % 4]
        if self._depth > 0:  # texts on which nested repetitions take long are short
            more = min(more, 1)
        count = min(least + more, int(most), LONGEST)
        self._depth += 1
        text = "".join(self._sequence(item) for _ in range(count))
        self._depth -= 1
        return text

    def _is_present(self) -> int:
        """Whether an optional part is there: all, none, then every other one, every other two, and
        the rest of them."""
        option, self._options = self._options, self._options + 1
        if self._plan < 2:
            return 1 - self._plan
        return (option // (self._plan // 2) + self._plan) % 2

    def _member(self, members: Any) -> str:
        candidates: list[str] = []
        negated = False
        for kind, argument in members:
            if kind is _c.NEGATE:
                negated = True
            elif kind is _c.LITERAL:
                candidates.append(chr(argument))
            elif kind is _c.RANGE:
                first, last = argument
                candidates += [chr(first), chr(last), chr((first + last) // 2)]
            elif kind is _c.CATEGORY:
                candidates += _CATEGORIES.get(argument, "")
        if negated:
            text = _inside(members)
            candidates = [one for one in _OTHERS if not text(one)]
        return self._picked(candidates)

    def _picked(self, candidates: Any) -> str:
        if not candidates:
            raise _TooMuch
        # The first plan takes the first character; the others take characters further on, so that
        # they differ.
        further = self._steps // 2 if self._plan else 0
        return candidates[(self._plan + further) % len(candidates)]


def _inside(members: Any) -> Any:
    """Whether a character is one of the members of a set, without regard to negation."""

    def is_inside(character: str) -> bool:
        code = ord(character)
        for kind, argument in members:
            if kind is _c.LITERAL and code == argument:
                return True
            if kind is _c.RANGE and argument[0] <= code <= argument[1]:
                return True
            if kind is _c.CATEGORY and _is_of_category(character, argument):
                return True
        return False

    return is_inside


def _is_of_category(character: str, category: Any) -> bool:
    name = str(category)
    if name.endswith("DIGIT"):
        belongs = character.isdigit()
    elif name.endswith("SPACE"):
        belongs = character.isspace()
    else:
        belongs = character.isalnum() or character == "_"
    return belongs != ("_NOT_" in name)
