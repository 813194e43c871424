#include "report/outcome_schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

#include "model/criterion.h"
#include "record/schema.h"
#include "report/outcome_record.h"

namespace skua::report {
namespace {

// Where the names of the criteria stand.
constexpr std::string_view kCriteriaMark = "@criteria@";

constexpr std::string_view kTemplate = R"json({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "report.json",
  "description": "What a run of Skua did. Times are in seconds; what is empty, 0 or false is left out.",
  "type": "object",
  "properties": {
    "format": {"const": "skua-report"},
    "format_version": {"const": 1},
    "version": {"type": "string", "description": "of Skua"},
    "modules_changed": {"type": "integer", "minimum": 0},
    "tests_generated": {"type": "integer", "minimum": 0, "description": "by this run"},
    "branch_coverage": {
      "type": ["number", "null"],
      "minimum": 0,
      "maximum": 100,
      "description": "percent of the branches of all modules, as coverage.py counts them; null: nothing is known"
    },
    "branches": {
      "type": "object",
      "properties": {
        "total": {"type": "integer", "minimum": 0},
        "taken": {"type": "integer", "minimum": 0}
      },
      "required": ["total", "taken"],
      "additionalProperties": false,
      "description": "of all modules whose lines are known"
    },
    "criteria": {"$ref": "#/definitions/criteria"},
    "modules_measured": {"type": "integer", "minimum": 0, "description": "modules that tests were measured on, and those without a statement"},
    "modules_unmeasured": {"type": "integer", "minimum": 0, "description": "modules that no test was measured on: their lines count as not executed"},
    "modules_unknown": {"type": "array", "items": {"type": "string"}, "description": "modules whose lines are not known"},
    "behaviour_changes": {"type": "integer", "minimum": 0},
    "findings": {"type": "integer", "minimum": 0, "description": "of this run"},
    "lines": {
      "type": "object",
      "properties": {
        "total": {"type": "integer", "minimum": 0},
        "executed": {"type": "integer", "minimum": 0}
      },
      "required": ["total", "executed"],
      "additionalProperties": false,
      "description": "of all modules whose lines are known"
    },
    "reports": {"type": "string", "description": "their folder, from the project's folder"},
    "started_unix_seconds": {"type": "integer"},
    "seconds_used": {"type": "number", "minimum": 0},
    "jobs": {"type": "integer", "minimum": 0},
    "interrupted": {"type": "boolean"},
    "failed_gates": {
      "type": ["array", "null"],
      "items": {"type": "string"},
      "description": "a sentence for each gate that the run fails; null: it was not judged, as a shard is not"
    },
    "shard": {"$ref": "#/definitions/shard"},
    "notes": {"type": "array", "items": {"$ref": "#/definitions/reason"}},
    "sandbox": {
      "type": "object",
      "properties": {
        "grade": {"enum": ["none", "standard", "strict"]},
        "protections": {"type": "array", "items": {"$ref": "#/definitions/protection"}}
      },
      "required": ["grade", "protections"],
      "additionalProperties": false,
      "description": "how well code under test was contained; absent: none was to run"
    },
    "timeline": {"type": "array", "items": {"$ref": "#/definitions/slice"}},
    "covered_by": {
      "type": "object",
      "properties": {
        "both": {"type": "integer", "minimum": 0},
        "hand_written": {"type": "integer", "minimum": 0},
        "generated": {"type": "integer", "minimum": 0},
        "none": {"type": "integer", "minimum": 0}
      },
      "required": ["both", "hand_written", "generated", "none"],
      "additionalProperties": false,
      "description": "goals, by whose tests alone cover them; absent: no hand-written tests were run"
    },
    "files_written": {"type": "array", "items": {"type": "string"}},
    "files_removed": {"type": "array", "items": {"type": "string"}},
    "modules": {"type": "array", "items": {"$ref": "#/definitions/module"}},
    "pairs": {
      "type": "array",
      "items": {"$ref": "#/definitions/module"},
      "description": "what tests of two modules together came to: goals are coupled branches, mutants the callee's; absent: none were tested"
    },
    "seconds_budget": {"type": "number", "minimum": 0, "description": "absent: bounded by iterations"}
  },
  "required": [
    "format",
    "format_version",
    "version",
    "modules_changed",
    "tests_generated",
    "branch_coverage",
    "branches",
    "modules_measured",
    "modules_unmeasured",
    "modules_unknown",
    "behaviour_changes",
    "findings",
    "lines",
    "reports",
    "started_unix_seconds",
    "seconds_used",
    "jobs",
    "interrupted",
    "shard",
    "notes",
    "timeline",
    "files_written",
    "files_removed",
    "modules"
  ],
  "additionalProperties": false,
  "definitions": {
    "taken_and_missed": {
      "type": "object",
      "properties": {
        "taken": {"type": "array", "items": {"type": "integer", "minimum": 0}},
        "missed": {"type": "array", "items": {"type": "integer", "minimum": 0}}
      },
      "required": ["taken", "missed"],
      "additionalProperties": false
    },
    "criteria": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "criterion": {"enum": ["@criteria@"]},
          "covered": {"type": "integer", "minimum": 0},
          "total": {"type": "integer", "minimum": 0, "description": "without goals of which nobody knows whether they exist, until a test has shown them"}
        },
        "required": ["criterion", "covered", "total"],
        "additionalProperties": false
      },
      "description": "goals of search.criteria beside those that the report lists; no gate judges them"
    },
    "reason": {
      "type": "object",
      "properties": {
        "code": {"type": "string", "pattern": "^SKUA-[A-Z][0-9]+$"},
        "title": {"type": "string"},
        "detail": {"type": "string"}
      },
      "required": ["code", "title"],
      "additionalProperties": false
    },
    "module": {
      "type": "object",
      "properties": {
        "module": {"type": "string"},
        "path": {"type": "string", "description": "of its file, from the project's folder"},
        "change": {"enum": ["new", "modified", "affected", "unchanged", "deleted", "renamed"]},
        "fingerprint": {"type": "string"},
        "change_why": {"type": "string"},
        "reason": {
          "$ref": "#/definitions/reason",
          "description": "why no suite was written; absent: one was"
        },
        "notes": {"type": "array", "items": {"$ref": "#/definitions/reason"}},
        "coverage_before": {
          "type": "number",
          "minimum": 0,
          "maximum": 1,
          "description": "share of the branches that were taken when the module was last measured"
        },
        "goals_total": {
          "type": "integer",
          "minimum": 0,
          "description": "without blocks: what coverage is a share of"
        },
        "goals_covered": {"type": "integer", "minimum": 0},
        "criteria": {"$ref": "#/definitions/criteria"},
        "goals": {"type": "array", "items": {"$ref": "#/definitions/goal"}},
        "lines": {
          "type": "object",
          "properties": {
            "executed": {"type": "array", "items": {"type": "integer", "minimum": 0}},
            "missed": {"type": "array", "items": {"type": "integer", "minimum": 0}}
          },
          "required": ["executed", "missed"],
          "additionalProperties": false,
          "description": "that can be executed, by whether the generated tests do"
        },
        "branches": {
          "type": "object",
          "properties": {
            "total": {"type": "integer", "minimum": 0},
            "taken": {"type": "integer", "minimum": 0}
          },
          "required": ["total", "taken"],
          "additionalProperties": false,
          "description": "as coverage.py counts them; absent: not measured"
    },
        "line_branches": {
          "type": "object",
          "properties": {
            "into_body": {"$ref": "#/definitions/taken_and_missed"},
            "past_body": {"$ref": "#/definitions/taken_and_missed"}
          },
          "required": ["into_body", "past_body"],
          "additionalProperties": false,
          "description": "the lines of branches, by whether the tests of all modules together take them; absent: not measured so"
        },
        "statements": {
          "type": "object",
          "properties": {
            "lines": {"type": "array", "items": {"type": "integer", "minimum": 0}},
            "lead_into_body": {"type": "array", "items": {"type": "integer", "minimum": 0}},
            "lead_past_body": {"type": "array", "items": {"type": "integer", "minimum": 0}}
          },
          "required": ["lines", "lead_into_body", "lead_past_body"],
          "additionalProperties": false,
          "description": "of a module that was never measured: where statements begin, and those that are branches"
        },
        "seconds_given": {"type": "number", "minimum": 0},
        "seconds_used": {"type": "number", "minimum": 0},
        "seconds_searching": {"type": "number", "minimum": 0},
        "seconds_to_last_gain": {"type": "number", "minimum": 0, "description": "of searching"},
        "seconds_in_subject": {"type": "number", "minimum": 0, "description": "of executing tests"},
        "tests_executed": {"type": "integer", "minimum": 0},
        "discovery": {"type": "array", "items": {"$ref": "#/definitions/gain"}},
        "expected_gain": {"type": "number", "description": "goals that planning expected to be newly covered"},
        "file": {"type": "string", "description": "of its tests, from the project's folder"},
        "findings_file": {"type": "string"},
        "tests_kept": {"type": "integer", "minimum": 1, "description": "tests that stood before the run"},
        "tests": {"type": "array", "items": {"$ref": "#/definitions/test"}},
        "findings": {"type": "array", "items": {"$ref": "#/definitions/finding"}},
        "mutants": {"type": "array", "items": {"$ref": "#/definitions/mutant"}},
        "behaviour_changes": {"type": "array", "items": {"$ref": "#/definitions/behaviour_change"}, "description": "that are open"},
        "ended_changes": {"type": "array", "items": {"$ref": "#/definitions/ended_change"}, "description": "that ended in this run"},
        "seeds": {"$ref": "#/definitions/seeds"},
        "earlier": {
          "$ref": "#/definitions/module",
          "description": "what the last campaign for this version of the module came to, when this run did not measure it"
        }
      },
      "required": ["module", "path", "change"],
      "additionalProperties": false
    },
    "goal": {
      "type": "object",
      "properties": {
        "covered": {"type": "boolean"},
        "line": {"type": "integer", "minimum": 0},
        "code_object": {"type": "string", "description": "qualified name"},
        "branch": {
          "type": "boolean",
          "description": "the outcome of the condition; absent: a code object without conditions"
        },
        "jump": {
          "type": "boolean",
          "description": "that its statement goes into the body then, or past it; absent: neither"
        },
        "block": {
          "type": "boolean",
          "description": "a stretch of statements, which no percentage counts"
        },
        "call": {
          "type": "object",
          "properties": {
            "path": {"type": "string"},
            "line": {"type": "integer", "minimum": 0}
          },
          "required": ["path", "line"],
          "additionalProperties": false,
          "description": "of coupled branches, where the caller calls"
        },
        "callee": {
          "type": "object",
          "properties": {
            "line": {"type": "integer", "minimum": 0},
            "code_object": {"type": "string"},
            "branch": {"type": "boolean"}
          },
          "required": ["line", "code_object", "branch"],
          "additionalProperties": false,
          "description": "of coupled branches the callee's, taken while the caller calls"
        },
        "covered_by_existing": {"type": "boolean", "description": "by hand-written tests"},
        "found": {"type": "boolean", "description": "not covered, but the search found a test for it that was not written"},
        "why_open": {"type": "string", "description": "why no test covers it, as far as that is known"}
      },
      "required": ["covered"],
      "additionalProperties": false
    },
    "finding": {
      "type": "object",
      "properties": {
        "test": {"type": "string"},
        "call": {"type": "string"},
        "verdict": {"enum": ["raised", "crashed", "timed_out", "out_of_memory", "passed", "not_run"]},
        "text": {"type": "string"},
        "exception": {"type": "string", "description": "module:name of its class"},
        "message": {"type": "string"},
        "path": {"type": "string"},
        "line": {"type": "integer", "minimum": 0},
        "frames": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "path": {"type": "string"},
              "line": {"type": "integer", "minimum": 0},
              "function": {"type": "string"},
              "text": {"type": "string"}
            },
            "required": ["path", "line"],
            "additionalProperties": false
          },
          "description": "the innermost last"
        }
      },
      "required": ["test", "call", "verdict", "text"],
      "additionalProperties": false
    },
    "mutant": {
      "type": "object",
      "properties": {
        "operator": {"type": "string"},
        "line": {"type": "integer", "minimum": 0},
        "original": {"type": "string"},
        "fate": {"enum": ["killed", "survived", "not_reached", "not_run"]},
        "column": {"type": "integer", "minimum": 0},
        "mutated": {"type": "string", "description": "absent: the original is left out"},
        "code_object": {"type": "integer", "minimum": 0},
        "at_import": {"type": "boolean"},
        "killed_by": {
          "type": "array",
          "items": {"type": "string"},
          "description": "tests that were seen to notice it; others are not tried, unless budget.suite_time.folder is set"
        }
      },
      "required": ["operator", "line", "original", "fate"],
      "additionalProperties": false
    }
  }
}
)json";

// The template with the definitions of the parts that are records.
std::string WholeSchema() {
  std::string text(kTemplate);
  text.replace(text.find(kCriteriaMark), kCriteriaMark.size(),
               fmt::format("{}", fmt::join(model::kCriteria, R"(", ")")));
  record::Json schema = record::Json::parse(text);
  record::SchemaWriter records;
  records.Reference<model::Shard>();
  records.Reference<model::Slice>();
  records.Reference<model::GainPoint>();
  records.Reference<model::BehaviourChange>();
  records.Reference<model::EndedChange>();
  records.Reference<model::PytestResult::Test>();
  records.Reference<model::ModuleOutcome::Seeds>();
  records.Reference<model::Protection>();
  schema["definitions"].update(records.definitions());
  return schema.dump(2) + "\n";
}

}  // namespace

std::string_view OutcomeSchema() {
  static const std::string schema = WholeSchema();
  return schema;
}

}  // namespace skua::report
