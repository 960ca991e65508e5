"""Mutated case files: the shipped ones, made small, with a few things wrong."""
import pathlib
import re
import tomllib

import hostile

SHIPPED = pathlib.Path(__file__).resolve().parents[2] / "meshes" / "cases"
# Parameters that make the generators small, and above which value, within the allowed range, a run
# is merely long.
SMALL = {"sphere": {"frequency": 1}, "shell": {"cells": 1, "layers": 1, "split": 1, "join": 1},
    "solid_sphere": {"cells": 1, "layers": 1, "split": 1}, "cylinder": {"around": 8,
    "piston_rings": 2, "rim_rings": 1, "back_rings": 2, "stations": 2},
    "elastic_cylinder": {"around": 8, "piston_rings": 1, "back_rings": 2, "stations": 2,
    "split": 1}, "betssi_m1": {"around": 4, "stations": 2}, "betssi_m4": {"around": 4, "rings": 1},
    "betssi_m5b": {"around": 8, "stations": 2, "rings": 1},
    "betssi_ph": {"around": 8, "stations": 2, "rings": 1},
    "tonpilz": {"around": 8, "cells": 1, "split": 1},
    "ring": {"around": 8, "along": 1, "split": 1}}
LONG = {"frequency": 200, "cells": 100, "layers": 100, "split": 16, "join": 16, "around": 512,
    "rings": 200, "piston_rings": 200, "rim_rings": 200, "back_rings": 200, "stations": 1000}
# Further lines, each of a section.
LINES = r'''legendre = 2000000000
phase = 1e300
axis = [0, 0, 0]
axis = [1e200, 0, 0]
direction = [1e-200, 0, 0]
direction = [nan, 0, 1]
step = 1e-9
step = 0
block = 2147483647
panel = 1500000000
method = "mumps"
method = "ksp"
petsc = "-ksp_type tfqmr"
route = "ring"
cut = "1B"
pace = "window:0"
field_points = [[1e300, 0, 0]]
field_points = [[0, 0, 0]]
field_points = [[1, 2]]
grid = [{origin = [-2, 0, -2], edges = [[4, 0, 0], [0, 0, 4]], counts = [9, 9]}]
grid = [{origin = [0, 0, 0], edges = [[1, 0, 0], [1e9, 0, 0]], counts = [100000, 2]}]
kind = "cbie"
nodes = "nowhere"
fix = ["x", "w"]
points = 1000000000
from = 5e-324
to = 1e308
spacing = "log"
sweep = "rational"
sweep_error = 1e-300
generator = "shell"
mesh = "/dev/zero"
mesh = "case.toml"
radius = 1e-6
thickness = 1e-9
thickness = 0.999999999
cap_angle = 179
grading = 100
kind = "monopole"
kind = "dipole"
position = [0, 0, 0]
position = [0, 0, 3]
position = [1e300, 0, 0]
position = [0, 0, 1.0001]
file = "case.toml"
file = "/dev/zero"
dataset = "/"
dataset = "//a//.."
step = 1e300
to = 1e18
elevations = [90, 90]
elevations = [nan]
vectors = [[0, 0, 0]]
vectors = [[1e-200, 0, 1]]
normal = [1e-9, 1, 0]
at = [1e300, 0, 0]
load_case = ""
load_case = "a"
resistance = -1
table = [[100, 1e3, 0], [100, 1e3, 0]]
table = [[1, 1, 1]]
table = "case.toml"
table = "/dev/zero"
vectors = "."
field_points = "case.toml"
figures = []
figures = ["hz", "seconds"]
kind = "piezoelectric"
kind = "voltage"
kind = "charge"
kind = "open"
ceramic = "steel"
compliance = [1e-12, -4e-13, -5e-13, 1e-12, 3e-12]
charge_constants = [1, 1, 1]
free_permittivity = [0, 1e300]
stiffness = [1]
tan_delta = 10
coupling_loss = -1
poling = "circumferential"
poling_axis = [0, 0, 1e-200]
poling_origin = [1e9, 0, 0]
faces = "inner"'''.split("\n")
HEADERS = """[merge] [eliminate] [form] [reduce] [messages] [messages.merge]
[output] [output.directivity] [[output.grid]] [[support]] [[material]] [[impedance]] [structure]
[formulation] [[symmetry]] [[plane]] [[incidence]] [[electrode]] [nonsense]""".split()


def small(text):
    """The case with the smallest mesh of its generator, panels of order 0 and one frequency."""
    text = text.replace('"sonobuoy"', '"elastic_cylinder"').replace("ceramic:front", "wet:piston")
    text = text.replace("ceramic:back", "wet:piston").replace("[structure]\n\n",
        "[structure]\nfree = true\n\n")
    name = re.search(r'generator = "(\w+)"', text).group(1)
    keys = "".join(f"{key} = {value}\n" for key, value in SMALL[name].items())
    text = re.sub(rf"^({'|'.join(SMALL[name])}|order) = .*\n", "", text, flags=re.M)
    text = text.replace(f'generator = "{name}"\n', f'generator = "{name}"\n{keys}')
    return re.sub(r"hz = \[([\d.]+).*\]", r"hz = [\1]", text)


