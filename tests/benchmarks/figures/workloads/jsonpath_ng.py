import jsonpath_ng, jsonpath_ng.ext as e

d = {"a": [{"b": 1}, {"b": 2}], "c": {"d": [1, 2, 3]}}
for s in ("$.a[*].b", "$..d[0:2]", "a[0]", "$.c.*", "a[1].b|c.d"):
    print([m.value for m in jsonpath_ng.parse(s).find(d)])
print([m.value for m in e.parse("$.a[?(@.b>1)]").find(d)])
print(jsonpath_ng.parse("$.a[0].b").update(d, 9))
