"""Instrumented code does what the plain code does: results, exceptions, order of evaluation."""

import ast
import inspect
import sys
import textwrap
import traceback

import pytest
import support

native = support.native()

from skua_runtime.goals.control_flow import draw_control_flow
from skua_runtime.goals.goals import find_goals
from skua_runtime.goals.instrument import compile_instrumented, compile_quietly

PRELUDE = '''
log = []

def v(name, value=None):
    """A value that says when it is evaluated."""
    log.append(name)
    return name if value is None else value

class Loud:
    """Says what is done with it, and is as true as told."""
    def __init__(self, name, truth=True):
        self.name, self.truth = name, truth
    def __bool__(self):
        log.append(f"bool {self.name}")
        return self.truth
    def __lt__(self, other):
        log.append(f"{self.name} < {getattr(other, 'name', other)}")
        return Loud(f"({self.name}<)", self.truth)
    def __eq__(self, other):
        log.append(f"{self.name} == {getattr(other, 'name', other)}")
        return self.truth
    def __contains__(self, item):
        log.append(f"{item} in {self.name}")
        return self.truth
    def __iter__(self):
        log.append(f"iter {self.name}")
        return iter([1, 2])
    def __repr__(self):
        return f"<{self.name}>"
    __hash__ = None

class Angry(Loud):
    def __bool__(self):
        raise ArithmeticError("no truth")
    def __lt__(self, other):
        raise LookupError("no order")
    def __iter__(self):
        raise OSError("no items")
'''

