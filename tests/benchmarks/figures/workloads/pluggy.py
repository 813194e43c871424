import pluggy

s = pluggy.HookspecMarker("p")
i = pluggy.HookimplMarker("p")


class S:
    @s
    def h(self, a):
        pass

    @s(firstresult=True)
    def f(self):
        pass


class P:
    @i(tryfirst=True)
    def h(self, a):
        return a

    @i(wrapper=True)
    def f(self):
        r = yield
        return r


m = pluggy.PluginManager("p")
m.add_hookspecs(S)
m.register(P())
print(m.hook.h(a=1), m.hook.f(), m.list_name_plugin())
