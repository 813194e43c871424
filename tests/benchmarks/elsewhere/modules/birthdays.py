"""Ages and next birthdays, those of the 29th of February included."""

import datetime as dt
from typing import Optional


def born_on(text: str) -> dt.date:
    year, month, day = (int(part) for part in text.split("-"))
    return dt.date(year, month, day)


def in_year(birthday: dt.date, year: int) -> dt.date:
    try:
        return birthday.replace(year=year)
    except ValueError:
        return dt.date(year, 3, 1)


def age(birthday: dt.date, on: Optional[dt.date] = None) -> int:
    on = on if on is not None else dt.date.today()
    if on < birthday:
        raise ValueError("not born yet")
    years = on.year - birthday.year
    return years - (on < in_year(birthday, on.year))


def may_vote(birthday: dt.date, from_age: int = 18) -> bool:
    return age(birthday) >= from_age


def days_left(birthday: dt.date) -> int:
    today = dt.date.today()
    upcoming = in_year(birthday, today.year)
    if upcoming < today:
        upcoming = in_year(birthday, today.year + 1)
    return (upcoming - today).days


def generation(year: int) -> str:
    if year > dt.date.today().year:
        return "unborn"
    for name, first in (("alpha", 2013), ("z", 1997), ("y", 1981), ("x", 1965)):
        if year >= first:
            return name
    return "older"


def parse_two_digits(year: int) -> int:
    """Years of two digits mean the past century where they would lie ahead."""
    if not 0 <= year <= 99:
        raise ValueError(f"{year}: not two digits")
    century = dt.date.today().year // 100 * 100
    full = century + year
    return full - 100 if full > dt.date.today().year else full
