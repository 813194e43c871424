#include "render/body/expression_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "model/answering.h"
#include "model/named_objects.h"
#include "render/body/value_text.h"
#include "render/python/literal.h"

namespace skua::render {
namespace {

using model::Callable;
using model::CallableKind;
using model::Passing;
using model::Statement;
using model::StatementKind;

Expression Number(std::string text) {
  const Binding binding = text.starts_with('-') ? Binding::kSign : Binding::kPrimary;
  return {std::move(text), binding};
}

}  // namespace

std::string AttributeName(const model::Subject& subject, const Callable& callee) {
  const bool mangled = callee.name.starts_with("__") && !callee.name.ends_with("__");
  if (!mangled || callee.class_index == model::kNoIndex) return callee.name;
  const std::string& name = subject.classes[callee.class_index].name;
  const auto first = std::min(name.find_first_not_of('_'), name.size());
  return fmt::format("_{}{}", name.substr(first), callee.name);
}

ExpressionWriter::ExpressionWriter(const model::Subject& subject, const model::GeneratedTest& test,
                                   const Usage& usage, Imports& imports, Definitions& definitions)
    : subject_(subject),
      statements_(test.test.statements),
      usage_(usage),
      imports_(imports),
      definitions_(definitions),
      texts_(statements_.size()),
      named_(statements_.size(), false) {}

void ExpressionWriter::Inline(std::size_t variable, Expression expression) {
  texts_[variable] = std::move(expression);
  named_[variable] = false;
}

void ExpressionWriter::Name(std::size_t variable, std::string name) {
  texts_[variable] = {std::move(name), Binding::kPrimary};
  named_[variable] = true;
}

// --- Values --------------------------------------------------------------------------------------

Expression ExpressionWriter::ValueText(std::size_t i) {
  const Statement& s = statements_[i];
  switch (s.kind) {
    case StatementKind::kNone:
      return {"None"};
    case StatementKind::kBool:
      return {s.integer != 0 ? "True" : "False"};
    case StatementKind::kInt:
      return Number(s.text.empty() ? IntLiteral(s.integer) : IntLiteral(s.text));
    case StatementKind::kFloat:
      return Number(FloatLiteral(s.real));
    case StatementKind::kComplex:
      return {ComplexLiteral(s.real, s.imaginary)};
    case StatementKind::kStr:
      return {StrText(s.text)};
    case StatementKind::kBytes:
      return {BytesText(s.text)};
    case StatementKind::kList:
      return {CollectionText(Collection::kList, OperandTexts(s))};
    case StatementKind::kTuple:
      return {CollectionText(IsRowOfArray(i) ? Collection::kList : Collection::kTuple,
                             OperandTexts(s))};
    case StatementKind::kSet:
      return {CollectionText(Collection::kSet, OperandTexts(s))};
    case StatementKind::kFrozenSet:
      return {CollectionText(Collection::kFrozenSet, OperandTexts(s))};
    case StatementKind::kDict:
      return {CollectionText(Collection::kDict, OperandTexts(s))};
    case StatementKind::kEnumMember: {
      const model::Class& it = subject_.classes[s.target];
      const std::string& member = it.enum_members[static_cast<std::size_t>(s.integer)];
      if (model::HoldsNamedObjects(it)) return {imports_.Reach(it.module, member)};
      return {definitions_.Reach(s.target) + "." + member};
    }
    case StatementKind::kClass:
      return {definitions_.Reach(s.target)};
    case StatementKind::kFunction: {
      const Callable& callable = subject_.callables[s.target];
      if (s.operands.empty()) return {FunctionText(callable)};
      return {fmt::format("{}.{}", Operand(texts_[s.operands[0]], Binding::kPrimary),
                          AttributeName(subject_, callable))};
    }
    case StatementKind::kLambda:
      if (usage_.IsMock(i)) return {MockText(s)};
      return {LambdaText(s), Binding::kLambda};
    case StatementKind::kLazy:
    case StatementKind::kCall:
      break;
  }
  return {};
}

// Returns whether the tuple is a row in `np.array([...])`, to be written as a list, as people do.
// The search makes rows as tuples, since those have a fixed length.
bool ExpressionWriter::IsRowOfArray(std::size_t i) const {
  const Statement* rows = usage_.OnlyUser(i);
  if (rows == nullptr || rows->kind != StatementKind::kList) return false;
  const Statement* call = usage_.OnlyUser(static_cast<std::size_t>(rows - statements_.data()));
  if (call == nullptr || call->kind != StatementKind::kCall) return false;
  const Callable& callee = usage_.CalleeOf(*call);
  return callee.module == "numpy" && callee.qualified_name == "array";
}

std::pair<std::string, std::string> ExpressionWriter::LambdaParts(const Statement& s) const {
  if ((s.integer & model::kCallsFirst) != 0) {
    return {"function, *args, **kwargs", "function(*args, **kwargs)"};
  }
  if ((s.integer & model::kCallsLast) != 0) {
    const auto given =
        s.operands.empty() ? std::vector<std::string>{"*args[:-1]"} : OperandTexts(s);
    return {"*args", fmt::format("args[-1]({})", fmt::join(given, ", "))};
  }
  if ((s.integer & model::kReturnsFirst) != 0) return {"value, *args, **kwargs", "value"};
  return {"*args, **kwargs", s.operands.empty() ? "None" : texts_[s.operands[0]].text};
}

std::string ExpressionWriter::LambdaText(const Statement& s) const {
  const auto [parameters, result] = LambdaParts(s);
  return fmt::format("lambda {}: {}", parameters, result);
}

// Returns whether the statement makes an exception, or a class of exceptions.
bool ExpressionWriter::IsException(const Statement& s) const {
  model::ClassIndex index = model::kNoIndex;
  if (s.kind == StatementKind::kClass) {
    index = s.target;
  } else if (s.kind == StatementKind::kCall &&
             usage_.CalleeOf(s).kind == CallableKind::kConstructor) {
    index = usage_.CalleeOf(s).class_index;
  }
  return index != model::kNoIndex && subject_.classes[index].is_exception;
}

std::string ExpressionWriter::MockText(const Statement& s) {
  const bool is_awaited = (s.integer & model::kAwaitable) != 0;
  const bool is_single = s.operands.size() == 1;
  const bool in_turn = (s.integer & model::kInTurn) != 0 && !s.operands.empty() &&
                       !(is_single && !IsException(statements_[s.operands[0]]));
  const std::string name = imports_.Reach("unittest.mock", is_awaited ? "AsyncMock" : "Mock");
  if ((s.integer & model::kByArguments) != 0) {
    return fmt::format("{}(side_effect={})", name, LambdaText(s));
  }
  const std::string first = s.operands.empty() ? "None" : texts_[s.operands[0]].text;
  if (!in_turn) return fmt::format("{}(return_value={})", name, first);
  if (is_single) return fmt::format("{}(side_effect={})", name, first);
  return fmt::format("{}(side_effect=[{}])", name, fmt::join(OperandTexts(s), ", "));
}

std::vector<std::string> ExpressionWriter::OperandTexts(const Statement& statement) const {
  std::vector<std::string> texts;
  for (const model::VariableIndex operand : usage_.OperandsOf(statement)) {
    texts.push_back(texts_[operand].text);
  }
  return texts;
}

std::string ExpressionWriter::FunctionText(const Callable& callable) {
  // A class that the test file defines has no module.
  if (callable.class_index != model::kNoIndex &&
      !subject_.classes[callable.class_index].definition.empty()) {
    const std::string name = definitions_.Reach(callable.class_index);
    return callable.kind == CallableKind::kConstructor ? name : name + "." + callable.name;
  }
  return imports_.Reach(callable.module, callable.qualified_name);
}

// --- Calls ---------------------------------------------------------------------------------------

OperatorSyntax ExpressionWriter::SyntaxOf(std::size_t i) const {
  const Callable& callee = CalleeOf(i);
  const std::size_t arguments = statements_[i].parameters.size();
  if (callee.kind == CallableKind::kOperator) {
    const OperatorSyntax syntax = render::SyntaxOf(callee.name, arguments);
    // Unpacked arguments need parentheses.
    const bool as_call = syntax.form == OperatorForm::kCall || syntax.form == OperatorForm::kMethod;
    for (std::size_t a = 0; !as_call && a < arguments; ++a) {
      const Passing passing = PassingOf(callee, statements_[i], a);
      if (passing == Passing::kUnpackSequence || passing == Passing::kUnpackMapping) return {};
    }
    return syntax;
  }
  // A builtin calls this special method.
  if (callee.kind == CallableKind::kMethod && arguments == 0) {
    const OperatorSyntax syntax = render::SyntaxOf(callee.name, 0);
    if (syntax.form == OperatorForm::kFunction) return syntax;
  }
  return {};
}

Expression ExpressionWriter::CallText(std::size_t i) {
  return CallOn(i, HasReceiver(CalleeOf(i)) ? texts_[statements_[i].operands[0]] : Expression{});
}

std::string ExpressionWriter::CallByClass(std::size_t i) {
  const Callable& callee = CalleeOf(i);
  if (callee.kind == CallableKind::kEnvironment) {
    return fmt::format("{}({})", callee.name, fmt::join(ArgumentTexts(i), ", "));
  }
  if (!HasReceiver(callee)) return CallOn(i, {}).text;
  const Expression receiver{ReceiverName(i)};
  const OperatorForm form = SyntaxOf(i).form;
  if (!IsWith(form)) return CallOn(i, receiver).text;
  const bool leaves = form == OperatorForm::kExit || form == OperatorForm::kAsyncExit;
  return fmt::format("with {}{}", receiver.text,
                     leaves ? ": raise " + texts_[statements_[i].operands[1]].text : "");
}

// Returns the receiver's class, "RateTable"; for an object of a foreign class the call that made
// it: "open_table(...)".
std::string ExpressionWriter::ReceiverName(std::size_t i) {
  const model::VariableIndex variable = statements_[i].operands[0];
  const model::ClassIndex index = CalleeOf(i).class_index;
  if (index == model::kNoIndex) return texts_[variable].text;
  const model::Class& its_class = subject_.classes[index];
  if (its_class.in_subject || statements_[variable].kind != StatementKind::kCall) {
    return its_class.qualified_name;
  }
  const Callable& maker = CalleeOf(variable);
  if (maker.kind == CallableKind::kMethod && maker.class_index != model::kNoIndex) {
    return fmt::format("{}.{}(...)", subject_.classes[maker.class_index].qualified_name,
                       AttributeName(subject_, maker));
  }
  const bool is_function = maker.kind == CallableKind::kFunction ||
                           maker.kind == CallableKind::kStaticMethod ||
                           maker.kind == CallableKind::kClassMethod;
  return is_function ? FunctionText(maker) + "(...)" : its_class.qualified_name;
}

std::string ExpressionWriter::NotInText(std::size_t i) const {
  const auto& operands = statements_[i].operands;
  return fmt::format("{} not in {}", Operand(texts_[operands[1]], Binding::kBitOr),
                     Operand(texts_[operands[0]], Binding::kBitOr));
}

std::optional<std::string> ExpressionWriter::NotEqualText(std::size_t i) {
  const Callable& callee = CalleeOf(i);
  const bool compares = callee.kind == CallableKind::kOperator && callee.name == "__eq__" &&
                        callee.class_index != model::kNoIndex &&
                        subject_.classes[callee.class_index].negates_equality;
  if (!compares) return std::nullopt;
  const auto& operands = statements_[i].operands;
  return OperatorText(render::SyntaxOf("__ne__", 1), texts_[operands[0]], {texts_[operands[1]]},
                      imports_)
      .text;
}

Expression ExpressionWriter::CallOn(std::size_t i, const Expression& receiver) {
  const Statement& call = statements_[i];
  const Callable& callee = CalleeOf(i);
  const std::string primary = Operand(receiver, Binding::kPrimary);
  switch (callee.kind) {
    case CallableKind::kGetter:
      return {fmt::format("{}.{}", primary, AttributeName(subject_, callee))};
    case CallableKind::kSetter:
      return {fmt::format("{}.{} = {}", primary, AttributeName(subject_, callee),
                          texts_[call.operands[1]].text)};
    case CallableKind::kDeleter:
      return {fmt::format("del {}.{}", primary, AttributeName(subject_, callee))};
    default:
      break;
  }
  const OperatorSyntax syntax = SyntaxOf(i);
  if (syntax.form != OperatorForm::kCall && syntax.form != OperatorForm::kMethod) {
    std::vector<Expression> arguments;
    for (std::size_t o = 1; o < call.operands.size(); ++o) {
      arguments.push_back(texts_[call.operands[o]]);
    }
    return OperatorText(syntax, receiver, arguments, imports_);
  }
  const std::string function = !HasReceiver(callee) ? FunctionText(callee)
                               : syntax.form == OperatorForm::kCall
                                   ? primary
                                   : fmt::format("{}.{}", primary, AttributeName(subject_, callee));
  return {fmt::format("{}({})", function, fmt::join(ArgumentTexts(i), ", "))};
}

// --- Arguments -----------------------------------------------------------------------------------

// Positional arguments first, then *args, then keywords: Python's order of binding.
std::vector<std::string> ExpressionWriter::ArgumentTexts(std::size_t i) {
  const Statement& call = statements_[i];
  const Callable& callee = CalleeOf(i);
  if (const auto mapping = unpacked_.find(i); mapping != unpacked_.end()) {
    return {"**" + mapping->second};
  }
  std::vector<std::string> positions, keywords;
  const std::size_t receiver = HasReceiver(callee) ? 1 : 0;
  for (std::size_t a = 0; a < call.parameters.size(); ++a) {
    const model::VariableIndex operand = call.operands[a + receiver];
    const std::string& text = texts_[operand].text;
    switch (PassingOf(callee, call, a)) {
      case Passing::kPosition:
        positions.push_back(text);
        break;
      case Passing::kKeyword:
        keywords.push_back(fmt::format("{}={}", callee.parameters[call.parameters[a]].name, text));
        break;
      case Passing::kUnpackSequence:
        UnpackSequence(operand, positions);
        break;
      case Passing::kUnpackMapping:
        UnpackMapping(callee, operand, keywords);
        break;
    }
  }
  if (model::MakesMock(callee)) {
    keywords.insert(keywords.begin(), "spec=" + definitions_.Reach(callee.class_index));
  }
  positions.insert(positions.end(), keywords.begin(), keywords.end());
  return positions;
}

void ExpressionWriter::UnpackSequence(model::VariableIndex operand,
                                      std::vector<std::string>& positions) {
  const Statement& sequence = statements_[operand];
  const bool ordered =
      sequence.kind == StatementKind::kList || sequence.kind == StatementKind::kTuple;
  if (!ordered || named_[operand]) {
    positions.push_back("*" + texts_[operand].text);
    return;
  }
  for (std::string& text : OperandTexts(sequence)) positions.push_back(std::move(text));
}

void ExpressionWriter::UnpackMapping(const Callable& callee, model::VariableIndex operand,
                                     std::vector<std::string>& keywords) {
  const Statement& mapping = statements_[operand];
  const auto is_keyword = [&](model::VariableIndex key) {
    const Statement& s = statements_[key];
    return s.kind == StatementKind::kStr && IsIdentifier(s.text) &&
           std::none_of(callee.parameters.begin(), callee.parameters.end(),
                        [&](const model::Parameter& p) { return p.name == s.text; });
  };
  std::vector<std::string> texts;
  bool plain = mapping.kind == StatementKind::kDict && !named_[operand];
  const std::vector<model::VariableIndex> operands = usage_.OperandsOf(mapping);
  for (std::size_t o = 0; plain && o + 1 < operands.size(); o += 2) {
    plain = is_keyword(operands[o]);
    texts.push_back(
        fmt::format("{}={}", statements_[operands[o]].text, texts_[operands[o + 1]].text));
  }
  if (!plain) texts.assign(1, "**" + texts_[operand].text);
  keywords.insert(keywords.end(), texts.begin(), texts.end());
}

}  // namespace skua::render
