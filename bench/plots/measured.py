"""Figures of what was measured: messages and kernels, the stages of a solution, its far field,
stages over ranks, against the paper of 1999, and under the ceilings of a machine."""
import h5py
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, ScalarFormatter
from programs import STAGES

from . import style
from .style import chosen, colour, column, distinct, marker

# Bandwidth and time against the length of a message, with the fitted line, as published for 1999's
# environments.


def regime_text(regime):
    rate = regime["r_inf_bytes_per_second"]
    return f"t₀ {style.seconds_text(regime['t0_seconds'])}" + (
        f", r∞ {style.rate_text(rate)}" if rate else "")


def draw_strategy(rate_axes, time_axes, data, strategy, index):
    results = [r for r in chosen(data["results"], strategy=strategy) if r["bytes"] > 0]
    lengths, seconds, rates = (column(results, key) for key in ("bytes", "median_seconds",
        "rate_bytes_per_second"))
    look = {"color": colour(index), "marker": marker(index), "markersize": 4, "linestyle": "none"}
    rate_axes.plot(lengths, rates / 1e6, **look, label=style.label(strategy))
    time_axes.plot(lengths, seconds, **look)
    regimes = [regime for fit in chosen(data["fits"], strategy=strategy)
        for regime in fit["regimes"]]
    if not regimes or not len(lengths):
        return
    fine = np.geomspace(lengths[0], lengths[-1], 200)
    curve = np.zeros_like(fine)
    for regime in regimes:  # the last that begins before a length
        here = fine >= regime["from_bytes"]
        curve[here] = regime["t0_seconds"] + fine[here] / (regime["r_inf_bytes_per_second"]
            or np.inf)
    payload = rates[-1] * seconds[-1] / lengths[-1]  # messages of the pattern's rate
    look = {"color": colour(index), "linewidth": 0.9, "linestyle": "--"}
    rate_axes.plot(fine, payload * fine / curve / 1e6, **look,
        label="  " + "; ".join(map(regime_text, regimes)))
    time_axes.plot(fine, curve, **look)


@style.figure("bench",
    "bandwidth and time against the length of a message, with fitted t0 and r_inf")
def bandwidth_figures(data):
    if "strategies" not in data:
        return
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
    figure.suptitle(f"{data['benchmark']} · {style.environment(data)}", fontsize=10)
    yield data["benchmark"], figure


@style.figure("bench", "rate of each kernel against the size of its operands (bench compute)")
def kernel_figures(data):
    if "strategies" in data:
        return
    # A family that is summarised has one size for each of its loops.
    summarised = {statistics["family"] for statistics in data.get("statistics", [])}
    results = [result for result in data["results"] if result.get("family") not in summarised]
    if not results:
        return
    units = distinct(results, "unit")
    figure, grid = plt.subplots(1, len(units), figsize=(5.2 * len(units), 4.2), squeeze=False)
    for axes, unit in zip(grid.flat, units):
        for index, kernel in enumerate(distinct(chosen(results, unit=unit), "kernel")):
            for rank in sorted(set(distinct(results, "rank"))):
                here = chosen(results, kernel=kernel, rank=rank)
                axes.plot(column(here, "bytes"), column(here, "rate_per_second") / 1e9,
                    color=colour(index), marker=marker(rank), linewidth=0.9, markersize=4,
                    label=f"{kernel}, rank {rank}")
        style.bytes_axis(axes, "size of an operand")
        axes.set_ylim(bottom=0)
        axes.set_ylabel(f"rate, G{unit}/s")
        axes.legend(fontsize=7)
    figure.suptitle(f"all ranks at once · {style.environment(data)}", fontsize=10)
    yield data["benchmark"], figure


@style.figure("solve", "time of each stage, arithmetic and communication")
def stage_bar_figures(data):
    stages = sorted(data["stages"], key=lambda stage: (*STAGES, stage["name"]).index(stage["name"]))
    total = column(stages, "seconds")
    communication = np.minimum(column(stages, "communication_seconds"), total)
    figure, axes = plt.subplots(figsize=(6.4, 1.4 + 0.42 * len(stages)))
    places = np.arange(len(stages))
    axes.barh(places, total - communication, color=colour(0), label="arithmetic and the rest")
    axes.barh(places, communication, left=total - communication, color=colour(5), hatch="//",
        edgecolor="white", label="communication, waiting included")
    for place, stage in zip(places, stages):
        style.beside(axes, f"{style.seconds_text(stage['seconds'])}, {stage['messages']} messages, "
            f"{stage['bytes'] / 1e6:.3g} MB", (stage["seconds"], place))
    style.names_axis(axes, [stage["name"] for stage in stages])
    axes.set_xlim(right=1.45 * total.max())
    axes.set_xlabel("seconds of the slowest rank")
    axes.legend(fontsize=8, loc="lower right")
    figure.suptitle(f"{data['total_seconds']:.3g} s in all\n{style.environment(data)}", fontsize=9)
    yield "stages", figure


