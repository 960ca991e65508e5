"""One file a figure. A new one: a file with KIND, HELP and figures(data), and its name in the list."""
from . import bandwidth, directivity, heat_map, kernels, networks, paper_tables, piece_size, roofline, scaling, sensitivity, stage_bars, style
from .reading import InputError, read

ALL = [piece_size, heat_map, sensitivity, networks, bandwidth, kernels, stage_bars, directivity, paper_tables, scaling, roofline]


def catalogue():
    """What is drawn from which kind of file, for the help."""
    return "\n".join(f"{figure.KIND:8} {figure.HELP}" for figure in ALL)


def draw(file, folder, formats):
    """Draws whatever the file has and yields the names of the files written. Throws InputError."""
    kind, data = read(file)
    drawn = 0
    for figure in ALL:
        if figure.KIND != kind:
            continue
        for name, picture in figure.figures(data):
            drawn += 1
            yield from style.save(picture, folder, f"{file.stem}-{name}", formats)
    if drawn == 0:
        raise InputError(f"{file}: there is nothing in it to draw")
