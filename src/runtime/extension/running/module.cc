// The Python module skua_native: the functions that instrumented code calls, and the loop that
// executes tests. Built for the Limited API of Python 3.10: one file for that version and all later
// ones.
#include <Python.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <exception>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "protocol/shared_memory.h"
#include "runtime/extension/isolation/isolation.h"
#include "runtime/extension/probes/mutant_switch.h"
#include "runtime/extension/probes/probe.h"
#include "runtime/extension/probes/recorder.h"
#include "runtime/extension/python/asked.h"
#include "runtime/extension/python/owned.h"
#include "runtime/extension/python/subject_table.h"
#include "runtime/extension/python/time_limit.h"
#include "runtime/extension/running/serve.h"
#include "runtime/extension/running/set_order.h"
#include "runtime/extension/running/syntax_tree.h"
#include "runtime/extension/running/test_runner.h"
#include "runtime/extension/watching/signal_judge.h"
#include "runtime/extension/watching/watched_calls.h"

namespace skua::runtime {
namespace {

// All objects of one interpreter, never destroyed: probes in code objects outlive the module, and
// processes that load it exit by _exit.
struct Runtime {
  explicit Runtime(PyObject* timeout)
      : recorder(timeout),
        probes(recorder),
        mutants(recorder),
        limit(timeout),
        runner(recorder, subject, isolation, limit) {
    recorder.lazy().set_subject(&subject);
  }

