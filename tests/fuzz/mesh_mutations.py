"""Mutated mesh files: bytes of the file changed, or data sets and attributes that say something
else."""
import os
import shutil
import subprocess

import h5py
import numpy

SMALL = {"sphere": ["frequency=1"], "shell": ["cells=1", "layers=1", "split=1"],
    "solid_sphere": ["cells=1", "layers=1", "split=1"],}
RIGID = """[geometry]
mesh = "mesh.h5"
[fluid]
density = 1000.0
sound_speed = 1500.0
[[excitation]]
kind = "plane_wave"
amplitude = 1.0
[frequency]
hz = [100.0]
"""
ELASTIC = RIGID + "[structure]\nfree = true\n"


def make_seeds(program, folder):
    """Sound mesh files by the name of their generator."""
    for name, parameters in SMALL.items():
        subprocess.run([program, "mesh", "generate", name, *parameters, "--out", folder
            / (name + ".h5")], check=True, stdout=subprocess.DEVNULL)
    return folder


def data_sets(file):
    found = []
    file.visititems(lambda name, item: found.append(name) if isinstance(item, h5py.Dataset)
        else None)
    return found


def replace(file, name, values, **options):
    if name in file:
        del file[name]
    file.create_dataset(name, data=values, **options)


def numbers(rng, file):
    """One number of a data set becomes another."""
    name = rng.choice([n for n in data_sets(file) if file[n].dtype.kind in "if" and file[n].size])
    values = file[name][...]
    at = rng.randrange(values.size)
    if values.dtype.kind == "f":
        values.flat[at] = rng.choice([numpy.nan, numpy.inf, -numpy.inf, 1e300, -1e308, 5e-324, 0.0,
            1e9, 2 * values.flat[at], -values.flat[at], values.flat[at] + 1e-9])
    else:
        values.flat[at] = rng.choice([-1, -2, 2**31 - 1, 2**31, 2**63 - 1, -2**63, values.flat[at]
            + 1, 0, 100000])
    file[name][...] = values


def shape(rng, file):
    name = rng.choice(data_sets(file))
    values = file[name][...]
    action = rng.randrange(6)
    if action == 0:
        replace(file, name, values.reshape(-1))
    elif action == 1:
        replace(file, name, values[:-1])
    elif action == 2:
        replace(file, name, values[:0])
    elif action == 3:
        replace(file, name, values.reshape(1, *values.shape, 1))
    elif action == 4:
        replace(file, name, values.flat[0])  # no dimensions
    else:
        replace(file, name, numpy.concatenate([values, values]))


def declared(rng, file):
    """A data set that is declared huge and of which little or nothing is there."""
    name = rng.choice(data_sets(file))
    dtype = file[name].dtype
    columns = file[name].shape[1:]
    del file[name]
    rows = rng.choice([10**6, 2**31 - 1, 2**31, 10**12, 2**62])
    if rng.random() < 0.5:
        file.create_dataset(name, (rows, *columns), dtype=dtype, chunks=(1024, *columns))
        if rng.random() < 0.5 and dtype.kind in "if":
            file[name][0] = 0
    else:
        file.create_dataset(name, (min(rows, 2**55), *columns), dtype=dtype)


def kind(rng, file):
    name = rng.choice(data_sets(file))
    values = file[name][...]
    del file[name]
    action = rng.randrange(7)
    if action == 0:
        file.create_group(name)
    elif action == 1:
        file.create_dataset(name, data=["text"] * 3, dtype=h5py.string_dtype())
    elif action == 2:
        file.create_dataset(name, data=numpy.arange(6, dtype=complex).reshape(2, 3))
    elif action == 3 and values.dtype.kind in "if":
        file.create_dataset(name, data=values.astype(rng.choice(["f4", "i2", "u8", ">f8", ">i4",
            "f2"])))
    elif action == 4:
        file.create_dataset(name, data=h5py.Empty("f8"))
    elif action == 5:
        file[name] = h5py.SoftLink(rng.choice(["/nowhere", "/" + name]))
    else:
        file[name] = h5py.ExternalLink("nowhere.h5", "/points")


def missing(rng, file):
    names = data_sets(file)
    del file[rng.choice(names + list(file.keys()))]


def units(rng, file):
    name = rng.choice([n for n in data_sets(file) if n.endswith("points")])
    value = rng.choice(["mm", "cm", "in", "parsec", "", "x" * 5000, b"\xff\xfe", 3.0, [1, 2], ["m",
        "m"], numpy.bytes_("mm"), numpy.bytes_(b"m\x00\x1b[31m"), h5py.Empty("f8"), "\x1b[31m"])
    if "units" in file[name].attrs:
        del file[name].attrs["units"]
    file[name].attrs["units"] = value


def names(rng, file):
    """Regions and sets with names that are not words."""
    texts = ["", "\x1b[31mred", "a\nb", "x" * 60000, "äöü", "\u202e", "a/b", "wet:"]
    if rng.random() < 0.5 or "regions" not in file:
        name = "regions" if "regions" in file else "surface/regions"
        count = len(file[name])
        replace(file, name, [rng.choice(texts).encode() for _ in range(count)],
            dtype=h5py.string_dtype())
    else:
        folder = rng.choice(["node_sets", "face_sets", "supports", "elements"])
        file.require_group(folder)
        file[folder][rng.choice([t for t in texts if t and "/" not in t])] = numpy.zeros((2, 2),
            dtype=int)


def geometry(rng, file):
    name = rng.choice([n for n in data_sets(file) if n.endswith("points")])
    scale = rng.choice([0.0, -1.0, 1e-12, 1e-3, 1e8, 1e12, 1e160, 1e300])
    file[name][...] = file[name][...] * scale


STRUCTURED = [numbers, numbers, numbers, shape, declared, declared, kind, missing, units, names,
    geometry]


def of_bytes(rng, path):
    data = bytearray(path.read_bytes())
    action = rng.randrange(5)
    if action == 0:
        data = data[:rng.randrange(len(data))]
    elif action == 1:
        data += bytes(rng.randrange(256) for _ in range(100))
    else:
        # The superblock and the headers lie at the beginning.
        end = rng.choice([100, 800, 4000, len(data)])
        for _ in range(rng.randint(1, 6)):
            data[rng.randrange(min(end, len(data)))] = rng.choice([0, 0xFF, rng.randrange(256)])
    path.write_bytes(data)


def of_structure(rng, path):
    for _ in range(rng.choice([1, 1, 2])):
        change = rng.choice(STRUCTURED)
        with h5py.File(path, "r+") as file:
            try:
                change(rng, file)
            except (ValueError, TypeError, KeyError, OSError, IndexError, OverflowError,
                    RuntimeError):
                pass  # does not apply to what an earlier mutation left
        if change is declared:
            break  # what is huge now cannot be read here to be changed again


def in_a_child(work):
    """What an earlier mutation left can crash HDF5 here, too."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    os.waitpid(child, 0)


def make(rng, folder, seeds):
    generator = rng.choice(list(SMALL))
    path = folder / "mesh.h5"
    shutil.copy(seeds / (generator + ".h5"), path)
    if rng.random() < 0.4:
        of_bytes(rng, path)
    else:
        in_a_child(lambda: of_structure(rng, path))
    (folder / "case.toml").write_text(RIGID if generator == "sphere" or rng.random() < 0.2
        else ELASTIC)
    if rng.random() < 0.4:
        return ["mesh", "inspect", "mesh.h5"]
    if generator == "sphere" and rng.random() < 0.5:
        return ["mesh", "repair", "mesh.h5", "--out", "repaired.h5"]
    return ["solve", "case.toml", "--out", "out"]
