"""Each shape of call is described by the cluster, and executed by the extension as described."""

from __future__ import annotations

import frames
from described import plain
from frames import UNPACK_SEQUENCE, call, value


def test_generators_are_listed_up_to_a_bound(subject):
    tested = subject(
        """
        import itertools
        from typing import Iterator
        def items(n):
            for i in range(n): yield i
        def endless():
            while True: yield 7
        def breaks():
            yield 1
            raise KeyError
        def plain() -> Iterator[int]: return itertools.count()
        class Tree:
            def walk(self): yield "leaf"
        """
    )
    assert tested.gives(2, ("function items", 0)) == [0, 1]
    assert tested.gives(("function endless",)) == [7] * 64
    assert tested.gives(("function plain",)) == list(range(64))
    assert tested.gives(("constructor Tree",), ("method Tree.walk", 0)) == ["leaf"]
    assert tested.raises(("function breaks",)) == "KeyError"
    uses = {one["name"]: one.get("use") for one in tested.described["callables"]}
    assert uses == {
        "items": "iterate", "endless": "iterate", "breaks": "iterate", "plain": "iterate",
        "Tree": None, "walk": "iterate",
    }  # fmt: skip


def test_context_managers_are_left_normally_and_by_an_exception(subject):
    tested = subject(
        """
        from contextlib import contextmanager, asynccontextmanager
        LOG = []
        class Guard:
            def __enter__(self): return "inside"
            def __exit__(self, kind, error, trace):
                LOG.append(trace is not None)
                return kind is KeyError
        @contextmanager
        def opened(name):
            try:
                yield name.upper()
            except KeyError:
                LOG.append("swallowed")
        @asynccontextmanager
        async def fetched(name):
            yield name
        def log(): return LOG
        """
    )
    guard = ("constructor Guard",)
    assert tested.gives(guard, ("operator Guard.__enter__", 0)) == "inside"
    swallowed = (guard, ("class", "KeyError"), ("operator Guard.__exit__", 0, 1))
    assert tested.gives(*swallowed) == "inside"
    assert tested.gives(*swallowed, ("function log",)) == [True]
    by_another = (guard, ("class", "ValueError"), ("operator Guard.__exit__", 0, 1))
    assert tested.raises(*by_another) == "ValueError"
    manager = "_GeneratorContextManager"
    opened = ("a", ("function opened", 0))
    assert tested.gives(*opened, (f"operator {manager}.__enter__", 1)) == "A"
    left = (*opened, ("class", "KeyError"), (f"operator {manager}.__exit__", 1, 2))
    assert tested.gives(*left, ("function log",)) == ["swallowed"]
    fetched = ("a", ("function fetched", 0))
    assert tested.gives(*fetched, (f"operator _Async{manager[1:]}.__aenter__", 1)) == "a"
    [kind] = [
        tested.described["classes"][tested.described["types"][one["result"]]["class"]]
        for one in tested.described["callables"]
        if one["name"] == "opened"
    ]
    assert (kind["module"], kind["name"], kind["constructors"]) == ("contextlib", manager, [])


def test_properties_and_attributes(subject):
    tested = subject(
        """
        import functools
        class Account:
            limit = 10
            def __init__(self, owner):
                self.owner = owner
                self.total = 0
                self.strict = False
            @property
            def balance(self): return self.total
            @balance.setter
            def balance(self, amount: int):
                if amount < 0: raise ValueError
                self.total = amount
            @balance.deleter
            def balance(self): self.total = -1
            @functools.cached_property
            def label(self): return f"{self.owner}!"
            def rich(self):
                if self.strict and self.total > -1 and self.owner != "x": return True
                return self.limit > 3 and "much"
        """
    )
    account = ("me", ("constructor Account", 0))
    shapes = [f"{one['kind']} {one['name']}" for one in tested.described["callables"]]
    assert shapes == [
        "constructor Account", "getter balance", "setter balance", "deleter balance",
        "getter label", "method rich", "setter strict", "setter limit",
    ]  # fmt: skip
    assert tested.gives(*account, ("getter Account.label", 1)) == "me!"
    change = (*account, 5, ("setter Account.balance", 1, 2))
    assert tested.gives(*change) is None
    assert tested.gives(*change, ("getter Account.balance", 1)) == 5
    assert tested.raises(*account, -5, ("setter Account.balance", 1, 2)) == "ValueError"
    deleted = (*account, ("deleter Account.balance", 1))
    assert tested.gives(*deleted, ("getter Account.balance", 1)) == -1
    assert tested.gives(*account, True, ("setter Account.strict", 1, 2), ("method Account.rich", 1))
    entered = [
        tested.described["code_objects"][one["code_object"]]["first_line"]
        for one in tested.described["callables"]
        if one["name"] == "balance"
    ]
    assert len(set(entered)) == 3
    assert tested.described["classes"][0]["attributes"] == [
        "owner", "total", "strict", "limit", "balance", "label", "rich",
    ]  # fmt: skip