  Recorder recorder;
  ProbeMaker probes;
  MutantSwitch mutants;
  SubjectTable subject;
  Isolation isolation;
  TimeLimit limit;
  TestRunner runner;
};

Runtime& RuntimeOf(PyObject* module) { return **static_cast<Runtime**>(PyModule_GetState(module)); }

PyObject* None() {
  Py_INCREF(Py_None);
  return Py_None;
}

// Reads one unsigned argument. Returns false with a Python exception.
bool ReadIndex(PyObject* object, uint32_t& index) {
  const unsigned long value = PyLong_AsUnsignedLong(object);
  if (PyErr_Occurred() != nullptr) return false;
  if (value >= model::kNoIndex) {
    PyErr_SetString(PyExc_ValueError, "an index out of range");
    return false;
  }
  index = static_cast<uint32_t>(value);
  return true;
}

PyObject* Configure(PyObject* module, PyObject* arguments) {
  unsigned code_objects = 0, predicates = 0;
  if (PyArg_ParseTuple(arguments, "II", &code_objects, &predicates) == 0) return nullptr;
  RuntimeOf(module).recorder.Configure(code_objects, predicates);
  return None();
}

// Reads (statements, objects, cycles), each as small as costs.py makes it. Returns false with a
// Python exception.
bool ReadStretch(PyObject* triple, Recorder::Stretch& stretch) {
  int statements = 0, objects = 0, cycles = 0;
  if (PyArg_ParseTuple(triple, "iii", &statements, &objects, &cycles) == 0) return false;
  stretch = {static_cast<uint16_t>(statements), static_cast<uint8_t>(objects),
             static_cast<uint8_t>(cycles)};
  if (stretch.statements == statements && stretch.objects == objects && stretch.cycles == cycles) {
    return true;
  }
  PyErr_SetString(PyExc_ValueError, "a cost out of range");
  return false;
}

PyObject* SetCosts(PyObject* module, PyObject* arguments) {
  PyObject *entries = nullptr, *outcomes = nullptr;
  unsigned first_code_object = 0, first_predicate = 0;
  if (PyArg_ParseTuple(arguments, "O!O!|II", &PyList_Type, &entries, &PyList_Type, &outcomes,
                       &first_code_object, &first_predicate) == 0) {
    return nullptr;
  }
  Recorder& recorder = RuntimeOf(module).recorder;
  bool in_range = true;
  for (Py_ssize_t i = 0; i < PyList_Size(entries); ++i) {
    Recorder::Stretch stretch;
    if (!ReadStretch(PyList_GetItem(entries, i), stretch)) return nullptr;
    in_range =
        in_range && recorder.SetEntryCost(first_code_object + static_cast<uint32_t>(i), stretch);
  }
  for (Py_ssize_t i = 0; i < PyList_Size(outcomes); ++i) {
    PyObject *on_true = nullptr, *on_false = nullptr;
    Recorder::Stretch stretch;
    if (PyArg_ParseTuple(PyList_GetItem(outcomes, i), "O!O!", &PyTuple_Type, &on_true,
                         &PyTuple_Type, &on_false) == 0) {
      return nullptr;
    }
    for (const bool outcome : {true, false}) {
      if (!ReadStretch(outcome ? on_true : on_false, stretch)) return nullptr;
      in_range = in_range && recorder.SetOutcomeCost(first_predicate + static_cast<uint32_t>(i),
                                                     outcome, stretch);
    }
  }
  if (in_range) return None();
  PyErr_SetString(PyExc_ValueError, "more costs than code objects or predicates");
  return nullptr;
}

PyObject* Counted(PyObject* module, PyObject*) {
  const model::ExecutionCost cost = RuntimeOf(module).recorder.cost();
  return Py_BuildValue("{sIsIsIsI}", "loops", cost.loops, "calls", cost.calls, "objects",
                       cost.objects, "statements", cost.statements);
}

PyObject* Couple(PyObject* module, PyObject* arguments) {
  Recorder::CalleeCopies callee;
  if (PyArg_ParseTuple(arguments, "IIIII", &callee.first_code_object, &callee.code_objects,
                       &callee.first_predicate, &callee.predicates, &callee.copies) == 0) {
    return nullptr;
  }
  Recorder& recorder = RuntimeOf(module).recorder;
  const uint64_t copies = callee.copies;
  if (copies == 0 ||
      callee.first_code_object + copies * callee.code_objects > recorder.code_objects() ||
      callee.first_predicate + copies * callee.predicates > recorder.predicates()) {
    PyErr_SetString(PyExc_ValueError, "more copies than are configured");
    return nullptr;
  }
  recorder.Couple(callee);
  return None();
}

PyObject* Reset(PyObject* module, PyObject*) {
  RuntimeOf(module).recorder.Clear();
  return None();
}

PyObject* Recorded(PyObject* module, PyObject*) { return RuntimeOf(module).recorder.ToPython(); }

// Exposes a maker of probes that takes only an index.
template <PyObject* (ProbeMaker::*make)(uint32_t) const>
PyObject* Make(PyObject* module, PyObject* argument) {
  uint32_t index = 0;
  return ReadIndex(argument, index) ? (RuntimeOf(module).probes.*make)(index) : nullptr;
}

bool ReadShare(const char* name, Share& share) {
  const std::optional<Share> found = ShareOf(name);
  if (!found) {
    PyErr_SetString(PyExc_ValueError, "no such share of distances");
    return false;
  }
  share = *found;
  return true;
}

// Exposes a maker of probes that takes an index and the share of the distances to record.
template <PyObject* (ProbeMaker::*make)(uint32_t, Share) const>
PyObject* MakeShared(PyObject* module, PyObject* arguments) {
  PyObject* predicate = nullptr;
  const char* name = "";
  uint32_t index = 0;
  Share share = Share::kAll;
  if (PyArg_ParseTuple(arguments, "O|s", &predicate, &name) == 0 || !ReadIndex(predicate, index) ||
      !ReadShare(name, share)) {
    return nullptr;
  }
  return (RuntimeOf(module).probes.*make)(index, share);
}

// Exposes a maker of probes that takes an index, a name, whether it is a condition, and the share.
template <PyObject* (ProbeMaker::*make)(uint32_t, std::string_view, bool, Share) const>
PyObject* MakeNamed(PyObject* module, PyObject* arguments) {
  PyObject* predicate = nullptr;
  const char *name = nullptr, *share_name = "";
  int condition = 0;
  uint32_t index = 0;
  Share share = Share::kAll;
  if (PyArg_ParseTuple(arguments, "Osp|s", &predicate, &name, &condition, &share_name) == 0 ||
      !ReadIndex(predicate, index) || !ReadShare(share_name, share)) {
    return nullptr;
  }
  return (RuntimeOf(module).probes.*make)(index, name, condition != 0, share);
}

PyObject* Length(PyObject* module, PyObject* arguments) {
  PyObject* predicate = nullptr;
  const char* op = nullptr;
  int condition = 0, swapped = 0;
  uint32_t index = 0;
  if (PyArg_ParseTuple(arguments, "Ospp", &predicate, &op, &condition, &swapped) == 0 ||
      !ReadIndex(predicate, index)) {
    return nullptr;
  }
  return RuntimeOf(module).probes.Length(index, op, condition != 0, swapped != 0);
}

PyObject* Tick(PyObject* module, PyObject*) { return RuntimeOf(module).probes.Tick(); }

PyObject* Case(PyObject* module, PyObject* arguments) {
  PyObject *predicates = nullptr, *taken = nullptr, *patterns = nullptr;
  uint32_t taken_index = 0;
  if (PyArg_ParseTuple(arguments, "O!O|O", &PyTuple_Type, &predicates, &taken, &patterns) == 0 ||
      !ReadIndex(taken, taken_index)) {
    return nullptr;
  }
  std::vector<uint32_t> indices(static_cast<std::size_t>(PyTuple_Size(predicates)));
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (!ReadIndex(PyTuple_GetItem(predicates, static_cast<Py_ssize_t>(i)), indices[i]))
      return nullptr;
  }
  return RuntimeOf(module).probes.Case(std::move(indices), taken_index,
                                       patterns != Py_None ? Owned::Share(patterns) : Owned());
}

PyObject* ViewFromSite(PyObject* module, PyObject* arguments) {
  PyObject *site = nullptr, *methods = nullptr;
  uint32_t index = 0;
  if (PyArg_ParseTuple(arguments, "OO!", &site, &PyTuple_Type, &methods) == 0 ||
      !ReadIndex(site, index)) {
    return nullptr;
  }
  return RuntimeOf(module).probes.ViewFromSite(index, Owned::Share(methods));
}

PyObject* Mutant(PyObject* module, PyObject* arguments) {
  unsigned first = 0, count = 1;
  if (PyArg_ParseTuple(arguments, "I|I", &first, &count) == 0) return nullptr;
  return RuntimeOf(module).mutants.Place(first, count);
}

PyObject* ActivateMutant(PyObject* module, PyObject* argument) {
  const long mutant = PyLong_AsLong(argument);
  if (mutant == -1 && PyErr_Occurred() != nullptr) return nullptr;
  if (mutant < -1 || mutant >= static_cast<long>(model::kNoIndex)) {
    return PyErr_Format(PyExc_ValueError, "no mutant %ld", mutant);
  }
  RuntimeOf(module).mutants.Activate(mutant < 0 ? model::kNoIndex : static_cast<uint32_t>(mutant));
  return None();
}

PyObject* ReachedMutants(PyObject* module, PyObject*) {
  Owned list(PyList_New(0));
  if (!list) return nullptr;
  for (uint32_t mutant : RuntimeOf(module).mutants.Reached()) {
    const Owned number(PyLong_FromUnsignedLong(mutant));
    if (!number || PyList_Append(list.get(), number.get()) != 0) return nullptr;
  }
  return list.release();
}

PyObject* LimitProbes(PyObject* module, PyObject* argument) {
  const unsigned long long limit = PyLong_AsUnsignedLongLong(argument);
  if (PyErr_Occurred() != nullptr) return nullptr;
  RuntimeOf(module).recorder.StartTest(limit, false);
  return None();
}

PyObject* ExecutedProbes(PyObject* module, PyObject*) {
  return PyLong_FromUnsignedLongLong(RuntimeOf(module).recorder.StopTest());
}

PyObject* SetSubject(PyObject* module, PyObject* arguments) {
  PyObject *callables = nullptr, *classes = nullptr, *enum_members = nullptr;
  if (PyArg_ParseTuple(arguments, "OOO", &callables, &classes, &enum_members) == 0 ||
      !RuntimeOf(module).subject.Set(callables, classes, enum_members)) {
    return nullptr;
  }
  return None();
}

PyObject* Protect(PyObject* module, PyObject* arguments) {
  PyObject *modules = nullptr, *classes = nullptr;
  const char* root = "";
  if (PyArg_ParseTuple(arguments, "OO|s", &modules, &classes, &root) == 0 ||
      !RuntimeOf(module).isolation.Protect(modules, classes, root)) {
    return nullptr;
  }
  return None();
}

PyObject* AfterTest(PyObject* module, PyObject* function) {
  RuntimeOf(module).isolation.CallAfterTest(function);
  return None();
}

PyObject* ReachOut(PyObject* module, PyObject*) {
  return PyBool_FromLong(RuntimeOf(module).recorder.ReachOut());
}

PyObject* InstallWatch(PyObject*, PyObject*) { return PyBool_FromLong(WatchedCalls::Install()); }

PyObject* VarySets(PyObject*, PyObject*) { return PyBool_FromLong(runtime::VarySets()); }

PyObject* NoteAsked(PyObject*, PyObject* argument) {
  const unsigned long worlds = PyLong_AsUnsignedLong(argument);
  if (PyErr_Occurred() != nullptr) return nullptr;
  runtime::NoteAsked(static_cast<uint8_t>(std::min(worlds, 255ul)));
  return None();
}

PyObject* LetJudge(PyObject*, PyObject* judge) {
  runtime::LetJudge(judge == Py_None ? nullptr : judge);
  return None();
}

PyObject* TakeAsked(PyObject*, PyObject*) {
  const uint8_t worlds = runtime::AskedWorlds();
  runtime::ForgetAsked();
  return PyLong_FromLong(worlds);
}

PyObject* World(PyObject*, PyObject*) { return PyLong_FromUnsignedLong(runtime::World()); }

PyObject* EnterWorld(PyObject*, PyObject* argument) {
  const unsigned long number = PyLong_AsUnsignedLong(argument);
  if (PyErr_Occurred() != nullptr) return nullptr;
  runtime::EnterWorld(static_cast<uint32_t>(number));
  return None();
}

PyObject* WatchCalls(PyObject*, PyObject* argument) {
  const int watches = PyObject_IsTrue(argument);
  if (watches < 0) return nullptr;
  WatchedCalls::Watch(watches != 0);
  return None();
}

PyObject* ExpectChild(PyObject*, PyObject*) {
  WatchedCalls::ExpectChild();
  return None();
}

PyObject* OwnFolder(PyObject*, PyObject* argument) {
  const Owned bytes(PyUnicode_EncodeFSDefault(argument));
  if (!bytes) return nullptr;
  WatchedCalls::SetOwnFolder(PyBytes_AsString(bytes.get()));
  return None();
}

PyObject* TakeCall(PyObject*, PyObject*) {
  const char* name = WatchedCalls::Take();
  return name != nullptr ? PyUnicode_FromString(name) : None();
}

PyObject* DieWithParent(PyObject*, PyObject* argument) {
  const int dies = PyObject_IsTrue(argument);
  if (dies < 0) return nullptr;
  if (prctl(PR_SET_PDEATHSIG, dies != 0 ? SIGKILL : 0, 0, 0, 0) != 0) {
    return PyErr_SetFromErrno(PyExc_OSError);
  }
  return None();
}

PyObject* AdoptOrphans(PyObject*, PyObject*) {
  if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) return PyErr_SetFromErrno(PyExc_OSError);
  return None();
}