# Each defines run(), or is executed for its log alone.
CORPUS = {
    "chain": """
        def run():
            return [a < b < c for a in (1, 2) for b in (1, 2) for c in (1, 2, 3)]
    """,
    "chain evaluates its middle once": """
        def run():
            if v(1) < v(2) < v(3): v("yes")
            if v(1) < v(0) < v(3): v("no")
            return v(1) < v(2) <= v(2) != v(5) in v([5]) is not v(None)
    """,
    "chain of objects": """
        def run():
            a, b = Loud("a"), Loud("b", False)
            return repr(a < b < a), repr(b < a < b), repr(Loud("x") < Loud("y") < 3)
    """,
    "chain in a condition takes each truth once": """
        def run():
            if Loud("a") < Loud("b") < Loud("c"): v("then")
            while Loud("d", False) < Loud("e") < 1: v("never")
    """,
    "chains at the module's level and in a class": """
        x = 5
        if 1 < x < 10 < v(20) < v(30): v("module")
        class C:
            y = 3
            if 1 < y < 5: v("class")
            z = 1 < y < 2 or "other"
            items = [i for i in range(10) if 2 < i < y + 3 < v(9)] if 0 < y else []
        def run():
            return sorted(n for n in vars(C) if not n.startswith("__")), C.z, sorted(n for n in globals() if "skua" in n)
    """,
    "chain in comprehensions": """
        def run():
            xs = [x for x in range(9) if 1 < x < v(x) + 1 < 6]
            ys = {x: y for x in range(4) for y in range(4) if x < y < 3}
            zs = list(x for x in range(9) if not 2 < v(x) < 5)
            return xs, ys, zs, [x for x in (range(3) if 0 < len(xs) < 9 else ())]
    """,
    "nested chains": """
        def run():
            return [(1 < (a < b < 3) < 2, (0 < (a < 2 < 3) < 2) < 5) for a in range(3) for b in range(3)]
    """,
    "and, or": """
        def run():
            r = []
            for a in (0, 1):
                for b in ("", "b"):
                    for c in ((), [1]):
                        r.append((a or b, a and b, a and b or c, (a or b) and c, not a or b,
                                  a or not b or c, a and (b or c), not (a and b) or c, a or b or c))
            return r
    """,
    "and, or take each truth once": """
        def run():
            r = [Loud("a", False) or Loud("b"), Loud("a") and Loud("b") and Loud("c"), not Loud("d") or 1]
            r.append(not Loud("a") or Loud("b", False) or Loud("c"))
            r.append(Loud("a") < 1 and Loud("b"))
            if Loud("a") and (Loud("b", False) or not Loud("c")): v("then")
            return repr(r)
    """,
    "and, or at the module's level": """
        a = Loud("a", False) or Loud("b") and v("c")
        b = v("") and v("x") or v("y")
        class C:
            d = v(0) or v("d")
            e = [v(i) or "e" for i in (0, 1)]
        def run():
            return repr((a, b, C.d, C.e)), sorted(vars(C).keys() - {"__static_attributes__", "__firstlineno__"})
    """,
    "and, or with constants": """
        def run(x=0, y=()):
            return (x or True, x and 1 or 2, None or x or y, y or "" or 0, True and x, (x, y) and 1)
    """,
    "exceptions from truth, order and iteration": """
        def run():
            r = []
            for f in (
                lambda: 1 if Angry("a") else 2, lambda: Angry("a") or 1, lambda: Angry("a") < 1 < 2,
                lambda: 1 if Angry("a") < 1 else 2, lambda: [x for x in Angry("a")], lambda: not Angry("a"),
                lambda: 1 in Angry("a"), lambda: (1 < "a") or 2, lambda: 1 if 1 < "a" else 2, lambda: 1 if 1 in 5 else 3,
            ):
                try:
                    r.append(f())
                except Exception as e:
                    r.append((type(e).__name__, str(e)))
            return r
    """,
    "loops": """
        def run():
            r = []
            for x in []: r.append(x)
            else: r.append("else")
            for x in Loud("it"):
                if x == 2: continue
                r.append(x)
            for i, (a, *b) in enumerate(zip("ab", "cd")): r.append((i, a, b))
            for x in iter([1, 2, 3]):
                if x == 2: break
            else: r.append("never")
            for k in {"a": 1}: r.append(k)
            n = 3
            while n:
                n -= 1
                if n == 1: break
            else: r.append("never")
            while n < 1: n += 1
            else: r.append("while else")
            for x in 5: pass
    """,
    "loop over what changes": """
        def run():
            items = [1, 2, 3]
            for x in items:
                if x < 3: items.append(x + 5)
            d = {1: 2}
            for k in d: d[k + 1] = 1
    """,
    "loop over a generator that is closed": """
        def gen():
            try:
                yield from range(5)
            finally:
                v("closed")
        def run():
            for x in gen():
                if x == 2: break
            v("after")
            g = gen()
            for x in g: break
            return next(g)
    """,
    "try": """
        def f(e):
            try:
                if e: raise e
                v("body")
            except (KeyError, IndexError) as x:
                return type(x).__name__, 'x' in dir()
            except v("type", ValueError):
                v("value")
                try:
                    raise
                except ValueError as y:
                    return str(y)
            except:
                return "bare"
            else:
                v("else")
            finally:
                v("finally")
            return "end"
        def run():
            return [f(e) for e in (None, KeyError(1), IndexError(), ValueError("v"), TypeError())]
    """,
    "an except clause that is no class": """
        def run():
            try:
                raise KeyError(1)
            except "no class":
                pass
    """,
    "try with return, break and continue in finally": """
        def run():
            r = []
            for i in range(4):
                try:
                    if i == 0: continue
                    if i == 3: break
                    r.append(i)
                finally:
                    r.append(("f", i))
            def g():
                try:
                    return 1
                finally:
                    r.append("g")
            return r, g()
    """,
    "match": """
        class P:
            __match_args__ = ("x", "y")
            def __init__(self, x, y): self.x, self.y = x, y
        def f(s):
            match s:
                case 0 | 1: return "small"
                case int(n) if n > 100: return "big", n
                case [a, b] if 0 < a < b: return "pair", a, b
                case [a, *rest]: return "list", a, rest
                case {"k": value, **others}: return value, others
                case P(x, 0): return "P", x
                case str() as t if v(t): return t
                case None: return "none"
                case x if x == 7: return "seven"
            return "nothing"
        def run():
            return [f(s) for s in (0, 1, 7, 500, [1, 2], [2, 1], [], {"k": 1, "z": 2}, P(5, 0), P(5, 1), "text", None, 3.5)]
    """,
    "match with a last case for all": """
        def f(s):
            match v("subject", s):
                case 5: return "five"
                case _: v("default")
            return 1
        def run():
            return f(5), f(6)
    """,
    "generators": """
        def g(n):
            'doc'
            while n > 0:
                got = yield n
                if got: n = got
                else: n -= 1
            return "end"
        def h():
            r = yield from g(2)
            yield r
        def run():
            it = g(3)
            return list(h()), next(it), it.send(5), next(it), g.__doc__
    """,
    "two running generators of one expression": """
        def make(n):
            return (x for x in range(n) if 0 < v(x) < 5 and (x or 1))
        def run():
            a, b = make(6), make(9)
            return [next(a), next(b), next(a), next(b), list(a), list(b)]
    """,
    "async": """
        import asyncio
        async def agen(n):
            for i in range(n):
                yield i
        class Manager:
            async def __aenter__(self): return 1
            async def __aexit__(self, *e): v("left")
        async def main():
            'doc'
            r = [x async for x in agen(5) if 1 < x < 4]
            async for x in agen(2):
                if x or r: r.append(x)
            else:
                r.append("else")
            async with Manager() as m:
                r.append(m if m else 0)
            return r, [y async for y in agen(2)], {z: z async for z in agen(2) if z}
        def run():
            return asyncio.run(main())
    """,
    "classes": """
        class Base:
            'a docstring'
            __slots__ = ("a",)
            def __init_subclass__(cls, **k): v(k and "keywords")
            def m(self): return __class__.__name__
        class D(Base, key=1 if v(1) else 2):
            __private = 5
            def __init__(self): super().__init__(); self.__x = 1 if self.__private else 2
            def m(self): return super().m() + str(self.__x) if self.__x else ""
            @property
            def p(self): return self._D__x or 0
            @staticmethod
            def s(a=v(1) or 2): return a
        def run():
            return D().m(), D().p, D.s(), Base.__doc__, D.__doc__, vars(D().__class__).keys() - {"__static_attributes__", "__firstlineno__"} == {'__module__', '_D__private', '__init__', 'm', 'p', 's', '__doc__', '__dict__', '__weakref__'}
    """,
    "scopes": """
        g = 1
        def counter():
            n = 0
            def step(by=1):
                nonlocal n
                global g
                n += by if by else 1
                g = n or g
                return n
            return step
        def run():
            c = counter()
            return c(), c(0), c(5), g, c.__code__.co_freevars
    """,
    "a function that looks at its locals": """
        def f(a, b=2):
            x = a < b < 5
            y = a or b
            return locals()
        def run():
            return f(1), sorted(f(0)), "%(a)s" % f(3)
    """,
    "names that only look like probes": """
        def run(skua=1):
            bool, isinstance, len = 5, 6, 7
            return skua or bool, len if isinstance else 0
    """,
    "lambdas and conditional expressions": """
        def run():
            f = lambda a, b=v("default"): a if a < b else (b or a)
            g = lambda *a, **k: [x for x in a if x] or k
            h = lambda: (yield 5)
            return f("a"), f("x"), g(0, 1), g(z=2), list(h()), (1 if v(0) or v("") else 2 if v("") else 3)
    """,
    "walrus": """
        def run():
            if (n := v(5)) > 3 and (m := n + 1) < 10: v(m)
            r = [y := 1, y ** 2, (z := y or 5)]
            while (n := n - 1) > 2: pass
            return n, m, r, y, z, [last for x in (1, 2) if (last := x) > 1]
    """,
    "asserts": """
        def run():
            assert v(1) < v(2), v("not this")
            r = []
            for a in (0, 1):
                try:
                    assert a and v("x"), v(f"message {a or 'none'}")
                except AssertionError as e:
                    r.append(str(e))
            assert (a, "always true")
            assert 1 > 2
            return r
    """,
    "f-strings": """
        def run():
            x, w = 5, 8
            return f"{x if x else 0:>{w or 3}} {x!r} {'a' or x} {x < 6 < 7} {[i for i in range(3) if i]}"
    """,
    "deletes, stars and subscripts": """
        def run():
            d = {1: 2, 3: 4}
            del d[1 if v(1) else 3]
            a, *b = [*(range(3) if v(1) else ()), *[1 or 2]]
            d[a or 9] = b and b[0]
            d[3] += 1 if v(2) else 0
            return d, a, b, dict(**{"k": 1 if a else 2})
    """,
    "with": """
        import contextlib
        def run():
            with contextlib.suppress(KeyError) if v(1) else None as s, contextlib.suppress(ValueError):
                if v(2): raise ValueError
            with contextlib.suppress(KeyError):
                for x in (1,): raise KeyError
            return s
    """,
    "constant conditions": """
        def run():
            n = 0
            while True:
                n += 1
                if n > 3: break
            while 1:
                if n: break
            if 0: v("never")
            if not 0: v("always")
            if __debug__: v("debug")
            while 0: v("never")
            else: v("else")
            return n, 1 if True else 2
    """,
    "annotations": """
        from __future__ import annotations
        import typing
        x: int if 1 else str = 1 or 2
        def f(a: b < c < d = v(1) or 2, *args: q or z) -> (x if x else y):
            y: undefined or 5
            return a
        def run():
            return f.__annotations__, __annotations__, f()
    """,
    "TYPE_CHECKING and __main__": """
        import typing
        from typing import TYPE_CHECKING
        if TYPE_CHECKING: v("no")
        else: v("checked")
        if typing.TYPE_CHECKING and v(1): v("no")
        if not TYPE_CHECKING: v("runs")
        if __name__ == "__main__": v("main")
        elif v(1): v("elif")
        def run(): return __name__
    """,
    "recursion": """
        def run(n=20):
            return 1 if n < 2 else n * run(n - 1) if 0 < n < 100 else None
    """,
    "calls that are looked into": """
        import re
        class Text(str):
            def startswith(self, *a): v("own startswith"); return super().startswith(*a)
            def isdigit(self): return Loud("digits", False)
        class Meta(type):
            def __instancecheck__(cls, one): v("asked"); return Loud("instance")
        class Odd(metaclass=Meta): pass
        class Lies:
            __class__ = int
            def __getattr__(self, name):
                v(name)
                if name == "bad": raise OSError(name)
                raise AttributeError(name)
            def __len__(self): v("len"); return 3
            def __iter__(self): return iter([Loud("member", False), 0])
        def outcome(f):
            try:
                return f()
            except Exception as e:
                return type(e).__name__, str(e)
        def run():
            t, p = Text("12a"), re.compile("(a)b?")
            r = []
            for f in (
                lambda: 1 if t.startswith("1") else 2, lambda: 1 if t.isdigit() else 2, lambda: t.isdigit() or 5,
                lambda: 1 if "abc".startswith(v("a")) else 2, lambda: 1 if "abc".startswith(("b", "ab")) else 2,
                lambda: 1 if "abc".startswith("c", 2) else 2, lambda: 1 if b"abc".endswith(b"c") else 2,
                lambda: 1 if "abc".endswith(5) else 2, lambda: 1 if "abc".startswith() else 2,
                lambda: 1 if v("x").nothing("y") else 2, lambda: 1 if "7".isdigit(v("never")) else 2,
                lambda: 1 if isinstance(v(5), v("class", int)) else 2, lambda: 1 if isinstance(5, Odd) else 2,
                lambda: isinstance(5, Odd) or 7, lambda: isinstance("", (int, (str, 5))) or 7, lambda: 1 if isinstance(Lies(), int) else 2,
                lambda: 1 if isinstance(5, "no class") else 2, lambda: 1 if isinstance(5) else 2,
                lambda: 1 if hasattr(Lies(), "n") else 2, lambda: 1 if hasattr(Lies(), "bad") else 2, lambda: 1 if hasattr(5, 6) else 2,
                lambda: 1 if callable(v) else 2, lambda: 1 if any(Lies()) else 2, lambda: all([1, Loud("e")]) or 2,
                lambda: 1 if any(v(x) > 1 for x in (0, 2, 3)) else 2, lambda: 1 if all([v(x) < 3 for x in (1, 5, 6)]) else 2,
                lambda: any(Loud(x) < 1 for x in "ab") or 3, lambda: 1 if any(x.startswith("b") for x in ("a", "bc", 5)) else 2,
                lambda: 1 if any(x + "" for x in (1, 2)) else 2, lambda: 1 if all() else 2, lambda: 1 if any(5) else 2,
                lambda: 1 if re.match("a|b", "bc") else 2, lambda: re.search(v("b"), v("abc")) and 5, lambda: 1 if p.fullmatch("ab") else 2,
                lambda: 1 if re.match("(", "a") else 2, lambda: 1 if p.match("xa", 1) else 2, lambda: 1 if p.match(5) else 2,
                lambda: 1 if len(Lies()) == 3 else 2, lambda: 1 if len(5) == 3 else 2, lambda: 4 > len(Lies()) or 5, lambda: 3 == len("abc") != 4,
                lambda: 1 if len(v("abc")) < True else 2, lambda: 1 if undefined(v("argument")) else 2, lambda: 1 if len() > 2 else 3,
            ):
                r.append(outcome(f))
            return repr(r)
    """,
    "calls that are looked into, with other meanings": """
        class re:
            match = staticmethod(lambda *a: v("my match"))
            @staticmethod
            def search(a, b): raise LookupError(a)
        def isinstance(a, b): v("my isinstance"); return Loud("mine", False)
        any = lambda x: list(x)
        def len(x): v("my len"); return Loud("length")
        def run(all=lambda x: v("my all"), hasattr=5):
            r = [1 if isinstance(1, 2) else 2, isinstance(1, 2) or 5, 1 if any(x > 1 for x in (0, 2)) else 2,
                 1 if all(v(x) for x in (1, 2)) else 2, 1 if re.match(1, 2) else 2, 1 if len([]) == 0 else 2, 2 < len(0)]
            try:
                if re.search(5, 6): pass
            except LookupError as e: r.append(str(e))
            try:
                if hasattr(v(1), v(2)): pass
            except TypeError as e: r.append(str(e))
            return repr(r)
    """,
    "a result that is tested afterwards": """
        import re
        def f(s):
            m = re.match(r"(a+)b", s)
            if not m: return "no"
            ok = m.group(1).startswith(v("aa"))
            if ok and v("then"): v("long")
            found = isinstance(m, re.Match)
            assert found, "never"
            n = re.search("c", s)
            if n is None: return "no c"
            if (k := re.fullmatch("a+b+c", s)) is not None and k: return k.group(), m.group(1)
            if l := re.match("a", s): return l.span()
            if re.match("z", s) == None: return "z"
        def run():
            return [f(s) for s in ("", "ab", "aab", "aabc", "aabcd", "abbbc")], f.__code__.co_varnames[:2]
    """,
    "match on what is evaluated once": """
        class Seq(list):
            def __eq__(self, other): v("eq"); return True
            __hash__ = None
        def f(*a):
            match v("subject", a[0]), a[1:]:
                case ("red" | "blue" as colour), (): return colour
                case 5, [x, *_] if v("guard", x): a = "rebound"; return a
                case {"k": 1, **rest}, _: return rest
                case [Seq() as s, (1, 2)]: return type(s).__name__
                case (None | True), _: return "singleton"
                case -1.5 | 2+3j, _: return "number"
                case b"x", (y,): return y
            match a:
                case [_, _, _, *_]: return "long"
                case (one,): return one
            return "nothing"
        def run():
            return [f(*a) for a in (("red",), (5, 1), (5, 0), ({"k": 1, "z": 2},), (Seq(), 1, 2), (None,), (True, 2), (-1.5,), (2+3j, 1), (b"x", 9), (0, 1, 2), (7,))]
    """,
    "endless loops": """
        def run():
            n = 0
            while True:
                n += 1
                if n < 3: continue
                while 1: break
                else: v("never")
                try:
                    while not 0:
                        if n: raise KeyError(n)
                except KeyError as e:
                    return n, str(e)
    """,
    "operator overloads that return odd things": """
        class Odd:
            def __eq__(self, o): return NotImplemented
            def __lt__(self, o): return "less"
            def __gt__(self, o): return []
            def __len__(self): return 0
        def run():
            o = Odd()
            return o < 1, o > 1, (o < 1) or 2, (o > 1) or 2, 1 if o else 2, o == o, o != 1, o < 1 < 2, 3 if o == 1 else 4, o or "empty"
    """,
}

