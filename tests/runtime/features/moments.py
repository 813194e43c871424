"""What depends on the day and on its hour."""

from datetime import date, datetime


def greeting():
    hour = datetime.now().hour
    if hour < 12:
        return "morning"
    return "afternoon" if hour < 18 else "evening"


def is_weekend():
    return date.today().weekday() >= 5