PyObject* RestrictSelf(PyObject*, PyObject* arguments) {
  int ruleset = -1, shared_memory = 0, root = 0;
  if (PyArg_ParseTuple(arguments, "ipp", &ruleset, &shared_memory, &root) == 0) return nullptr;
  if (shared_memory != 0) protocol::AllowTerminalsAndProcesses(ruleset);
  if ((shared_memory != 0 && !protocol::AllowSharedMemory(ruleset)) ||
      (root != 0 && !protocol::AllowReadingRoot(ruleset)) ||
      syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) {
    return PyErr_SetFromErrno(PyExc_OSError);
  }
  return None();
}

PyObject* AskAboutSignals(PyObject*, PyObject* argument) {
  char* program = nullptr;
  Py_ssize_t size = 0;
  if (PyBytes_AsStringAndSize(argument, &program, &size) != 0) return nullptr;
  const int listener = runtime::AskAboutSignals({program, static_cast<std::size_t>(size)});
  return listener >= 0 ? PyLong_FromLong(listener) : PyErr_SetFromErrno(PyExc_OSError);
}

PyObject* JudgeSignal(PyObject*, PyObject* arguments) {
  int listener = -1, session = 0;
  if (PyArg_ParseTuple(arguments, "ii", &listener, &session) == 0) return nullptr;
  return PyBool_FromLong(runtime::JudgeSignal(listener, session));
}

