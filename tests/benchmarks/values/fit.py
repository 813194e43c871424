"""Fits the prior to what was harvested, and writes its table; see prior.py of the runtime.

The same rows give the same bytes.
"""

from __future__ import annotations

import ast
import json
import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from skua_runtime.source.parameter_facts import ParameterFacts, kind_of_value
from skua_runtime.expected.prior import ANY_WORD, QUARTERS, features_of, word_of
from skua_runtime.expected.shapes import SHAPES, SINGLE, shape_of

from .harvest import Passed

Rows = Mapping[str, Sequence[Passed]]  # by project

# Chosen on a third of the training projects; see README.md.
EPOCHS = 8
PENALTY = 0.1
WORDS_ALONE = 0.5  # weight of a parameter of which nothing but its name is known
RATE = 0.25
FULL_PARAMETERS = 150  # of a project; what one with more of them says of each counts less
LEAST_PROJECTS = 2  # that have a feature or a literal
LEAST_PROJECTS_ANY_WORD = 3
PSEUDO = "pseudo-counts"
PSEUDO_PROJECTS = 6  # that have the pseudo-counts
MOST_LITERALS = 10
MOST_LITERALS_ANY_WORD = 40
LEAST_PROJECTS_WORD = 6
LONGEST_LITERAL = 40
MOST_TEXTS = 400  # of a project, for the characters
UNREADABLE = ("str_foreign", "str_blank")  # shapes of which no literal is kept
SMALLEST_GRADIENT = 1e-4  # that moves a weight

# Characters: the edge of a text, any that is not listed, white space, printable ASCII.
LETTERS = 3 + 95
RAREST_LETTER = 56  # quarters of a bit
FIRST_LETTER = 35  # the code of the character that says 0 bits

_PERSONAL = re.compile(
    r"[\w.+-]+@(?!example\.)[\w-]+\.\w+|\d[\d\s()-]{8,}\d|[0-9a-fA-F]{16,}|[A-Za-z0-9+/_-]{24,}"
    r"|(?i:password|secret|token|passwd|api.?key)"
)
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]{2,}")
_HOST = re.compile(r"([\w-]+)\.(?:com|org|net|io)\b")  # likely somebody's, but for example.com
_FIRST_NAMES = frozenset(
    "john jane bob carol dave eve mary peter paul guido tim james joe george david michael mike sarah"
    " anna tom steve adam smith doe fred barney wilma anne frank jack jim sam max kim ben bill lisa"
    " chris daniel robert alex andrew eric henry jason kevin laura linda mark martin matt nick oliver"
    " rachel rob ron scott simon susan thomas tony will".split()
)


def is_personal(text: str) -> bool:
    """Whether a text looks like an address, a key, a phone number, or the name of a person or host."""
    return (
        bool(_PERSONAL.search(text))
        or any(host != "example" for host in _HOST.findall(text))
        or any(word.lower() in _FIRST_NAMES for word in re.findall(r"[A-Za-z]+", text))
    )


def table(rows: Rows, pseudo_counts: Iterable[tuple[str, str]], origin: str) -> str:
    """The table's text. `pseudo_counts`: words and Python literals of which too few
    projects tell. `origin` says what it was made from, in lines of comment."""
    rows = {**rows, **pseudo_rows(pseudo_counts)}
    lines = [f"# {line}" for line in origin.splitlines()]
    for feature, weights in sorted(quantised(weights_of(rows)).items()):
        entries = " ".join(f"{index}:{weight}" for index, weight in sorted(weights.items()))
        lines.append(f"weights\t{feature}\t{entries}")
    for (word, shape), (total, counts) in sorted(literals_of(rows).items()):
        entries = "\t".join(f"{count}:{text}" for text, count in counts)
        lines.append(f"values\t{word}\t{shape}\t{total}\t{entries}")
    lines.append("letters\t" + json.dumps(letters_of(texts_of(rows))))
    lines.append("words\t" + " ".join(words_of(rows)))
    return "\n".join(lines) + "\n"


