"""Due dates, periods and numbers of invoices."""

import calendar
from datetime import date, timedelta


def month_end(day: date) -> date:
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])


def due(terms: int = 14, start: date | None = None) -> date:
    """The day on which to pay, moved from a weekend to the Monday."""
    if terms < 0:
        raise ValueError(f"negative terms: {terms}")
    day = (start or date.today()) + timedelta(days=terms)
    while day.weekday() >= 5:
        day += timedelta(days=1)
    return day


def quarter(day: date | None = None) -> str:
    day = day or date.today()
    return f"{day.year}-Q{(day.month - 1) // 3 + 1}"


def is_first_of_month() -> bool:
    return date.today().day == 1


def is_leap_year(year: int | None = None) -> bool:
    return calendar.isleap(date.today().year if year is None else year)


def number(sequence: int, prefix: str = "R") -> str:
    if sequence < 1:
        raise ValueError("invoices are counted from 1")
    return f"{prefix}{date.today():%y%m}-{sequence:04d}"


def overdue_days(due_on: date, today: date | None = None) -> int:
    late = ((today or date.today()) - due_on).days
    return max(late, 0)


def late_fee(amount: float, due_on: date) -> float:
    days = overdue_days(due_on)
    if days == 0:
        return 0.0
    rate = 0.02 if days <= 30 else 0.05
    return round(amount * rate, 2)