PyObject* Serve(PyObject* module, PyObject* arguments) {
  int socket = -1;
  PyObject* observer = nullptr;
  if (PyArg_ParseTuple(arguments, "iO", &socket, &observer) == 0) return nullptr;
  Runtime& runtime = RuntimeOf(module);
  try {
    Server server(socket, observer, runtime.recorder, runtime.mutants, runtime.isolation,
                  runtime.limit, runtime.runner);
    return server.Run() ? None() : nullptr;
  } catch (const std::exception& error) {
    // A bug on either side of the socket, so the child ends.
    return PyErr_Format(PyExc_RuntimeError, "skua_native.serve: %s", error.what());
  }
}

PyObject* Children(PyObject*, PyObject* node) { return ChildrenOf(node); }

PyObject* Walk(PyObject*, PyObject* tree) { return NodesOf(tree); }

PyMethodDef functions[] = {
    {"configure", Configure, METH_VARARGS, "configure(code_objects, predicates): sizes; clears."},
    {"set_costs", SetCosts, METH_VARARGS,
     "set_costs([(statements, objects, cycles)] by code object, [(of true, of false)] by "
     "predicate, first_code_object=0, first_predicate=0)"},
    {"counted", Counted, METH_NOARGS, "{'loops', 'calls', 'objects', 'statements'}: see costs.py"},
    {"couple", Couple, METH_VARARGS,
     "couple(first_code_object, code_objects, first_predicate, predicates, copies): of a callee."},
    {"reset", Reset, METH_NOARGS, "Clears what was recorded."},
    {"recorded", Recorded, METH_NOARGS, "{'code_objects': [i], 'predicates': {i: (true, false)}}"},
    {"enter", Make<&ProbeMaker::Enter>, METH_O, "enter(code_object) -> probe() -> True"},
    {"enter_value", Make<&ProbeMaker::EnterValue>, METH_O,
     "enter_value(code_object) -> probe(v) -> v"},
    {"tick", Tick, METH_NOARGS, "tick() -> probe() -> None: counts as an executed probe"},
    {"compare", MakeNamed<&ProbeMaker::Compare>, METH_VARARGS,
     "compare(predicate, op, condition, share='') -> probe(left, right)"},
    {"length", Length, METH_VARARGS,
     "length(predicate, op, condition, swapped) -> probe(len, value, number)"},
    {"call", MakeNamed<&ProbeMaker::Call>, METH_VARARGS,
     "call(predicate, name, condition, share='') -> probe(function, *arguments)"},
    {"truth", MakeShared<&ProbeMaker::Truth>, METH_VARARGS,
     "truth(predicate, share='') -> probe(v) -> bool"},
    {"operand", MakeShared<&ProbeMaker::Operand>, METH_VARARGS,
     "operand(predicate, share='') -> probe(v) -> v"},
    {"loop", Make<&ProbeMaker::Loop>, METH_O, "loop(predicate) -> probe(iterable) -> iterable"},
    {"case", Case, METH_VARARGS,
     "case(predicates, taken, patterns=None) -> probe([subject]) -> None"},
    {"handler", Make<&ProbeMaker::Handler>, METH_O, "handler(predicate) -> probe(types) -> types"},
    {"block", Make<&ProbeMaker::Block>, METH_O, "block(predicate) -> probe() -> None"},
    {"call_site", Make<&ProbeMaker::CallSite>, METH_O,
     "call_site(index) -> probe(function, *arguments, **keywords) -> function(…)"},
    {"view_from_site", ViewFromSite, METH_VARARGS,
     "view_from_site(index, methods) -> probe(object) -> a view of it, if it has the methods"},
    {"mutant", Mutant, METH_VARARGS, "mutant(first, count=1) -> place() -> is one of them active?"},
    {"activate_mutant", ActivateMutant, METH_O, "activate_mutant(index): none for -1."},
    {"reached_mutants", ReachedMutants, METH_NOARGS, "[index] since activate_mutant, ascending."},
    {"limit_probes", LimitProbes, METH_O,
     "limit_probes(count): from now on Timeout is raised past so many."},
    {"executed_probes", ExecutedProbes, METH_NOARGS,
     "executed_probes() -> how many since limit_probes, which ends here."},
    {"set_subject", SetSubject, METH_VARARGS, "set_subject(callables, classes, enum_members)"},
    {"protect", Protect, METH_VARARGS,
     "protect(modules, classes, root=\"\"): put back after each test."},
    {"reach_out", ReachOut, METH_NOARGS,
     "reach_out() -> whether a test is about to: it is not kept then, and should be stopped."},
    {"after_test", AfterTest, METH_O, "after_test(function): calls it when the test is over."},
    {"install_watch", InstallWatch, METH_NOARGS,
     "install_watch() -> whether system calls that reach outside are noticed from now on."},
    {"watch_calls", WatchCalls, METH_O, "watch_calls(whether): they are a test's doing from now."},
    {"vary_sets", VarySets, METH_NOARGS,
     "vary_sets() -> whether sets of texts and of objects iterate in a chosen order from now on."},
    {"note_asked", NoteAsked, METH_O,
     "note_asked(worlds): something was asked that so many worlds answer in other ways."},
    {"let_judge", LetJudge, METH_O,
     "let_judge(note): a callable that is told in place of note_asked where an order of a set was "
     "chosen, or None."},
    {"take_asked", TakeAsked, METH_NOARGS,
     "take_asked(): the most worlds that were noted since the last test, or the last such call."},
    {"world", World, METH_NOARGS, "world(): the number of the world whose answers are given."},
    {"enter_world", EnterWorld, METH_O, "enter_world(number): its answers are given from now on."},
    {"expect_child", ExpectChild, METH_NOARGS,
     "expect_child(): a child of this test may end that starts no program."},
    {"own_folder", OwnFolder, METH_O,
     "own_folder(path): what a test does there is noticed by none."},
    {"take_call", TakeCall, METH_NOARGS,
     "take_call() -> name of the first system call that reached outside since it was asked."},
    {"die_with_parent", DieWithParent, METH_O,
     "die_with_parent(whether): the kernel kills this process when its parent ends."},
    {"adopt_orphans", AdoptOrphans, METH_NOARGS,
     "adopt_orphans(): what loses its parent below this process becomes its child."},
    {"restrict_self", RestrictSelf, METH_VARARGS,
     "restrict_self(fd, shared_memory, root): under this Landlock ruleset too, which allows what\n"
     "is this process's own: shared memory and terminals, and to read all that it sees."},
    {"ask_about_signals", AskAboutSignals, METH_O,
     "ask_about_signals(filter) -> the listener that is asked about signals of this process."},
    {"judge_signal", JudgeSignal, METH_VARARGS,
     "judge_signal(listener, session) -> whether there may be more: answers one question."},
    {"children", Children, METH_O, "children(node) -> list(ast.iter_child_nodes(node))"},
    {"walk", Walk, METH_O, "walk(tree) -> list(ast.walk(tree))"},
    {"serve", Serve, METH_VARARGS, "serve(fd, observer): executes tests until the end of fd."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                          "skua_native",
                          "Executes tests given as data, and records what they cover.",
                          sizeof(Runtime*),
                          functions,
                          nullptr,
                          nullptr,
                          nullptr,
                          nullptr};

}  // namespace
}  // namespace skua::runtime

PyMODINIT_FUNC PyInit_skua_native() {
  using namespace skua::runtime;
  Owned module(PyModule_Create(&definition));
  Owned timeout(PyErr_NewExceptionWithDoc(
      "skua_native.Timeout", "A test has reached its limit of time or of executed probes.",
      PyExc_BaseException, nullptr));
  if (!module || !timeout) return nullptr;
  auto runtime = std::make_unique<Runtime>(timeout.get());
  if (!runtime->probes.Prepare() || !runtime->mutants.Prepare() ||
      !runtime->recorder.lazy().Prepare() || !runtime->runner.Prepare()) {
    return nullptr;
  }
  Owned attribute = Owned::Share(timeout.get());
  if (PyModule_AddObject(module.get(), "Timeout", attribute.get()) != 0) return nullptr;
  attribute.release();
  timeout.release();  // the runtime owns it now
  *static_cast<Runtime**>(PyModule_GetState(module.get())) = runtime.release();
  return module.release();
}
