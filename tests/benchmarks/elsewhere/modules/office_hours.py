"""Whether a shop is open, and when it opens next."""

from datetime import datetime, time, timedelta

HOURS = {
    0: (time(9), time(18)),
    1: (time(9), time(18)),
    2: (time(9), time(13)),
    3: (time(9), time(20)),
    4: (time(9), time(18)),
    5: (time(10), time(14)),
}


def is_open(at=None):
    at = at or datetime.now()
    if at.weekday() not in HOURS:
        return False
    opens, closes = HOURS[at.weekday()]
    return opens <= at.time() < closes


def next_opening(after: datetime) -> datetime:
    """The first opening later than a moment."""
    for days in range(8):
        day = after.date() + timedelta(days=days)
        if day.weekday() in HOURS:
            opening = datetime.combine(day, HOURS[day.weekday()][0])
            if opening > after:
                return opening
    raise AssertionError("a week without an opening")


def greeting(name: str = "") -> str:
    hour = datetime.now().hour
    if hour < 5:
        word = "Good night"
    elif hour < 12:
        word = "Good morning"
    elif hour < 18:
        word = "Good afternoon"
    else:
        word = "Good evening"
    return f"{word}, {name}" if name else word


def sign() -> str:
    return "open" if is_open() else "closed"


def weekend_surcharge(price: float) -> float:
    if price < 0:
        raise ValueError("a price is not negative")
    return round(price * (1.25 if datetime.now().weekday() >= 5 else 1.0), 2)
