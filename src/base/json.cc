#include "base/json.h"

SKUA_JSON_TEMPLATES(, nlohmann::basic_json<>)
SKUA_JSON_TEMPLATES(, nlohmann::basic_json<nlohmann::ordered_map>)