NEWER = {
    (3, 11): {
        "except*": """
            def f(*e):
                try:
                    if e: raise ExceptionGroup("g", e)
                except* (KeyError, ValueError) as x:
                    v(len(x.exceptions) or 9)
                except* TypeError:
                    v("type")
                else:
                    v("else")
                return "end"
            def run():
                return f(), f(KeyError(), TypeError()), f(ValueError()), f(OSError())
        """,
    },
    (3, 12): {
        "type parameters": """
            type Alias[T] = list[T] if 1 else 2
            class G[T: (int, str)](list[T] if v(1) < v(2) < v(3) else object):
                def m[U](self, a: U = v(1) or 2) -> T:
                    return a if 0 < v(1) < 2 else 0
            def f[T](x: T = 3 if v(1) else 4) -> T: return x or 5
            def run():
                return G([1]).m(), f(), f(0), [t.__name__ for t in G.__type_params__]
        """,
        "f-strings with quotes": """
            def run(x=0):
                return f"{x or f"{x if x else "inner"}"}"
        """,
    },
}
for version, sources in NEWER.items():
    if sys.version_info >= version:
        CORPUS.update(sources)


def execute(source, instrumented):
    """What running it shows: result, exception, lines of its traceback, the log."""
    source = PRELUDE + "\n" + textwrap.dedent(source)
    if source.strip().find("from __future__") > 0:
        source = "from __future__ import annotations\n" + source.replace(
            "from __future__ import annotations\n", "\n"
        )
    tree = ast.parse(source)
    if instrumented:
        goals = find_goals(tree)
        draw_control_flow(goals)
        native.configure(len(goals.code_objects), len(goals.predicates))
        code = compile_instrumented(tree, goals, "subject.py", native)
    else:
        code = compile_quietly(tree, "subject.py")
    namespace = {"__name__": "subject", "__builtins__": __builtins__}
    result = error = None
    lines = []
    try:
        exec(code, namespace)
        result = namespace["run"]() if "run" in namespace else None
    except Exception as exception:
        error = (type(exception).__name__, str(exception))
        frames = traceback.extract_tb(exception.__traceback__)
        lines = [(frame.name, frame.lineno) for frame in frames if frame.filename == "subject.py"]
    names = sorted(name for name in namespace if name != "__builtins__")
    return {
        "result": repr(result),
        "error": error,
        "lines": lines,
        "log": namespace["log"],
        "names": names,
        "docs": namespace.get("__doc__"),
    }


