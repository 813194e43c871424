// toml++ without what nobody needs here: its operators and formatters take long to compile, and its
// assertions end the process in places where it goes on to tell what is wrong with a file.
#pragma once

#define TOML_ENABLE_FORMATTERS 0
#define TOML_ASSERT(expression) static_cast<void>(0)
#include <toml++/toml.h>
