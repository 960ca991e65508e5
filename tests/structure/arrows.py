#!/usr/bin/env python3
"""arrows.py ROOT: fails, one line for each, if a source file includes what its folder may not.

Arrows point down only. The one table below says what each folder may use; CMake's link dependencies
are held to the same. Nor may a line break the rules of this program, and those for MPI that a
script can see (docs/portability.md).
"""
import re
import sys
from pathlib import Path

STAGE = {"core", "comm", "timing", "la", "mesh", "fem", "bem", "analysis", "common", "reference"}
# No command includes another.
COMMAND = {"core", "mpi", "comm", "timing", "la", "mesh", "fem", "bem", "io", "cli", "network"}

# Folder (by path from the root) -> the folders it may use besides itself, by name.
ALLOWED = {
    "src/core": set(),
    "src/mpi": {"core"},
    "src/launcher": {"core"},
    "src/comm": {"core", "mpi"},
    "src/timing": {"core", "mpi", "comm", "la"},
    "src/la": {"core"},
    "src/mesh": {"core"},
    "src/fem": {"core", "mesh", "la"},
    "src/bem": {"core", "mesh", "la"},
    "meshes": {"core", "mesh", "fem", "io"},
    "stages/reference": {"core", "mpi", "comm", "la"},
    "stages/analysis": {"core", "la", "fem"},
    "stages/common": {"core", "comm", "timing", "la", "fem", "analysis"},
    "stages/merge": STAGE,
    "stages/form": STAGE,
    "stages/reduce": STAGE,
    "stages/eliminate": STAGE,
    "src/io": {"core", "la", "mesh"},
    "src/cli": {"core", "mpi", "comm", "timing", "io", "network"},
    "src/network": {"core", "mpi", "comm", "io"},
    "src/cases": {"core", "comm", "timing", "mesh", "la", "fem", "bem", "meshes", "merge", "form",
        "reduce", "eliminate", "io", "cli"},
    "src/driver": STAGE | {"mpi", "merge", "form", "reduce", "eliminate", "io", "cases"},
    "src/solve": COMMAND | {"common", "cases", "driver", "exact"},
    "src/study": COMMAND | {"launcher", "cases", "driver"},
    "src/report": COMMAND | {"cases", "driver"},
    "src/verify/exact": {"core"},
    "src/verify": COMMAND | {"cases", "driver", "exact"},
    "bench/livermore": set(),
    "src/benchmarks": COMMAND | {"meshes", "livermore"},
    "bench/check": {"core", "mpi", "launcher", "io", "cli"},
    "src/app": COMMAND | {"meshes", "cases", "solve", "study", "verify", "benchmarks", "check",
        "report"}}

# A system header -> the folders that may include it.
RESERVED = [(re.compile(r"^mpi(-ext)?\.h$"), {"src/mpi", "src/comm", "stages/reference",
    "tests/comm", "tests/nas", "tests/network", "tests/portability", "tests/support",
    "bench"}), (re.compile(r"^petsc"), {"stages/reference"}),]

STAGE_TABLE = "src/core/stage.h"
STAGE_ENTRY = re.compile(r'StageEntry\{Stage::\w+, "(\w+)"')
OURS = tuple(ALLOWED)
PROGRAM = ("src", "stages", "meshes", "bench")
# The cases of the command `check` are there to do what the program does not.
CHECK = ("bench/check",)