@pytest.mark.parametrize("name", CORPUS)
def test_instrumented_code_does_what_the_plain_code_does(name):
    assert execute(CORPUS[name], True) == execute(CORPUS[name], False)


def test_nested_and_or_takes_each_truth_once():
    # CPython 3.12 and 3.13 may take that of `a` twice, and those before and after do not.
    shown = execute(
        """
        def run():
            return repr([Loud("a", False) and 1 or Loud("b", False), (Loud("c") or 1) and Loud("d")])
        """,
        True,
    )
    assert shown["result"] == repr("[<b>, <d>]")
    assert shown["log"] == ["bool a", "bool c"]


def instrumented_namespace(source):
    tree = ast.parse(textwrap.dedent(source))
    goals = find_goals(tree)
    native.configure(len(goals.code_objects), len(goals.predicates))
    namespace = {"__name__": "subject"}
    exec(compile_instrumented(tree, goals, "subject.py", native), namespace)
    return goals, namespace


def taken(call):
    """(predicate → set of outcomes, code objects) of one call."""
    native.reset()
    try:
        call()
    except Exception:
        pass
    seen = native.recorded()
    outcomes = {}
    for predicate, (to_true, to_false) in seen["predicates"].items():
        outcomes[predicate] = {
            outcome for outcome, distance in ((True, to_true), (False, to_false)) if distance == 0
        }
    return outcomes, seen["code_objects"]


