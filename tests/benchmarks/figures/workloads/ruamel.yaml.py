import ruamel.yaml, io

y = ruamel.yaml.YAML()
d = y.load("a: 1 # c\nb:\n- x\n- {q: r}\nc: |\n  t\n")
d["n"] = [1, 2]
o = io.StringIO()
y.dump(d, o)
print(o.getvalue())
