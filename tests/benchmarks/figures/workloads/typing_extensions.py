import typing_extensions as t


class T(t.TypedDict, total=False):
    a: t.Required[int]
    b: t.NotRequired[str]


@t.runtime_checkable
class P(t.Protocol):
    def f(self): ...


print(T.__required_keys__, isinstance(3, P), t.get_type_hints(T))


@t.deprecated("x")
def g():
    pass


print(t.Literal[1], t.Annotated[int, 1])