def pseudo_rows(pseudo_counts: Iterable[tuple[str, str]]) -> dict[str, list[Passed]]:
    """Projects in which each word is a parameter that takes its literals."""
    by_word: dict[str, Passed] = {}
    for word, text in pseudo_counts:
        value = ast.literal_eval(text)
        kind = kind_of_value(value)
        one = by_word.setdefault(word, Passed(ParameterFacts(word, "place")))
        one.arguments.append((kind, shape_of(kind, value), value))
    return {f"{PSEUDO} {i}": list(by_word.values()) for i in range(PSEUDO_PROJECTS)}


def targets_of(rows: Rows) -> list[tuple[list[str], dict[int, float], str, float]]:
    """Of each parameter its features, the shares of shapes in what is passed, the project, and its
    weight; then its name's alone. Where only the kind is known, its shapes share by what the corpus has."""
    index = {shape: place for place, shape in enumerate(SHAPES)}
    of_kind: dict[str, Counter[int]] = defaultdict(Counter)
    for passed in rows.values():
        for one in passed:
            for kind, shape, _ in one.arguments:
                if shape:
                    of_kind[kind][index[shape]] += 1  # type: ignore[index]
    found = []
    for project, passed in sorted(rows.items()):
        weight = min(1.0, math.sqrt(FULL_PARAMETERS / max(1, len(passed))))
        for one in passed:
            shares: Counter[int] = Counter()
            for kind, shape, _ in one.arguments:
                if shape:
                    shares[index[shape]] += 1.0  # type: ignore[index, assignment]
                    continue
                total = sum(of_kind[kind].values())
                for place, count in of_kind[kind].items():
                    shares[place] += count / total  # type: ignore[assignment]
            whole = sum(shares.values())
            if whole:
                target = {place: share / whole for place, share in shares.items()}
                features = features_of(one.facts)
                found.append((features, target, project, weight))
                found.append((_of_words(features), target, project, weight * WORDS_ALONE))
    return found


def _of_words(features: list[str]) -> list[str]:
    """The features that a name alone has. They are learned apart, too, for parameters of which the
    source says nothing else."""
    kinds = ("bias", "word", "name", "first", "plural")
    return [feature for feature in features if feature.partition(":")[0] in kinds]


def weights_of(rows: Rows, epochs: int = EPOCHS, penalty: float = PENALTY) -> dict[str, list[float]]:
    """Weights of the log-linear model in nats, by stochastic gradient descent with AdaGrad steps
    (Duchi et al., 2011). Features that few projects have are left out."""
    data = targets_of(rows)
    projects: dict[str, set[str]] = defaultdict(set)
    counts: Counter[str] = Counter()
    for features, _, project, _ in data:
        for feature in features:
            projects[feature].add(project)
            counts[feature] += 1
    kept = {feature for feature, seen in projects.items() if len(seen) >= LEAST_PROJECTS}
    kept.add("bias")
    places = range(len(SHAPES))
    weights = {feature: [0.0] * len(SHAPES) for feature in sorted(kept)}
    squares = {feature: [1e-2] * len(SHAPES) for feature in weights}
    rng, order = random.Random(1), list(range(len(data)))
    for _ in range(epochs):
        rng.shuffle(order)
        for at in order:
            features, target, _, weight = data[at]
            features = [feature for feature in features if feature in kept]
            shares = softmax([weights[feature] for feature in features])
            errors = [weight * share for share in shares]
            for place, share in target.items():
                errors[place] -= weight * share
            for feature in features:
                row, square = weights[feature], squares[feature]
                decay = 0.0 if feature == "bias" else 8 * penalty / counts[feature]
                for place in places:
                    gradient = errors[place] + decay * row[place]
                    if -SMALLEST_GRADIENT < gradient < SMALLEST_GRADIENT:
                        continue
                    square[place] += gradient * gradient
                    row[place] -= RATE * gradient / math.sqrt(square[place])
    return weights


