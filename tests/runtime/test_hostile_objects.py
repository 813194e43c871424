"""No object at module level loses a module: whatever it does when it is looked at costs it alone."""

import sys
import types

import pytest
import support

native = support.native()

from skua_runtime.world.values import to_value

PRELUDE = """
import collections, ctypes, enum, functools, io, itertools, re, sys, threading, types, typing, weakref

looked = []

def fail(*arguments, **keywords):
    raise RuntimeError("no work outside of a request")

def end(*arguments, **keywords):
    raise SystemExit(3)

class Nasty:
    pass

def nasty(**members):
    return type("Nasty", (), members)()

def typed(**members):
    return type("Meta", (type,), members)("Typed", (), {})

class Proxy:
    __slots__ = ("target",)
    def __getattribute__(self, name): fail()
    __class__ = property(fail)
    __doc__ = property(fail)
    __wrapped__ = property(fail)
    __dict__ = property(fail)
    __call__ = __iter__ = __len__ = __bool__ = __eq__ = __hash__ = __repr__ = __dir__ = fail

class LazySettings:
    def __getattr__(self, name):
        looked.append(name)
        raise LookupError(f"settings are not configured: {name}")

class AnyName:
    def __getattr__(self, name): return AnyName()
    def __call__(self, *arguments): return self

class Same:
    def __eq__(self, other): fail()
    def __hash__(self): return 1

class Raising:
    def __get__(self, instance, owner): fail()
    def __set_name__(self, owner, name): pass
"""

