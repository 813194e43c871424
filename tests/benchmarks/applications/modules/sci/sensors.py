"""Readings of sensors, as time series."""

import pandas as pd


def daily(readings: pd.Series) -> pd.Series:
    if not isinstance(readings.index, pd.DatetimeIndex):
        raise TypeError("a time index is needed")
    if readings.empty:
        return readings
    if readings.index.has_duplicates:
        readings = readings.groupby(level=0).mean()
    return readings.resample("D").mean()


def gaps(frame: pd.DataFrame) -> list[str]:
    frame = frame.copy()
    frame["time"] = pd.to_datetime(frame["time"])
    frame = frame.sort_values("time")
    steps = frame["time"].diff().dropna()
    if steps.empty:
        return []
    long = steps[steps > pd.Timedelta(hours=1)]
    return [str(one) for one in long]


def join(readings: pd.DataFrame, sensors: pd.DataFrame) -> pd.DataFrame:
    missing = {"sensor", "celsius"} - set(readings.columns)
    if missing:
        raise ValueError(f"no column {sorted(missing)[0]}")
    joined = readings.merge(sensors, on="sensor", how="left")
    if joined["place"].isna().any():
        joined["place"] = joined["place"].fillna("unknown")
    return joined


def weekend(readings: pd.Series) -> pd.Series:
    days = readings[readings.index.dayofweek >= 5]
    if len(days) == 0:
        return pd.Series(dtype=float)
    return days


def grade(frame: pd.DataFrame) -> pd.DataFrame:
    frame = frame.assign(level="ok")
    frame.loc[frame["celsius"] > 30, "level"] = "hot"
    frame.loc[frame["celsius"] < 0, "level"] = "frost"
    if (frame["level"] == "hot").sum() > 1:
        frame["alarm"] = True
    return frame
