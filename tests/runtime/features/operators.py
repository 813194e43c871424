"""Special methods, reached by operators."""


class Money:
    def __init__(self, amount: int, currency: str = "EUR") -> None:
        self.amount = amount
        self.currency = currency

    def __add__(self, other: "Money") -> "Money":
        if not isinstance(other, Money):
            return NotImplemented
        if other.currency != self.currency:
            raise ValueError("currencies differ")
        return Money(self.amount + other.amount, self.currency)

    def __lt__(self, other: "Money") -> bool:
        return self.amount < other.amount

    def __bool__(self) -> bool:
        if self.amount:
            return True
        return False

    def __str__(self) -> str:
        return f"{self.amount} {self.currency}" if self.amount else "nothing"


class Shelf:
    def __init__(self) -> None:
        self._books: dict[str, int] = {}

    def __setitem__(self, title: str, copies: int) -> None:
        if copies < 0:
            raise ValueError("negative")
        self._books[title] = copies

    def __getitem__(self, title: str) -> int:
        if title in self._books:
            return self._books[title]
        raise KeyError(title)

    def __contains__(self, title: str) -> bool:
        return title in self._books

    def __len__(self) -> int:
        return sum(self._books.values())

    def __iter__(self):
        for title in self._books:
            yield title

    def __call__(self, factor: int) -> int:
        if factor > 10:
            raise OverflowError("too many")
        return len(self) * factor
