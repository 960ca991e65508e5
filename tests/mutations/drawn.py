"""Changes that nobody chose: a line of the sources at random, and one of what the rules of
universalmutator make of it.

universalmutator (A. Groce, J. Holmes, D. Marinov, A. Shi, L. Zhang, ICSE 2018) knows languages by
regular expressions: arithmetic and relational operators, constants, conditions, calls and whole
statements are replaced or left out. Many of its changes are no C++: those the compiler finds.
"""
import json
import os
import random
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "portability"))
from libraries import environment_of  # noqa: E402

# another version has other rules, by which the same seed draws another list
GENERATOR = "universalmutator==1.14.1"
RULES = ["universal.rules", "c_like.rules", "cpp.rules"]
SOURCES = ("src", "stages", "bench/check", "bench/livermore")
LIBRARIES = re.compile(r"^stages/reference/|/(mumps|ksp|scalapack)/")  # compiled with PETSc only
# What a case of `check` asks of an MPI library shows with a faulty library alone
# (tests/portability/faulty).
LEFT_OUT = re.compile(r"^bench/check/cases/")
# Lines that only declare something, and ends of blocks: what is changed there is no program, or the
# same one.
NOT_TRIED = re.compile(r"\s*(#|//|/?\*|(using|namespace|template|class|struct|enum|friend|extern|"
    r"static_assert)\b|public:|private:|protected:|[{}();,\s]*$)")

GENERATE = f"""
import contextlib, json, sys
from universalmutator import mutator
with contextlib.redirect_stdout(sys.stderr):
    made = [[change[1] for change in mutator.mutants_regexp(
        [line], ruleFiles={RULES}, ignorePatterns=[], ignoreStringOnly=True)]
        for line in json.load(sys.stdin)]
json.dump(made, sys.stdout)
"""


@dataclass
class Change:
    file: str
    line: int
    was: str  # the whole line, with its end
    becomes: str

    def __str__(self):
        becomes = " ".join(self.becomes.split()) or "(nothing)"
        return f"{self.file}:{self.line}: {self.was.strip()}  ->  {becomes}"

    def applied_to(self, text):
        lines = text.splitlines(keepends=True)
        if lines[self.line - 1] != self.was:
            raise ValueError(f"{self.file}:{self.line} is not: {self.was}")
        return "".join([*lines[:self.line - 1], self.becomes, *lines[self.line:]])


def code_of(line):
    """Without comments and the white space around it."""
    return re.sub(r"//.*|/\*.*?\*/", "", line).strip()


def around(text, begin, end, characters):
    """The part of a text and what of these characters stands on both sides of it, and the
    characters before and after that."""
    while begin > 0 and re.match(characters, text[begin - 1]):
        begin -= 1
    while end < len(text) and re.match(characters, text[end]):
        end += 1
    return text[begin:end], text[:begin][-1:], text[end:][:1]


def may_be_a_program(was, becomes):
    """Whether a change is more than of white space, and none of those that the rules make of what
    they take for something else: of brackets of templates, references, shifts and increments for
    operators, which in our style stand between spaces; of part of a name for a number or for a
    function; of a declaration or a part of a statement for a statement."""
    was, becomes = code_of(was), code_of(becomes)
    if not was or was.split() == becomes.split():
        return False
    if not becomes:
        return was.endswith(";") and was.count("(") == was.count(")") and not re.match(
            r"(?!throw\b)[\w:<>,*&]+\s+[\w&*]", was)
    if any(was.count(bracket) != becomes.count(bracket) for bracket in ("{", "}")) or was.endswith(
            ";") != becomes.endswith(";"):
        return False
    if was.count("(") - was.count(")") != becomes.count("(") - becomes.count(")"):
        return False
    begin = len(os.path.commonprefix([was, becomes]))
    end = len(was) - len(os.path.commonprefix([was[begin:][::-1], becomes[begin:][::-1]]))
    gone, come = was[begin:end], becomes[begin:len(becomes) - len(was) + end]
    if re.fullmatch(r"(break|continue);", come.strip()):
        return False
    if re.search(r"\w \( ", becomes) and re.match(r"[\w:<>,&*]+ [\w:]+\(",
            was) and not was.startswith(("return", "throw")):
        return False  # the parameters of a declaration in another order
    if re.fullmatch(r"[<>&|*+/%=-]*", gone) and re.fullmatch(r"[<>&|*+/%=!-]*", come):
        operator, before, after = around(was, begin, end, r"[<>&|*+/%=!-]")
        if operator == "-" and before in "(, " and after != " ":
            return come in ("", "+")
        return before == after == " " and operator not in ("<<", ">>", "->")
    word, _, _ = around(was, begin, end, r"\w")
    if gone.isdigit():
        return word[0].isdigit()
    return not gone.isalpha() or re.match("min|max|begin|end|any|all|none|front|back",
        word) is not None


