// JSON, by nlohmann's library. What reads and writes texts would be compiled anew in each file that
// does so; only json.cc does.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

// The declarations below name `extern` or, in json.cc, nothing.
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
