// Standard classes whose repr is a constructor call that makes an equal object, so that observers
// report the repr and suites write it. Used by render/ and, through skua_runtime/records.py, by
// Python.
#pragma once

#include <string_view>

namespace skua::model {

struct WrittenClass {
  std::string_view module;
  std::string_view name;
  bool if_plain = false;  // a container, whose repr is such a call if its items are plain
};

inline constexpr WrittenClass kWrittenClasses[] = {
    {"array", "array", true},       {"builtins", "bytearray"},
    {"builtins", "range"},          {"builtins", "slice"},
    {"collections", "deque", true}, {"datetime", "date"},
    {"datetime", "datetime"},       {"datetime", "time"},
    {"datetime", "timedelta"},      {"datetime", "timezone"},
    {"decimal", "Decimal"},         {"fractions", "Fraction"},
    {"ipaddress", "IPv4Address"},   {"ipaddress", "IPv4Network"},
    {"ipaddress", "IPv6Address"},   {"ipaddress", "IPv6Network"},
    {"pathlib", "PosixPath"},       {"pathlib", "PurePosixPath"},
    {"pathlib", "PureWindowsPath"}, {"uuid", "UUID"},
};

}  // namespace skua::model
