"""Makes strings that a regular expression matches, and strings that it nearly matches.

A string is made by one walk over the tree into which `re` parses the pattern. A plan, a number,
decides in the walk: which alternative, how many repetitions, which character of a set. Several
plans give different strings. Strings that do not match are dropped, since look-behinds, conditions
and boundaries are ignored. No random numbers are used.
"""

from __future__ import annotations

import re
import warnings
from typing import Any, Callable, Optional, Union

try:
    from re import _constants as _c, _parser  # type: ignore[attr-defined]
except ImportError:  # Python 3.10 has other names
    import sre_constants as _c
    import sre_parse as _parser

LONGEST = 200
_LONGEST_NEAR_MISS = 40  # longer strings may take long to reject
_MOST_PLANS = 8
_MOST_STEPS = 4000

# Characters of each category; the plan chooses one.
_CATEGORIES = {
    _c.CATEGORY_DIGIT: "1703", _c.CATEGORY_NOT_DIGIT: "a-B ", _c.CATEGORY_SPACE: " \t",
    _c.CATEGORY_NOT_SPACE: "a1-Z", _c.CATEGORY_WORD: "aZ7_", _c.CATEGORY_NOT_WORD: "- .!",
}  # fmt: skip
_ANY = "ab1 -"
_OTHERS = "a0-_ Zz9./\\é\n"  # candidates for negated sets, such as [^a]

_REPEATS = {_c.MAX_REPEAT, _c.MIN_REPEAT}
_ATOMIC: Any = getattr(_c, "ATOMIC_GROUP", None)
if hasattr(_c, "POSSESSIVE_REPEAT"):
    _REPEATS.add(_c.POSSESSIVE_REPEAT)


Text = Union[str, bytes]


def matching(pattern: "re.Pattern[Any]", most: int = 6) -> list[Any]:
    """Different strings in which the pattern is found, usually as a whole."""
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
    """Strings that differ from a match by one changed, missing or added character."""
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
    """The string, encoded if the pattern is of bytes."""
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
    """Writes one string. With `with_ahead`, a look-ahead's content is written in place."""

    def __init__(self, plan: int, with_ahead: bool) -> None:
        self._plan = plan
        self._with_ahead = with_ahead
        self._groups: dict[int, str] = {}
        self._steps = 0
        self._depth = 0  # nesting of repetitions around the current item
        self._options = 0  # number of optional parts so far

    def write(self, tree: Any) -> Optional[str]:
        """The string for a parsed pattern; None if it becomes too long."""
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
        write = self._BY_KIND.get(kind)
        # Boundaries, look-behinds and negative look-aheads need no characters.
        return "" if write is None else write(self, argument)

    def _alternative(self, argument: Any) -> str:
        alternatives = argument[1]
        return self._sequence(alternatives[self._plan % len(alternatives)])

    def _group(self, argument: Any) -> str:
        group, text = argument[0], self._sequence(argument[-1])
        if group is not None:
            self._groups[group] = text
        return text

    def _condition(self, argument: Any) -> str:
        group, present, absent = argument
        return self._sequence(present if group in self._groups else absent or ())

    def _repeated(self, argument: Any) -> str:
        """Repeat an item. In turn, plans use one more than the least number, the least, two more,
        three more."""
        least, most, item = argument
        if (least, most) == (0, 1):
            more = self._is_present()
        else:
            more = (1, 0, 2, 3)[self._plan % 4]
        if self._depth > 0:  # nested repetitions may match slowly, so they stay short
            more = min(more, 1)
        count = min(least + more, int(most), LONGEST)
        self._depth += 1
        text = "".join(self._sequence(item) for _ in range(count))
        self._depth -= 1
        return text

    def _is_present(self) -> int:
        """Whether an optional part is written: always in plan 0, never in plan 1, every second one
        and every other pattern of presence in later plans."""
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

    _BY_KIND: dict[Any, Callable[[_Writer, Any], str]] = {
        _c.LITERAL: lambda self, code: chr(code),
        _c.NOT_LITERAL: lambda self, code: self._picked(_OTHERS.replace(chr(code), "")),
        _c.ANY: lambda self, _: self._picked(_ANY),
        _c.IN: _member,
        _c.BRANCH: _alternative,
        _c.SUBPATTERN: _group,
        _ATOMIC: _sequence,
        **dict.fromkeys(_REPEATS, _repeated),
        _c.GROUPREF: lambda self, group: self._groups.get(group, ""),
        _c.GROUPREF_EXISTS: _condition,
        _c.ASSERT: lambda self, ahead: (
            self._sequence(ahead[1]) if ahead[0] > 0 and self._with_ahead else ""
        ),
    }

    def _picked(self, candidates: Any) -> str:
        if not candidates:
            raise _TooMuch
        # Plan 0 takes the first character; other plans take later ones, so strings differ.
        further = self._steps // 2 if self._plan else 0
        return candidates[(self._plan + further) % len(candidates)]


def _inside(members: Any) -> Any:
    """Make a function that tells whether a character is in a set, ignoring negation."""

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
