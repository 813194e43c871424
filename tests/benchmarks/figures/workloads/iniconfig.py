import iniconfig

c = iniconfig.IniConfig("x", data="[a]\nb=1\nc = 2\n  3\n# z\n[d]\ne:4\n")
print(c["a"]["b"], list(c), c.get("d", "e", convert=int), c.get("q", "w", 5), c.lineof("a", "c"))
try:
    iniconfig.IniConfig("y", data="q")
except Exception as x:
    print(x)
