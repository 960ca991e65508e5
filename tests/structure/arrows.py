#!/usr/bin/env python3
"""arrows.py ROOT: fails, one line for each, if a source file includes what its folder may not.

Arrows point down only. The one table below says what each folder may use; CMake's link dependencies
are held to the same. A stage's name stands in the table of src/core/stage.h alone: elsewhere a
stage is a value of its type. In a stage no integer is made of a complex number's part, nor the
other way round: what is counted does not travel as Complex.
"""
import re
import sys
from pathlib import Path

STAGE = {"core", "comm", "timing", "la", "mesh", "fem", "bem", "common", "reference"}
# No command includes another.
COMMAND = {"core", "mpi", "comm", "timing", "la", "mesh", "fem", "bem", "io", "cli", "network"}

# Folder (by path from the root) -> the folders it may use besides itself, by name.
ALLOWED = {
    "src/core": set(),
    "src/mpi": {"core"},
    "src/comm": {"core", "mpi"},
    "src/timing": {"core", "mpi", "comm", "la"},
    "src/la": {"core"},
    "src/tuning": {"core", "mpi", "comm", "timing"},
    "src/mesh": {"core"},
    "src/fem": {"core", "mesh", "la"},
    "src/bem": {"core", "mesh", "la"},
    "meshes": {"core", "mesh", "fem", "io"},
    "stages/reference": {"core", "mpi", "comm", "la"},
    "stages/common": {"core", "comm", "timing", "la", "fem"},
    "stages/merge": STAGE,
    "stages/form": STAGE,
    "stages/reduce": STAGE,
    "stages/eliminate": STAGE,
    "src/io": {"core", "la", "mesh"},
    "src/cli": {"core", "mpi", "comm", "timing", "io", "network"},
    "src/network": {"core", "mpi", "comm", "io"},
    "src/cases": {"core", "comm", "timing", "mesh", "la", "fem", "bem", "meshes", "merge", "form",
        "reduce", "eliminate", "io", "cli"},
    "src/driver": STAGE | {"mpi", "tuning", "merge", "form", "reduce", "eliminate", "io", "cases"},
    "src/solve": COMMAND | {"tuning", "common", "cases", "driver"},
    "src/study": COMMAND | {"tuning", "cases", "driver"},
    "src/verify/exact": {"core"},
    "src/verify": COMMAND | {"tuning", "cases", "driver", "exact", "merge"},
    "bench/livermore": set(),
    "src/benchmarks": COMMAND | {"meshes", "livermore"},
    "bench/check": {"core", "mpi", "io", "cli"},
    "src/app": COMMAND | {"meshes", "cases", "solve", "study", "verify", "benchmarks", "check"},
}

# A system header -> the folders that may include it.
RESERVED = [(re.compile(r"^mpi(-ext)?\.h$"), {"src/mpi", "src/comm", "stages/reference",
    "tests/comm", "tests/nas", "tests/network", "tests/portability", "tests/support",
    "bench"}), (re.compile(r"^petsc"), {"stages/reference"}),]

# Only these write to the terminal.
MAY_PRINT = {"src/cli", "src/network", "src/solve", "src/study", "src/verify", "src/benchmarks",
    "src/app", "tests", "bench"}
PRINTS = re.compile(r"\bstd::(cout|cerr|clog)\b|\b(printf|fprintf|puts|fputs|putchar)\s*\(")
STATEFUL = re.compile(r"^\s*(static|thread_local|inline)\s+(?!.*\b(const|constexpr|constinit|"
    r"namespace)\b)[^()]*[;={]")
# Messages between two ranks are the message layer's; elsewhere only what measures single ones sends
# them.
MAY_SEND = {"src/comm", "src/network", "src/benchmarks/pattern.cpp", "src/benchmarks/patterns",
    "src/tuning/measure_link.cpp", "tests", "bench"}
SENDS = re.compile(r"(\.|->|\bMessage::)(send|receive)\s*\(")
# Sends and receives aside, a kind of message is known where it is defined, carried out and delayed:
# a new one touches three files.
KINDS = re.compile(r"\bKind::(put|broadcast|sum)\b")
MAY_KNOW_KINDS = {"src/comm/message.h", "src/comm/mpi_transport.cpp", "src/network/emulator.cpp"}
# Only where a C library declares what it reads as what it writes.
MAY_CAST = {"src/comm/mpi_transport.cpp", "src/io/hdf5_file.cpp"}
# An integer read from, or cast to, a complex number: static_cast<Index>(x.real()), Complex(int(k)),
# static_cast<Complex>(k).
DISGUISED = re.compile(
    r"static_cast<(?!double|float)[\w:]+>\([^;]*\b(real|imag)\(|static_cast<[\w:]*Complex>|"
    r"\bComplex[({]\s*(static_cast<(?!double|float)|(int|Index|Count)[({])")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


STAGE_TABLE = "src/core/stage.h"
NAMESAKE = "bench/check/command.h"  # names a command that is called like a stage
STAGE_ENTRY = re.compile(r'StageEntry\{Stage::\w+, "(\w+)"')
NAMED = re.compile(r"\.name = ")  # a plug-in that happens to be called like a stage