OPERATORS = """
class Vector:
    def __init__(self, *items): self.items = list(items)
    def __getitem__(self, index): return self.items[index]
    def __setitem__(self, index, item): self.items[index] = item
    def __delitem__(self, index): del self.items[index]
    def __len__(self): return len(self.items)
    def __contains__(self, item): return item in self.items
    def __iter__(self): return iter(self.items)
    def __call__(self, *args, **kwargs): return (args, sorted(kwargs))
    def __add__(self, other): return NotImplemented if isinstance(other, str) else "sum"
    def __radd__(self, other): return ("radd", other)
    def __sub__(self, other): return "difference"
    def __eq__(self, other): return other == 5
    def __lt__(self, other): return NotImplemented
    def __hash__(self): return 42
    def __bool__(self): return False
    def __str__(self): return "text"
    def __repr__(self): return "repr"
    def __format__(self, spec): return f"<{spec}>"
    def __int__(self): return 3
    def __float__(self): return 1.5
    def __index__(self): return 9
    def __neg__(self): return "negative"
    def __round__(self, digits=None): return digits
    def __pow__(self, other, modulo=None): return "power"
    def __getattr__(self, name):
        if name == "magic": return 1
        raise AttributeError(name)
    def __iadd__(self, other): return "in place"
    def __copy__(self): return "copy"
"""


def test_what_is_missing_is_asked_for_by_its_key(subject):
    tested = subject("class Squares(dict):\n    def __missing__(self, key): return key * key\n")
    squares = (3, ("constructor Squares",))
    assert tested.gives(*squares, ("operator Squares.__missing__", 1, 0)) == 9


def test_special_methods_are_called_by_their_syntax(subject):
    tested = subject(OPERATORS)
    vector = (1, 2, ("list", 0, 1), ("constructor Vector", (2, 0, UNPACK_SEQUENCE)))

    def gives(name, *arguments, kind="operator"):
        steps = (*vector, *arguments)
        variables = range(len(vector), len(steps))
        return tested.gives(*steps, (f"{kind} Vector.{name}", 3, *variables))

    assert gives("__getitem__", 1) == 2
    assert gives("__setitem__", 0, "x") is None
    assert gives("__delitem__", 0) is None
    assert gives("__len__") == 2
    assert gives("__contains__", 2) is True
    assert gives("__iter__") == [1, 2]
    assert gives("__call__", 7) == ((7,), [])
    assert gives("__add__", 1) == "sum"
    assert gives("__radd__", "left") == ("radd", "left")
    assert gives("__sub__", 1) == "difference"
    assert gives("__eq__", 5) is True
    assert gives("__hash__") == 42
    assert gives("__bool__") is False
    assert gives("__str__") == "text"
    assert gives("__repr__") == "repr"
    assert gives("__format__", ">3") == "<>3>"
    assert gives("__int__") == 3
    assert gives("__float__") == 1.5
    assert gives("__index__") == 9
    assert gives("__neg__") == "negative"
    assert gives("__round__", 2) == 2
    assert gives("__pow__", 2) == "power"
    assert gives("__getattr__", "magic") == 1
    assert gives("__iadd__", 1) == "in place"
    assert tested.gives(*vector, ("function copy", 3)) == "copy"
    # NotImplemented is Python's affair.
    assert tested.raises(*vector, 1, ("operator Vector.__lt__", 3, 4)) == "TypeError"
    assert tested.raises(*vector, "text", ("operator Vector.__add__", 3, 4)) == "TypeError"
    with_names = (*vector, ("operator Vector.__call__", 3, (2, 0, UNPACK_SEQUENCE)))
    assert tested.gives(*with_names) == ((1, 2), [])


