// How costly a test is to run, estimated without measuring: the performance proxies of Grano,
// Laaber, Panichella and Panichella, "Testing with Fewer Resources" (TSE 2019), §3.1, their sum as
// a score of one test (equation 1), and their comparison within a front (equation 2).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "model/test_case.h"
#include "model/trace.h"
#include "search/search_options.h"

namespace skua::search {

// I1 to I7, in this order: cycles of loops, calls, objects made and statements executed in the
// subject (I1, I2, I4, I5) come with the trace; calls, other statements and all statements of the
// test (I3, I6, I7) are counted here. A statement of a test is at most a line of its text.
using Proxies = std::array<double, 7>;

Proxies ProxiesOf(const model::TestCase& test, const model::ExecutionCost& cost);

// Equation 1: the sum of I / (I + 1), in [0, 7); lower is better.
double PerformanceScore(const Proxies& proxies);

// Equation 2: for each test of a front the sum of (max I - I) / (max I - min I) over the front, in
// [0, 7]; higher is better. A proxy that is the same for all adds nothing. Overwrites `heuristic`.
void PerformanceHeuristic(std::span<const Proxies> front, std::vector<double>& heuristic);

// Which of the tests that cover a goal the options want: their own choice, or the algorithm's.
SearchOptions::Preference PreferenceOf(const SearchOptions& options);

}  // namespace skua::search
