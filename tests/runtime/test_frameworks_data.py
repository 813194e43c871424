"""Arrays and frames: made of spelled-out content, and seen by their content."""

import pytest

numpy = pytest.importorskip("numpy", reason="numpy is not installed in this environment")
pandas = pytest.importorskip("pandas", reason="pandas is not installed in this environment")

import support

support.native()

from skua_runtime.frameworks import known
from skua_runtime.world.values import to_value


@pytest.fixture(autouse=True)
def shown():
    known.show_results()


def makers(subject, name):
    index = next(i for i, one in enumerate(subject["classes"]) if one["name"] == name)
    return [subject["callables"][one] for one in subject["classes"][index]["constructors"]]


def fields(value):
    return dict(value["f"])


def plain(value):
    if value["k"] in ("list", "tuple"):
        return [plain(one) for one in value["i"]]
    return value.get("v", value.get("t"))


def test_arrays_are_made_of_their_elements(project):
    subject = project.subject(
        "subject", "import numpy as np\ndef f(values: np.ndarray): return values.size\n"
    )
    [maker] = makers(subject, "ndarray")
    assert (maker["module"], maker["qualified_name"], maker["in_subject"]) == (
        "numpy",
        "array",
        False,
    )
    content = subject["types"][maker["parameters"][0]["type"]]
    kinds = {subject["types"][one]["kind"] for one in content["arguments"]}
    assert kinds == {"list"}


def test_frames_have_the_columns_that_the_source_looks_up(project):
    subject = project.subject(
        "subject",
        """
        import pandas as pd
        def f(frame: pd.DataFrame, by: str, value: str = "amount"):
            if "region" in frame: return frame["year"]
            return frame[["north", "south"]]
        def g(series: pd.Series): return series
        """,
    )
    [maker] = makers(subject, "DataFrame")
    assert maker["qualified_name"] == "DataFrame"
    partial, full = records_of(subject, maker)
    assert set(partial["names"]) == set(full["names"])
    assert set(full["names"]) >= {"year", "region", "north", "south", "amount"}
    assert (partial["required_names"], full["required_names"]) == (0, len(full["names"]))
    assert len(makers(subject, "Series")) == 1


def records_of(subject, maker):
    """The types of the records of which a frame is made."""
    tables = subject["types"][maker["parameters"][0]["type"]]["arguments"]
    return [subject["types"][subject["types"][one]["arguments"][0]] for one in tables[:2]]


@pytest.mark.parametrize(
    "content, seen",
    [
        ([1.5, 2.0], [1.5, 2.0]),
        ([[1, 2], [3, 4]], [[1, 2], [3, 4]]),
        ([], []),
        ([True, False], [True, False]),
        ([float("nan")], ["nan"]),
    ],
)
def test_an_array_is_seen_by_its_elements(content, seen):
    value = to_value(numpy.array(content))
    assert (value["k"], value["c"], value["n"]) == ("object", "numpy:ndarray", -1)
    assert plain(fields(value)["tolist()"]) == seen


def test_a_large_array_is_seen_by_its_length():
    assert to_value(numpy.zeros(1000))["n"] == 1000


@pytest.mark.parametrize(
    "number, plain_number",
    [(numpy.float64(1.5), 1.5), (numpy.int64(3), 3), (numpy.bool_(True), True)],
)
def test_a_number_is_seen_as_the_plain_one(number, plain_number):
    [equal] = to_value(number)["i"]
    assert equal["v"] == plain_number and type(equal["v"]) is type(plain_number)


def test_frames_and_series_are_seen_by_columns_and_items_where_these_say_all():
    frame = to_value(pandas.DataFrame([{"a": 1, "b": "x"}]))
    assert list(fields(frame)) == ['to_dict("list")']
    series = to_value(pandas.Series([1.5, float("nan")]))
    assert plain(fields(series)["to_list()[:]"]) == [1.5, "nan"]


@pytest.mark.parametrize(
    "thing",
    [
        pandas.DataFrame([{"a": 1}], index=["k"]),
        pandas.DataFrame({"a": pandas.Series([1], dtype="int8")}),
        pandas.Series([1.5], index=["k"]),
        pandas.Series([1.5], name="n"),
    ],
)
def test_frames_and_series_with_more_to_them_are_seen_by_their_index(thing):
    value = to_value(thing)
    assert list(fields(value)) == ["to_dict()"] and value["n"] == -1


TIMES = """
import pandas as pd
def daily(readings: pd.Series): return readings.resample("D").mean()
def late(frame: pd.DataFrame): return pd.to_datetime(frame["time"]).dt.hour > 20
"""


def test_subjects_that_work_with_time_get_moments(project):
    subject = project.subject("subject", TIMES)
    series, with_index = makers(subject, "Series")
    content = subject["types"][series["parameters"][0]["type"]]["arguments"]
    [by_moment] = [subject["types"][one] for one in content if subject["types"][one]["kind"] == "dict"]
    key = subject["types"][by_moment["arguments"][0]]
    assert subject["classes"][key["class"]]["name"] == "Timestamp"
    data, index = (subject["types"][one["type"]] for one in with_index["parameters"])
    [moments] = makers(subject, "DatetimeIndex")
    given = subject["types"][moments["parameters"][0]["type"]]
    assert subject["classes"][index["class"]]["name"] == "DatetimeIndex"
    assert len(data["arguments"]) == len(given["arguments"]) == 3
    [moment] = makers(subject, "Timestamp")
    texts = subject["types"][moment["parameters"][0]["type"]]["literals"]
    assert {"k": "str", "t": "2024-02-29"} in texts


def test_columns_hold_the_like_of_what_they_are_compared_with(project):
    subject = project.subject(
        "subject",
        """
        import pandas as pd
        def f(frame: pd.DataFrame):
            if (frame["kind"] == "north").any(): return pd.to_datetime(frame["at"])
            return frame["celsius"] > 30
        """,
    )
    [maker] = makers(subject, "DataFrame")
    record, _ = records_of(subject, maker)

    def literals(index):
        described = subject["types"][index]
        found = [one.get("t", one.get("v")) for one in described.get("literals", [])]
        return found + [one for each in described.get("arguments", []) for one in literals(each)]

    cells = {name: literals(one) for name, one in zip(record["names"], record["arguments"])}
    assert {"north", "a"} <= set(cells["kind"]) and {30, 31, 29} <= set(cells["celsius"])
    assert "2024-02-29" in cells["at"] and 30 not in cells["at"]
