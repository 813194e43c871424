// Random suites of what a test can do beyond functions and methods: attributes,
// operators, `with`, awaiting, iterating, functions as arguments, surroundings.
#include <gtest/gtest.h>

#include "base/rng.h"
#include "support/sample_subject.h"
#include "support/shapes_subject.h"
#include "unit/render/corpus.h"

namespace skua::render {
namespace {

using model::CallableKind;
using model::StatementKind;
using model::Value;
using model::ValueKind;
using Variable = testing::TestCaseBuilder::Variable;

constexpr int kShapesFiles = 150;

class RandomShapes {
 public:
  explicit RandomShapes(uint64_t seed) : rng_(seed) { Rename(); }

  const model::Subject& subject() const { return shapes_.subject(); }

  model::Suite Make() {
    model::Suite suite;
    for (int64_t i = rng_.Between(1, 8); i > 0; --i) suite.push_back(MakeTest());
    return suite;
  }

 private:
  // Names of other lengths, so that lines break at every place.
  void Rename() {
    std::set<std::string> taken;
    for (model::Callable& callable : shapes_.subject().callables) {
      for (model::Parameter& parameter : callable.parameters) {
        if (rng_.Chance(0.5)) parameter.name += "_" + Word();
      }
      const bool free =
          callable.kind == CallableKind::kFunction || callable.kind == CallableKind::kMethod;
      if (!free || rng_.Chance(0.4)) continue;
      const auto dot = callable.qualified_name.rfind('.');
      do {
        callable.name = Word() + (rng_.Chance(0.4) ? "_" + Word() : "");
      } while (!taken.insert(callable.name).second);
      callable.qualified_name = dot == std::string::npos
                                    ? callable.name
                                    : callable.qualified_name.substr(0, dot + 1) + callable.name;
    }
    if (rng_.Chance(0.5)) return;
    const std::string attribute = Word() + "_" + Word();
    for (model::Callable& callable : shapes_.subject().callables) {
      if (callable.name != "balance") continue;
      callable.name = attribute;
      callable.qualified_name = "Account." + attribute;
    }
  }

  std::string Word() {
    std::string word;
    for (int64_t i = rng_.Between(1, 16); i > 0; --i) {
      word += static_cast<char>('a' + rng_.Below(26));
    }
    return word + "x";  // no keyword ends so
  }

  std::string Text() {
    static const std::vector<std::string> kPieces = {
        "a", "word", "\"", "'", "\n", "é", "{}", "#", "(", "日", ",", "longer piece "};
    std::string text;
    for (int64_t i = rng_.Between(0, rng_.Chance(0.2) ? 12 : 3); i > 0; --i) {
      text += rng_.Pick(kPieces);
    }
    return text;
  }

  Variable Call(model::CallableIndex index, const std::vector<Variable>& receiver,
                const std::vector<Variable>& arguments) {
    model::Statement s{.kind = StatementKind::kCall, .target = index};
    s.operands.assign(receiver.begin(), receiver.end());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      s.parameters.push_back(static_cast<uint16_t>(i));
      s.operands.push_back(arguments[i]);
    }
    return build_.Add(std::move(s));
  }

  Variable Argument(int depth = 0) {
    switch (rng_.Below(depth > 1 ? 5 : 12)) {
      case 0:
        return build_.Int(rng_.Between(-1000000, 1000000));
      case 1:
        return build_.Str(Text());
      case 2:
        return build_.Float(rng_.Chance(0.5) ? -0.25 : 1e300);
      case 3:
        return rng_.Chance(0.5) ? build_.None() : build_.Bool(rng_.Chance(0.5));
      case 4:
        return build_.ClassItself(shapes_.FindClass("Vector"));
      case 5:
        return build_.Lambda();
      case 6:
        return build_.Lambda({Argument(depth + 1)});
      case 7: {
        const Variable sorter = Call(Constructor("Sorter"), {}, {});
        return build_.Function(Member("Sorter", CallableKind::kMethod), {sorter});
      }
      case 8:
        return Path();
      case 9:
        return Call(Constructor("ConcreteShape"), {}, {});
      default: {
        static const std::vector<StatementKind> kKinds = {StatementKind::kList,
                                                          StatementKind::kTuple};
        std::vector<Variable> items;
        for (uint64_t i = rng_.Below(5); i > 0; --i) items.push_back(Argument(depth + 1));
        return build_.Collection(rng_.Pick(kKinds), items);
      }
    }
  }

