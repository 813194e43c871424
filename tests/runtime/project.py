"""A project in a temporary folder, for tests that load a subject."""

import sys
import textwrap

import support


class Project:
    def __init__(self, root, side_effects=None):
        self.root = root.resolve()
        self._side_effects = side_effects  # of an observer, installed
        self._before = (list(sys.path), dict(sys.modules), sys.argv[:])

    def write(self, name, text):
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text), encoding="utf-8")
        return file

    def load(self, module, name=None, path=".", instrument=True, **request):
        """The server's answer to a load request, and the observer."""
        support.native()
        from skua_runtime.serving import server
        from skua_runtime.world.side_effects import SideEffects

        return server.load(
            {
                "module": module,
                "file": str(self.root / (name or module.replace(".", "/") + ".py")),
                "root": str(self.root),
                "path": [str(self.root / path)],
                "instrument": instrument,
                **request,
            },
            self._side_effects or SideEffects(),
        )

    def subject(self, module, text=None, **options):
        """SUBJECT of a module that loads."""
        if text is not None:
            self.write(options.get("name") or module.replace(".", "/") + ".py", text)
        answer, _ = self.load(module, **options)
        assert answer["ok"], answer
        return answer["subject"]

    def clean(self):
        sys.path[:] = self._before[0]
        sys.argv[:] = self._before[2]
        for name in set(sys.modules) - set(self._before[1]):
            file = getattr(sys.modules[name], "__file__", None) or ""
            if file.startswith(str(self.root)) or not file:
                del sys.modules[name]
        sys.modules.update(self._before[1])
