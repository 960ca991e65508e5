#!/usr/bin/env python3
"""The distributed tests of the message layer under SimGrid SMPI: conformance.py PROGRAM [RANKS...]

PROGRAM is test_comm_distributed built with smpicxx. Every rank must say that its tests passed: smpirun's own status is 0 also
after a deadlock or an abort. What SMPI cannot do is left out by name, and said so.
"""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "bench"))
from simulation import simulate

SECONDS = 600
LEFT_OUT = {  # a pattern of Catch2's for each, and why
    "[real]": "the memory of a process, the emulator's clock, MPI_Cancel: there are none under the simulator",
}
PASSED = re.compile(r"All tests passed \((\d+) assertions in (\d+) test cases?\)")


def failure(program, ranks):
    """Why the suite did not pass on so many ranks; None if it did."""
    selection = ",".join("~" + name for name in LEFT_OUT)
    try:
        done = simulate([selection], ranks, program, own_globals=True, stdout=subprocess.PIPE, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"no end after {SECONDS} s"
    passed = PASSED.findall(done.stdout)
    if done.returncode == 0 and len(passed) == ranks and all(int(assertions) > 0 for assertions, _ in passed):
        print(f"{ranks} ranks: {passed[0][1]} test cases passed on each")
        return None
    return f"{len(passed)} of {ranks} ranks passed, status {done.returncode}\n{done.stdout[-4000:]}\n{done.stderr[-2000:]}"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program, ranks = Path(sys.argv[1]).resolve(), [int(word) for word in sys.argv[2:]] or [1, 2, 3]
    for name, reason in LEFT_OUT.items():
        print(f"left out {name}: {reason}")
    failed = False
    for count in ranks:
        if reason := failure(program, count):
            print(f"{count} ranks: FAILED: {reason}", file=sys.stderr)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