  Variable Path() {
    static const std::vector<std::string> kNames = {"data.json", "a file with a longer name.txt"};
    const Variable name = build_.Str(rng_.Pick(kNames));
    Variable path = 0;
    switch (rng_.Below(3)) {
      case 0:
        path = Call(shapes_.Find("missing_file"), {}, {name});
        break;
      case 1:
        path = Call(shapes_.Find("make_folder"), {}, {name});
        break;
      default:
        path = Call(shapes_.Find("write_file"), {},
                    {name, rng_.Chance(0.7) ? build_.Str(Text())
                                            : build_.Text(StatementKind::kBytes, Text())});
    }
    return rng_.Chance(0.4) ? Call(shapes_.Find("Path.__str__"), {path}, {}) : path;
  }

  void Prepare() {
    switch (rng_.Below(8)) {
      case 0:
        Call(shapes_.Find("setenv"), {}, {build_.Str("A_NAME"), build_.Str(Text())});
        break;
      case 1:
        Call(shapes_.Find("delenv"), {}, {build_.Str("A_NAME")});
        break;
      case 2:
        Call(shapes_.Find("argv"), {}, {build_.List({build_.Str(Text()), build_.Str(Text())})});
        break;
      case 3:
        Call(shapes_.Find("stdin"), {}, {build_.Str(Text())});
        break;
      case 4:
        Call(shapes_.Find("chdir"), {}, {});
        break;
      case 5:
        Call(shapes_.Find("processes"), {},
             {build_.List({build_.Collection(
                 StatementKind::kTuple,
                 {build_.Int(rng_.Between(0, 99)), build_.Str(Text()), build_.Str(Text())})})});
        break;
      case 6:
        Call(shapes_.Find("system"), {}, {build_.Int(rng_.Between(0, 99))});
        break;
      default:
        Call(shapes_.Find("seed"), {}, {build_.Int(rng_.Between(0, 99))});
    }
  }

  model::CallableIndex Constructor(const std::string& name) const { return shapes_.Find(name); }
  model::CallableIndex Member(const std::string& owner, CallableKind kind) const {
    const model::ClassIndex index = shapes_.FindClass(owner);
    for (model::CallableIndex i = 0; i < subject().callables.size(); ++i) {
      if (subject().callables[i].class_index == index && subject().callables[i].kind == kind) {
        return i;
      }
    }
    return 0;
  }

  // An instance that a callable is of.
  Variable Receiver(const model::Callable& callable) {
    const model::Class& owner = subject().classes[callable.class_index];
    if (owner.name == "FunctionType" || owner.name == "_GeneratorContextManager") {
      for (model::CallableIndex i = 0; i < subject().callables.size(); ++i) {
        const model::Callable& one = subject().callables[i];
        if (one.kind == CallableKind::kFunction && one.parameters.size() == 1 &&
            one.use == model::ResultUse::kValue && rng_.Chance(0.5)) {
          return Call(i, {}, {Argument()});
        }
      }
    }
    if (owner.name == "Path") {
      return Call(shapes_.Find("make_folder"), {}, {build_.Str("folder")});
    }
    const model::CallableIndex constructor =
        Constructor(owner.in_subject && owner.name != "Shape" ? owner.name : "Vector");
    const std::size_t parameters = subject().callables[constructor].parameters.size();
    if (subject().callables[constructor].name == "Vector") {
      return Call(constructor, {}, {build_.List({Argument(), Argument()})});
    }
    std::vector<Variable> arguments;
    for (std::size_t i = 0; i < parameters; ++i) arguments.push_back(Argument());
    return Call(constructor, {}, arguments);
  }