def test_only_operators_that_the_project_wrote(subject):
    tested = subject(
        """
        import dataclasses, enum
        @dataclasses.dataclass(order=True)
        class Point:
            x: int
            def __bool__(self): return self.x > 0
        class Level(enum.IntFlag):
            LOW = 1
            HIGH = 2
        class Mapping(dict):
            def __missing__(self, key): return key
        """
    )
    shapes = [f"{one['kind']} {one['qualified_name']}" for one in tested.described["callables"]]
    assert shapes == [
        "constructor Point", "operator Point.__bool__",
        "constructor Mapping", "operator Mapping.__missing__",
    ]  # fmt: skip
    assert tested.described["classes"][1]["enum_members"] == ["LOW", "HIGH"]


def test_what_python_calls_by_one_name_is_not_called_by_another(subject):
    tested = subject(
        """
        class Box:
            def __bool__(self): return True
            __nonzero__ = __bool__
            def __mul__(self, other): return other
            __rmul__ = __mul__
            def __div__(self, other): return other
            __truediv__ = __div__
            def __unicode__(self): return "box"
        """
    )
    shapes = [f"{one['kind']} {one['name']}" for one in tested.described["callables"]]
    assert shapes == [
        "constructor Box", "operator __bool__", "operator __mul__", "operator __rmul__",
        "operator __truediv__", "method __unicode__",
    ]  # fmt: skip


def test_a_class_is_made_as_its_initialiser_says_where_another_hands_on_all(subject):
    tested = subject(
        """
        class Rows:
            def __new__(cls, *args, **kwargs): return super().__new__(cls)
            def __init__(self, rows=(), *, frozen=False): self.rows, self.frozen = rows, frozen
        class Once(type):
            def __call__(cls, *args, **kwargs): return super().__call__(*args, **kwargs)
        class Store(metaclass=Once):
            def __init__(self, name): self.name = name
        class Bag:
            def __new__(cls, *args, **kwargs): return super().__new__(cls)
        """
    )
    names = {
        one["name"]: [p["name"] for p in one["parameters"]]
        for one in tested.described["callables"]
        if one["kind"] == "constructor"
    }
    assert names == {"Rows": ["rows", "frozen"], "Store": ["name"], "Bag": ["args", "kwargs"]}


def test_private_parameters_are_left_out_where_the_others_keep_their_places(subject):
    tested = subject(
        """
        def split(text, deep=False, _match=len): return text
        def find(_key, *, _cache=None, strict=True): return _key
        def place(_first=1, second=2): return second
        """
    )
    names = [[p["name"] for p in one["parameters"]] for one in tested.described["callables"]]
    assert names == [["text", "deep"], ["_key", "strict"], ["_first", "second"]]


def test_static_class_partial_and_nested_methods(subject):
    tested = subject(
        """
        import functools
        def power(base, exponent): return base ** exponent
        square = functools.partial(power, exponent=2)
        class Adder:
            def __init__(self, by=1): self.by = by
            def __call__(self, x): return x + self.by
        increment = Adder()
        class Outer:
            def scaled(self, factor, value): return factor * value
            tripled = functools.partialmethod(scaled, 3)
            class Inner:
                @classmethod
                def make(cls): return cls.__qualname__
                @staticmethod
                def echo(x): return x
            def __secret(self): return "hidden"
        @functools.singledispatch
        def shown(x): return "thing"
        @shown.register
        def _(x: int): return "number"
        def __private(): return 1
        """
    )
    assert tested.gives(3, ("function square", 0)) == 9
    assert tested.gives(3, ("function increment", 0)) == 4
    assert tested.gives(5, ("constructor Outer",), ("method Outer.tripled", 1, 0)) == 15
    assert tested.gives(("class_method Outer.Inner.make",)) == "Outer.Inner"
    assert tested.gives(8, ("static_method Outer.Inner.echo", 0)) == 8
    secret = ("method Outer._Outer__secret", 0)
    assert tested.gives(("constructor Outer",), secret) == "hidden"
    assert tested.gives(1, ("function shown", 0)) == "number"
    assert tested.gives(("function __private",)) == 1
    protected = [one["name"] for one in tested.described["callables"] if one["is_protected"]]
    assert protected == ["_Outer__secret", "_", "__private"]
    [shown] = [one for one in tested.described["callables"] if one["name"] == "shown"]
    assert tested.described["types"][shown["parameters"][0]["type"]]["kind"] == "int"


