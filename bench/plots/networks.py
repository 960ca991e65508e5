"""What a case costs on each network of a list."""
import matplotlib.pyplot as plt
import numpy as np

from . import style
from .reading import environment, label

KIND = "study"
HELP = "time of each stage on each network, with the strategy that is best there (study --network)"


def best(data, network, stage):
    """The fastest result; None where nothing was measured."""
    here = [r for r in data["results"] if (r["network"], r["stage"]) == (network, stage) and r["repeats"]]
    return min(here, key=lambda result: result["median_seconds"], default=None)


def draw(axes, results, colours):
    places = np.arange(len(results))
    for place, result, colour in zip(places, results, colours):
        if result is not None:
            axes.barh(place, result["median_seconds"], color=colour, height=0.7)
            text = style.seconds_text(result["median_seconds"]) + "  " + label(result["strategy"])
            axes.annotate(text, (result["median_seconds"], place), xytext=(4, 0), textcoords="offset points", va="center", fontsize=7)
    longest = max((result["median_seconds"] for result in results if result is not None), default=1)
    axes.set_xlim(0, 1.9 * longest)
    axes.xaxis.set_major_formatter(style.seconds_text)
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)


def figures(data):
    networks, stages = data.get("networks", []), data["stages"]
    if len(networks) < 2:
        return
    columns = min(2, len(stages))
    rows = -(-len(stages) // columns)
    figure, grid = plt.subplots(rows, columns, figsize=(3.6 + 4 * columns, 0.8 + rows * (0.9 + 0.28 * len(networks))), squeeze=False, sharey=True)
    for axes, stage in zip(grid.flat, stages):
        draw(axes, [best(data, network["name"], stage) for network in networks], [style.colour(i) for i in range(len(networks))])
        axes.set_title(stage, fontsize=9)
    for axes in grid.flat[len(stages):]:
        axes.set_visible(False)
    for axes in grid[:, 0]:
        axes.set_yticks(np.arange(len(networks)), [network["title"] for network in networks], fontsize=7)
    figure.suptitle("seconds of each stage on each network, with the strategy that is best there\n"
                    + environment({**data, "network": {}}), fontsize=9)
    yield "networks", figure