  Variable CallAny() {
    while (true) {
      const auto index = static_cast<model::CallableIndex>(rng_.Below(subject().callables.size()));
      const model::Callable& callable = subject().callables[index];
      if (callable.kind == CallableKind::kEnvironment || callable.name == "ConcreteShape") continue;
      std::vector<Variable> receiver, arguments;
      if (HasReceiver(callable)) receiver.push_back(Receiver(callable));
      for (const model::Parameter& parameter : callable.parameters) {
        const bool exception = callable.name.ends_with("exit__");
        arguments.push_back(parameter.kind == model::ParameterKind::kVarPositional
                                ? build_.List({Argument(), Argument()})
                            : exception ? build_.ClassItself(shapes_.FindClass("KeyError"))
                                        : Argument());
      }
      return Call(index, receiver, arguments);
    }
  }

  Value AnyValue() {
    switch (rng_.Below(4)) {
      case 0:
        return testing::BoolValue(rng_.Chance(0.5));
      case 1:
        return testing::StrValue(Text());
      case 2:
        return testing::IntValue(rng_.Between(-99, 99));
      default: {
        std::vector<Value> items;
        for (uint64_t i = rng_.Below(30); i > 0; --i) {
          items.push_back(testing::IntValue(rng_.Between(0, 100000)));
        }
        return testing::ItemsValue(ValueKind::kList, std::move(items));
      }
    }
  }

  bool HasValue(Variable call) const {
    const model::Callable& callee = subject().callables[build_.test().statements[call].target];
    return callee.kind != CallableKind::kSetter && callee.kind != CallableKind::kDeleter &&
           callee.name != "__setitem__" && callee.name != "__delitem__";
  }

  model::GeneratedTest MakeTest() {
    build_ = testing::TestCaseBuilder();
    while (rng_.Chance(0.4)) Prepare();
    model::GeneratedTest test;
    if (rng_.Chance(0.3)) {
      const Variable earlier = CallAny();
      if (rng_.Chance(0.5) && HasValue(earlier)) {
        test.assertions.push_back(
            {model::AssertionKind::kEquals, earlier, earlier, "", AnyValue()});
      }
    }
    const Variable last = CallAny();
    test.test = build_.test();
    test.goals = {static_cast<model::GoalIndex>(rng_.Below(99))};
    if (rng_.Chance(0.3)) {
      test.exception.emplace();
      test.exception->type_name = rng_.Chance(0.5) ? "builtins:ValueError" : "builtins:KeyError";
      test.exception->message = Text();
      test.exception->is_explicit = rng_.Chance(0.5);
      test.is_finding = rng_.Chance(0.3);
    } else if (HasValue(last) && rng_.Chance(0.8)) {
      const bool length = rng_.Chance(0.2);
      test.assertions.push_back(
          {length ? model::AssertionKind::kLength : model::AssertionKind::kEquals, last, last, "",
           length ? testing::IntValue(rng_.Between(0, 64)) : AnyValue()});
    }
    return test;
  }

  base::Rng rng_;
  testing::ShapesSubject shapes_;
  testing::TestCaseBuilder build_;
};

TEST(RenderedCorpus, HoldsWhatIsPromisedOfEveryShape) {
  for (int i = 0; i < kShapesFiles; ++i) {
    SCOPED_TRACE(i);
    RandomShapes random(static_cast<uint64_t>(i));
    const model::Suite suite = random.Make();
    for (const model::GeneratedTest& test : suite) CheckWellFormed(test.test, random.subject());
    ExpectWhatIsPromised(random.subject(), suite, "shapes_" + std::to_string(i));
  }
}

}  // namespace
}  // namespace skua::render