RECORDED = [
    ("def f(a): return 1 if a < 5 else 2", (3,), {0: {True}}),
    ("def f(a): return 1 if a < 5 else 2", (7,), {0: {False}}),
    ("def f(a): return 1 if 0 < a < 5 else 2", (7,), {0: {True}, 1: {False}}),
    ("def f(a): return 1 if 0 < a < 5 else 2", (-1,), {0: {False}}),
    ("def f(a, b): return a or b", (0, 1), {0: {False}}),
    ("def f(a, b): return a and b or 3", (1, 0), {0: {True}, 1: {False}}),
    ("def f(a, b):\n if not (a or b): return 1", (0, 0), {0: {False}, 1: {False}}),
    ("def f(a):\n for x in a: pass", ([],), {0: {False}}),
    ("def f(a):\n for x in a: pass", ([1],), {0: {True}}),
    ("def f(a):\n for x in a: pass", (iter([1]),), {0: {True}}),
    ("def f(a):\n for x in a: pass", (iter([]),), {0: {False}}),
    ("def f(a):\n while a: a -= 1", (2,), {0: {True, False}}),
    ("def f(a):\n assert a", (0,), {0: {False}}),
    (
        "def f(a):\n try: raise a\n except KeyError: pass\n except OSError: pass",
        (OSError(),),
        {0: {False}, 1: {True}},
    ),
    ("def f(a):\n try: raise a\n except KeyError: pass", (KeyError(),), {0: {True}}),
    ("def f(a):\n try: pass\n except KeyError: pass", (0,), {}),
    ("def f(a):\n match a:\n  case 1: pass\n  case [x]: pass", ([2],), {0: {False}, 1: {True}}),
    ("def f(a):\n match a:\n  case 1: pass\n  case [x]: pass", (3,), {0: {False}, 1: {False}}),
    ("def f(a):\n match a:\n  case 1: pass\n  case _: pass", (3,), {0: {False}}),
    ("def f(a):\n match a:\n  case [x] if x: pass", ([0],), {0: {True, False}, 1: {False}}),
    ("def f(a): return [x for x in a if x > 1]", ([1, 2],), {0: {True, False}}),
    ("def f(a): return (lambda b: b if b else 0)(a)", (0,), {0: {False}}),
    ("def f(a): return a if a is None else 0", (None,), {0: {True}}),
    ("def f(a): return 1 if a in (1, 2) else 0", (2,), {0: {True}}),
]