FLOOR = -40.0  # dB
MOST = 6  # frequencies that can still be told apart


@style.figure("results", "polar plot of the far-field directivity")
def directivity_figures(path):
    with h5py.File(path) as file:
        if "field/angle" not in file or not len(file["field/angle"]):
            return
        hz = file["frequency"][()]
        elevation = file["field/elevation"][()]
        cut = elevation == elevation[0]
        angle = np.radians(file["field/angle"][cut])
        pressure = abs(file["field/directivity_real"][()] + 1j * file["field/directivity_imag"][()])
        names = load_cases(file)
    pressure = pressure[..., cut].reshape(len(hz) * len(names), -1)
    labels = [f"{one:g} Hz{name}" for one in hz for name in names]
    numbers = np.unique(np.linspace(0, len(labels) - 1, min(MOST, len(labels))).round().astype(int))
    figure, axes = plt.subplots(figsize=(6, 5.6), subplot_kw={"projection": "polar"})
    steps = np.diff(angle)
    closed = len(angle) > 2 and np.allclose(angle[0] + 2 * np.pi - angle[-1], steps)
    for index, number in enumerate(numbers):
        most = pressure[number].max()
        level = 20 * np.log10(np.maximum(pressure[number] / most, 10 ** (FLOOR / 20)))
        around = (np.append(angle, angle[0] + 2 * np.pi), np.append(level, level[0]))
        axes.plot(*(around if closed else (angle, level)), color=colour(index),
            linestyle=["-", "--", "-.", ":"][index % 4],
            label=f"{labels[number]}: {most:.3g} Pa m")
    axes.set_theta_zero_location("N")
    axes.set_theta_direction(-1)
    axes.set_rlim(FLOOR, 0)
    axes.set_rgrids([-30, -20, -10, 0], ["-30", "-20", "-10", "0 dB"], angle=22.5, fontsize=8)
    axes.legend(fontsize=8, loc="upper center", bbox_to_anchor=(0.5, -0.06), ncols=2,
        title="largest |p| r", title_fontsize=8)
    axes.set_title("directivity, dB below its largest", fontsize=10)
    yield "directivity", figure


def load_cases(file):
    """The names of the load cases as the end of a label; one empty name without load cases."""
    if "load_case" not in file:
        return [""]
    return [", " + name.decode() for name in file["load_case/name"]]


@style.figure("results", "target strength over the angle of incidence, and over the frequency")
def echo_figures(path):
    with h5py.File(path) as file:
        if "load_case" not in file:
            return
        hz = file["frequency"][()]
        echo = file["figures/target_strength_db"][()]
        angle, elevation = file["load_case/angle"][()], file["load_case/elevation"][()]
    for height in np.unique(elevation[np.isfinite(elevation)]):
        cut = (elevation == height) & np.isfinite(echo).any(axis=0)
        order = np.argsort(angle[cut])
        degrees, levels = angle[cut][order], echo[:, cut][:, order]
        if len(degrees) < 2:
            continue
        figure, axes = plt.subplots(figsize=(7, 4))
        if len(hz) > MOST:
            image = axes.pcolormesh(degrees, hz, levels, cmap=style.HEAT, shading="nearest")
            figure.colorbar(image, label="target strength, dB re 1 m")
            axes.set_ylabel("Hz")
        else:
            for index, of_one in enumerate(levels):
                axes.plot(degrees, of_one, color=colour(index), label=f"{hz[index]:g} Hz")
            axes.set_ylabel("target strength, dB re 1 m")
            axes.legend(fontsize=8)
        axes.set_xlabel("angle of incidence, degrees")
        if height != 0:
            axes.set_title(f"elevation {height:g} degrees", fontsize=10)
        yield f"echo-{height:g}" if height != 0 else "echo", figure


@style.figure("paper",
    "Tables 3 to 5 of the 1999 paper: seconds over ranks, published and reproduced")
def paper_figures(data):
    for table in sorted(set(distinct(data["cells"], "table"))):
        cells = chosen(data["cells"], table=table)
        networks = distinct(cells, "network")
        figure, panels, below = style.row(STAGES, 3.4, 0.15)
        for axes, stage in zip(panels, STAGES):
            for index, network in enumerate(networks):
                here = sorted(chosen(cells, stage=stage, network=network),
                    key=lambda cell: cell["ranks"])
                for kind, look in (("published", {"linestyle": "none", "marker": marker(index)}),
                        ("reproduced", {})):
                    axes.plot(column(here, "ranks"), column(here, kind), color=colour(index),
                        label=f"{network}, {kind}", **look)
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
            + ", the volumes of messages too" * (table == 3), fontsize=9)
        yield f"table-{table}", figure


