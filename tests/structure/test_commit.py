#!/usr/bin/env python3
"""test_commit.py CMAKE ROOT: the commit that is built into the program, with git and without it."""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

CMAKE, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])


class Commit(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="febem")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.source = self.folder / "source"
        for name in ("cmake/WriteCommit.cmake", "src/cli/commit.cpp.in", ".gitattributes"):
            (self.source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.source / name)
        self.change("one")

    def change(self, text):
        (self.source / "src" / "a.cpp").write_text(text)

    def run_command(self, *command):
        names = {f"GIT_{who}_{what}": "a@b" for who in ("AUTHOR", "COMMITTER") for what in ("NAME",
            "EMAIL")}
        names |= {"GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_CEILING_DIRECTORIES": str(self.folder.parent)}
        # as of a hook of git
        around = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE,
            env={**around, **names}, cwd=self.source).stdout.strip()

    def commit_all(self):
        if not (self.source / ".git").exists():
            self.run_command("git", "init", "-q")
        self.run_command("git", "add", ".")
        self.run_command("git", "commit", "-qm", "all")
        return self.run_command("git", "rev-parse", "HEAD")

    def built(self, source=None):
        source = source or self.source
        output = self.folder / "commit.cpp"
        self.run_command(CMAKE, "-D", f"SOURCE={source}", "-D",
            f"TEMPLATE={source}/src/cli/commit.cpp.in", "-D", f"OUTPUT={output}", "-P",
            str(source / "cmake/WriteCommit.cmake"))
        (commit,) = re.findall(r'return "(.+)"', output.read_text())
        return commit

    def test_a_repository(self):
        head = self.commit_all()
        assert self.built() == head[:12]
        written = (self.folder / "commit.cpp").stat().st_mtime_ns
        time.sleep(0.02)
        assert self.built() == head[:12]
        assert (self.folder
            / "commit.cpp").stat().st_mtime_ns == written, "everything that uses it is built again"
        (self.source / "docs").mkdir()
        (self.source / "docs" / "page.md").write_text("one")
        head = self.commit_all()
        (self.source / "docs" / "page.md").write_text("two")
        assert self.built() == head[:12], "pages are not what the program is made of"
        self.change("two")
        two = self.built()
        self.change("three")
        self.assertRegex(two, f"^{head[:12]}-dirty-[0-9a-f]{{12}}$")
        assert self.built() != two
        self.change("two")
        assert self.built() == two

    def test_without_git(self):
        one = self.built()
        self.assertRegex(one, "^unknown-[0-9a-f]{12}$")
        self.change("two")
        assert self.built() != one

    def test_a_folder_of_another_repository(self):
        subprocess.run(["git", "init", "-q", self.folder], check=True)
        self.assertRegex(self.built(), "^unknown-[0-9a-f]{12}$")

    def test_an_archive(self):
        head = self.commit_all()
        archive = self.folder / "archive"
        archive.mkdir()
        self.run_command("sh", "-c", f"git archive HEAD | tar -x -C {shlex.quote(str(archive))}")
        self.assertRegex(self.built(archive), f"^{head[:7]}[0-9a-f]*-[0-9a-f]{{12}}$")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
