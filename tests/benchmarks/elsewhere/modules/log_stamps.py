"""Time stamps for log lines, names of log files, and the spans between them."""

import time


def stamp(seconds=None, utc=True):
    moment = time.gmtime(seconds) if utc else time.localtime(seconds)
    return time.strftime("%Y-%m-%dT%H:%M:%S", moment) + ("Z" if utc else "")


def file_name(program: str, seconds=None) -> str:
    if "/" in program:
        raise ValueError(f"a program's name, not a path: {program}")
    return f"{program}-{time.strftime('%Y%m%d', time.localtime(seconds))}.log"


def span(seconds: float) -> str:
    if seconds < 0:
        return "-" + span(-seconds)
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min"


def ago(then: float) -> str:
    passed = time.time() - then
    if passed < 0:
        return "in the future"
    return f"{span(passed)} ago"


def zone() -> str:
    offset = -time.timezone // 60
    sign = "+" if offset >= 0 else "-"
    return f"{sign}{abs(offset) // 60:02d}:{abs(offset) % 60:02d}"


def part_of_day() -> str:
    hour = time.localtime().tm_hour
    return ("night", "morning", "afternoon", "evening")[hour // 6]


def should_rotate(size: int, opened: float, limit: int = 1_000_000) -> bool:
    same_day = time.localtime(opened).tm_yday == time.localtime().tm_yday
    return size >= limit or not same_day


def is_even_minute() -> bool:
    return time.localtime().tm_min % 2 == 0
