import yaml

print(
    yaml.safe_load(
        "a: [1, 2.5, true, null]\nb: &x {c: d}\ne: *x\nf: |\n  t\ng: >-\n  u\n  v\nh: 2001-01-01\n? i\n: !!str 3\n"
    )
)
print(
    yaml.dump({"a": [1, {"b": None}], "c": "x\ny", "d": 1.5}, default_flow_style=False),
    yaml.dump([1, [2]], default_flow_style=True),
)
try:
    yaml.safe_load("a: [")
except yaml.YAMLError as x:
    print(x)
