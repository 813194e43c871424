// Names of the model's enumerators in records, for the protocol, its schemas and Python's tables
// (skua_runtime/records.py).
#pragma once

#include <iterator>
#include <optional>
#include <string>

#include "model/left_state.h"
#include "model/reason.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"
#include "model/value.h"
#include "record/names.h"
#include "record/record.h"

namespace skua::record {

template <>
inline constexpr auto kNames<model::ValueKind> = AllNamed<model::ValueKind>({
    {model::ValueKind::kNone, "none"},
    {model::ValueKind::kBool, "bool"},
    {model::ValueKind::kInt, "int"},
    {model::ValueKind::kFloat, "float"},
    {model::ValueKind::kComplex, "complex"},
    {model::ValueKind::kStr, "str"},
    {model::ValueKind::kBytes, "bytes"},
    {model::ValueKind::kList, "list"},
    {model::ValueKind::kTuple, "tuple"},
    {model::ValueKind::kSet, "set"},
    {model::ValueKind::kFrozenSet, "frozenset"},
    {model::ValueKind::kDict, "dict"},
    {model::ValueKind::kEnumMember, "enum"},
    {model::ValueKind::kObject, "object"},
    {model::ValueKind::kType, "type"},
    {model::ValueKind::kOpaque, "opaque"},
});

template <>
inline constexpr auto kNames<model::TypeKind> = AllNamed<model::TypeKind>({
    {model::TypeKind::kAny, "any"},
    {model::TypeKind::kNone, "none"},
    {model::TypeKind::kBool, "bool"},
    {model::TypeKind::kInt, "int"},
    {model::TypeKind::kFloat, "float"},
    {model::TypeKind::kComplex, "complex"},
    {model::TypeKind::kStr, "str"},
    {model::TypeKind::kBytes, "bytes"},
    {model::TypeKind::kList, "list"},
    {model::TypeKind::kSet, "set"},
    {model::TypeKind::kFrozenSet, "frozen_set"},
    {model::TypeKind::kDict, "dict"},
    {model::TypeKind::kTuple, "tuple"},
    {model::TypeKind::kTupleOf, "tuple_of"},
    {model::TypeKind::kUnion, "union"},
    {model::TypeKind::kLiteral, "literal"},
    {model::TypeKind::kClass, "class"},
    {model::TypeKind::kEnum, "enum"},
    {model::TypeKind::kType, "type"},
    {model::TypeKind::kCallable, "callable"},
    {model::TypeKind::kTypedDict, "typed_dict"},
    {model::TypeKind::kPathText, "path_text"},
    {model::TypeKind::kUnsupported, "unsupported"},
});

template <>
inline constexpr auto kNames<model::Shape> = AllNamed<model::Shape>({
    {model::Shape::kNone, "none"},
    {model::Shape::kFalse, "false"},
    {model::Shape::kTrue, "true"},
    {model::Shape::kIntZero, "int_zero"},
    {model::Shape::kIntOne, "int_one"},
    {model::Shape::kIntTwo, "int_two"},
    {model::Shape::kIntDigit, "int_digit"},
    {model::Shape::kIntTens, "int_tens"},
    {model::Shape::kIntHundreds, "int_hundreds"},
    {model::Shape::kIntYear, "int_year"},
    {model::Shape::kIntMore, "int_more"},
    {model::Shape::kIntMinusOne, "int_minus_one"},
    {model::Shape::kIntNegative, "int_negative"},
    {model::Shape::kFloatFraction, "float_fraction"},
    {model::Shape::kFloatWhole, "float_whole"},
    {model::Shape::kFloatMore, "float_more"},
    {model::Shape::kFloatNegative, "float_negative"},
    {model::Shape::kFloatSpecial, "float_special"},
    {model::Shape::kStrEmpty, "str_empty"},
    {model::Shape::kStrBlank, "str_blank"},
    {model::Shape::kStrForeign, "str_foreign"},
    {model::Shape::kStrLines, "str_lines"},
    {model::Shape::kStrCharacter, "str_character"},
    {model::Shape::kStrSigns, "str_signs"},
    {model::Shape::kStrWord, "str_word"},
    {model::Shape::kStrUpper, "str_upper"},
    {model::Shape::kStrCapitalised, "str_capitalised"},
    {model::Shape::kStrNumber, "str_number"},
    {model::Shape::kStrDate, "str_date"},
    {model::Shape::kStrUrl, "str_url"},
    {model::Shape::kStrMail, "str_mail"},
    {model::Shape::kStrTemplate, "str_template"},
    {model::Shape::kStrMarkup, "str_markup"},
    {model::Shape::kStrIdentifier, "str_identifier"},
    {model::Shape::kStrDotted, "str_dotted"},
    {model::Shape::kStrPath, "str_path"},
    {model::Shape::kStrWords, "str_words"},
    {model::Shape::kStrText, "str_text"},
    {model::Shape::kStrCode, "str_code"},
    {model::Shape::kBytesEmpty, "bytes_empty"},
    {model::Shape::kBytesWord, "bytes_word"},
    {model::Shape::kBytesMore, "bytes_more"},
    {model::Shape::kListEmpty, "list_empty"},
    {model::Shape::kList, "list"},
    {model::Shape::kTupleEmpty, "tuple_empty"},
    {model::Shape::kTuple, "tuple"},
    {model::Shape::kDictEmpty, "dict_empty"},
    {model::Shape::kDict, "dict"},
    {model::Shape::kSetEmpty, "set_empty"},
    {model::Shape::kSet, "set"},
    {model::Shape::kCallable, "callable"},
    {model::Shape::kClass, "class"},
    {model::Shape::kObject, "object"},
});

template <>
inline constexpr auto kNames<model::ParameterKind> = AllNamed<model::ParameterKind>({
    {model::ParameterKind::kPositionalOnly, "positional_only"},
    {model::ParameterKind::kPositionalOrKeyword, "positional_or_keyword"},
    {model::ParameterKind::kVarPositional, "var_positional"},
    {model::ParameterKind::kKeywordOnly, "keyword_only"},
    {model::ParameterKind::kVarKeyword, "var_keyword"},
});

template <>
inline constexpr auto kNames<model::CallableKind> = AllNamed<model::CallableKind>({
    {model::CallableKind::kFunction, "function"},
    {model::CallableKind::kConstructor, "constructor"},
    {model::CallableKind::kMethod, "method"},
    {model::CallableKind::kStaticMethod, "static_method"},
    {model::CallableKind::kClassMethod, "class_method"},
    {model::CallableKind::kGetter, "getter"},
    {model::CallableKind::kSetter, "setter"},
    {model::CallableKind::kDeleter, "deleter"},
    {model::CallableKind::kOperator, "operator"},
    {model::CallableKind::kEnvironment, "environment"},
});

template <>
inline constexpr auto kNames<model::ResultUse> = AllNamed<model::ResultUse>({
    {model::ResultUse::kValue, "value"},
    {model::ResultUse::kAwait, "await"},
    {model::ResultUse::kIterate, "iterate"},
    {model::ResultUse::kAsyncIterate, "async_iterate"},
    {model::ResultUse::kFirst, "first"},
});

template <>
inline constexpr auto kNames<model::CodeObjectKind> = AllNamed<model::CodeObjectKind>({
    {model::CodeObjectKind::kModule, "module"},
    {model::CodeObjectKind::kFunction, "function"},
    {model::CodeObjectKind::kLambda, "lambda"},
    {model::CodeObjectKind::kClassBody, "class_body"},
    {model::CodeObjectKind::kComprehension, "comprehension"},
});

template <>
inline constexpr auto kNames<model::PredicateKind> = AllNamed<model::PredicateKind>({
    {model::PredicateKind::kCompare, "compare"},
    {model::PredicateKind::kTruth, "truth"},
    {model::PredicateKind::kForLoop, "for_loop"},
    {model::PredicateKind::kMatchCase, "match_case"},
    {model::PredicateKind::kExceptClause, "except_clause"},
    {model::PredicateKind::kBlock, "block"},
});

template <>
inline constexpr auto kNames<model::ControlFlowEdge::When> =
    AllNamed<model::ControlFlowEdge::When>({
        {model::ControlFlowEdge::When::kAlways, "always"},
        {model::ControlFlowEdge::When::kTrue, "true"},
        {model::ControlFlowEdge::When::kFalse, "false"},
    });

template <>
inline constexpr auto kNames<model::StatementKind> = AllNamed<model::StatementKind>({
    {model::StatementKind::kNone, "none"},
    {model::StatementKind::kBool, "bool"},
    {model::StatementKind::kInt, "int"},
    {model::StatementKind::kFloat, "float"},
    {model::StatementKind::kComplex, "complex"},
    {model::StatementKind::kStr, "str"},
    {model::StatementKind::kBytes, "bytes"},
    {model::StatementKind::kList, "list"},
    {model::StatementKind::kTuple, "tuple"},
    {model::StatementKind::kSet, "set"},
    {model::StatementKind::kFrozenSet, "frozenset"},
    {model::StatementKind::kDict, "dict"},
    {model::StatementKind::kEnumMember, "enum_member"},
    {model::StatementKind::kClass, "class"},
    {model::StatementKind::kCall, "call"},
    {model::StatementKind::kFunction, "function"},
    {model::StatementKind::kLambda, "lambda"},
    {model::StatementKind::kLazy, "lazy"},
});

template <>
inline constexpr auto kNames<model::Verdict> = AllNamed<model::Verdict>({
    {model::Verdict::kPassed, "passed"},
    {model::Verdict::kRaised, "raised"},
    {model::Verdict::kTimedOut, "timed_out"},
    {model::Verdict::kCrashed, "crashed"},
    {model::Verdict::kOutOfMemory, "out_of_memory"},
    {model::Verdict::kNotRun, "not_run"},
});

template <>
struct Worded<model::ReasonCode> {
  static std::string ToText(model::ReasonCode code) {
    return code == model::ReasonCode::kNone ? "" : std::string(model::EntryOf(code).id);
  }
  static std::optional<model::ReasonCode> FromText(std::string_view text) {
    const model::ReasonEntry* entry = model::FindReason(text);
    if (entry == nullptr || entry->id != text) return std::nullopt;
    return entry->code;
  }
  static constexpr std::string_view kExpected = "a known reason code";
  static constexpr std::string_view kPattern = "^SKUA-[A-Z][0-9]+$";
};

template <>
inline constexpr auto kNames<model::RestoredBy> = [] {
  Names<std::size(model::kRestoredByNames)> names;
  for (const auto& [by, name] : model::kRestoredByNames) names[static_cast<std::size_t>(by)] = name;
  return names;
}();

}  // namespace skua::record
