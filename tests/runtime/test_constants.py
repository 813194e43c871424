"""What tests may want to pass: beside the literals, texts of the kinds that the subject parses."""

import pytest


def texts_of(project, source):
    subject = project.subject("subject", source)
    values = [one["value"] for one in subject["constants"]]
    return [value["t"] if value["k"] == "str" else bytes.fromhex(value["h"]) for value in values]


@pytest.mark.parametrize(
    "body, expected",
    [
        ("return int(x)", {"42", "-1"}),
        ("return float(x)", {"1.5"}),
        ("import decimal\n    return decimal.Decimal(x)", {"4.90"}),
        ("from decimal import Decimal as D\n    return D(x)", {"4.90"}),
        ("import json\n    return json.loads(x)['key']", {'{"key": 1}', '{"key": "text"}'}),
        ("import datetime as d\n    return d.date.fromisoformat(x)", {"2024-02-29"}),
        (
            "import datetime\n    return datetime.datetime.strptime(x, '%d/%m/%y %H.%M')",
            {"29/02/24 13.45", "31/12/99 00.00"},
        ),
        (
            "from urllib.parse import urlparse\n    return urlparse(x)",
            {"https://user@example.com:8080/path/file.txt?key=value#part"},
        ),
        ("return x.startswith('--')", {"--", "--a"}),
        ("return x.startswith(('<', '>'))", {"<a", ">a"}),
        ("return x.endswith('.py')", {"a.py"}),
        ("return x.split(':')", {"a:b", "a:b:c"}),
        ("return x.partition('@')", {"user@example.com"}),
        ("return '{}, {}!'.format(x, x)", {", ", "!"}),
        ("import re\n    return re.match(r'v(\\d+)\\.x', x)", {"v11.x"}),
        ("import re\n    return re.fullmatch('ab', x, re.IGNORECASE)", {"ab", "ab!"}),
        ("return x.isdigit()", {"42"}),
        ("import re\n    return x.startswith('/') and re.findall('{a}', x)", {"/a", "{a}", "/{a}"}),
        ("'''Of /users/{name}/files.'''\n    return x", {"/users/{name}/files"}),
    ],
)
def test_texts_that_the_code_parses(project, body, expected):
    assert expected <= set(texts_of(project, f"def f(x):\n    {body}\n"))


def test_nothing_is_added_for_what_is_not_parsed(project):
    source = "def f(x):\n    int('7')\n    print(x, 'a')\n    self.split\n"
    assert texts_of(project, source) == ["7", "a"]


def test_compiled_patterns_of_modules_and_classes(project):
    texts = texts_of(
        project,
        """
        import re
        RULES = {"number": re.compile("[0-9]+kg")}
        class Parser:
            NAME = re.compile(b"<[a-z]{2}>")
            def parse(self, text): return self.NAME.match(text)
        """,
    )
    assert "00kg" in texts and b"<aa>" in texts


def test_literals_outweigh_what_is_made_up(project):
    subject = project.subject("subject", "def f(x): return int(x) == '42' or x == '42'\n")
    counts = {one["value"]["t"]: one["count"] for one in subject["constants"]}
    assert counts == {"42": 2, "0": 1, "-1": 1}


def test_messages_for_people_and_pieces_of_strings_are_no_constants(project):
    source = (
        "def f(x):\n"
        "    assert x, 'give an x'\n"
        "    if x == 'told':\n"
        "        raise ValueError('not told', x['inner'])\n"
        "    return f'<{x[\"key\"]}>'\n"
    )
    assert set(texts_of(project, source)) == {"told", "key"}
