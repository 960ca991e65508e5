#!/usr/bin/env python3
"""reference.py PROGRAM FOLDER [--write]: the pages of docs/reference are what the program prints
now.

Each page is `PROGRAM help TOPIC --markdown`. With --write the pages are written instead. A program
without PETSc lacks some methods, so that its pages of stages, options and keys are not compared.
"""
import difflib
import pathlib
import subprocess
import sys

NAMES_METHODS = {"stages", "options", "case"}


def printed(program, *arguments):
    return subprocess.run([program, *arguments], stdout=subprocess.PIPE, text=True,
        check=True).stdout


def topics(program):
    """{topic: one line about it} that `help` lists, but for the script for shells."""
    listed = dict(line.split(maxsplit=1) for line in printed(program,
        "help").split("\ntopics\n")[1].splitlines())
    del listed["completion"]
    return listed


def wrong_pages(program, folder):
    """A line for each page that is missing, left over or different."""
    wrong = []
    named = topics(program)
    for path in folder.glob("*.md"):
        if path.stem not in [*named, "README"]:
            wrong.append(f"{path.name}: there is no such topic")
    has_petsc = "\nPETSc     none" not in printed(program, "--version")
    for topic in named:
        path = folder / f"{topic}.md"
        if topic in NAMES_METHODS and not has_petsc:
            continue
        old = path.read_text() if path.exists() else ""
        new = printed(program, "help", topic, "--markdown")
        if old != new:
            change = [line for line in difflib.unified_diff(old.splitlines(), new.splitlines(), n=0,
                lineterm="") if line[:1] in "+-"]
            wrong.append(f"{path.name}: differs from what the program prints\n  "
                + "\n  ".join(change[2:8]))
    if not (folder / "README.md").exists() or (folder / "README.md").read_text() != overview(named):
        wrong.append("README.md: differs from the list of topics")
    return wrong


def overview(named):
    """The page that leads to all others."""
    rows = [f"| [{topic}]({topic}.md) | {about} |" for topic, about in named.items()]
    return ("# Reference\n\nThe program prints these pages itself: `minifebem help TOPIC`. "
        "`tests/docs/reference.py` writes them here.\n\n" "| topic | |\n|---|---|\n"
        + "\n".join(rows) + "\n")


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    if "--write" in sys.argv[3:]:
        folder.mkdir(exist_ok=True)
        named = topics(program)
        for topic in named:
            (folder / f"{topic}.md").write_text(printed(program, "help", topic, "--markdown"))
        (folder / "README.md").write_text(overview(named))
        return
    wrong = wrong_pages(program, folder)
    for line in wrong:
        print(line)
    if wrong:
        sys.exit(f"write them anew: {sys.argv[0]} {program} {folder} --write")


main()
