"""Text helpers without annotations."""


def slug(title, separator="-"):
    words = []
    word = ""
    for character in title.lower():
        if character.isalnum():
            word += character
        elif word:
            words.append(word)
            word = ""
    if word:
        words.append(word)
    return separator.join(words)


def shorten(text, width=20, mark="..."):
    if width < len(mark):
        raise ValueError("width is smaller than the mark")
    if len(text) <= width:
        return text
    return text[: width - len(mark)].rstrip() + mark


def roman(number):
    if number <= 0 or number >= 4000:
        raise ValueError("out of range")
    result = ""
    for value, letters in (
        (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
        (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ):
        while number >= value:
            result += letters
            number -= value
    return result


class Counter:
    def __init__(self, stop_words=()):
        self.stop_words = set(stop_words)
        self.counts = {}

    def feed(self, text):
        for word in text.lower().split():
            if word in self.stop_words:
                continue
            self.counts[word] = self.counts.get(word, 0) + 1
        return self

    def most_common(self):
        best = None
        for word, count in self.counts.items():
            if best is None or count > self.counts[best]:
                best = word
        return best
