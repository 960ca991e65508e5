"""Every strategy in every stage, as a multiple of the best."""
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LogNorm

from . import style
from .reading import by_network, environment, label

KIND = "study"
HELP = "strategy x stage heat map"

MOST = 60  # rows that can still be read


def table(data):
    """Labels of the strategies, and seconds by strategy and stage (not a number where nothing was measured)."""
    labels = [label(strategy) for strategy in data["strategies"]]
    seconds = np.full((len(labels), len(data["stages"])), np.nan)
    for result in data["results"]:
        if result["repeats"]:
            place = labels.index(label(result["strategy"])), data["stages"].index(result["stage"])
            seconds[place] = result["median_seconds"]
    kept = ~np.isnan(seconds).all(axis=1)
    return [name for name, keep in zip(labels, kept) if keep], seconds[kept]


def write_cells(axes, seconds, ratio, norm):
    for (row, column), value in np.ndenumerate(ratio):
        if not np.isnan(value):
            best = value == 1
            text = style.seconds_text(seconds[row, column]) if best else f"{value:.2f}"
            axes.text(column, row, text, ha="center", va="center", fontsize=7, fontweight="bold" if best else "normal",
                      color="white" if norm(value) > 0.5 else "black")


def figures(data):
    for name, here in by_network(data):
        labels, seconds = table(here)
        if len(labels) > 1:
            yield f"heat{name}", heat_map(here, labels, seconds)


def heat_map(data, labels, seconds):
    ratio = seconds / np.nanmin(seconds, axis=0)
    order = np.argsort(np.nansum(ratio, axis=1), kind="stable")[:MOST]
    left_out = len(labels) - len(order)
    labels, seconds, ratio = [labels[i] for i in order], seconds[order], ratio[order]
    figure, axes = plt.subplots(figsize=(4.2 + 1.1 * len(data["stages"]), 1.6 + 0.22 * len(labels)))
    norm = LogNorm(1, max(4, np.nanmax(ratio)))
    image = axes.imshow(ratio, aspect="auto", cmap=style.HEAT, norm=norm)
    write_cells(axes, seconds, ratio, norm)
    axes.set_xticks(range(len(data["stages"])), data["stages"])
    axes.set_yticks(range(len(labels)), labels, fontsize=7)
    axes.grid(False)
    bar = figure.colorbar(image, label="time over the best of the stage", shrink=0.8)
    bar.ax.yaxis.set_major_formatter(lambda x, _: f"{x:g}")
    bar.ax.yaxis.set_minor_formatter(lambda x, _: f"{x:g}" if round(x) in (1, 2, 3, 5) else "")
    note = f"\n{left_out} slower strategies left out" if left_out else ""
    figure.suptitle(f"best: median time; others: multiple of it\n{environment(data)}{note}", fontsize=9)
    return figure
