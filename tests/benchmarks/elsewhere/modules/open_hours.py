"""When the shop is open: all by the wall clock of the machine."""

from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

HOLIDAYS = {(1, 1), (12, 25), (12, 26)}
OPENED = date.today()


def is_holiday(day: date | None = None) -> bool:
    day = day or date.today()
    return (day.month, day.day) in HOLIDAYS


def is_open(at: datetime | None = None) -> bool:
    at = at or datetime.now()
    if at.weekday() >= 6 or is_holiday(at.date()):
        return False
    return 9 <= at.hour < (14 if at.weekday() == 5 else 18)


def days_since_opening() -> int:
    return (date.today() - OPENED).days


def quarter() -> int:
    return (datetime.now().month - 1) // 3 + 1


def is_summer_time(zone: str = "Europe/Berlin") -> bool:
    return bool(datetime.now(ZoneInfo(zone)).dst())


def offset_hours() -> float:
    return datetime.now().astimezone().utcoffset().total_seconds() / 3600


def days_to_new_year() -> int:
    today = datetime.now(timezone.utc).date()
    return (date(today.year + 1, 1, 1) - today).days


def due(days: int, start: date | None = None) -> date:
    if days < 0:
        raise ValueError("days are not negative")
    start = start or date(2024, 2, 28)
    day = start + timedelta(days=days)
    while day.weekday() >= 5:
        day += timedelta(days=1)
    return day


def greeting(name: str = "") -> str:
    hour = datetime.now().hour
    part = "morning" if hour < 12 else "afternoon" if hour < 18 else "evening"
    return f"Good {part}{', ' + name if name else ''}"
