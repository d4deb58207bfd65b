"""Owns the JUnit file of `check`, which build servers read."""

from __future__ import annotations

import re
from pathlib import Path, PurePath
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from pyreasoner._check import BAD, FAILED, INCOMPLETE, OK

if TYPE_CHECKING:
    from pyreasoner._check import Checked, Report

# What XML 1.0 cannot hold, and what steers a terminal.
_CONTROL = re.compile("[^\t\n\r\x20-\x7e\u00a0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ELEMENT = {FAILED: "failure", BAD: "error", INCOMPLETE: "error"}


def junit(report: Report) -> bytes:
    """Return a report in JUnit's XML, one test case for each file.

    Args:
        report: What became of all files.
    """
    kinds = [_ELEMENT.get(item.verdict, OK) for item in report.checked]
    suite = ET.Element(
        "testsuite",
        name="pyreasoner check",
        tests=str(len(kinds)),
        failures=str(kinds.count("failure")),
        errors=str(kinds.count("error")),
        skipped="0",
    )
    for item in report.checked:
        _add(suite, item)
    root = ET.Element("testsuites")
    root.append(suite)
    ET.indent(root)
    text: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def write_junit(report: Report, path: Path) -> None:
    """Write the JUnit file, if any file has been checked.

    Args:
        report: What became of all files.
        path: Where to write it.

    Raises:
        OSError: It cannot be written.
    """
    if report.checked:
        path.write_bytes(junit(report))


def _add(suite: ET.Element, item: Checked) -> None:
    """Add one file: its reasons, if it is not `ok`, and its warnings."""
    folder = PurePath(item.path).parent.as_posix()
    case = ET.SubElement(suite, "testcase", classname=_clean(folder), name=_clean(item.path))
    if item.verdict != OK:
        reasons = [_clean(reason) for reason in item.reasons]
        problem = ET.SubElement(case, _ELEMENT[item.verdict], type=item.verdict)
        problem.set("message", reasons[0])
        problem.text = "\n".join(reasons)
    if item.warnings:
        ET.SubElement(case, "system-err").text = _clean("\n".join(item.warnings))


def _clean(text: str) -> str:
    """Return a text with control characters as escapes."""
    return _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", text)
