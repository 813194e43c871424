"""Dates as text and as objects."""

from datetime import date, datetime


def quarter(text: str) -> str:
    day = datetime.strptime(text, "%Y-%m-%d")
    if day.month <= 3:
        return "first"
    if day.month > 9:
        return "last"
    return "middle"


def is_leap_day(day: date) -> bool:
    if day.month == 2 and day.day == 29:
        return True
    return False


def age_in(iso: str, year: int) -> int:
    born = date.fromisoformat(iso)
    if born.year > year:
        raise ValueError("not born yet")
    return year - born.year