def test_functions_that_calls_return_can_be_called(subject):
    tested = subject(
        """
        import functools
        def adder(n):
            def add(x, *, twice=False): return (x + n) * (2 if twice else 1)
            return add
        def halves(): return functools.partial(divmod, 10)
        """
    )
    add = (1, ("function adder", 0))
    called = ("operator FunctionType.__call__", 1, (2, 0, UNPACK_SEQUENCE))
    assert tested.gives(*add, ("list", 0), called) == 2
    assert tested.gives(("function halves",), 3, ("operator partial.__call__", 0, 1)) == (3, 1)
    classes = {one["name"]: one for one in tested.described["classes"]}
    assert classes["FunctionType"]["module"] == "types"
    with frames.Child(lambda: None) as child:
        [trace] = child.run([[tested.step(step) for step in add]])
    assert trace.result_classes[1] == tested.described["classes"].index(classes["FunctionType"])


def test_functions_without_closures_in_the_module_bring_no_function_class(subject):
    tested = subject("def f(x): return [y for y in x]\n")
    assert tested.described["classes"] == []


def test_functions_methods_and_lambdas_are_values(subject):
    tested = subject(
        """
        def apply(f, x): return f(x)
        def double(x): return 2 * x
        def name_of(f): return (type(f).__name__, f.__name__)
        class Box:
            def __init__(self, n): self.n = n
            def add(self, x): return self.n + x
            @staticmethod
            def same(x): return x
        """
    )
    assert tested.gives(4, ("function", "function double"), ("function apply", 1, 0)) == 8
    bound = (4, ("constructor Box", 0), ("function", "method Box.add", 1))
    assert tested.gives(*bound, ("function apply", 2, 0)) == 8
    static = ("function", "static_method Box.same")
    assert tested.gives(4, static, ("function apply", 1, 0)) == 4
    assert tested.gives(4, "r", ("lambda", 1), ("function apply", 2, 0)) == "r"
    assert tested.gives(4, ("lambda",), ("function apply", 1, 0)) == 4
    assert tested.gives(("lambda",), ("function name_of", 0)) == ("function", "<lambda>")


AWAITABLE, IN_TURN = 1, 2


def test_functions_answer_in_turn_raise_and_are_awaited(subject):
    tested = subject(
        """
        import asyncio
        def ask(function):
            given = []
            for _ in range(3):
                try:
                    given.append(function(1, key=2))
                except Exception as error:
                    given.append(type(error).__name__)
            return given
        def await_each(function):
            assert asyncio.iscoroutinefunction(function)
            return ask(lambda *args, **kwargs: asyncio.run(function(*args, **kwargs)))
        class Busy(Exception): pass
        """
    )
    busy = ("class", "Busy")
    cases = [
        (("answers", IN_TURN, 0, 1), [5, "Busy", "StopIteration"]),
        (("answers", IN_TURN, 1), ["Busy"] * 3),
        (("answers", IN_TURN, 0), [5] * 3),
    ]
    for function, given in cases:
        assert tested.gives(5, busy, function, ("function ask", 2)) == given
        awaited = ("answers", function[1] | AWAITABLE, *function[2:])
        expected = [one.replace("Iter", "AsyncIter") if isinstance(one, str) else one for one in given]
        assert tested.gives(5, busy, awaited, ("function await_each", 2)) == expected
    assert tested.gives(5, ("answers", AWAITABLE, 0), ("function await_each", 1)) == [5] * 3


def test_calls_of_functions_are_observed_with_their_arguments_as_they_are_now(subject):
    tested = subject(
        """
        import asyncio
        def tell(function, items):
            function("a", items, key=1)
            items.append(2)
        def create(function, job):
            function(job).close()
        def await_twice(function, job):
            asyncio.run(function(job))
            asyncio.run(function(job))
        def fail(function, job):
            function(job)
            raise KeyError(job)
        """
    )

    def calls(*steps):
        seen = tested.observe(*steps)
        ended = seen["raising"] if seen["verdict"] == "raised" else seen["statements"][-1]
        assert plain(seen["statements"][1]["result"]) == [], "not called yet"
        return {variable: plain(value) for variable, value in ended.get("changes", [])}

    assert calls(5, ("lambda", 0), ("list", 0), ("function tell", 1, 2)) == {
        1: [(("a", [5, 2]), {"key": 1})], 2: [5, 2],
    }  # fmt: skip
    assert calls("x", ("answers", AWAITABLE, 0), ("function await_twice", 1, 0)) == {
        1: [(("x",), {})] * 2
    }
    assert calls("x", ("answers", AWAITABLE, 0), ("function create", 1, 0)) == {}, "is not awaited"
    assert calls("x", ("answers", IN_TURN, 0, 0), ("function fail", 1, 0)) == {1: [(("x",), {})]}