def softmax(rows: Sequence[Sequence[float]]) -> list[float]:
    """Shares from scores, which are the sums of the rows' columns."""
    scores = [sum(column) for column in zip(*rows)]
    most = max(scores)
    powers = [math.exp(score - most) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


def quantised(weights: Mapping[str, Sequence[float]]) -> dict[str, dict[int, int]]:
    """Weights in quarters of a bit, without those that round to nothing."""
    found = {}
    for feature, row in weights.items():
        rounded = {i: round(weight / math.log(2) * QUARTERS) for i, weight in enumerate(row)}
        if kept := {i: weight for i, weight in rounded.items() if weight}:
            found[feature] = kept
    return found


def literals_of(rows: Rows) -> dict[tuple[str, str], tuple[int, list[tuple[str, int]]]]:
    """By word and shape: how many pairs of project and literal there are, and for each literal that
    several projects have their number."""
    seen: dict[tuple[str, str], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for project, passed in rows.items():
        for one in passed:
            for _, shape, value in one.arguments:
                if value is None or shape in SINGLE or shape in UNREADABLE:
                    continue
                words = [word_of(one.facts.name)]
                if not project.startswith(PSEUDO):
                    words.append(ANY_WORD)
                for word in words:
                    seen[word, str(shape)][repr(value)].add(project)
    found = {}
    for (word, shape), literals in seen.items():
        is_any = word == ANY_WORD
        least = LEAST_PROJECTS_ANY_WORD if is_any else LEAST_PROJECTS
        counts = [
            (text, len(projects))
            for text, projects in literals.items()
            if len(projects) >= least and len(text) <= LONGEST_LITERAL and not is_personal(text)
        ]
        counts.sort(key=lambda one: (-one[1], len(one[0]), one[0]))
        counts = counts[: MOST_LITERALS_ANY_WORD if is_any else MOST_LITERALS]
        if counts:
            found[word, shape] = (sum(map(len, literals.values())), counts)
    return found


def texts_of(rows: Rows) -> list[str]:
    """Different texts of the projects, not too many of each."""
    rng, found = random.Random(1), []
    for _, passed in sorted(rows.items()):
        texts = sorted({
            value
            for one in passed
            for _, _, value in one.arguments
            if isinstance(value, str) and len(value) <= 3 * LONGEST_LITERAL
        })
        rng.shuffle(texts)
        found += texts[:MOST_TEXTS]
    return found


def words_of(rows: Rows) -> list[str]:
    """Words that the tests of many projects have in texts, in lower case, the most usual first."""
    counts = Counter(
        word
        for passed in rows.values()
        for word in {
            word.lower()
            for one in passed
            for _, _, value in one.arguments
            if isinstance(value, str) and len(value) <= 3 * LONGEST_LITERAL
            for word in _WORD.findall(value)
            if len(word) > 1
        }
    )
    usual = [
        word
        for word, count in counts.items()
        if count >= LEAST_PROJECTS_WORD and not is_personal(word)
    ]
    return sorted(usual, key=lambda word: (-counts[word], word))


def letter_of(character: str) -> int:
    """The number of a character in the table of characters."""
    if character in "\n\t\r":
        return 2
    return ord(character) - 32 + 3 if " " <= character <= "~" else 1


def letters_of(texts: Iterable[str]) -> str:
    """For each character, in the order of their numbers, how many quarters of a bit each one costs
    behind it, as one character each. Bigrams with Witten-Bell smoothing."""
    pairs: list[Counter[int]] = [Counter() for _ in range(LETTERS)]
    for text in texts:
        before = 0
        for letter in [*map(letter_of, text), 0]:
            pairs[before][letter] += 1
            before = letter
    single = sum(pairs, Counter())
    whole = sum(single.values()) + LETTERS
    cells = []
    for row in pairs:
        total, kinds = sum(row.values()), max(1, len(row))
        for letter in range(LETTERS):
            alone = (single[letter] + 1) / whole
            share = (row[letter] + kinds * alone) / (total + kinds)
            cells.append(min(RAREST_LETTER, round(-math.log2(share) * QUARTERS)))
    return "".join(chr(FIRST_LETTER + cell) for cell in cells)

