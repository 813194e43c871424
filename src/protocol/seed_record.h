// STATEMENT: a statement of a test that a worker made from hand-written code. Variables count from
// 0 in each seed.
#pragma once

#include <tuple>
#include <vector>

#include "model/names.h"
#include "model/test_case.h"
#include "protocol/value_record.h"
#include "record/place.h"
#include "record/record.h"

namespace skua::protocol {

struct SeedStatement {
  model::StatementKind kind = model::StatementKind::kNone;
  model::Value value;  // of a primitive
  uint32_t target = 0;
  uint32_t member = 0;
  std::vector<uint16_t> operands;
  std::vector<uint16_t> parameters;
};

}  // namespace skua::protocol

namespace skua::record {

template <>
struct Record<protocol::SeedStatement> {
  using Seed = protocol::SeedStatement;
  using Kind = model::StatementKind;
  static constexpr std::string_view kName = "seed_statement";
  static constexpr std::string_view kDoc = "a statement of a test";
  static constexpr auto kKind = &Seed::kind;
  static constexpr uint64_t kPrimitives =
      KindsOf(Kind::kBool, Kind::kInt, Kind::kFloat, Kind::kComplex, Kind::kStr, Kind::kBytes);
  static constexpr uint64_t kCalls = KindsOf(Kind::kCall);
  static constexpr uint64_t kTargets =
      KindsOf(Kind::kEnumMember, Kind::kClass, Kind::kCall, Kind::kFunction);
  static constexpr uint64_t kUsers =
      KindsOf(Kind::kList, Kind::kTuple, Kind::kSet, Kind::kFrozenSet, Kind::kDict, Kind::kCall,
              Kind::kFunction, Kind::kLambda);
  static constexpr auto kFields =
      std::tuple(Field("kind", &Seed::kind, "", {.always = true}),
                 Field("value", &Seed::value, "", {.always = true, .of = kPrimitives}),
                 Field("target", &Seed::target, "index of a class or callable",
                       {.always = true, .of = kTargets}),
                 Field("integer", &Seed::member, "index of the enum member",
                       {.of = KindsOf(Kind::kEnumMember)}),
                 Field("operands", &Seed::operands, "numbers of variables", {.of = kUsers}),
                 Field("parameters", &Seed::parameters,
                       "for each argument: the index of its parameter", {.of = kCalls}));

  static void Check(const Seed& seed, const Place& place) {
    if (seed.kind == Kind::kLazy) place.At("kind").Fail("a kind that suites may hold");
    // Both enumerations number primitives alike.
    if (seed.kind <= Kind::kBytes &&
        static_cast<int>(seed.value.kind) != static_cast<int>(seed.kind)) {
      place.At("value").Fail("a value of the statement's kind");
    }
  }
};

}  // namespace skua::record
