"""run.py SCRIPT [PLACES]: runs every test of a unittest script, PLACES of them at a time (1 if not
given).

Prints each test with its seconds. Ends with 0 when all tests passed, 77 when they passed but some
were skipped, 1 otherwise. A script that holds no test fails, and so does one with a test that is
expected to fail."""
import ast
import contextlib
import importlib.util
import pathlib
import sys
import time
import traceback
import unittest
from concurrent.futures import ThreadPoolExecutor

SKIPPED = 77  # what ctest takes for a skip


def loaded(path):
    sys.path.insert(0, str(path.parent))
    specification = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(specification)
    sys.modules[path.stem] = module
    specification.loader.exec_module(module)
    return [test for suite in unittest.defaultTestLoader.loadTestsFromModule(module)
        for test in suite]


class Result(unittest.TestResult):
    """A failed `assert` tells the values of its names, attributes and items."""

    def addFailure(self, test, err):
        super().addFailure(test, err)
        *_, (frame, line) = traceback.walk_tb(err[2])
        told = []
        for statement in ast.walk(ast.parse(pathlib.Path(frame.f_code.co_filename).read_text())):
            if isinstance(statement, ast.Assert) and statement.lineno <= line <= (
                    statement.end_lineno):
                for part in ast.walk(statement):
                    if isinstance(part, (ast.Name, ast.Attribute, ast.Subscript)):
                        with contextlib.suppress(Exception):
                            name = ast.unparse(part)
                            value = eval(name, {**frame.f_globals, **frame.f_locals})
                            told.append(f"  {name} = {value!r:.600}\n")
        self.failures[-1] = test, self.failures[-1][1] + "".join(dict.fromkeys(told))


def timed(test):
    result, start = Result(), time.monotonic()
    test.run(result)
    return test, result, time.monotonic() - start


def main(script, places="1"):
    tests = loaded(pathlib.Path(script).resolve())
    failed, skipped = not tests, False
    if not tests:
        print(f"{script} holds no test", file=sys.stderr)
    with ThreadPoolExecutor(int(places)) as pool:
        for test, result, seconds in pool.map(timed, tests):
            passed = result.wasSuccessful() and not result.expectedFailures
            print(f"{test} ... {'skipped' if result.skipped else 'ok' if passed else 'FAILED'} in "
                f"{seconds:.1f} s", flush=True)
            for kind, found in (("FAIL", result.failures), ("ERROR", result.errors)):
                for subtest, trace in found:
                    print(f"{kind}: {subtest}\n{trace}", file=sys.stderr, flush=True)
            for _, reason in result.skipped:
                print(f"skipped: {test.id()}: {reason}", file=sys.stderr)
            failed, skipped = failed or not passed, skipped or bool(result.skipped)
    return 1 if failed else SKIPPED if skipped else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
