"""docs/adding-a-strategy.md, followed literally, adds a strategy that the conformance suite covers by itself."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NEEDED = ("CMakeLists.txt", "CMakePresets.json", "cmake", "src", "stages", "meshes", "tests", "bench")


def code_blocks(page):
    return re.findall(r"^```cpp\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


class AddingAStrategy(unittest.TestCase):
    def run_quietly(self, *command):
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stdout[-4000:])
        return result.stdout

    def test_the_page_followed_literally(self):
        new_file, new_line = code_blocks((ROOT / "docs/adding-a-strategy.md").read_text())
        path = new_file.splitlines()[0].removeprefix("// ")
        with tempfile.TemporaryDirectory() as folder:
            copy, build = Path(folder) / "copy", Path(folder) / "build"
            copy.mkdir()
            for name in NEEDED:
                (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, copy / name)
            (copy / path).write_text(new_file)
            with open(copy / "src/comm/paces/list.inc", "a") as listed:
                listed.write(new_line)
            self.run_quietly("cmake", "-G", "Ninja", "-S", copy, "-B", build, "-DFEBEM_PETSC=OFF",
                             "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON",
                             "-DMPI_CXX_COMPILER=" + os.environ["MPI_CXX_COMPILER"])
            self.run_quietly("cmake", "--build", build, "--target", "test_comm")
            told = self.run_quietly(build / "tests/comm/test_comm", "every route*", "--success")
            for route in ("star", "ring", "chain"):
                self.assertIn(route + " x 64 x throttle:1GiB on 8 ranks", told)


if __name__ == "__main__":
    unittest.main()
