#!/usr/bin/env python3
"""prose.py ROOT: finds sentences of more than 40 words in the pages, doc comments that begin with a
pronoun or "of", names of files and headings that do not exist, and pictures of pages that no
command makes. GNU style counts the words. The status is 1 if anything is found."""
import os
import re
import subprocess
import sys
from pathlib import Path

WORDS = 40
# A reader who comes upon the comment alone does not know what these stand for.
PRONOUNS = "Of|Its|It|These|Those|This is|That|They|Their|The same|Also|As above"
COMMENT = re.compile(rf"^ *(?:///|/\*\*) ({PRONOUNS})\b(?! is\b)", re.MULTILINE)


def prose_of(markdown):
    """Without code, tables, headings and addresses. A paragraph and an item of a list end a
    sentence."""
    kept, in_code = [], False
    for line in markdown.splitlines():
        fence = line.startswith("```")
        in_code ^= fence
        item = re.match(r" *(?:[-*]|\d+\.) +", line)
        if fence or in_code or re.match(r"[|#!<>]", line) or (line.startswith("    ") and not item):
            line = ""
        line = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`]*`", "Code", line))
        if (item or not line.strip()) and kept and kept[-1].strip() and kept[-1].rstrip()[
                -1] not in ".:?!":
            kept[-1] += "."
        kept.append(line[item.end() if item else 0:])
    return "\n".join(kept)


def long_sentences(page):
    said = subprocess.run(["style", "--print-long", str(WORDS)], input=prose_of(page.read_text()),
        capture_output=True, text=True, check=True, env={**os.environ, "LC_ALL": "C"})  # in English
    # What follows the sentences is a table of the whole text.
    for sentence in re.findall(r"^\(stdin\):\d+: (.*?)(?=\n\(stdin\):|\n\n\n|\nreadability grades)",
            said.stdout, re.MULTILINE | re.DOTALL):
        yield f"a sentence of more than {WORDS} words: {' '.join(sentence.split())}"


def missing_files(page, root):
    text = page.read_text()
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if not re.match(r"\w+:", target) and not (page.parent / target).exists():
            yield f"a link to {target}, which does not exist"
    for name in re.findall(r"(?<![\w/.-])((?:src|stages|meshes|bench|tests|docs|cmake|packaging|"
            r"\.ci)/[\w./-]*[\w/])(?![\w*{<])", text):
        made_by_reader = page.name.startswith("adding-") or "NAME" in name
        if not made_by_reader and not (root / name).exists():
            yield f"the file {name}, which does not exist"


def headings(page):
    """The anchors of a page."""
    for heading in re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        yield re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def missing_headings(page):
    for target, part in re.findall(r"\]\(([^)#:\s]*)#([^)\s]+)\)", page.read_text()):
        other = page.parent / target if target else page
        if other.is_file() and other.suffix == ".md" and part not in headings(other):
            yield f"a link to #{part} of {other.name}, which has no such heading"


def unmade_pictures(names, commands):
    """Pictures whose name is in no text of `commands`."""
    for name in names:
        if not any(Path(name).stem.removeprefix("validation-") in text for text in commands):
            yield f"{name}: a picture that neither docs/figures.py nor docs/validation.py makes"


def unclear_comments(source):
    for found in COMMENT.finditer(source.read_text()):
        yield f"a doc comment that begins with '{found[1]}'"


def files_of(root):
    """Those that git knows. In an archive, or a repository of another user, all but what is
    built."""
    listed = subprocess.run(["git", "-C", root, "ls-files"], capture_output=True, text=True,
        check=False)
    if listed.returncode == 0:
        return listed.stdout.splitlines()
    names = [path.relative_to(root) for path in root.rglob("*") if path.is_file()]
    return sorted(str(name) for name in names if not name.parts[0].startswith((".git", "build",
        "out")))


def main():
    root = Path(sys.argv[1])
    files = files_of(root)
    bad = []
    for name in files:
        path = root / name
        if path.suffix == ".md" and name != "CHANGELOG.md":  # which tells of files of its time
            bad += [f"{name}: {fault}" for fault in (*long_sentences(path), *missing_files(path,
                root), *missing_headings(path))]
        elif path.suffix in (".c", ".h", ".cpp"):
            bad += [f"{name}: {fault}" for fault in unclear_comments(path)]
    bad += unmade_pictures((name for name in files if name.startswith("docs/figures/")),
        [(root / "docs" / name).read_text() for name in ("figures.py", "validation.py")])
    print("\n".join(bad) or f"{len(files)} files")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