NASTY = {
    "proxy": "Proxy()",
    "lazy_settings": "LazySettings()",
    "any_name": "AnyName()",
    "getattr_raises": "nasty(__getattr__=fail)",
    "getattr_exits": "nasty(__getattr__=end)",
    "getattribute_raises": "nasty(__getattribute__=fail)",
    "getattribute_exits": "nasty(__getattribute__=end)",
    "class_raises": "nasty(__class__=property(fail))",
    "class_exits": "nasty(__class__=property(end))",
    "class_is_type": "nasty(__class__=property(lambda self: type))",
    "class_is_function": "nasty(__class__=property(lambda self: types.FunctionType))",
    "class_is_property": "nasty(__class__=property(lambda self: property))",
    "class_is_module": "nasty(__class__=property(lambda self: types.ModuleType))",
    "class_is_enum": "nasty(__class__=property(lambda self: enum.EnumMeta))",
    "callable_class_raises": "nasty(__class__=property(fail), __call__=fail)",
    "eq_raises": "nasty(__eq__=fail, __hash__=lambda self: 1)",
    "eq_exits": "nasty(__eq__=end, __ne__=end)",
    "eq_is_odd": "nasty(__eq__=lambda self, other: Proxy())",
    "bool_raises": "nasty(__bool__=fail)",
    "bool_exits": "nasty(__bool__=end)",
    "len_raises": "nasty(__len__=fail)",
    "len_is_negative": "nasty(__len__=lambda self: -1)",
    "len_is_huge": "nasty(__len__=lambda self: 10 ** 30)",
    "hash_raises": "nasty(__hash__=fail)",
    "repr_raises": "nasty(__repr__=fail, __str__=fail)",
    "iter_raises": "nasty(__iter__=fail)",
    "endless": "nasty(__iter__=lambda self: self, __next__=lambda self: 1)",
    "dir_raises": "nasty(__dir__=fail)",
    "dict_raises": "nasty(__dict__=property(fail))",
    "doc_raises": "nasty(__doc__=property(fail), __call__=fail)",
    "name_raises": "nasty(__name__=property(fail), __call__=fail)",
    "name_compares_badly": "nasty(__name__=Same(), __call__=fail)",
    "module_raises": "nasty(__module__=property(fail), __call__=fail)",
    "module_compares_badly": "nasty(__module__=Same(), __call__=fail)",
    "qualname_is_no_text": "nasty(__name__=4, __doc__=5, __call__=fail)",
    "wrapped_raises": "nasty(__wrapped__=property(fail), __name__='f', __call__=fail)",
    "wrapped_is_itself": "nasty(__wrapped__=property(lambda self: self), __call__=fail)",
    "signature_raises": "nasty(__signature__=property(fail), __call__=fail)",
    "signature_is_text": "nasty(__signature__='(x)', __call__=fail)",
    "code_raises": "nasty(__code__=property(fail), __name__='g', __call__=fail)",
    "code_is_odd": "nasty(__code__=3, __name__='g', __module__=__name__, __call__=fail)",
    "supertype_raises": "nasty(__supertype__=property(fail), __call__=fail)",
    "annotations_raise": "nasty(__annotations__=property(fail), __call__=fail)",
    "globals_are_odd": "nasty(__globals__=7, __name__='h', __module__=__name__, __call__=fail)",
    "slots_raise": "type('Slotted', (), {'__slots__': ('a',), '__getattr__': fail})()",
    "descriptor_raises": "type('Described', (), {'value': Raising(), 'other': property(fail)})",
    "instance_with_descriptor": "type('Described', (), {'value': Raising()})()",
    "meta_getattribute_raises": "typed(__getattribute__=fail)",
    "meta_getattr_raises": "typed(__getattr__=fail)",
    "meta_eq_raises": "typed(__eq__=fail, __hash__=type.__hash__)",
    "meta_hash_raises": "typed(__hash__=fail)",
    "meta_repr_raises": "typed(__repr__=fail)",
    "meta_call_raises": "typed(__call__=fail)",
    "meta_dir_raises": "typed(__dir__=fail)",
    "meta_bool_raises": "typed(__bool__=fail, __len__=fail)",
    "meta_instancecheck_raises": "typed(__instancecheck__=fail, __subclasscheck__=fail)",
    "meta_module_raises": "typed(__module__=property(fail))",
    "meta_doc_raises": "typed(__doc__=property(fail), __annotations__=property(fail))",
    "meta_mro_is_odd": "typed(__bases__=property(fail), __subclasses__=fail)",
    "instance_of_nasty_class": "typed(__instancecheck__=fail, __eq__=fail)",
    "module_with_getattr": "type('Lazy', (types.ModuleType,), {'__getattr__': fail})('lazy')",
    "module_class_raises": "type('Odd', (types.ModuleType,), {'__getattribute__': fail})('odd')",
    "list_subclass": "type('L', (list,), {'__len__': fail, '__iter__': fail, '__eq__': fail})([1])",
    "dict_subclass": "type('D', (dict,), {'items': fail, '__len__': fail, '__eq__': fail})(a=1)",
    "set_of_odd": "{Same()}",
    "dict_of_odd": "{Same(): Proxy(), 'a': Proxy()}",
    "list_of_odd": "[Proxy(), nasty(__eq__=fail), typed(__eq__=fail)]",
    "itself": "(lambda one: one.append(one) or one)([])",
    "str_subclass": "type('S', (str,), {'__eq__': fail, '__hash__': fail, '__str__': fail})('a')",
    "int_subclass": "type('I', (int,), {'__eq__': fail, '__index__': fail, '__int__': fail})(3)",
    "exception": "type('E', (Exception,), {'__str__': fail, 'args': property(fail)})('a')",
    "enum_member": "enum.Enum('Kind', {'A': Same()}).A",
    "partial_of_nasty": "functools.partial(nasty(__call__=fail, __getattr__=fail))",
    "cache_of_nasty": "functools.lru_cache(nasty(__call__=fail))",
    "update_wrapper": "functools.update_wrapper(nasty(__call__=fail, __eq__=fail), fail)",
    "method_of_nasty": "types.MethodType(nasty(__call__=fail, __getattribute__=fail), 3)",
    "static_method_of_nasty": "staticmethod(nasty(__call__=fail, __eq__=fail))",
    "weak_proxy": "weakref.proxy(Nasty())",
    "c_object": "object()",
    "c_type": "ctypes.CDLL(None)",
    "c_pointer": "ctypes.pointer(ctypes.c_int(1))",
    "c_lock": "threading.Lock()",
    "c_local": "threading.local()",
    "c_iterator": "itertools.count()",
    "c_match": "re.match('a', 'a')",
    "closed_file": "(lambda one: one.close() or one)(io.StringIO())",
    "generator": "(number for number in ())",
    "frame": "sys._getframe()",
    "memory": "memoryview(bytearray(b'a'))",
    "generic": "typing.Dict[str, 'Unknown']",
}
BEHIND = """
class Kept:
    def twice(self, n: int) -> int: return 2 * n

def quote(n: int) -> int:
    return 1 if n > 3 else 2
"""