def test_abstract_classes_and_protocols_get_a_concrete_subclass(subject):
    tested = subject(
        """
        import abc, enum
        from typing import Protocol, Optional
        class Color(enum.Enum):
            RED = 1
        class Shape(abc.ABC):
            def __init__(self, name): self.name = name
            @abc.abstractmethod
            def area(self) -> float: ...
            @property
            @abc.abstractmethod
            def color(self) -> Color: ...
            @classmethod
            @abc.abstractmethod
            def make(cls) -> "Optional[list[int]]": ...
            @abc.abstractmethod
            async def load(self) -> str: ...
            @abc.abstractmethod
            def base(self):
                return "own " + self.name
            def describe(self): return (self.name, self.area(), self.make())
        class Priced(Protocol):
            price: int
            def label(self) -> str: ...
        def tag(item: Priced): return (item.price, item.label())
        class Done(abc.ABC):
            @abc.abstractmethod
            def go(self): ...
        class Real(Done):
            def go(self): return 1
        class Ware:
            price = 3
            def label(self): return "w"
        """
    )
    classes = {one["name"]: one for one in tested.described["classes"]}
    assert "ConcreteDone" not in classes
    concrete = classes["ConcreteShape"]
    assert concrete["module"] == ""
    assert concrete["definition_imports"] == ["subject:Shape", "subject:Color"]
    assert concrete["definition"] == (
        "class ConcreteShape(Shape):\n"
        "    def __init__(self, *args, area=1.5, color=Color.RED, load=\"text\", **kwargs):\n"
        "        self.given_area = area\n"
        "        self.given_color = color\n"
        "        self.given_load = load\n"
        "        super().__init__(*args, **kwargs)\n\n"
        "    def area(self, *args, **kwargs):\n        return self.given_area\n\n"
        "    def base(self, *args, **kwargs):\n        return super().base(*args, **kwargs)\n\n"
        "    @property\n    def color(self):\n        return self.given_color\n\n"
        "    async def load(self, *args, **kwargs):\n        return self.given_load\n\n"
        "    @classmethod\n    def make(cls, *args, **kwargs):\n        return [1]\n"
    )
    [made] = concrete["constructors"]
    parameters = tested.described["callables"][made]["parameters"]
    assert [(one["name"], one["kind"]) for one in parameters] == [
        ("name", "positional_or_keyword"), ("area", "keyword_only"), ("color", "keyword_only"),
        ("load", "keyword_only"),
    ]  # fmt: skip
    index = tested.described["classes"].index
    assert concrete["bases"] == [index(classes["Shape"])]
    assert index(classes["Priced"]) in classes["ConcretePriced"]["bases"]
    assert classes["Ware"]["bases"] == [index(classes["Priced"])]
    shape = ("disc", ("constructor ConcreteShape", 0))
    assert tested.gives(*shape, ("method Shape.describe", 1)) == ("disc", 1.5, [1])
    assert tested.gives(*shape, ("method Shape.base", 1)) == "own disc"
    large = ("disc", 20.5, ("constructor ConcreteShape", 0, (1, 1, frames.KEYWORD)))
    assert tested.gives(*large, ("method Shape.describe", 2)) == ("disc", 20.5, [1])
    assert tested.gives(*shape, ("method Shape.load", 1)) == "text"
    assert tested.gives(("constructor ConcretePriced",), ("function tag", 0)) == (1, "text")


