"""What code asks the world, and what the table answers in each world."""

from __future__ import annotations

import json

import support

HASHES = """
import json, support; support.native()
from skua_runtime.world import questions
number, noted = 0, []
questions.world, questions.note = lambda: number, noted.append
questions.answer_by_world()
__name__ = "project"  # __main__ is a name of the standard library
class Named:
    def __init__(self, name): self.name = name
    def __hash__(self): return hash(self.name)
key = Named("a")
told = {key: 1}
def seen():
    return [hash("a") % 2, hash(("a", 1)) % 2, hash(1.5), hash((1, (2, None))), told[key]]
noted.clear()
answers = []
for number in range(12):
    answers.append(seen())
print(json.dumps(answers), len(noted))
"""

STREAMS = """
import os, support; support.native()
from skua_runtime.world import asking
from skua_runtime.world.side_effects import SideEffects
effects = SideEffects()
effects.install()
for number in (os.open(os.devnull, os.O_RDONLY), 2):
    asking.begin_test()
    effects.watch()
    with open(number):
        pass
    print(effects.stop())
"""


def test_each_world_has_hashes_of_its_own_where_they_depend_on_the_seed():
    ran = support.run_python("-c", HASHES)
    assert ran.returncode == 0, ran.stderr
    worlds, notes = ran.stdout.rsplit(maxsplit=1)
    text, texts, number, numbers, found = (set(answers) for answers in zip(*json.loads(worlds)))
    assert text == texts == {0, 1} and len(number) == len(numbers) == 1 and found == {1}
    assert int(notes) == 24


def test_a_file_of_a_standard_stream_reaches_out():
    ran = support.run_python("-c", STREAMS)
    assert ran.stdout.splitlines() == ["None", "open"], ran.stderr
