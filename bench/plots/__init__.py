"""Every figure is a style.Figure in the file of what it is drawn from. A new one: a Figure there or
in a file of its own, and its name in the list."""
from . import bench, solution, stages, study, style
from .reading import InputError, read

ALL = [study.PIECE_SIZE, study.HEAT_MAP, study.SENSITIVITY, study.NETWORKS, bench.BANDWIDTH,
    bench.KERNELS, solution.STAGE_BARS, solution.DIRECTIVITY, stages.PAPER_TABLES, stages.SCALING,
    stages.ROOFLINE]


def catalogue():
    """What is drawn from which kind of file, for the help."""
    return "\n".join(f"{figure.kind:8} {figure.help}" for figure in ALL)


def draw(file, folder, formats):
    """Draws whatever the file has and yields the names of the files written. Throws InputError."""
    kind, data = read(file)
    drawn = 0
    for figure in ALL:
        if figure.kind != kind:
            continue
        for name, picture in figure.figures(data):
            drawn += 1
            yield from style.save(picture, folder, f"{file.stem}-{name}", formats)
    if drawn == 0:
        raise InputError(f"{file}: there is nothing in it to draw")
