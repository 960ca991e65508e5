#!/usr/bin/env python3
"""The distributed tests of the message layer under SimGrid SMPI: conformance.py PROGRAM [RANKS...]

PROGRAM is test_comm_distributed built with smpicxx. Every rank must say that its tests passed:
smpirun's own status is 0 also after a deadlock or an abort. What SMPI cannot do is left out by
name, and said so.
"""
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "bench"))
from simulation import simulate

SECONDS = 600
LEFT_OUT = {  # a pattern of Catch2's for each, and why
    "[real]": "the memory of a process, the emulator's clock, MPI_Cancel: there are none under "
        "the simulator",
}
PASSED = re.compile(r"All tests passed \((\d+) assertions in (\d+) test cases?\)")


def outcome(program, ranks):
    """Whether the suite passed on so many ranks, and a word on it."""
    selection = ",".join("~" + name for name in LEFT_OUT)
    try:
        done = simulate([selection], ranks, program, own_globals=True, stdout=subprocess.PIPE,
            timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return False, f"no end after {SECONDS} s"
    passed = PASSED.findall(done.stdout)
    if done.returncode == 0 and len(passed) == ranks and all(int(assertions) > 0 for assertions,
            _ in passed):
        return True, f"{passed[0][1]} test cases passed on each"
    return (False, f"{len(passed)} of {ranks} ranks passed, status {done.returncode}\n"
        f"{done.stdout[-4000:]}\n{done.stderr[-2000:]}")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program, ranks = Path(sys.argv[1]).resolve(), [int(word) for word in sys.argv[2:]] or [1, 2, 3]
    for name, reason in LEFT_OUT.items():
        print(f"left out {name}: {reason}")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = list(pool.map(lambda count: outcome(program, count), ranks))
    for count, (passed, words) in zip(ranks, outcomes):
        print(f"{count} ranks: {words}" if passed else f"{count} ranks: FAILED: {words}",
            file=sys.stdout if passed else sys.stderr)
    return 0 if all(passed for passed, _ in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
