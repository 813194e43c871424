"""What the user asked for fails the step, and nothing else."""

from __future__ import annotations

import pytest

from conftest import Runner


@pytest.mark.parametrize(
    ("fail_on", "exit_code", "findings", "changes", "fails", "errors"),
    [
        ("gate", "0", "3", "2", False, 0),
        ("gate", "1", "", "", True, 0),  # skua itself told which gate failed
        ("none", "1", "3", "2", False, 0),
        ("findings", "1", "3", "2", True, 1),
        ("findings", "0", "0", "0", False, 0),
        ("gate, findings,behaviour-changes", "1", "3", "2", True, 2),
        ("behaviour-changes", "0", "", "", False, 0),
    ],
)
def test_fails_on_what_is_asked_for(
    runner: Runner,
    fail_on: str,
    exit_code: str,
    findings: str,
    changes: str,
    fails: bool,
    errors: int,
) -> None:
    result = runner.step(
        "verdict.sh",
        INPUT_FAIL_ON=fail_on,
        EXIT_CODE=exit_code,
        FINDINGS=findings,
        BEHAVIOUR_CHANGES=changes,
    )
    assert result.exit_code == (1 if fails else 0)
    assert result.said.count("::error") == errors
