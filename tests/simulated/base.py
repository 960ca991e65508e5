"""What the tests under the simulator share; it also finds the modules of bench and tests/system."""
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / folder) for folder in ("bench", "bench/paper", "tests/system")]


class SimulatedTest(unittest.TestCase):
    program = ROOT / "build-smpi" / "minifebem"


def main():
    """Runs the tests of the script with the program that its first argument names."""
    if len(sys.argv) > 1:
        SimulatedTest.program = Path(sys.argv.pop(1)).resolve()
    unittest.main(tb_locals=True)
