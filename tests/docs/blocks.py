#!/usr/bin/env python3
"""blocks.py BUILD [PAGE...]: runs every block of commands that a page marks as runnable, in the
order of the pages.

A block is marked by the line <!-- runnable --> above it. The commands run in one scratch folder
that looks like the root of the project: `build` there is BUILD, and `out` is new. Fails if a
command fails, or if no page has a block.
"""
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
MARK = "<!-- runnable -->"
PAGES = ["README.md", "docs/*.md", "meshes/README.md", "stages/*/README.md"]


def blocks(page):
    """The marked blocks of a page, each one text of commands without its indentation."""
    lines = page.read_text().splitlines()
    for number, line in enumerate(lines):
        if line != MARK:
            continue
        commands = []
        for following in lines[number + 1:]:
            if following.startswith("    "):
                commands.append(following[4:])
            elif commands and not following.strip():
                commands.append("")  # an empty line does not end a block of Markdown
            elif commands:
                break
        yield number + 1, "\n".join(commands).rstrip()


def looks_like_the_root(folder, build):
    for entry in ROOT.iterdir():
        if not entry.name.startswith((".", "build")) and entry.name != "out":
            (folder / entry.name).symlink_to(entry)
    (folder / "build").symlink_to(build)
    (folder / "out").mkdir()


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1]).resolve()
    pages = [pathlib.Path(page) for page in sys.argv[2:]] or [page for pattern in PAGES
        for page in sorted(ROOT.glob(pattern))]
    failed = count = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        looks_like_the_root(folder, build)
        for page in pages:
            for number, commands in blocks(page):
                start = time.monotonic()
                ended = subprocess.run(["bash", "-euo", "pipefail", "-c", commands], cwd=folder,
                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                    text=True)
                count += 1
                failed += ended.returncode != 0 or not commands
                verdict = ("passed" if ended.returncode == 0
                    else f"status {ended.returncode}\n{commands}\n{ended.stdout[-2000:]}")
                print(f"{page.name}:{number}: {verdict} in {time.monotonic() - start:.0f} s",
                    flush=True)
    if failed or count == 0:
        sys.exit(f"{failed} of {count} blocks failed")


main()