def test_mocks_are_passed_for_classes_that_have_nothing_but_operations(subject):
    tested = subject(
        """
        import abc, asyncio
        from typing import Protocol, runtime_checkable
        @runtime_checkable
        class Gateway(Protocol):
            def send(self, to: str) -> str: ...
            async def close(self) -> int: ...
        class Store(abc.ABC):
            @abc.abstractmethod
            def save(self, key: str) -> None: ...
        class Named(Store):
            @property
            @abc.abstractmethod
            def name(self): ...
        class Filled(Store):
            @abc.abstractmethod
            def save(self, key: str) -> None:
                if key: raise KeyError
        class Called(Protocol):
            def called(self): ...
        def send(gateway: Gateway):
            try:
                return gateway.send("a")
            except LookupError:
                return isinstance(gateway, Gateway)
        def close(gateway: Gateway): return asyncio.run(gateway.close())
        def misspell(gateway: Gateway): return gateway.sent
        def save(store: Store): return isinstance(store, Store), type(store.save("a")).__name__
        def use(one: Named, other: Filled, third: Called): pass
        """
    )
    described = tested.described
    made = {
        described["classes"][one["class"]]["name"]: one
        for one in described["callables"]
        if one["kind"] == "constructor"
    }
    assert [name for name, one in made.items() if one["module"] == "unittest.mock"] == ["Gateway", "Store"]
    assert {"ConcreteNamed", "ConcreteFilled", "ConcreteCalled"} <= set(made)
    types = described["types"]
    operations = {one["name"]: types[one["type"]] for one in made["Gateway"]["parameters"]}
    assert [one["kind"] for one in operations.values()] == ["callable", "callable"]
    assert [types[one]["kind"] for one in operations["send"]["arguments"]] == ["str"]
    assert [types[one]["kind"] for one in operations["close"]["arguments"]] == ["int"]
    assert operations["close"]["text"] == "awaited" and "text" not in operations["send"]
    assert "Gateway.send" not in [one["qualified_name"] for one in described["callables"]]

    gateway, store = (described["callables"].index(made[name]) for name in ("Gateway", "Store"))

    def seen(*steps):
        with frames.Child(lambda: None, tested.observer) as child:
            return child.observe([step if isinstance(step, bytes) else tested.step(step) for step in steps])

    def gives(*steps):
        return plain(seen(*steps)["statements"][-1]["result"])

    sending = call(gateway, (1, 0, frames.KEYWORD))
    assert gives("ticket", ("lambda", 0), sending, ("function send", 2)) == "ticket"
    failing = ("answers", IN_TURN, 0)
    assert gives(("class", "LookupError"), failing, sending, ("function send", 2)) is True
    closing = call(gateway, (1, 1, frames.KEYWORD))
    assert gives(5, ("answers", AWAITABLE, 0), closing, ("function close", 2)) == 5
    unanswered = [call(gateway), tested.step(("function send", 0))]
    answered = [tested.step("ticket"), tested.step(("lambda", 0)), sending, tested.step(("function send", 2))]
    with frames.Child(lambda: None) as child:
        assert [one.reached_out for one in child.run([unanswered, answered])] == [True, False]
    error = seen(call(gateway), ("function misspell", 0))["exception"]
    assert error["message"] == "Mock object has no attribute 'sent'"
    assert gives(call(store), ("function save", 0)) == (True, "Mock")


def test_a_coroutine_function_that_is_an_operator_is_awaited(subject):
    tested = subject(
        """
        class Client:
            async def __call__(self, answer): return answer
        """
    )
    assert tested.gives(7, ("constructor Client",), ("operator Client.__call__", 1, 0)) == 7


def test_functions_call_the_function_that_they_are_given(subject):
    tested = subject(
        """
        def first(run): return run(max, 1, 2)
        def last(run): return run(3, lambda one: one + 1)
        def nothing(run): return run(3)
        """
    )
    calls_first, calls_last, none = 4, 8, 0
    assert tested.gives(("answers", calls_first), ("function first", 0)) == 2
    assert tested.gives(("answers", calls_last), ("function last", 0)) == 4
    assert tested.gives(5, ("answers", calls_last, 0), ("function last", 1)) == 6
    assert tested.gives(("answers", none), ("function nothing", 0)) is None
    assert tested.gives(("lambda",), ("function nothing", 0)) == 3


def test_what_no_one_covers_is_not_called(subject):
    tested = subject(
        """
        import functools
        def seen(): return 1
        def unseen(): return 2  # pragma: no cover
        @functools.lru_cache  # pragma: no cover
        def decorated(): return 3
        class Debug:  # pragma: no cover
            def show(self): return 4
        class Half:
            def used(self):
                x = 1  # pragma: no cover
                return x
            def unused(
                self,
            ):  # pragma: no cover
                return 6
        """
    )
    offered = [one["qualified_name"] for one in tested.described["callables"] if one["in_subject"]]
    assert offered == ["Half", "Half.used", "seen"]


def test_inputs_with_attributes_come_from_what_the_subject_reads(subject):
    tested = subject(
        """
        import argparse, threading
        def run(options: argparse.Namespace, lock: threading.Lock):
            with lock:
                return options.verbose
        """
    )
    namespace = tested.described["callables"][tested.index("constructor Namespace")]
    assert [one["name"] for one in namespace["parameters"]] == ["verbose"]
    verbose = call(tested.index("constructor Namespace"), (0, 0, frames.KEYWORD))
    with frames.Child(lambda: None, tested.observer) as child:
        locked = [tested.step(("function Lock",)), tested.step(("function run", 1, 2))]
        seen = child.observe([value(5), verbose, *locked])
    assert plain(seen["statements"][-1]["result"]) == 5
