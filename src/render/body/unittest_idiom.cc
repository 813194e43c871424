#include "render/body/unittest_idiom.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "model/function_types.h"
#include "render/body/assertion_text.h"
#include "render/body/calls_text.h"
#include "render/body/environment_text.h"
#include "render/body/exception_text.h"
#include "render/body/restored_text.h"
#include "render/body/value_text.h"
#include "render/python/layout.h"
#include "render/python/literal.h"

namespace skua::render {

using model::AssertionKind;
using model::Value;
using model::ValueKind;

namespace {

bool ContainsNan(const Value& value) {
  const bool is_number = value.kind == ValueKind::kFloat || value.kind == ValueKind::kComplex;
  return (is_number && (std::isnan(value.real) || std::isnan(value.imaginary))) ||
         std::any_of(value.items.begin(), value.items.end(), ContainsNan);
}

}  // namespace

// --- Numbers -------------------------------------------------------------------------------------

// Seven decimal places are too few for tiny numbers, and too many for huge ones.
std::string UnittestIdiom::FloatText(const Expression& left, const Value& expected) {
  const double real = expected.real, imaginary = expected.imaginary;
  if (std::isnan(real) || std::isnan(imaginary)) {
    const bool is_complex = expected.kind == ValueKind::kComplex;
    return fmt::format("self.assertTrue({}.isnan({}))",
                       imports_.Module(is_complex ? "cmath" : "math"), left.text);
  }
  const std::string literal =
      expected.kind == ValueKind::kComplex ? ComplexLiteral(real, imaginary) : FloatLiteral(real);
  const double size = std::hypot(real, imaginary);
  if (std::isinf(size)) return fmt::format("self.assertEqual({}, {})", left.text, literal);
  constexpr double kSmall = 0.01, kLarge = 1e7;
  std::string delta;
  if (size != 0 && (size < kSmall || size >= kLarge)) {
    delta = fmt::format(", delta=1e{}", static_cast<int>(std::floor(std::log10(size))) - 6);
  }
  return fmt::format("self.assertAlmostEqual({}, {}{})", left.text, literal, delta);
}

std::optional<std::string> UnittestIdiom::ValueText(const Value& value) {
  if (ContainsNan(value)) return std::nullopt;  // NaN equals nothing
  const Approximation by_near{[&](const Value& number, const std::string& literal) {
                                if (number.kind == ValueKind::kComplex) return literal;
                                return fmt::format("{}({})", definitions_.Near(), literal);
                              },
                              nullptr};
  return ExpectedText(value, imports_, by_near);
}

// --- Assertions ----------------------------------------------------------------------------------

std::optional<std::string> UnittestIdiom::EqualText(const Expression& left, const Value& observed) {
  const Value& expected = AsWritten(observed);
  switch (expected.kind) {
    case ValueKind::kNone:
      return fmt::format("self.assertIsNone({})", left.text);
    case ValueKind::kFloat:
    case ValueKind::kComplex:
      return FloatText(left, expected);
    case ValueKind::kBool:
      if (left.binding == Binding::kComparison) {
        return fmt::format("self.assert{}({})", expected.integer != 0 ? "True" : "False",
                           left.text);
      }
      break;
    default:
      break;
  }
  const auto right = ValueText(expected);
  if (!right) return std::nullopt;
  return fmt::format("self.assert{}({}, {})", IsComparedByIdentity(expected) ? "Is" : "Equal",
                     left.text, *right);
}

std::optional<std::string> UnittestIdiom::Assertion(const model::Assertion& assertion,
                                                    const Expression& value) {
  if (IsOfCalls(test_, assertion)) {
    return CallsText(test_, assertion, value, imports_,
                     {[&](const Value& expected) { return ValueText(expected); },
                      [](const std::string& left, const std::string& right) {
                        return fmt::format("self.assertEqual({}, {})", left, right);
                      }});
  }
  Expression left = value;
  if (!assertion.attribute.empty()) {
    left = {Operand(value, Binding::kPrimary) + "." + assertion.attribute};
  }
  switch (assertion.kind) {
    case AssertionKind::kEquals:
    case AssertionKind::kGlobal:
      return EqualText(left, assertion.expected);
    case AssertionKind::kIsInstance:
      if (model::IsFunctionType(assertion.expected.type_name)) {
        return fmt::format("self.assertTrue(callable({}))", left.text);
      }
      return fmt::format("self.assertIsInstance({}, {})", left.text,
                         imports_.Reach(assertion.expected.type_name));
    case AssertionKind::kLength:
    case AssertionKind::kItems:
    case AssertionKind::kText:
      return EqualText({fmt::format("{}({})", model::BuiltinOf(assertion), left.text)},
                       assertion.expected);
    case AssertionKind::kOutput:
    case AssertionKind::kErrorOutput:
      return PrintedText(assertion);
    case AssertionKind::kLog:
      return LogText(assertion.expected);
    case AssertionKind::kFile:
      return FileText(assertion, value);
  }
  return std::nullopt;
}

// The stream has everything printed so far, but the assertion tests only the text since the last
// one.
std::optional<std::string> UnittestIdiom::PrintedText(const model::Assertion& assertion) {
  Value printed = assertion.expected;
  printed.text.clear();
  for (const model::Assertion& earlier : test_.assertions) {
    if (earlier.kind == assertion.kind && earlier.after_statement <= assertion.after_statement) {
      printed.text += earlier.expected.text;
    }
  }
  const std::string& stream = assertion.kind == AssertionKind::kOutput ? output_ : errors_;
  return EqualText({stream + ".getvalue()"}, printed);
}

std::optional<std::string> UnittestIdiom::LogText(const Value& records) {
  const auto expected = RecordsText(records, imports_);
  if (!expected) return std::nullopt;
  return fmt::format(
      "self.assertEqual([(r.name, r.levelno, r.getMessage()) for r in {}.records], {})", logs_,
      *expected);
}

std::optional<std::string> UnittestIdiom::FileText(const model::Assertion& assertion,
                                                   const Expression& path) {
  if (path.text.empty() && directory_.empty()) return std::nullopt;
  const std::string file =
      path.text.empty() ? InDirectory(StrLiteral(assertion.attribute)) : path.text;
  Value content = assertion.expected;
  if (content.kind == ValueKind::kNone) return fmt::format("self.assertFalse({}.exists())", file);
  const std::string read = ReadAction(content);
  return EqualText({file + read}, content);
}

std::string UnittestIdiom::Holds(std::string_view condition) {
  return fmt::format("self.assertTrue({})", condition);
}

std::string UnittestIdiom::Raises(const model::RaisedException& exception, std::size_t columns) {
  const std::string type = imports_.Reach(ReachableTypeName(exception));
  if (const std::string match = MatchableText(exception); !match.empty()) {
    std::string matching = fmt::format("self.assertRaisesRegex({}, {})", type, StrLiteral(match));
    if (static_cast<std::size_t>(DisplayWidth(matching)) <= columns) return matching;
  }
  return fmt::format("self.assertRaises({})", type);
}

std::string_view UnittestIdiom::Raised() const { return "exception"; }

// --- Environment ---------------------------------------------------------------------------------

bool UnittestIdiom::IsAsserted(AssertionKind kind) const {
  return std::any_of(test_.assertions.begin(), test_.assertions.end(),
                     [&](const model::Assertion& a) { return a.kind == kind; });
}

// Records below WARNING were only observed because the project sets a lower level.
int64_t UnittestIdiom::LowestLogLevel() const {
  constexpr int64_t kWarning = 30;
  int64_t level = kWarning;
  for (const model::Assertion& assertion : test_.assertions) {
    if (assertion.kind != AssertionKind::kLog) continue;
    for (const Value& record : assertion.expected.items) {
      if (record.items.size() == 3) level = std::min(level, record.items[1].integer);
    }
  }
  return level;
}

Idiom::Frame UnittestIdiom::Around(VariableNaming& names) {
  Frame frame;
  for (const model::RestoredState& restored : test_.restored)
    Restore(restored, names, frame.statements);
  const bool output = IsAsserted(AssertionKind::kOutput);
  const bool errors = IsAsserted(AssertionKind::kErrorOutput);
  const bool logs = IsAsserted(AssertionKind::kLog);
  const auto redirect = [&](const char* stream, const char* wanted) {
    std::string name = names.Take(wanted);
    const std::string io = imports_.Module("io");
    if (output + errors + logs == 1) {
      frame.context = fmt::format("{}.redirect_{}({}.StringIO()) as {}",
                                  imports_.Module("contextlib"), stream, io, name);
    } else {
      Patch(fmt::format("(\"sys.{}\", new_callable={}.StringIO)", stream, io), frame.statements,
            name);
    }
    return name;
  };
  if (output) output_ = redirect("stdout", "output");
  if (errors) errors_ = redirect("stderr", "errors");
  if (logs) {
    logs_ = names.Take("logs");
    frame.context = fmt::format("self.assertLogs(level={}) as {}",
                                LevelText(LowestLogLevel(), imports_), logs_);
  }
  return frame;
}

void UnittestIdiom::Patch(const std::string& arguments, std::vector<std::string>& lines,
                          const std::string& name) {
  const std::string mock = imports_.Reach("unittest", "mock");
  if (!std::exchange(has_patches_, true)) {
    lines.push_back(fmt::format("self.addCleanup({}.patch.stopall)", mock));
  }
  lines.push_back(
      fmt::format("{}{}{}.patch{}.start()", name, name.empty() ? "" : " = ", mock, arguments));
}

void UnittestIdiom::Restore(const model::RestoredState& restored, VariableNaming& names,
                            std::vector<std::string>& lines) {
  if (restored.by == model::RestoredBy::kFolder) {
    lines.push_back(fmt::format("self.addCleanup({0}.chdir, {0}.getcwd())", imports_.Module("os")));
    return;
  }
  if (restored.by == model::RestoredBy::kAbsent) {
    Patch(fmt::format(".dict({}.modules, {{{}: None}})", imports_.Module("sys"),
                      AbsentPackage(restored)),
          lines);
    return;
  }
  if (const auto callable = CallableSaying(restored)) {
    std::ranges::move(Prepare(*callable, SaidOf(restored), names).statements,
                      std::back_inserter(lines));
    return;
  }
  const RestoredName name = RestoredText(restored, subject_, imports_);
  Patch(fmt::format(".object({}, {}, {}{})", name.owner, StrLiteral(name.name), name.value,
                    name.is_new ? ", create=True" : ""),
        lines);
}

void UnittestIdiom::NeedFolder(std::vector<std::string>& lines, VariableNaming& names) {
  if (!directory_.empty()) return;
  directory_ = names.Take("directory");
  lines.push_back(
      fmt::format("{} = {}.TemporaryDirectory()", directory_, imports_.Module("tempfile")));
  lines.push_back(fmt::format("self.addCleanup({}.cleanup)", directory_));
}

std::string UnittestIdiom::InDirectory(const std::string& name) {
  return fmt::format("{}({}.name, {})", imports_.Reach("pathlib", "Path"), directory_, name);
}

Idiom::Preparation UnittestIdiom::Prepare(std::string_view callable,
                                          const std::vector<std::string>& arguments,
                                          VariableNaming& names) {
  Preparation preparation;
  std::vector<std::string>& lines = preparation.statements;
  const std::string joined = fmt::format("{}", fmt::join(arguments, ", "));
  if (PathText(callable, "")) {
    NeedFolder(lines, names);
    preparation.path = Expression{InDirectory(arguments[0])};
  } else if (callable == "setenv" || callable == "delenv") {
    const std::string environ = imports_.Module("os") + ".environ";
    const bool is_first = !std::exchange(has_environment_, true);
    if (is_first && callable == "setenv") {
      Patch(fmt::format(".dict({}, {{{}: {}}})", environ, arguments[0], arguments[1]), lines);
      return preparation;
    }
    if (is_first) Patch(fmt::format(".dict({})", environ), lines);
    lines.push_back(callable == "setenv"
                        ? fmt::format("{}[{}] = {}", environ, arguments[0], arguments[1])
                        : fmt::format("{}.pop({}, None)", environ, arguments[0]));
  } else if (callable == "chdir") {
    NeedFolder(lines, names);
    const std::string os = imports_.Module("os");
    lines.push_back(fmt::format("self.addCleanup({0}.chdir, {0}.getcwd())", os));
    lines.push_back(fmt::format("{}.chdir({}.name)", os, directory_));
  } else if (callable == "argv") {
    Patch(fmt::format("(\"sys.argv\", [\"program\"{}{}])", arguments.empty() ? "" : ", ", joined),
          lines);
  } else if (callable == "stdin") {
    Patch(fmt::format("(\"sys.stdin\", {}.StringIO({}))", imports_.Module("io"), joined), lines);
  } else if (callable == "seed") {
    lines.push_back(fmt::format("{}.seed({})", imports_.Module("random"), joined));
  } else if (OverriddenBy(callable)) {
    Patch(fmt::format(".dict({}, {{{}: {}}})", arguments[0], arguments[1], arguments[2]), lines);
  } else if (!ReplacedFunction(callable).empty()) {
    Patch(fmt::format("({})", joined), lines);
  }
  return preparation;
}

}  // namespace skua::render
