"""The four stages under the ceilings of the machine (Williams, Waterman and Patterson, Roofline, CACM 52(4), 2009).

Bytes are those of the matrices that a stage has to read or write once at least: what really moves is more, so that a point stands too far right
rather than too far left.
"""
import matplotlib.pyplot as plt
import numpy
from matplotlib.ticker import LogLocator, NullFormatter, ScalarFormatter

from . import style

KIND = "peers"
HELP = "flop/s of our stages against flop for each byte that they must move (bench/peers/run)"


def draw(axes, table):
    flops, bandwidth = table["ranks"] * table["zgemm_flops_per_second"], table["ranks"] * table["copy_bytes_per_second"]
    ridge, stages = flops / bandwidth, table["roofline"]
    intensity = [stage["flops"] / stage["least_bytes"] for stage in stages]
    x = numpy.geomspace(min(*intensity, ridge) / 3, max(*intensity, ridge) * 3, 200)
    axes.loglog(x, numpy.minimum(flops, bandwidth * x) / 1e9, color="black", linewidth=1)
    axes.text(x[-1], flops / 1e9, f"zgemm, {flops / 1e9:.0f} Gflop/s", ha="right", va="bottom", fontsize=7)
    axes.text(x[0], bandwidth * x[0] / 1e9, f"copy of memory, {style.rate_text(bandwidth)}", ha="left", va="top", fontsize=7)
    for index, (at, stage) in enumerate(zip(intensity, stages)):
        axes.loglog(at, stage["flops_per_second"] / 1e9, color=style.colour(index), marker=style.marker(index), linestyle="none", label=stage["stage"])
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter(ScalarFormatter())
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.set(title=f"{table['panels']} panels, {table['ranks']} rank" + "s" * (table["ranks"] > 1), xlabel="flop for each byte that must move")


def figures(data):
    tables = [table for table in data.get("tables", []) if table["roofline"]]
    if not tables:
        return
    figure, grid = plt.subplots(1, len(tables), figsize=(3.4 * len(tables) + 0.6, 3.4), squeeze=False, sharey=True)
    for axes, table in zip(grid.flat, tables):
        draw(axes, table)
    grid.flat[0].set_ylabel("Gflop/s, all ranks together")
    grid.flat[0].legend(fontsize=7, loc="lower right")
    figure.suptitle(f"{tables[0]['case']}: the stages under the ceilings of the machine", fontsize=9)
    yield "roofline", figure