def rules(root):
    """What no line may hold: the pattern, where it is looked for, the files and folders that may
    have it all the same, and why."""
    table = root / STAGE_TABLE
    stages = "|".join(STAGE_ENTRY.findall(table.read_text())) if table.is_file() else ""
    of_mpi = [(r"\bMPI::|\bMPI_CXX_|\bMPI_C\w*_COMPLEX\b|\bMPI_DOUBLE_COMPLEX\b", (),
        "the C bindings, and sums of doubles"), (r"\bMPI_(I?[br]send|[BR]send|Buffer_\w+)", (),
        "no buffered or ready sends"), (r"\bMPI_ANY_(SOURCE|TAG)\b", (),
        "no wildcards: the order of arrival would show in a sum"), (r"\bMPI_Type_\w+\s*\(", (),
        "no derived datatypes"), (r"\bMPI_IN_PLACE\b", ("src/comm/mpi_transport.cpp",),
        "MPICH 4.0.2 crashes on MPI_IN_PLACE at a root other than 0"), (r"\bMPI_COMM_WORLD\b",
        ("src/mpi", "bench"), "a communicator of our own"), (r"\bMPI_Cancel\b",
        ("src/comm/mpi_transport.cpp",), "SMPI throws when a cancelled receive is waited for"),
        (r"_clock::now\b|\bgettimeofday\b|\bclock_gettime\b|\bstd::time\b",
        ("src/cli/progress_line.cpp",), "MPI_Wtime is the only clock")]
    return [
        (r"\bstd::(cout|cerr|clog)\b|\b(printf|fprintf|puts|fputs|putchar)\s*\(", PROGRAM,
            ("src/cli", "src/network", "src/solve", "src/study", "src/verify", "src/benchmarks",
            "src/app", "src/report", "bench"), "no folder writes to the terminal"),
        # bench/check/command.h names a command that is called like a stage, and a plug-in may be.
        *([(rf'^(?!.*\.name = ).*"(--|messages\.)?({stages})[".]', OURS,
            (STAGE_TABLE, "bench/check/command.h"), "a stage is a value of core::Stage")]
            if stages else []),
        # Elsewhere only what measures single messages sends them.
        (r"(\.|->|\bMessage::)(send|receive)\s*\(", PROGRAM, ("src/comm", "src/network",
            "src/benchmarks/pattern.cpp", "src/benchmarks/patterns", "bench"),
            "a message between two ranks; gather, all_reduce, broadcast and sum are "
            "comm::Messenger's"),
        # Sends and receives aside, a kind of message is known where it is defined, carried out and
        # delayed: a new one touches three files.
        (r"\bKind::(put|broadcast|sum)\b", ("src/comm", "src/network"), ("src/comm/message.h",
            "src/comm/mpi_transport.cpp", "src/network/emulator.cpp"), "a kind of message"),
        ("const_cast", OURS, ("src/comm/mpi_transport.cpp", "src/io/hdf5_file.cpp"),
            "const_cast; only where a C library's signature forces it"),
        # An integer read from, or cast to, a complex number: static_cast<Index>(x.real()),
        # Complex(int(k)), static_cast<Complex>(k).
        (r"static_cast<(?!double|float)[\w:]+>\([^;]*\b(real|imag)\(|static_cast<[\w:]*Complex>|"
            r"\bComplex[({]\s*(static_cast<(?!double|float)|(int|Index|Count)[({])", ("stages",),
            (), "an integer disguised as a complex number"),
        (r"^\s*(static|thread_local|inline)\s+(?!.*\b(const|constexpr|constinit|namespace)\b)"
            r"[^()]*[;={]", OURS, (), "mutable state outside an object"),
        *((pattern, PROGRAM, CHECK + places, reason) for pattern, places, reason in of_mpi)]


INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def name(folder):
    return folder.split("/")[-1]


def within(source, places):
    return any(source.is_relative_to(place) for place in places)


def folder_of(path):
    """The entry of the table that a path from the root lies in, or None."""
    found = [folder for folder in ALLOWED if path.is_relative_to(folder)]
    return found[0] if found else None


def sources(root):
    for top in ("src", "stages", "meshes", "tests", "bench"):
        for file in sorted((root / top).rglob("*")):
            if file.suffix in (".c", ".h", ".hpp", ".cpp"):
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
        if pattern.match(header) and not within(source, holders):
            yield f"<{header}> belongs to {', '.join(sorted(holders))}"
    used = included_folder(root, source, header)
    if folder and used and used != folder and name(used) not in ALLOWED[folder]:
        uses = ", ".join(sorted(ALLOWED[folder])) or "nothing"
        yield f"{name(folder)} may not use {header}; it may use: {uses}"


def check_source(root, source, refused):
    folder = folder_of(source)
    if folder is None and not within(source, ("tests", "bench")):
        yield f"{source}: its folder is not in the table of tests/structure/arrows.py"
    here = [(re.compile(pattern), reason + (f"; only {', '.join(sorted(places))} may" if places
        else "")) for pattern, scope, places, reason in refused if within(source, scope)
        and not within(source, places)]
    for number, line in enumerate((root / source).read_text().splitlines(), 1):
        code = line.split("//")[0]
        include = INCLUDE.match(code)
        found = check_include(root, source, folder, include[2]) if include else (reason
            for pattern, reason in here if pattern.search(code))
        yield from (f"{source}:{number}: {problem}" for problem in found)


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
    refused = rules(root)
    return [*check_targets(root), *(problem for source in sources(root)
        for problem in check_source(root, source, refused))]


if __name__ == "__main__":
    found = violations(sys.argv[1])
    print("\n".join(found) or "All arrows point down, and the rules are kept.")
    sys.exit(1 if found else 0)