@pytest.mark.parametrize("source, arguments, expected", RECORDED)
def test_outcomes_are_recorded(source, arguments, expected):
    _, namespace = instrumented_namespace(source)
    outcomes, code_objects = taken(lambda: namespace["f"](*arguments))
    assert outcomes == expected
    assert 1 in code_objects


def test_code_objects_are_recorded_when_they_run():
    goals, namespace = instrumented_namespace("""
        def f(a):
            class C: pass
            g = lambda: 1
            return [x for x in a]
        """)
    names = [one.qualified_name for one in goals.code_objects]
    _, entered = taken(lambda: namespace["f"]([]))
    assert [names[index] for index in entered] == ["f", "f.<locals>.C"]
    _, entered = taken(lambda: namespace["f"]([1]))
    assert [names[index] for index in entered] == ["f", "f.<locals>.C", "f.<locals>.<listcomp>"]


def test_functions_look_as_they_did():
    source = """
        def f(a, /, b: int = 1, *c, d, **e) -> str:
            "what f does"
            return a < b < d
        class C:
            "what C is"
        async def g(): "only a docstring"
        """
    _, namespace = instrumented_namespace(source)
    plain = {}
    exec(textwrap.dedent(source), plain)
    for name in ("f", "g"):
        ours, theirs = namespace[name], plain[name]
        assert inspect.signature(ours) == inspect.signature(theirs)
        assert ours.__doc__ == theirs.__doc__
        assert ours.__code__.co_flags == theirs.__code__.co_flags
        assert ours.__code__.co_firstlineno == theirs.__code__.co_firstlineno
        assert ours.__code__.co_names == theirs.__code__.co_names
    assert namespace["C"].__doc__ == "what C is"


def test_a_very_long_expression_can_be_instrumented():
    source = "def f(a): return " + " + ".join(["a"] * 900) + "\n"
    sys.setrecursionlimit(8000)
    try:
        _, namespace = instrumented_namespace(source)
        assert namespace["f"](1) == 900
    finally:
        sys.setrecursionlimit(1000)