METHODS = {"fast": "today's methods", "1999": "the methods of 1999"}
LIMITS = {"arithmetic": "o", "latency": "^", "bandwidth": "s", "memory": "D"}


@style.figure("scaling", "time of each stage over the ranks, and what holds it back, by network")
def scaling_figures(data):
    networks, stages = distinct(data["rows"], "network"), distinct(data["rows"], "stage")
    legend, columns = (0.15, 4) if len(stages) > 2 else (0.3, 2)
    figure, panels, below = style.row(stages, 3.6, legend)
    for axes, stage in zip(panels, stages):
        for index, network in enumerate(networks):
            rows = chosen(data["rows"], network=network, stage=stage)
            axes.plot(column(rows, "ranks"), column(rows, "seconds"), color=colour(index),
                label=network)
            for limit, shape in LIMITS.items():
                here = chosen(rows, limit=limit)
                axes.plot(column(here, "ranks"), column(here, "seconds"), linestyle="none",
                    marker=shape, color=colour(index))
        # at the speed of the fewest ranks, all of it shared out
        ideal = column(rows, "seconds") * column(rows, "efficiency") if data.get("weak") else (
            rows[0]["seconds"] * rows[0]["ranks"] / column(rows, "ranks"))
        axes.plot(column(rows, "ranks"), ideal, color="grey", linestyle=":", label="ideal")
        axes.set(title=f"{stage}, {', '.join(distinct(rows, 'method'))}", xlabel="ranks",
            xscale="log", yscale="log")
        axes.set_xticks(*2 * [[row["ranks"] for row in rows]])
        axes.set_xticks([], minor=True)
    panels[0].set_ylabel("seconds, best strategy")
    for limit, shape in LIMITS.items():
        if chosen(data["rows"], limit=limit):
            panels[0].plot([], [], linestyle="none", marker=shape, color="grey",
                label="held back by " + limit)
    below.legend(*panels[0].get_legend_handles_labels(), loc="center", ncol=columns, fontsize=8)
    made = "measured here" + ", and simulated" * (len(networks) > 1) if data.get(
        "measured") else "simulated"
    growing = ", the mesh grows with the ranks" * bool(data.get("weak"))
    figure.suptitle(f"{data['case']}, {METHODS[data['methods']]}, {made}{growing}", fontsize=9)
    yield "weak" if data.get("weak") else "stages", figure


# The four stages under the ceilings of the machine (Williams, Waterman and Patterson, Roofline,
# CACM 52(4), 2009). Bytes are those of the matrices that a stage has to read or write once at
# least: what really moves is more, so that a point stands too far right rather than too far left.


@style.figure("peers",
    "flop/s of our stages against flop for each byte that they must move (bench/peers/run)")
def roofline_figures(data):
    tables = [table for table in data.get("tables", []) if table["roofline"]]
    if not tables:
        return
    figure, grid = plt.subplots(1, len(tables), figsize=(3.4 * len(tables) + 0.6, 3.4),
        squeeze=False, sharey=True)
    for axes, table in zip(grid.flat, tables):
        ranks, stages = table["ranks"], table["roofline"]
        flops, bandwidth = (ranks * table[f"{key}_per_second"] for key in ("zgemm_flops",
            "copy_bytes"))
        intensity = column(stages, "flops") / column(stages, "least_bytes")
        ends = *intensity, flops / bandwidth
        x = np.geomspace(min(ends) / 3, max(ends) * 3, 200)
        axes.loglog(x, np.minimum(flops, bandwidth * x) / 1e9, color="black", linewidth=1)
        axes.text(x[-1], flops / 1e9, f"zgemm, {flops / 1e9:.0f} Gflop/s", ha="right", va="bottom",
            fontsize=7)
        axes.text(x[0], bandwidth * x[0] / 1e9, f"copy of memory, {style.rate_text(bandwidth)}",
            ha="left", va="top", fontsize=7)
        for index, (at, stage) in enumerate(zip(intensity, stages)):
            axes.loglog(at, stage["flops_per_second"] / 1e9, color=colour(index),
                marker=marker(index), linestyle="none", label=stage["stage"])
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_major_formatter(ScalarFormatter())
        axes.yaxis.set_minor_formatter(NullFormatter())
        axes.set(title=f"{table['panels']} panels, {style.ranks_text(ranks)}",
            xlabel="flop for each byte that must move")
    grid.flat[0].set_ylabel("Gflop/s, all ranks together")
    grid.flat[0].legend(fontsize=7, loc="lower right")
    figure.suptitle(f"{tables[0]['case']}: the stages under the ceilings of the machine",
        fontsize=9)
    yield "roofline", figure
