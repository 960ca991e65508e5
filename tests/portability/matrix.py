"""The rows of the matrix of libraries: kept as JSON, shown as a table in docs/portability.md,
written as JUnit."""
import json
import xml.etree.ElementTree as ElementTree

BEGIN, END = "<!-- matrix: written by tests/portability/run -->", "<!-- end of the matrix -->"
RANKS = (1, 2, 3)
CHECKED = ("passed", "unsupported", "legal")  # of the cases of check
STAGES = ("merge", "form", "reduce", "eliminate")


def comparable(row):
    """What a solution depends on to the last bit besides the library: the program, and the BLAS
    with the kernels that it has for the processor."""
    return row["commit"], row["blas"]


def digests_differ(rows):
    """Lines on those libraries whose solution is not that of the first one with the same program
    and BLAS, by number of ranks."""
    lines = []
    for ranks in map(str, RANKS):
        first = {}
        for row in rows:
            if digest := row["digests"].get(ranks):
                name, expected = first.setdefault(comparable(row), (row["library"], digest))
                if digest != expected:
                    lines.append(
                        f"{row['library']} on {ranks}: digest {digest}, {name} has {expected}")
    return lines


def problems(row):
    """Why a row is not good; empty if it is."""
    return row["failed"] + row["broken"]


def cells(row):
    digests = " ".join(row["digests"].get(str(ranks), "-")[:8] for ranks in RANKS)
    seconds = " / ".join(f"{seconds:.2f}" for seconds in row["seconds"]) or "-"
    start = "-" if row["start_seconds"] is None else f"{row['start_seconds']:.2f} s"
    memory = f"{row['memory_bytes'] / 1e6:.0f} MB" if row["memory_bytes"] else "-"
    check = " / ".join(str(row["check"][key]) for key in CHECKED) if row.get("check") else "-"
    return [row["library"], row["version"], str(row["passed"]), str(len(problems(row))),
        str(len(row["unsupported"])), digests, seconds, start, memory, check]


def table(rows):
    head = ["library", "version", "passed", "failed", "unsupported", "digest on 1, 2, 3 ranks",
        " / ".join(STAGES) + " on 2, s", "start of 3 ranks", "memory a rank",
        " / ".join(CHECKED) + " cases of check"]
    lines = [head, ["---"] * len(head), *map(cells, rows)]
    text = "".join("| " + " | ".join(line) + " |\n" for line in lines)
    libraries = {}
    for row in rows:
        libraries.setdefault(comparable(row), []).append(row["library"])
    for (commit, blas), names in libraries.items():
        if commit:
            text += f"\n- {', '.join(names)}: digests of commit {commit} with {blas}"
    programs = {}
    for row in rows:
        programs.setdefault(row.get("program"), []).append(row["library"])
    for checksum, names in programs.items():
        if checksum and len(names) > 1:
            text += f"\n- {', '.join(names)}: one program, SHA-256 {checksum}"
    for row in rows:
        for name, reason in row["unsupported"].items():
            text += f"\n- {row['library']}, not supported: {name}: {reason}"
        if row.get("check_faults"):
            faults = ", ".join(row["check_faults"])
            text += f"\n- {row['library']}, faults that `check` finds: {faults}"
        for reason in problems(row):
            text += f"\n- {row['library']}, FAILED: {reason}"
    return text + "\n"


def update_page(page, rows):
    """Replaces what stands between the two marks."""
    before, rest = page.read_text().split(BEGIN)
    page.write_text(before + BEGIN + "\n\n" + table(rows) + "\n" + END + rest.split(END)[1])


def read(path):
    return json.loads(path.read_text()) if path.exists() else []


def write(path, rows):
    """A row a line, without the names of the tests that passed."""
    kept = [{key: value for key, value in row.items() if key != "tests_passed"} for row in rows]
    rounded = json.loads(json.dumps(kept), parse_float=lambda digits: round(float(digits), 4))
    path.write_text("[\n" + ",\n".join(map(json.dumps, rounded)) + "\n]\n")


def merged(old, new):
    """Of each library its newest row, in the order of first appearance."""
    rows = {row["library"]: row for row in old}
    rows.update({row["library"]: row for row in new})
    return list(rows.values())


def to_junit(rows):
    suites = ElementTree.Element("testsuites")
    for row in rows:
        suite = ElementTree.SubElement(suites, "testsuite",
            name=f"{row['library']} {row['version']}", tests=str(row["passed"] + len(problems(row))
            + len(row["unsupported"])), failures=str(len(problems(row))),
            skipped=str(len(row["unsupported"])))
        for name in row["tests_passed"]:
            ElementTree.SubElement(suite, "testcase", classname=row["library"], name=name)
        for reason in problems(row):
            case = ElementTree.SubElement(suite, "testcase", classname=row["library"],
                name=reason.split(":")[0])
            ElementTree.SubElement(case, "failure", message=reason)
        for name, reason in row["unsupported"].items():
            case = ElementTree.SubElement(suite, "testcase", classname=row["library"], name=name)
            ElementTree.SubElement(case, "skipped", message=reason)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True)
