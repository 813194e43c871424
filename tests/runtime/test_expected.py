"""What people pass for a parameter: facts of the source, shapes, and what the prior makes of them."""

import ast
import pathlib
import textwrap

import pytest
from skua_runtime.source.parameter_facts import kind_of_value, parameters_in
from skua_runtime.expected.passed import literals_passed
from skua_runtime.expected.prior import Prior, features_of, kinds_ranked, prior
from skua_runtime.expected.shapes import HOLLOW, SHAPES, shape_of

EXAMPLES = pathlib.Path(__file__).parents[1] / "golden" / "expected" / "shapes.tsv"


def facts_in(text):
    return parameters_in(ast.parse(textwrap.dedent(text)))


def uses_in(body, parameters="x"):
    return facts_in(f"def f({parameters}):\n    {body}")["f"]["x"].uses


@pytest.mark.parametrize("line", EXAMPLES.read_text().splitlines())
def test_the_shape_of_a_literal(line):
    shape, _, text = line.partition("\t")
    value = ast.literal_eval(text)
    assert shape_of(kind_of_value(value), value) == shape


@pytest.mark.parametrize(
    "body, use",
    [
        ("return x(1)", "called"),
        ("return lambda: x()", "called"),
        ("return map(x, [])", "called"),
        ("return sorted([], key=x)", "called"),
        ("return x.upper()", "text"),
        ("return 'a' + x", "text"),
        ("return x['key']", "mapping"),
        ("return g(**x)", "mapping"),
        ("return x[0]", "indexed"),
        ("return [][x]", "index"),
        ("return [y for y in x]", "iterated"),
        ("return x * 2", "number"),
        ("return x < 2", "number"),
        ("return isinstance(x, str)", "is:str"),
        ("return isinstance(1, x)", "class"),
        ("return x == 'a'", "equal to text"),
        ("return x in y", "member"),
        ("return 1 in x", "contains"),
        ("return open(x)", "path"),
        ("return f'{x}'", "shown"),
        ("await x", "awaited"),
        ("return x is None", "none"),
    ],
)
def test_what_code_does_with_a_parameter(body, use):
    text = body if "await" not in body else "async def g():\n        await x"
    assert use in uses_in(text)


def test_what_methods_do_with_the_attribute_that_keeps_a_parameter():
    facts = facts_in(
        """
        class Mapper:
            def __init__(self, func, size=3):
                self.call = func
                self.size = size
            def run(self, rows):
                return [self.call(row) for row in rows]
        """
    )
    assert "called" in facts["Mapper.__init__"]["func"].uses
    assert "called" not in facts["Mapper.__init__"]["size"].uses
    assert "iterated" in facts["Mapper.run"]["rows"].uses


def test_what_is_done_where_a_parameter_is_handed_on_to():
    facts = facts_in(
        """
        def outer(x, y):
            inner(x, label=y)
        def inner(callback, label):
            return callback(label.upper())
        """
    )
    assert {"as:callback", "called"} <= facts["outer"]["x"].uses
    assert {"as:label", "text"} <= facts["outer"]["y"].uses


def test_types_come_from_annotations_or_docstrings():
    facts = facts_in(
        '''
        def f(a: "int | None", b: Optional[Sequence[str]], c, d=1.5, *e, f=None):
            """
            :param list of str c: the rows
            """
        '''
    )["f"]
    assert [sorted(one.types) for one in facts.values()] == [
        ["int", "none"], ["list", "none"], ["list", "str"], [], [], [],
    ]  # fmt: skip
    assert [one.is_annotated for one in facts.values()] == [True, True] + [False] * 4
    assert [one.default for one in facts.values()] == [
        "required", "required", "required", "float", "none", "rest",
    ]  # fmt: skip


def test_fields_are_the_parameters_of_a_dataclass():
    facts = facts_in(
        """
        @dataclass
        class Point:
            x: int
            label: str = ""
            def show(self):
                return self.label.upper()
        """
    )["Point.__init__"]
    assert list(facts) == ["x", "label"]
    assert "text" in facts["label"].uses


def test_values_that_a_parameter_is_compared_with_are_its_own():
    facts = facts_in(
        """
        def f(mode="r"):
            return mode in ("w", "a") or mode == "x" or mode != other
        """
    )
    assert list(facts["f"]["mode"].values) == ["r", "w", "a", "x"]