def described(subject):
    return {one["qualified_name"] for one in subject["callables"] if one["in_subject"]}


def source(names):
    return "".join([PRELUDE, *(f"{name} = {NASTY[name]}\n" for name in names), BEHIND])


@pytest.mark.parametrize("instrument", [True, False])
@pytest.mark.parametrize("name", NASTY)
def test_an_object_costs_at_most_itself(project, name, instrument):
    subject = project.subject("subject", source([name]), instrument=instrument)
    assert {"Kept", "Kept.twice", "quote"} <= described(subject)


def test_many_of_them_together_cost_nobody_else(project):
    assert {"Kept", "Kept.twice", "quote"} <= described(project.subject("subject", source(NASTY)))


@pytest.mark.parametrize("name", NASTY)
def test_an_object_can_be_described_as_a_result(project, name):
    project.write("subject.py", source([name]))
    answer, observer = project.load("subject", instrument=False)
    assert answer["ok"]
    observer.begin()
    thing = getattr(sys.modules["subject"], name)
    assert to_value(thing)["k"]
    observer.after(0, thing, [0], [thing], 0)
    observer.finish("passed")


def test_an_exception_whose_parts_fail_is_described(project):
    project.write("subject.py", PRELUDE + BEHIND)
    answer, observer = project.load("subject", instrument=False)
    observer.begin()
    module = sys.modules["subject"]
    kind = type("Odd", (Exception,), {"__str__": module.fail, "__cause__": property(module.fail)})
    try:
        raise kind("a")
    except kind as error:
        observer.raised(0, error, 0)
    observer.finish("raised")


def test_modules_and_loaded_modules_that_answer_every_name(project):
    project.write("lazy.py", "def __getattr__(name): raise RuntimeError(name)\n")
    sys.modules["odd_one"] = type("Odd", (), {"__getattribute__": lambda *_: 1 / 0})()
    try:
        subject = project.subject(
            "subject", "import lazy\ndef __getattr__(name): raise KeyError(name)\n" + BEHIND
        )
    finally:
        del sys.modules["odd_one"]
    assert {"Kept", "Kept.twice", "quote"} <= described(subject)


def test_members_of_classes_cost_themselves_alone(project):
    members = "".join(f"    {name} = {name}\n" for name in NASTY)
    text = source(NASTY) + f"class Holder:\n{members}    def kept(self): return 1\n"
    assert {"Kept.twice", "Holder", "Holder.kept"} <= described(project.subject("subject", text))


def test_defaults_and_annotations_cost_themselves_alone(project):
    text = source(NASTY)
    for name in NASTY:
        text += f"def of_{name}(a={name}, b: {name} = 3): return 1\n"
    names = described(project.subject("subject", text))
    assert {f"of_{name}" for name in NASTY} <= names


def test_a_flask_module_loads(project):
    pytest.importorskip("flask", reason="flask is not installed in this environment")
    subject = project.subject(
        "subject",
        """
        from flask import Flask, current_app, g, request, session
        app = Flask(__name__)
        @app.get("/<int:n>")
        def show(n: int): return str(n) if request.args else "none"
        """,
    )
    assert "FlaskClient.get" in described(subject)  # which calls show


assert len(NASTY) >= 50 and isinstance(native, types.ModuleType)
