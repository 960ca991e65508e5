"""Rates of the processors and the memory against the size of the operands."""
import matplotlib.pyplot as plt
from matplotlib.ticker import FuncFormatter, LogLocator

from . import style
from .reading import environment

KIND = "bench"
HELP = "rate of each kernel against the size of its operands (bench compute)"


def draw(axes, results, unit):
    kernels = list(dict.fromkeys(result["kernel"] for result in results if result["unit"] == unit))
    for index, kernel in enumerate(kernels):
        for rank in sorted({result["rank"] for result in results}):
            here = [result for result in results if result["kernel"] == kernel and result["rank"] == rank]
            axes.plot([result["bytes"] for result in here], [result["rate_per_second"] / 1e9 for result in here],
                      color=style.colour(index), marker=style.marker(rank), linewidth=0.9, markersize=4,
                      label=f"{kernel}, rank {rank}")
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_locator(LogLocator(base=16, numticks=12))
    axes.xaxis.set_major_formatter(FuncFormatter(style.bytes_text))
    axes.minorticks_off()
    axes.set_ylim(bottom=0)
    axes.set_xlabel("size of an operand")
    axes.set_ylabel(f"rate, G{unit}/s")
    axes.legend(fontsize=7)


def figures(data):
    if "strategies" in data:
        return
    # A family that is summarised has one size for each of its loops.
    summarised = {statistics["family"] for statistics in data.get("statistics", [])}
    results = [result for result in data["results"] if result.get("family") not in summarised]
    units = list(dict.fromkeys(result["unit"] for result in results))
    if not units:
        return
    figure, grid = plt.subplots(1, len(units), figsize=(5.2 * len(units), 4.2), squeeze=False)
    for axes, unit in zip(grid.flat, units):
        draw(axes, results, unit)
    figure.suptitle(f"all ranks at once · {environment(data)}", fontsize=10)
    yield data["benchmark"], figure