BASES = [small(path.read_text()) for path in sorted(SHIPPED.glob("*.toml"))]


def is_long(text):
    """True if it asks for a lot of honest work: a large mesh or many frequencies."""
    try:
        case = tomllib.loads(text)
        geometry = case["geometry"]
        generator = geometry.get("generator")
        if generator == "sonobuoy":
            return True
        wanted = {**{key: LONG[key] for key in SMALL.get(generator, {})}, **geometry}
        if any(2 * SMALL[generator][key] < float(wanted[key]) <= LONG[key]
                for key in SMALL.get(generator, {})):
            return True
        frequency = case.get("frequency", {})
        return len(frequency.get("hz", [])) > 4 or 4 < float(frequency.get("points", 1)) <= 1e5
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError, AttributeError,
            RecursionError):
        return False


def of_bytes(rng, text):
    data = bytearray(text.encode("utf-8", "surrogateescape"))
    for _ in range(rng.randint(1, 8)):
        at = rng.randrange(len(data))
        action = rng.randrange(3)
        if action == 0:
            data[at] = rng.randrange(256)
        elif action == 1:
            data.insert(at, rng.choice([0, 0x1B, 0xFF, 0xC3, 0x0D, rng.randrange(256)]))
        else:
            del data[at:at + rng.randint(1, 20)]
    return data.decode("utf-8", "surrogateescape")


def of_numbers(rng, text):
    numbers = list(re.finditer(r"(?<![\w.])-?\d[\d.e+-]*", text))
    for number in sorted(rng.sample(numbers, min(len(numbers), rng.randint(1, 2))),
            key=lambda m: -m.start()):
        value = rng.choice(hostile.NUMBERS if rng.random() < 0.8 else hostile.NOT_NUMBERS)
        text = text[:number.start()] + value + text[number.end():]
    return text


def of_tokens(rng, text):
    tokens = re.findall(r"\w+|\s+|[^\w\s]", text)
    for _ in range(rng.randint(1, 3)):
        a, b = rng.randrange(len(tokens)), rng.randrange(len(tokens))
        if rng.random() < 0.5:
            tokens[a], tokens[b] = tokens[b], tokens[a]
        else:
            tokens[a] = tokens[b]
    return "".join(tokens)


def of_keys(rng, text):
    keys = list(re.finditer(r"^(\w+) =", text, re.M))
    key = rng.choice(keys)
    word = key.group(1)
    other = rng.choice([word[:-1], word[::-1], word.upper(), word + word, '"' + word + '"',
        word + ".x", rng.choice(keys).group(1), '"' + "k" * 100_000 + '"', '"\\u001b[31m"'])
    return text[:key.start()] + other + text[key.end() - 2:]


def of_texts(rng, text):
    texts = list(re.finditer(r'"[^"\n]*"', text))
    found = rng.choice(texts)
    value = rng.choice(hostile.TEXTS)
    written = "'" + value + "'" if rng.random() < 0.3 else '"' + value.replace("\\",
        "\\\\").replace('"', '\\"') + '"'
    if rng.random() < 0.7:  # control characters only as TOML has them
        written = re.sub(r"[\x00-\x1f\x7f]", lambda m: f"\\u{ord(m.group()):04x}", written)
    return text[:found.start()] + written + text[found.end():]


def of_lines(rng, text):
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    action = rng.randrange(4)
    if action == 0:
        del lines[at]
    elif action == 1:
        lines.insert(at, lines[rng.randrange(len(lines))])
    elif action == 2:
        other = rng.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines.insert(at, rng.choice(LINES))
    return "\n".join(lines)


def of_sections(rng, text):
    headers = list(re.finditer(r"^\[.*\]", text, re.M))
    header = rng.choice(headers)
    action = rng.randrange(4)
    if action == 0:
        others = [m.start() for m in headers if m.start() > header.start()] + [len(text)]
        return text[:header.start()] + text[others[0]:]
    if action == 1:
        return text + "\n" + header.group() + "\n" + rng.choice(LINES) + "\n"
    if action == 2:
        return text[:header.start()] + rng.choice(["[" + header.group() + "]", header.group()[1:],
            header.group()[:-1], hostile.NESTED]) + text[header.end():]
    return text + "\n" + rng.choice(HEADERS) + "\n" + rng.choice(LINES) + "\n"


MUTATIONS = [of_bytes, of_numbers, of_numbers, of_numbers, of_tokens, of_keys, of_texts, of_lines,
    of_lines, of_sections]


def mutated(rng):
    """One of the shipped cases with one to three things wrong, but not merely large."""
    while True:
        text = rng.choice(BASES)
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            try:
                text = rng.choice(MUTATIONS)(rng, text)
            except (IndexError, ValueError):
                pass  # nothing of its kind is left
        if not is_long(text):
            return text


def make(rng, folder, seeds):
    (folder / "case.toml").write_bytes(mutated(rng).encode("utf-8", "surrogateescape"))
    if rng.random() < 0.2:
        return ["mesh", "inspect", "case.toml"]
    return ["solve", "case.toml", "--out", "out"]
