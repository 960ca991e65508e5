"""Figures of the four stages over ranks, against the paper of 1999, and under the ceilings of a
machine."""
import matplotlib.pyplot as plt
import numpy
from matplotlib.ticker import LogLocator, NullFormatter, ScalarFormatter

from programs import STAGES

from . import style

# Stage times of the 1999 paper: published as points, reproduced as lines.


@style.figure("paper",
    "Tables 3 to 5 of the 1999 paper: seconds over ranks, published and reproduced")
def paper_figures(data):
    for table in sorted({cell["table"] for cell in data["cells"]}):
        cells = [cell for cell in data["cells"] if cell["table"] == table]
        networks = list(dict.fromkeys(cell["network"] for cell in cells))
        figure, panels, below = style.row(STAGES, 3.4, 0.15)
        for axes, stage in zip(panels, STAGES):
            for index, network in enumerate(networks):
                chosen = sorted((cell for cell in cells if (cell["stage"], cell["network"])
                    == (stage, network)), key=lambda cell: cell["ranks"])
                ranks = [cell["ranks"] for cell in chosen]
                axes.plot(ranks, [cell["published"] for cell in chosen], linestyle="none",
                    marker=style.marker(index), color=style.colour(index), label=network
                    + ", published")
                axes.plot(ranks, [cell["reproduced"] for cell in chosen], color=style.colour(index),
                    label=network + ", reproduced")
            axes.set(title=stage, xlabel="processors", xscale="log", yscale="log",
                xticks=[1, 2, 3, 4])
            for axis in (axes.xaxis, axes.yaxis):
                axis.set_major_formatter(ScalarFormatter())
            axes.xaxis.set_minor_formatter(NullFormatter())
            axes.yaxis.set_minor_formatter(ScalarFormatter())
            axes.tick_params(axis="y", which="minor", labelsize=6)
        panels[0].set_ylabel("seconds")
        below.legend(*panels[0].get_legend_handles_labels(), loc="center", ncol=len(networks),
            fontsize=8)
        figure.suptitle(f"Table {table} of the 1999 paper; one processor is fitted"
            + (", the volumes of messages too" if table == 3 else ""), fontsize=9)
        yield f"table-{table}", figure


# Seconds of each stage over the number of ranks, by network.

METHODS = {"fast": "today's methods", "1999": "the methods of 1999"}
LIMITS = {"arithmetic": "o", "latency": "^", "bandwidth": "s", "memory": "D"}


def ideal(data, first, row):
    """Seconds at the speed of the fewest ranks, all of it shared out."""
    return row["seconds"] * row["efficiency"] if data.get("weak") else first["seconds"] * first[
        "ranks"] / row["ranks"]


@style.figure("scaling", "time of each stage over the ranks, and what holds it back, by network")
def scaling_figures(data):
    networks = list(dict.fromkeys(row["network"] for row in data["rows"]))
    stages = list(dict.fromkeys(row["stage"] for row in data["rows"]))
    legend, columns = (0.15, 4) if len(stages) > 2 else (0.3, 2)
    figure, panels, below = style.row(stages, 3.6, legend)
    for axes, stage in zip(panels, stages):
        for index, network in enumerate(networks):
            rows = [row for row in data["rows"] if (row["network"], row["stage"]) == (network,
                stage)]
            axes.plot([row["ranks"] for row in rows], [row["seconds"] for row in rows],
                color=style.colour(index), label=network)
            for limit, marker in LIMITS.items():
                chosen = [row for row in rows if row["limit"] == limit]
                axes.plot([row["ranks"] for row in chosen], [row["seconds"] for row in chosen],
                    linestyle="none", marker=marker, color=style.colour(index))
        axes.plot([row["ranks"] for row in rows], [ideal(data, rows[0], row) for row in rows],
            color="grey", linestyle=":", label="ideal")
        axes.set(title=f"{stage}, {', '.join(dict.fromkeys(row['method'] for row in rows))}",
            xlabel="ranks", xscale="log", yscale="log")
        axes.set_xticks([row["ranks"] for row in rows], [row["ranks"] for row in rows])
        axes.set_xticks([], minor=True)
    panels[0].set_ylabel("seconds, best strategy")
    for limit, marker in LIMITS.items():
        if any(row["limit"] == limit for row in data["rows"]):
            panels[0].plot([], [], linestyle="none", marker=marker, color="grey",
                label="held back by " + limit)
    below.legend(*panels[0].get_legend_handles_labels(), loc="center", ncol=columns, fontsize=8)
    growing = ", the mesh grows with the ranks" if data.get("weak") else ""
    made = "measured here" + ", and simulated" * (len(networks)
        > 1) if data.get("measured") else "simulated"
    figure.suptitle(f"{data['case']}, {METHODS[data['methods']]}, {made}{growing}", fontsize=9)
    yield "weak" if data.get("weak") else "stages", figure


# The four stages under the ceilings of the machine (Williams, Waterman and Patterson, Roofline,
# CACM 52(4), 2009). Bytes are those of the matrices that a stage has to read or write once at
# least: what really moves is more, so that a point stands too far right rather than too far left.


def draw_roofline(axes, table):
    flops, bandwidth = table["ranks"] * table["zgemm_flops_per_second"], table["ranks"] * table[
        "copy_bytes_per_second"]
    ridge, stages = flops / bandwidth, table["roofline"]
    intensity = [stage["flops"] / stage["least_bytes"] for stage in stages]
    x = numpy.geomspace(min(*intensity, ridge) / 3, max(*intensity, ridge) * 3, 200)
    axes.loglog(x, numpy.minimum(flops, bandwidth * x) / 1e9, color="black", linewidth=1)
    axes.text(x[-1], flops / 1e9, f"zgemm, {flops / 1e9:.0f} Gflop/s", ha="right", va="bottom",
        fontsize=7)
    axes.text(x[0], bandwidth * x[0] / 1e9, f"copy of memory, {style.rate_text(bandwidth)}",
        ha="left", va="top", fontsize=7)
    for index, (at, stage) in enumerate(zip(intensity, stages)):
        axes.loglog(at, stage["flops_per_second"] / 1e9, color=style.colour(index),
            marker=style.marker(index), linestyle="none", label=stage["stage"])
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter(ScalarFormatter())
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.set(title=f"{table['panels']} panels, {table['ranks']} rank" + "s" * (table["ranks"] > 1),
        xlabel="flop for each byte that must move")


@style.figure("peers",
    "flop/s of our stages against flop for each byte that they must move (bench/peers/run)")
def roofline_figures(data):
    tables = [table for table in data.get("tables", []) if table["roofline"]]
    if not tables:
        return
    figure, grid = plt.subplots(1, len(tables), figsize=(3.4 * len(tables) + 0.6, 3.4),
        squeeze=False, sharey=True)
    for axes, table in zip(grid.flat, tables):
        draw_roofline(axes, table)
    grid.flat[0].set_ylabel("Gflop/s, all ranks together")
    grid.flat[0].legend(fontsize=7, loc="lower right")
    figure.suptitle(f"{tables[0]['case']}: the stages under the ceilings of the machine",
        fontsize=9)
    yield "roofline", figure
