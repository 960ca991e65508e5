"""A new figure is a function with @style.figure in the file of what it is drawn from, or in a file
that is imported here."""
import json

import h5py

from . import study, measured, sound, style

KINDS = ("study", "bench", "solve", "paper", "scaling", "peers")


class InputError(Exception):
    """One line that names the file."""


def catalogue():
    """What is drawn from which kind of file, for the help."""
    return "\n".join(f"{kind:8} {text}" for kind, text, _ in style.FIGURES)


def read(path):
    """The kind of a file, one of KINDS or "results", and its content (for results: the path)."""
    if not path.is_file():
        raise InputError(f"{path}: no such file")
    if h5py.is_hdf5(path):
        with h5py.File(path) as file:
            if "solution" not in file:
                raise InputError(f"{path}: not the results of minifebem")
        return "results", path
    try:
        data = json.loads(path.read_text())
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: neither JSON nor HDF5: {error}") from None
    if isinstance(data, dict):
        if data.get("kind") in KINDS:
            return data["kind"], data
        if {"stages", "frequencies", "total_seconds"} <= data.keys():
            return "solve", data
    raise InputError(f"{path}: not written by study, bench or solve of minifebem, nor by "
        "bench/paper/run, bench/scaling/run or bench/peers/run")


def draw(file, folder, formats):
    """Draws whatever the file has and yields the names of the files written. Throws InputError."""
    kind, data = read(file)
    pictures = [one for of, _, function in style.FIGURES if of == kind for one in function(data)]
    if not pictures:
        raise InputError(f"{file}: there is nothing in it to draw")
    for name, picture in pictures:
        yield from style.save(picture, folder, f"{file.stem}-{name}", formats)
