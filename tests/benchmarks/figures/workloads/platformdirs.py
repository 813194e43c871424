import platformdirs

for n in dir(platformdirs):
    f = getattr(platformdirs, n)
    if n.startswith(("user_", "site_")) and callable(f):
        try:
            print(f("a", "b"))
        except TypeError:
            print(f())
