#!/usr/bin/env python3
"""docs/site.py FOLDER: the pages as a static site in FOLDER, which opens without a network. Needs
mkdocs.

The navigation is that of docs/README.md: its headings and links. A link to a page that does not
exist, or anything that the site would load from elsewhere, is an error.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGES = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "CITATION.cff", "docs/**/*.md",
    "docs/figures/*.svg", "stages/*/README.md", "meshes/README.md"]


def navigation():
    """[{heading: [{title: page}, ...]}, ...]"""
    result = [{"miniFEBEM": "README.md"}]
    for section in (ROOT / "docs" / "README.md").read_text().split("\n## ")[1:]:
        links = re.findall(r"^\|[^|]*\| \[([^\]]+)\]\(([^)]+)\)", section, re.M)
        entries = [{title: str((ROOT / "docs" / page).resolve().relative_to(ROOT))} for title,
            page in links]
        result.append({section.splitlines()[0]: entries})
    return result


def copied(folder):
    for pattern in PAGES:
        for path in sorted(ROOT.glob(pattern)):
            target = folder / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)


def loaded_from_elsewhere(site):
    """What the browser would fetch from a network to show a page; links that a reader may follow
    are none of it."""
    found = set()
    for page in site.rglob("*.html"):
        for tag in re.findall(r"<(?:script|link|img)\b[^>]*>", page.read_text()):
            if 'rel="canonical"' not in tag:
                found.update(re.findall(r'(?:src|href)="((?:https?:)?//[^"]+)"', tag))
    return sorted(found)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    site = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as scratch:
        pages = pathlib.Path(scratch) / "pages"
        copied(pages)
        settings = {"site_name": "miniFEBEM", "docs_dir": str(pages), "site_dir": str(site),
            "use_directory_urls": False, "plugins": [], "theme": {"name": "mkdocs",
            "highlightjs": False, "navigation_depth": 2}, "markdown_extensions": ["tables",
            "fenced_code"], "nav": navigation()}
        file = pathlib.Path(scratch) / "mkdocs.yml"
        file.write_text(json.dumps(settings))  # JSON is YAML
        made = subprocess.run(["mkdocs", "build", "--strict", "--clean", "--config-file", file],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if made.returncode != 0:
        sys.exit(made.stdout)
    elsewhere = loaded_from_elsewhere(site)
    if elsewhere:
        sys.exit("the site would load " + ", ".join(elsewhere))
    print(f"{site / 'index.html'}: {len(list(site.rglob('*.html')))} pages")


main()
