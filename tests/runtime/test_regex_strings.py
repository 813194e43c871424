"""Texts for regular expressions: they match, they are few, and they are the same each time."""

import re

import pytest
import support

support.native()

from skua_runtime.texts.regex_strings import LONGEST, matching, near_misses

PATTERNS = [
    r"\d{4}-\d\d-\d\d", r"(foo|bar|baz)+\s*=\s*([^;]*);", r"^[\w.+-]+@[\w-]+\.[\w.]+$",
    r"(?P<quote>[\"']).*?(?P=quote)", r"(?=.*\d)(?=.*[a-z]).{8,}", r"a(?!b)c", r"(?<=x)y|z",
    r"[^\W\d_]+", r"(<)?x(?(1)>|!)", r"#[0-9a-f]{6}|#[0-9a-f]{3}", r"\s*\S\D\W",
    r"(?s:.)(?i:HELLO)\b", r"[^a-z0-9]", r"\Aend\Z", r"x{3,5}?y*", b"[\x80-\xff]+;",
]


@pytest.mark.parametrize("source", PATTERNS)
def test_matching_texts_match_and_near_misses_do_not(source):
    pattern = re.compile(source)
    texts = matching(pattern)
    assert texts and all(pattern.search(text) for text in texts)
    assert len(texts) == len(set(texts)) <= 6 and all(len(text) <= LONGEST for text in texts)
    misses = near_misses(pattern, texts)
    assert len(misses) <= 2
    assert all(pattern.fullmatch(text) is None for text in misses)
    assert (texts, misses) == (matching(re.compile(source)), near_misses(pattern, texts))


def test_each_alternative_is_taken():
    texts = matching(re.compile("(?:red|green|blue)!"), most=8)
    assert {"red!", "green!", "blue!"} <= set(texts)


def test_flags_are_respected():
    assert matching(re.compile("a  # not this\n b", re.VERBOSE)) == ["ab"]


@pytest.mark.parametrize("source", [r"a\bb", r"(?!)", r"[^\s\S]", r"\d{1000}", r"(?:a{100}){100}"])
def test_what_no_short_text_matches_gives_none(source):
    assert matching(re.compile(source)) == []


def test_nested_repetitions_give_short_texts():
    pattern = re.compile(r"((a*)*)*b")
    assert all(len(text) < 20 for text in matching(pattern))
