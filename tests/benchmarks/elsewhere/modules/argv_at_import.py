"""Counts the words of a file that is named on the command line, as a quick script does it."""

import sys

if len(sys.argv) < 2:
    print("usage: argv_at_import FILE [LEAST]")
    sys.exit(2)

SOURCE = sys.argv[1]
LEAST = int(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[2].isdigit() else 1


def words(text: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for word in text.lower().split():
        word = word.strip(".,;:!?\"'()")
        if word:
            counts[word] = counts.get(word, 0) + 1
    return {word: count for word, count in counts.items() if count >= LEAST}


def top(counts: dict[str, int], most: int = 3) -> list[str]:
    if most < 1:
        raise ValueError("at least one word")
    return sorted(counts, key=lambda word: (-counts[word], word))[:most]


def headline() -> str:
    return f"Words of {SOURCE}, {LEAST} times or more"


def bar(count: int, most: int, width: int = 20) -> str:
    if most <= 0:
        return ""
    return "#" * max(1, count * width // most)


if __name__ == "__main__":
    with open(SOURCE) as file:
        found = words(file.read())
    print(headline())
    for entry in top(found, 10):
        print(f"{entry:12} {bar(found[entry], max(found.values()))}")
