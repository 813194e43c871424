// JSON, by nlohmann's library. Its parser and writer are templates; json.cc compiles them once for
// all files.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

// EXTERN is `extern` here and empty in json.cc.
#define SKUA_JSON_TEMPLATES(EXTERN, JSON)                                           \
  EXTERN template class nlohmann::detail::serializer<JSON>;                         \
  EXTERN template class nlohmann::detail::lexer<                                    \
      JSON, nlohmann::detail::iterator_input_adapter<std::string::const_iterator>>; \
  EXTERN template class nlohmann::detail::parser<                                   \
      JSON, nlohmann::detail::iterator_input_adapter<std::string::const_iterator>>; \
  EXTERN template class nlohmann::detail::lexer<                                    \
      JSON, nlohmann::detail::iterator_input_adapter<const char*>>;                 \
  EXTERN template class nlohmann::detail::parser<                                   \
      JSON, nlohmann::detail::iterator_input_adapter<const char*>>;

SKUA_JSON_TEMPLATES(extern, nlohmann::basic_json<>)
SKUA_JSON_TEMPLATES(extern, nlohmann::basic_json<nlohmann::ordered_map>)
