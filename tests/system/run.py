"""run.py SCRIPT: every test of a unittest script; 0 when all passed, 77 when they did but some were skipped, 1 otherwise.

A script that holds no test fails, and so does one with a test that is expected to fail."""
import importlib.util
import pathlib
import sys
import unittest

SKIPPED = 77  # what ctest takes for a skip


def loaded(path):
    sys.path.insert(0, str(path.parent))
    specification = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(specification)
    sys.modules[path.stem] = module
    specification.loader.exec_module(module)
    return unittest.defaultTestLoader.loadTestsFromModule(module)


def main(script):
    result = unittest.TextTestRunner(verbosity=2).run(loaded(pathlib.Path(script).resolve()))
    if result.testsRun == 0:
        print(f"{script} holds no test", file=sys.stderr)
        return 1
    if not result.wasSuccessful() or result.expectedFailures:
        return 1
    for test, reason in result.skipped:
        print(f"skipped: {test.id()}: {reason}", file=sys.stderr)
    return SKIPPED if result.skipped else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
