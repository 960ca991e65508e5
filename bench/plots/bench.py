"""Figures of a benchmark: messages, and kernels."""
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import FuncFormatter

from . import style
from .reading import environment, label

# Bandwidth and time against the length of a message, with the fitted line, as published for 1999's
# environments.


def fitted(fit, lengths):
    """Seconds of a fit in one or two regimes."""
    seconds = np.zeros_like(lengths)
    for regime in fit["regimes"]:
        rate = regime["r_inf_bytes_per_second"] or np.inf
        here = lengths >= regime["from_bytes"]
        seconds[here] = regime["t0_seconds"] + lengths[here] / rate
    return seconds


def regimes_text(fit):
    parts = []
    for regime in fit["regimes"]:
        rate = regime["r_inf_bytes_per_second"]
        parts.append(f"t₀ {style.seconds_text(regime['t0_seconds'])}" +
                     (f", r∞ {style.rate_text(rate)}" if rate else ""))
    return "; ".join(parts)


def draw_strategy(rate_axes, time_axes, data, strategy, index):
    results = [r for r in data["results"] if r["strategy"] == strategy and r["bytes"] > 0]
    lengths = np.array([result["bytes"] for result in results], float)
    seconds = np.array([result["median_seconds"] for result in results])
    rates = np.array([result["rate_bytes_per_second"] for result in results])
    look = {"color": style.colour(index), "marker": style.marker(index), "markersize": 4,
        "linestyle": "none"}
    rate_axes.plot(lengths, rates / 1e6, **look, label=label(strategy))
    time_axes.plot(lengths, seconds, **look)
    fits = [fit for fit in data["fits"] if fit["strategy"] == strategy and fit["regimes"]]
    if not fits or not len(lengths):
        return
    fine = np.geomspace(lengths[0], lengths[-1], 200)
    curve = fitted(fits[0], fine)
    payload = rates[-1] * seconds[-1] / lengths[-1]  # messages of the pattern's rate
    rate_axes.plot(fine, payload * fine / curve / 1e6, color=style.colour(index), linewidth=0.9,
        linestyle="--", label="  " + regimes_text(fits[0]))
    time_axes.plot(fine, curve, color=style.colour(index), linewidth=0.9, linestyle="--")


def message_figure(data):
    lines = 2 * len(data["strategies"])
    figure, axes = plt.subplot_mosaic([["rate", "time"], ["key", "key"]],
        figsize=(11, 4.6 + 0.09 * lines), height_ratios=[4.2, 0.2 + 0.09 * lines])
    rate_axes, time_axes = axes["rate"], axes["time"]
    for index, strategy in enumerate(data["strategies"]):
        draw_strategy(rate_axes, time_axes, data, strategy, index)
    for panel, text in ((rate_axes, "bandwidth, MB/s"), (time_axes, "time, median")):
        panel.set_yscale("log")
        style.bytes_axis(panel, "length of a message")
        panel.set_ylabel(text)
    time_axes.yaxis.set_major_formatter(FuncFormatter(style.seconds_text))
    axes["key"].axis("off")
    axes["key"].legend(*rate_axes.get_legend_handles_labels(), fontsize=7, loc="center", ncols=2)
    figure.suptitle(f"{data['benchmark']} · {environment(data)}", fontsize=10)
    return figure


@style.figure("bench",
    "bandwidth and time against the length of a message, with fitted t0 and r_inf")
def bandwidth_figures(data):
    if "strategies" in data:
        yield data["benchmark"], message_figure(data)


# Rates of the processors and the memory against the size of the operands.


def draw_kernels(axes, results, unit):
    kernels = list(dict.fromkeys(result["kernel"] for result in results if result["unit"] == unit))
    for index, kernel in enumerate(kernels):
        for rank in sorted({result["rank"] for result in results}):
            here = [result for result in results if result["kernel"] == kernel and result["rank"]
                == rank]
            axes.plot([result["bytes"] for result in here], [result["rate_per_second"] / 1e9
                for result in here], color=style.colour(index), marker=style.marker(rank),
                linewidth=0.9, markersize=4, label=f"{kernel}, rank {rank}")
    style.bytes_axis(axes, "size of an operand")
    axes.set_ylim(bottom=0)
    axes.set_ylabel(f"rate, G{unit}/s")
    axes.legend(fontsize=7)


@style.figure("bench", "rate of each kernel against the size of its operands (bench compute)")
def kernel_figures(data):
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
        draw_kernels(axes, results, unit)
    figure.suptitle(f"all ranks at once · {environment(data)}", fontsize=10)
    yield data["benchmark"], figure
