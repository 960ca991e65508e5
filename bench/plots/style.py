"""What figures share: their list, texts, axes, and how they are written."""
import os

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
from matplotlib.ticker import FuncFormatter, LogLocator  # noqa: E402

# Okabe and Ito: told apart by colour-blind readers too; markers and dashes say the same once more.
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000", "#999999"]
MARKERS = ["o", "s", "^", "D", "v", "P", "X", "*"]
HEAT = "cividis_r"

plt.rcParams.update({"font.size": 9, "axes.grid": True, "axes.axisbelow": True, "grid.alpha": 0.3,
    "axes.spines.top": False, "axes.spines.right": False, "legend.frameon": False,
    "figure.constrained_layout.use": True, "svg.hashsalt": "minifebem", "svg.fonttype": "none",
    "savefig.dpi": 150})

FIGURES = []  # kind of file, a line on what is shown, what yields names and pictures


def figure(kind, text):
    """Marks a function that draws figures of a file of this kind."""
    def add(draw):
        FIGURES.append((kind, text, draw))
        return draw
    return add


# Rows of a report, which are dictionaries.


def distinct(rows, key):
    """The values of a key, each once, in the order in which they come."""
    return list(dict.fromkeys(row[key] for row in rows))


def chosen(rows, **values):
    return [row for row in rows if all(row[key] == value for key, value in values.items())]


def column(rows, key):
    return np.array([row[key] for row in rows], float)


# Texts.


def colour(index):
    return COLOURS[index % len(COLOURS)]


def marker(index):
    return MARKERS[index % len(MARKERS)]


def bytes_text(value, _=None):
    """4096 -> "4 KiB"."""
    for unit in ("B", "KiB", "MiB"):
        if value < 1024:
            return f"{value:.3g} {unit}"
        value /= 1024
    return f"{value:.3g} GiB"


def seconds_text(value, _=None):
    """0.0042 -> "4.2 ms"."""
    for factor, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if abs(value) >= factor:
            return f"{value / factor:.3g} {unit}"
    return f"{value / 1e-9:.3g} ns" if value else "0"


def rate_text(value):
    """1.2e7 -> "12 MB/s"."""
    return f"{value / 1e9:.3g} GB/s" if value >= 1e9 else f"{value / 1e6:.3g} MB/s"


def ranks_text(ranks):
    return f"{ranks} rank" + "s" * (ranks > 1)


def label(strategy):
    return " × ".join(strategy[axis] for axis in ("route", "cut", "pace"))


def environment(data):
    """One line that says where the figures come from."""
    case = data.get("case", {})
    return " · ".join(filter(None, (case and (case["title"] or case["file"]), ranks_text(
        data["ranks"]), data["mpi"]["library"].split(",")[0], network_text(data))))


def network_text(data):
    """The emulated network, if there was one."""
    network = data.get("network", {})
    emulated = network.get("emulated")
    if network.get("title") or not emulated:
        return network.get("title") or ""
    rate = emulated["bandwidth_bytes_per_s"]
    speed = f"{rate * 8e-6:.6g} Mbit/s, " if rate else ""
    overhead = f", overhead {emulated['overhead_s'] * 1e6:g} µs" if emulated["overhead_s"] else ""
    return f"emulated {speed}latency {emulated['latency_s'] * 1e6:g} µs{overhead}"


# Axes.


def row(names, height, legend):
    """A figure with a panel for each name in a row, and below them a panel without axes, part
    `legend` of its height, for a legend."""
    figure, panels = plt.subplot_mosaic([names, ["below"] * len(names)],
        figsize=(max(5.2, 2.6 * len(names)), height), gridspec_kw={"height_ratios": [1 - legend,
        legend]})
    panels["below"].set_axis_off()
    return figure, [panels[name] for name in names], panels["below"]


def grid(count, most_columns, size):
    """A figure with `count` panels in rows of at most so many; `size` is a function of rows and
    columns. Panels to the left come first in each row."""
    columns = min(most_columns, count)
    rows = -(-count // columns)
    figure, panels = plt.subplots(rows, columns, figsize=size(rows, columns), sharey=True,
        squeeze=False)
    for axes in panels.flat[count:]:
        axes.set_visible(False)
    return figure, panels


def names_axis(axes, names, **look):
    """Bars with names, from the top down."""
    axes.set_yticks(range(len(names)), names, **look)
    axes.yaxis.set_inverted(True)
    axes.grid(axis="y", visible=False)


def beside(axes, text, at, **look):
    """A text to the right of the end of a bar."""
    axes.annotate(text, at, textcoords="offset points", va="center",
        **{"xytext": (4, 0), "fontsize": 7, **look})


def bytes_axis(axes, text):
    """Lengths in bytes from left to right."""
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_locator(LogLocator(base=16, numticks=12))
    axes.xaxis.set_major_formatter(FuncFormatter(bytes_text))
    axes.minorticks_off()
    axes.set_xlabel(text)


def save(figure, folder, name, formats):
    """Writes a figure whole or not at all, and yields the names."""
    folder.mkdir(parents=True, exist_ok=True)
    for ending in formats:
        target = folder / f"{name}.{ending}"
        temporary = folder / f".{name}.{os.getpid()}.{ending}"
        metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(ending)
        try:
            figure.savefig(temporary, metadata=metadata)
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
        yield target
    plt.close(figure)