def test_what_the_module_itself_passes():
    text = """
        class Box:
            def __init__(self, size, *rest, label=""): pass
        Box(3, 4, 5, label="a")
        other.Box(size=[])
        Box(*args)
        Box(1, unknown=2)
        """
    tree = ast.parse(textwrap.dedent(text))
    passed = [
        (facts.name, shape, value)
        for facts, shape, value in literals_passed([tree], parameters_in(tree))
    ]
    assert passed == [
        ("size", "int_digit", 3),
        ("rest", "int_digit", 4),
        ("rest", "int_digit", 5),
        ("label", "str_character", "a"),
        ("size", "list_empty", None),
        ("size", "int_one", 1),
    ]


TABLE = [
    "# a comment",
    "weights\tbias\t0:0",
    f"weights\tword:mode\t{SHAPES.index('str_word')}:40",
    "values\tmode\tstr_word\t10\t6:'fast'\t2:'slow'",
    "values\t*\tstr_word\t100\t30:'foo'",
    'letters\t"##"',
    "words\tfoo hello",
]


def test_likely_literals_are_those_of_the_word_and_what_the_project_names():
    table = Prior(TABLE)
    [mode] = facts_in("def f(mode):\n    return mode == 'exact'")["f"].values()
    shapes, values = table.expected(mode)
    assert shapes[0][0] == "str_word"
    texts = [value for value, _ in values if isinstance(value, str)]
    assert texts == ["exact", "fast", "slow", "foo"]
    assert table.letter_bits == "##"
    assert table.usual_words == ["foo", "hello"]


def test_what_is_seen_to_be_passed_counts_more_than_the_prior():
    [mode] = facts_in("def f(mode): pass")["f"].values()
    table = Prior(TABLE)
    shapes, values = table.expected(mode, [("int_tens", 12), ("int_tens", 13), ("int_tens", 14)])
    assert shapes[0][0] == "int_tens"
    assert [value for value, _ in values][:3] == [12, 13, 14]


def test_hollow_values_are_never_proposed():
    facts = facts_in("def f(name='', count=0, *, flag=False, rows=()): pass")["f"]
    for one in facts.values():
        _, values = prior().expected(one)
        for value, _ in values:
            assert shape_of(kind_of_value(value), value) not in HOLLOW


@pytest.mark.parametrize(
    "text, kind",
    [
        ("def f(callback): return callback()", "callable"),
        ("def f(name): return name.upper()", "str"),
        ("def f(count): return count + 1", "int"),
        ("def f(items):\n for one in items: pass", "list"),
        ("def f(data: bytes): pass", "bytes"),
        ("def f(strict=False): pass", "bool"),
        ("def f(year): pass", "int"),
    ],
)
def test_the_first_guess_of_the_table_that_is_installed(text, kind):
    [facts] = facts_in(text)["f"].values()
    assert kinds_ranked(prior().bits(facts))[0][0] == kind


def test_the_table_has_a_literal_for_usual_words():
    facts = facts_in("def f(email, encoding, url): pass")["f"]
    found = {name: [value for value, _ in prior().expected(one)[1]] for name, one in facts.items()}
    assert "alice@example.com" in found["email"]
    assert "utf-8" in found["encoding"]
    assert "https://example.com/" in found["url"]


def test_features_do_not_depend_on_the_order_of_sets():
    [facts] = facts_in("def f(max_width: int | str | None = None): return max_width + 1")["f"].values()
    assert features_of(facts) == [
        "bias", "word:width", "default:none", "main:number", "name:max_width", "first:max",
        "types:int|none|str", "type:int", "type:none", "type:str", "use:number",
    ]  # fmt: skip


def test_the_engine_is_told_what_is_expected(project):
    text = "def f(callback, *, mode='r'):\n    return callback(mode)\n\nf(len, mode='w')\n"
    subject = project.subject("told", text)
    [f] = [one for one in subject["callables"] if one["name"] == "f"]
    callback, mode = (one["expected"] for one in f["parameters"])
    assert callback["shapes"][0][0] == "callable"
    assert mode["values"][0] == [{"k": "str", "t": "w"}, 2]
    assert subject["letter_bits"] == prior().letter_bits
    assert "hello" in subject["usual_words"]


def test_what_the_project_tests_pass_is_expected(project):
    project.write("test_told.py", "import told\n\ndef test_f():\n    told.f(b'ab', 12)\n")
    subject = project.subject(
        "told", "def f(x, y):\n    pass\n", seed_files=[str(project.root / "test_told.py")]
    )
    [f] = [one for one in subject["callables"] if one["name"] == "f"]
    x, y = (one["expected"] for one in f["parameters"])
    assert (x["shapes"][0][0], y["shapes"][0][0]) == ("bytes_word", "int_tens")
    assert x["values"][0] == [{"k": "bytes", "h": "6162"}, 2]
    assert y["values"][0] == [{"k": "int", "v": 12}, 2]