def changes_of(places):
    """By place, what may become of the line."""
    folder = ROOT / "build" / "mutations" / GENERATOR.replace("==", "-")
    # the rules alone need no other package
    python = environment_of(folder, "--no-deps", GENERATOR) / "bin" / "python"
    made = subprocess.run([python, "-c", GENERATE], input=json.dumps([was for _, _, was in places]),
        capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise RuntimeError(f"universalmutator fails: {made.stderr.strip()[-1000:]}")
    return [[Change(file, line, was, becomes) for becomes in lines if may_be_a_program(was,
        becomes)] for (file, line, was), lines in zip(places, json.loads(made.stdout))]


def lines_since(revision):
    """The lines of the sources that a commit does not have: pairs of file and number."""
    out = subprocess.run(["git", "diff", "--unified=0", revision, "--", *SOURCES], cwd=ROOT,
        capture_output=True, text=True, check=False)
    if out.returncode != 0:
        raise ValueError(f"--since {revision}: {out.stderr.strip()}")
    lines, file = set(), ""
    for line in out.stdout.splitlines():
        if line.startswith("+++ "):
            file = line.removeprefix("+++ b/")
        elif hunk := re.match(r"@@ \S+ \+(\d+)(?:,(\d+))? @@", line):
            first = int(hunk[1])
            lines.update((file, first + i) for i in range(int(hunk[2] or 1)))
    return lines


def draw(number, seed, only="", since="", with_libraries=False):
    """So many changes, each of another line; of a larger number the first are those of a smaller.
    `only`: of files that match; `since`: of lines that this commit does not have."""
    files = sorted(str(path.relative_to(ROOT)) for top in SOURCES for kind in ("*.cpp", "*.h")
        for path in (ROOT / top).rglob(kind))
    files = [file for file in files if re.search(only, file) and not LEFT_OUT.search(file)
        and (with_libraries or not LIBRARIES.search(file))]
    places = []
    for file in files:
        lines = (ROOT / file).read_text().splitlines(keepends=True)
        places += [(file, n, line) for n, line in enumerate(lines, 1) if not NOT_TRIED.match(line)]
    if since:
        new = lines_since(since)
        places = [place for place in places if place[:2] in new]
    chance = random.Random(seed)
    chance.shuffle(places)
    drawn = []
    for first in range(0, len(places), 4 * number):
        for changes in changes_of(places[first:first + 4 * number]):
            if changes and len(drawn) < number:
                drawn.append(chance.choice(changes))
        if len(drawn) == number:
            break
    return drawn


def tests_including(header, own):
    """Folders of tests, besides `own`, whose files include the header, those of most such files
    first."""
    counts = {}
    for file in (ROOT / "tests").rglob("*.[ch]*"):
        folder = file.relative_to(ROOT / "tests").parts[0]
        if folder != own and file.suffix in (".cpp",
                ".h") and f'#include "{header}"' in file.read_text():
            counts[folder] = counts.get(folder, 0) + 1
    return sorted(counts, key=lambda folder: (-counts[folder], folder))


# Tests of the whole program that a change is tried on if the tests of folders do not see it.
THROUGH = {
    "app": ["system_command_line", "system_bad_input"],
    "benchmarks": ["system_bench", "system_printed"],
    "cases": ["system_bad_input", "system_sizes", "system_mesh_files", "system_numerics",
        "system_outcomes", "system_printed"],
    "check": ["system_check", "system_printed"],
    "cli": ["system_command_line", "system_outputs", "system_printed"],
    "comm": ["system_strategies", "system_receive_buffer"],
    "driver": ["system_outcomes", "system_numerics"],
    "io": ["system_results", "system_outputs", "system_interrupted"],
    "mesh": ["system_mesh_files", "system_bad_input"],
    "mpi": ["system_failure", "system_faults", "system_check"],
    "network": ["system_bad_input", "system_receive_buffer", "system_trace", "system_faults"],
    "solve": ["system_results", "system_modelled", "system_convergence", "system_sonobuoy",
        "system_printed"],
    "study": ["system_study", "system_printed"],
    "timing": ["system_modelled", "system_bench"],
    "verify": ["verify_ladder", "verify_status", "system_printed"]}
THROUGH_ALL = ["system_numerics", "system_outcomes", "system_results"]


def rounds_of(change, known):
    """Names of tests, in the rounds that they are run in until one fails: those of the folder,
    those of up to three folders that include the header, and some of the whole program."""
    path = Path(change.file)
    own = path.parts[1]
    header = path.with_suffix(".h")
    included = str(header.relative_to("src")) if path.parts[0] == "src" else str(header)
    folders = tests_including(included, own)[:3]

    def of_folder(folder):
        return [name for name in (folder, f"{folder}_on_2", f"{folder}_on_3") if name in known]

    rounds = [of_folder(own), [name for folder in folders for name in of_folder(folder)], [name
        for name in THROUGH.get(own, THROUGH_ALL) if name in known]]
    return [names for names in rounds if names]
