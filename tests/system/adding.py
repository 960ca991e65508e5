"""The pages on adding a strategy, a method of a stage and a message benchmark, followed literally: each is one file and one
line, and the tests of its kind cover it by themselves. Of the copy are compiled the new files and the sources that include the lists;
they then take the place of what the tests were linked with."""
import itertools
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NEEDED = ("CMakeLists.txt", "CMakePresets.json", "cmake", "src", "stages", "meshes", "tests", "bench")
BUILD = Path(os.environ["MINIFEBEM"]).parent
# Page -> the folder of the list, that of its library, and the tests of its kind.
PAGES = {"adding-a-strategy": ("src/comm/paces", "src/comm", "tests/comm/test_comm"),
         "adding-a-method": ("stages/eliminate", "stages/eliminate", "tests/eliminate/test_eliminate_distributed"),
         "adding-a-benchmark": ("src/benchmarks/patterns", "src/benchmarks", "tests/benchmarks/test_benchmarks_distributed")}


def code_blocks(page):
    return re.findall(r"^```cpp\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


@unittest.skipUnless((BUILD / "build.ninja").is_file(), "the build can only tell how it links if it is Ninja's")
class Adding(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.copy, self.build = Path(temporary.name) / "copy", Path(temporary.name) / "build"
        self.copy.mkdir()
        for name in NEEDED:
            (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, self.copy / name)

    def run_quietly(self, *command, **options):
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
        self.assertEqual(result.returncode, 0, result.stdout[-4000:])
        return result.stdout

    def add(self, page, folder):
        new_file, new_line = code_blocks((ROOT / "docs" / f"{page}.md").read_text())
        path = self.copy / new_file.splitlines()[0].removeprefix("// ")
        path.parent.mkdir(exist_ok=True)
        path.write_text(new_file)
        with open(self.copy / folder / "list.inc", "a") as listed:
            listed.write(new_line)
        return path

    def objects(self, library, new_file, folder):
        """What is compiled of the library: the new file and the source that includes the list."""
        listed = f'"{folder.removeprefix("src/")}/list.inc"'
        sources = [path for path in (self.copy / library).rglob("*.cpp") if listed in path.read_text()]
        self.assertEqual(len(sources), 1, f"sources that include {listed}")
        return [f"{library}/CMakeFiles/febem_{Path(library).name}.dir/{path.relative_to(self.copy / library)}.o"
                for path in (new_file, *sources)]

    def linked(self, test, objects):
        """The test with the copy's objects before the libraries they belong to: the linker has no need then of those that the
        libraries hold of the same sources. `objects`: library -> those of it."""
        commands = self.run_quietly("ninja", "-C", BUILD, "-t", "commands", test).splitlines()
        link = next(line for line in reversed(commands) if f" -o {test} " in line)
        program = self.build / Path(test).name
        before = [str(self.build / path) for library in objects for path in objects[library] if f" {library}/lib" in link]
        link = link.replace(f" -o {test} ", f" -o {shlex.join([str(program), *before])} ")
        self.run_quietly("sh", "-c", link, cwd=BUILD)
        return program

    def on_ranks(self, ranks, program, *arguments):
        return self.run_quietly(os.environ["MPI_LAUNCHER"], "-n", str(ranks), program, *arguments)

    def test_the_pages_followed_literally(self):
        objects = {library: self.objects(library, self.add(page, folder), folder) for page, (folder, library, _) in PAGES.items()}
        self.run_quietly("cmake", "-G", "Ninja", "-S", self.copy, "-B", self.build, "-DFEBEM_PETSC=OFF",
                         "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON", "-DMPI_CXX_COMPILER=" + os.environ["MPI_CXX_COMPILER"])
        self.run_quietly("cmake", "--build", self.build, "--target", *itertools.chain(*objects.values()))
        comm, eliminate, benchmarks = (self.linked(test, objects) for _, _, test in PAGES.values())
        told = self.run_quietly(comm, "*the worst it may", "--success")
        for route in ("star", "ring", "chain"):
            self.assertIn(route + " x 64 x throttle:1GiB on 8 ranks", told)
        for ranks in (1, 3):
            self.assertIn("master", self.on_ranks(ranks, eliminate, "all methods*", "--success"))
        self.assertIn("token with throttle:1GiB", self.on_ranks(3, benchmarks, "every pattern*", "--success"))


if __name__ == "__main__":
    unittest.main()
