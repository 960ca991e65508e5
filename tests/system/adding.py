"""The pages on adding a strategy, a method of a stage and a message benchmark, followed literally: each is one file and one
line, and the tests of its kind cover it by themselves."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NEEDED = ("CMakeLists.txt", "CMakePresets.json", "cmake", "src", "stages", "meshes", "tests", "bench")
PAGES = {"adding-a-strategy": "src/comm/paces", "adding-a-method": "stages/eliminate",
         "adding-a-benchmark": "src/benchmarks/patterns"}


def code_blocks(page):
    return re.findall(r"^```cpp\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


class Adding(unittest.TestCase):
    def run_quietly(self, *command):
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stdout[-4000:])
        return result.stdout

    def add(self, copy, page, folder):
        new_file, new_line = code_blocks((ROOT / "docs" / f"{page}.md").read_text())
        path = copy / new_file.splitlines()[0].removeprefix("// ")
        path.parent.mkdir(exist_ok=True)
        path.write_text(new_file)
        with open(copy / folder / "list.inc", "a") as listed:
            listed.write(new_line)

    def on_ranks(self, ranks, program, *arguments):
        return self.run_quietly(ROOT / "tests/support/mpirun", os.environ["MPI_LAUNCHER"], str(ranks), program, *arguments)

    def test_the_pages_followed_literally(self):
        with tempfile.TemporaryDirectory() as folder:
            copy, build = Path(folder) / "copy", Path(folder) / "build"
            copy.mkdir()
            for name in NEEDED:
                (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, copy / name)
            for page, of in PAGES.items():
                self.add(copy, page, of)
            self.run_quietly("cmake", "-G", "Ninja", "-S", copy, "-B", build, "-DFEBEM_PETSC=OFF",
                             "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON",
                             "-DMPI_CXX_COMPILER=" + os.environ["MPI_CXX_COMPILER"])
            self.run_quietly("cmake", "--build", build, "--target", "test_comm", "test_eliminate_distributed",
                             "test_benchmarks_distributed")
            told = self.run_quietly(build / "tests/comm/test_comm", "every route*", "--success")
            for route in ("star", "ring", "chain"):
                self.assertIn(route + " x 64 x throttle:1GiB on 8 ranks", told)
            for ranks in (1, 3):
                told = self.on_ranks(ranks, build / "tests/eliminate/test_eliminate_distributed", "*method*", "--success")
                self.assertIn("master", told)
            told = self.on_ranks(3, build / "tests/benchmarks/test_benchmarks_distributed", "every pattern*", "--success")
            self.assertIn("token with throttle:1GiB", told)


if __name__ == "__main__":
    unittest.main()
