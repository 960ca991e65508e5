#!/usr/bin/env python3
"""mpi_rules.py ROOT: fails, one line for each, where a source file breaks a rule of
docs/portability.md that a script can see."""
import re
import sys
from pathlib import Path

# What must not stand in the code, the files (or folders) that may have it all the same, and why.
RULES = [
    (r"\bMPI::|\bMPI_CXX_|\bMPI_C\w*_COMPLEX\b|\bMPI_DOUBLE_COMPLEX\b", (),
        "the C bindings, and sums of doubles"),
    (r"\bMPI_(I?[br]send|[BR]send|Buffer_\w+)", (), "no buffered or ready sends"),
    (r"\bMPI_ANY_(SOURCE|TAG)\b", (), "no wildcards: the order of arrival would show in a sum"),
    (r"\bMPI_Type_\w+\s*\(", (), "no derived datatypes"),
    (r"\bMPI_IN_PLACE\b", ("src/comm/mpi_transport.cpp",),
        "MPICH 4.0.2 crashes on MPI_IN_PLACE at a root other than 0"),
    (r"\bMPI_COMM_WORLD\b", ("src/mpi", "bench"), "a communicator of our own"),
    (r"\bMPI_Cancel\b", ("src/comm/mpi_transport.cpp",),
        "SMPI throws when a cancelled receive is waited for"),
    (r"_clock::now\b|\bgettimeofday\b|\bclock_gettime\b|\bstd::time\b",
        ("src/cli/progress_line.cpp",), "MPI_Wtime is the only clock"),
]
# The cases of the command `check` are there to do what the program does not.
APART = "bench/check"
SOURCES = (".h", ".cpp", ".inc")


def problems(root):
    for top in ("src", "stages", "meshes", "bench"):
        for file in sorted((root / top).rglob("*")):
            source = file.relative_to(root)
            if file.suffix not in SOURCES or source.is_relative_to(APART):
                continue
            for number, line in enumerate(file.read_text().splitlines(), 1):
                code = line.split("//")[0]
                for pattern, places, reason in RULES:
                    if re.search(pattern, code) and not any(source.is_relative_to(place)
                            for place in places):
                        yield f"{source}:{number}: {reason}"


def main():
    found = list(problems(Path(sys.argv[1])))
    print("\n".join(found) or "The rules for MPI are kept.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
