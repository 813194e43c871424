import referencing, referencing.jsonschema as r

reg = referencing.Registry().with_resource(
    "u:a",
    r.DRAFT202012.create_resource(
        {"$id": "u:a", "$defs": {"x": {"$anchor": "q", "type": "integer"}}}
    ),
)
x = reg.resolver("u:a")
print(x.lookup("#/$defs/x").contents, x.lookup("u:a#q").contents)
try:
    x.lookup("#/no")
except Exception as e:
    print(type(e))