def stage_literal(root):
    """Matches a text that is a stage's name, or an option or a section of it; None without a
    table."""
    table = root / STAGE_TABLE
    names = STAGE_ENTRY.findall(table.read_text()) if table.is_file() else []
    return re.compile(r'"(--|messages\.)?(%s)[".]' % "|".join(names)) if names else None


def name(folder):
    return folder.split("/")[-1]


def folder_of(path):
    """The entry of the table that a path from the root lies in, or None."""
    found = [folder for folder in ALLOWED if path.is_relative_to(folder)]
    return found[0] if found else None


def sources(root):
    for top in ("src", "stages", "meshes", "tests", "bench"):
        for file in sorted((root / top).rglob("*")):
            if file.suffix in (".h", ".hpp", ".cpp"):
                yield file.relative_to(root)


def included_folder(root, source, header):
    """The folder a quoted or bracketed include is found in, looked for as the compiler does; None:
    not ours."""
    for base in ((root / source).parent, root / "src", root):
        target = (base / header).resolve()
        if target.is_file() and target.is_relative_to(root):
            return folder_of(target.relative_to(root))
    return None


def check_include(root, source, folder, header):
    for pattern, holders in RESERVED:
        if pattern.match(header) and not any(source.is_relative_to(holder) for holder in holders):
            yield f"<{header}> belongs to {', '.join(sorted(holders))}"
    used = included_folder(root, source, header)
    if folder and used and used != folder and name(used) not in ALLOWED[folder]:
        uses = ", ".join(sorted(ALLOWED[folder])) or "nothing"
        yield f"{name(folder)} may not use {header}; it may use: {uses}"


def check_source(root, source, stage):
    folder = folder_of(source)
    if folder is None and not source.is_relative_to("tests") and not source.is_relative_to("bench"):
        yield f"{source}: its folder is not in the table of tests/structure/arrows.py"
    for number, line in enumerate((root / source).read_text().splitlines(), 1):
        here = f"{source}:{number}"
        code = line.split("//")[0]
        include = INCLUDE.match(code)
        if include:
            for problem in check_include(root, source, folder, include[2]):
                yield f"{here}: {problem}"
        elif PRINTS.search(code) and not any(source.is_relative_to(printer)
                for printer in MAY_PRINT):
            yield f"{here}: only {', '.join(sorted(MAY_PRINT))} may write to the terminal"
        elif stage and folder and str(source) not in (STAGE_TABLE,
                NAMESAKE) and stage.search(code) and not NAMED.search(code):
            yield f"{here}: a stage is a value of core::Stage; only {STAGE_TABLE} has its name"
        elif SENDS.search(code) and not any(source.is_relative_to(sender) for sender in MAY_SEND):
            yield (f"{here}: a message between two ranks; gather, all_reduce, broadcast and "
                "sum are comm::Messenger's")
        elif name(folder or "") in ("comm", "network") and KINDS.search(code) and str(
                source) not in MAY_KNOW_KINDS:
            known = ", ".join(sorted(MAY_KNOW_KINDS))
            yield f"{here}: a kind of message; only {known} tell them apart"
        elif folder and "const_cast" in code and str(source) not in MAY_CAST:
            casting = ", ".join(sorted(MAY_CAST))
            yield f"{here}: const_cast; where a C library's signature forces it, in {casting}"
        elif folder and folder.startswith("stages/") and DISGUISED.search(code):
            yield f"{here}: an integer disguised as a complex number"
        elif folder and STATEFUL.match(code):
            yield f"{here}: mutable state outside an object"


def check_targets(root):
    """Every folder has a CMake target of its name, which links only with what the folder may
    include."""
    for folder, allowed in ALLOWED.items():
        lists = root / folder / "CMakeLists.txt"
        if not any((root / folder).rglob("*.[hc]*")):
            continue
        text = re.sub(r"#.*", "", lists.read_text()) if lists.is_file() else ""
        targets = re.findall(r"febem_library\(\s*" + name(folder) + r"\b([^)]*)\)", text)
        if not targets:
            yield f"{folder}/CMakeLists.txt: no febem_library({name(folder)} ...)"
        for arguments in targets:
            depends = re.search(r"\bDEPENDS\b(.*?)(\bLIBRARIES\b|\bWITHOUT\b|$)", arguments,
                re.DOTALL)
            for used in depends[1].split() if depends else []:
                if used not in allowed and not used.startswith("$"):
                    yield f"{folder}/CMakeLists.txt: {name(folder)} may not depend on {used}"


def violations(root):
    root = Path(root).resolve()
    stage = stage_literal(root)
    return [*check_targets(root), *(problem for source in sources(root)
        for problem in check_source(root, source, stage))]


if __name__ == "__main__":
    found = violations(sys.argv[1])
    print("\n".join(found) or "All arrows point down.")
    sys.exit(1 if found else 0)
