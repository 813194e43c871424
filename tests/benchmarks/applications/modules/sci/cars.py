"""Trips of cars, by polars."""

import polars as pl


def fastest(trips: pl.DataFrame) -> pl.DataFrame:
    missing = [name for name in ("car", "km", "hours") if name not in trips.columns]
    if missing:
        raise ValueError(f"no column {missing[0]}")
    if trips.is_empty():
        return trips
    speeds = trips.filter(pl.col("hours") > 0).with_columns(
        (pl.col("km") / pl.col("hours")).alias("speed")
    )
    if speeds.height < trips.height:
        speeds = speeds.with_columns(pl.lit(True).alias("partial"))
    return speeds.sort("speed", descending=True)


def total(trips: pl.DataFrame, car: str) -> float:
    own = trips.filter(pl.col("car") == car)
    if own.height == 0:
        raise LookupError(car)
    if own["km"].null_count() > 0:
        return -1.0
    return float(own["km"].sum())


def spread(values: pl.Series) -> float:
    known = values.drop_nulls()
    if known.len() < 2:
        return 0.0
    return float(known.max() - known.min())
