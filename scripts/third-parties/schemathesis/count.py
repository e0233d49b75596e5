"""Prints three counts of a schemathesis report: cases, operations that passed, operations that failed."""

import json
import sys

with open(sys.argv[1]) as file:
    report = json.load(file)

failing = {operation for failure in report["failures"] for operation in failure["operations"]}
bad = len(failing) + len(report["errors"])
if report["stop_reason"] != "completed" or report["operations"]["tested"] != report["operations"]["selected"]:
    bad += 1
print(report["test_cases"]["generated"], report["operations"]["tested"] - len(failing), bad)
