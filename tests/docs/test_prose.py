"""The guard itself: good pages and comments pass, and each kind of fault is found."""
import os
import tempfile
import unittest
import unittest.mock
from pathlib import Path

import prose

LONG = " ".join(["Word"] * 41)
SHORT = " ".join(["Word"] * 39)


class Prose(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)

    def written(self, text, name="page.md"):
        file = self.root / name
        file.write_text(text)
        return file

    def sentences(self, text):
        return len(list(prose.long_sentences(self.written(text))))

    def test_a_long_sentence(self):
        self.assertEqual(self.sentences(f"{SHORT}. {SHORT}.\n"), 0)
        self.assertEqual(self.sentences(f"{SHORT}. {LONG}.\n"), 1)
        self.assertEqual(self.sentences(f"{LONG}.\n\n{SHORT}.\n\n- {LONG}.\n"), 2)

    def test_what_ends_a_sentence_and_what_is_none(self):
        self.assertEqual(self.sentences(f"{SHORT}\n\n{SHORT}\n"), 0)
        self.assertEqual(self.sentences(f"- {SHORT}\n- {SHORT}\n"), 0)
        self.assertEqual(
            self.sentences(f"Run this.\n\n    {LONG}\n\n| {LONG} |\n# {LONG}\n```\n{LONG}\n```\n"),
            0)

    def test_a_file_that_does_not_exist(self):
        self.written("", "there.md")
        page = self.written("[a](there.md) [b](gone.md#part) [c](https://example.org/d) "
            "`src/gone.cpp` meshes/NAME.toml\n")
        self.assertEqual([fault.split()[3 if "link" in fault else 2].rstrip(",")
            for fault in prose.missing_files(page, self.root)], ["gone.md", "src/gone.cpp"])

    def test_a_heading_that_does_not_exist(self):
        self.written("## What `a-b` is: [c](d.md)?\n", "other.md")
        page = self.written("# One, two\n[a](#one-two) [b](other.md#what-a-b-is-c) [c](#gone) "
            "[d](other.md#one-two) [e](https://example.org/#f)\n")
        self.assertEqual([fault.split()[3] for fault in prose.missing_headings(page)],
            ["#gone", "#one-two"])

    def test_a_picture_that_no_command_makes(self):
        names = ["docs/figures/validation-m1.svg", "docs/figures/old.svg", "docs/figures/field.svg"]
        self.assertEqual([fault.split(":")[0] for fault in prose.unmade_pictures(names,
            ['"field": (', '"m1": ('])], ["docs/figures/old.svg"])

    def test_a_comment_that_begins_with_a_pronoun(self):
        for begin, faults in (("Of the panel.", 1), ("The same on every rank.", 1),
                ("These are two.", 1), ("Offset of a panel.", 0), ("The panel.", 0)):
            self.assertEqual(
                len(list(prose.unclear_comments(self.written(f"  /// {begin}\nint a;\n", "a.h")))),
                faults, begin)

    def test_without_a_repository_all_but_what_is_built_is_read(self):
        for name in ("docs", "build"):
            (self.root / name).mkdir()
            self.written("", name + "/page.md")
        with unittest.mock.patch.dict(os.environ, GIT_CEILING_DIRECTORIES=str(self.root.parent)):
            self.assertEqual(prose.files_of(self.root), ["docs/page.md"])


if __name__ == "__main__":
    unittest.main()
