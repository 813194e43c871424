import attr, attrs


@attrs.define
class A:
    x: int = attrs.field(validator=attrs.validators.instance_of(int))
    y: list = attrs.field(factory=list)


a = A(1)
print(attr.asdict(a), attr.evolve(a, x=2), a == A(1))


@attr.s(order=True, frozen=True)
class B:
    z = attr.ib(converter=int)


print(B("3") < B(4), hash(B(2)))
try:
    A("x")
except TypeError as e:
    print(e)
