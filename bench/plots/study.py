"""Figures of a study: time against the size of the pieces, strategies by stage, sensitivity to the
network, networks."""
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LogNorm
from matplotlib.ticker import EngFormatter

from . import style
from .reading import by_network, environment, label, piece_bytes

# Time of a stage against the size of the pieces, with the curve of the cost model.


def series_of(data, stage):
    """Results of a stage by (route, pace), each by growing piece; only where there are two sizes or
    more."""
    series = {}
    for result in data["results"]:
        strategy = result["strategy"]
        if result["stage"] == stage and result["repeats"] and not strategy["cut"].startswith(
                "grow"):
            series.setdefault((strategy["route"], strategy["pace"]), []).append(result)
    for results in series.values():
        results.sort(key=size)
    return {names: results for names, results in series.items() if len(results) > 1}


def size(result):
    """Bytes of a piece; for uncut messages the mean length, larger than any piece."""
    return piece_bytes(result["strategy"]["cut"]) or np.inf


def model(results):
    """T = T0 + N t0 over the counted messages N, of least relative deviation: (T0, t0).

    None for too few sizes, and where more messages take less time: a pipeline, which this does not
    describe.
    """
    seconds = np.array([result["median_seconds"] for result in results])
    messages = np.array([result["messages"] for result in results], float)
    if len(results) < 3 or np.ptp(messages) == 0:
        return None
    rows = np.column_stack([np.ones_like(messages), messages]) / seconds[:, None]
    base, start_up = np.linalg.lstsq(rows, np.ones_like(seconds), rcond=None)[0]
    return (base, start_up) if start_up > 0 else None


def rate(results, base):
    """Asymptotic rate, bytes/s: all bytes over what is left of T0 without arithmetic."""
    arithmetic = min(result["median_seconds"] - result["communication_median_seconds"]
        for result in results)
    return results[-1]["bytes"] / (base - arithmetic) if base > arithmetic > 0 else np.inf


def model_text(results, base, start_up):
    text = f", t₀ {style.seconds_text(start_up)} a message"
    speed = rate(results, base)
    return text + (f", r∞ {style.rate_text(speed)}" if np.isfinite(speed) else "")


def draw_series(axes, names, results, index, whole_at):
    """Returns whether there is a curve of the model."""
    at = np.array([min(size(result), whole_at) for result in results])
    seconds = np.array([result["median_seconds"] for result in results])
    low = seconds - [result["lower_quartile_seconds"] for result in results]
    high = [result["upper_quartile_seconds"] for result in results] - seconds
    look = {"color": style.colour(index), "marker": style.marker(index), "markersize": 5,
        "capsize": 2}
    fitted = model(results)
    if fitted is None:
        axes.errorbar(at, seconds, [low, high], **look, linewidth=0.8, label=names[1])
        return False
    base, start_up = fitted
    fine = np.geomspace(at[0], at[-1], 200)
    messages = np.exp(np.interp(np.log(fine), np.log(at),
        np.log([result["messages"] for result in results])))
    axes.plot(fine, base + start_up * messages, color=style.colour(index), linewidth=1,
        linestyle="--")
    axes.errorbar(at, seconds, [low, high], **look, linestyle="none", label=names[1]
        + model_text(results, base, start_up))
    return True


def mark_best(axes, results, whole_at):
    best = min(results, key=lambda result: result["median_seconds"])
    at = min(size(best), whole_at)
    axes.plot(at, best["median_seconds"], marker="o", markersize=13, fillstyle="none",
        color="black", linestyle="none")
    return (f"fastest (circled): {label(best['strategy'])}, "
        f"{style.seconds_text(best['median_seconds'])}")


def finish_pieces(axes, route, sizes, whole_at):
    axes.set_xscale("log", base=2)
    axes.set_xticks(sorted(sizes), [style.bytes_text(x) if x < whole_at else "whole"
        for x in sorted(sizes)], rotation=45)
    axes.minorticks_off()
    axes.set_xlabel("size of a piece")
    axes.set_title(f"route {route}", fontsize=9)
    axes.yaxis.set_major_formatter(style.seconds_text)


def stage_figure(data, stage, series):
    routes = list(dict.fromkeys(route for route, _ in series))
    paces = list(dict.fromkeys(pace for _, pace in series))
    finite = [size(result) for results in series.values() for result in results
        if np.isfinite(size(result))]
    whole_at = 4 * max(finite, default=1024)
    figure, grid = style.grid(len(routes), 3, lambda rows, columns: (max(6.4, 4.2 * columns),
        4.8 * rows))
    curves = False
    for axes, route in zip(grid.flat, routes):
        here = {names: results for names, results in series.items() if names[0] == route}
        for names, results in here.items():
            curves |= draw_series(axes, names, results, paces.index(names[1]), whole_at)
        finish_pieces(axes, route, {min(size(r), whole_at) for results in here.values()
            for r in results}, whole_at)
        axes.legend(fontsize=7, loc="upper center", bbox_to_anchor=(0.5, -0.24))
        if route == fastest_route(series):
            best = mark_best(axes, [r for results in here.values() for r in results], whole_at)
    grid[0, 0].set_ylim(bottom=0)
    for axes in grid[:, 0]:
        axes.set_ylabel("time of the stage, median and quartiles")
    legend = "\ndashed: the model T₀ + N t₀ over N messages" if curves else ""
    figure.suptitle(f"{stage}: {best}\n{environment(data)}{legend}", fontsize=9)
    return figure


def fastest_route(series):
    return min((result["median_seconds"], names[0]) for names, results in series.items()
        for result in results)[1]


@style.figure("study", "time of each stage against the size of the pieces, with the model's curve")
def piece_size_figures(data):
    for name, here in by_network(data):
        for stage in here["stages"]:
            if series := series_of(here, stage):
                yield f"pieces-{stage}{name}", stage_figure(here, stage, series)


# Every strategy in every stage, as a multiple of the best.

MOST_ROWS = 60  # rows that can still be read


def heat_table(data):
    """Labels of the strategies, and seconds by strategy and stage (not a number where nothing was
    measured)."""
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
            axes.text(column, row, text, ha="center", va="center", fontsize=7, fontweight="bold"
                if best else "normal", color="white" if norm(value) > 0.5 else "black")


@style.figure("study", "strategy x stage heat map")
def heat_map_figures(data):
    for name, here in by_network(data):
        labels, seconds = heat_table(here)
        if len(labels) > 1:
            yield f"heat{name}", heat_map(here, labels, seconds)


def heat_map(data, labels, seconds):
    ratio = seconds / np.nanmin(seconds, axis=0)
    order = np.argsort(np.nansum(ratio, axis=1), kind="stable")[:MOST_ROWS]
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
    figure.suptitle(f"best: median time; others: multiple of it\n{environment(data)}{note}",
        fontsize=9)
    return figure


# What a little more latency, overhead or time per byte costs each stage.

PARAMETERS = [("latency", "dT/dL, messages one after the other"),
    ("overhead", "dT/do, overheads one after the other"),
    ("gap", "dT/dG, bytes one after the other")]
MOST_BARS = 24  # bars that can still be read


def tolerance(entry):
    """The added latency that costs 1 %."""
    costing = entry["latency_seconds_costing"]["1%"]
    return "not felt" if costing is None else f"1 % for +{style.seconds_text(costing)}"


def draw_slopes(axes, entries, parameter):
    places = np.arange(len(entries))
    slopes = np.array([entry[parameter]["slope"] for entry in entries])
    errors = np.array([entry[parameter]["standard_error"] for entry in entries])
    axes.barh(places, slopes, xerr=errors,
        color=style.colour([name for name, _ in PARAMETERS].index(parameter)), height=0.7,
        capsize=2, error_kw={"linewidth": 0.8})
    axes.set_xlim(left=min(0, slopes.min()))
    named = parameter == "latency"
    style.names_axis(axes, [label(entry["strategy"]) if named else "" for entry in entries],
        fontsize=7)
    if named:
        for place, end, entry in zip(places, np.maximum(slopes + errors, 0), entries):
            axes.annotate(tolerance(entry), (end, place), xytext=(6, 0), textcoords="offset points",
                          va="center", fontsize=6)
        axes.set_xlim(right=1.4 * max((slopes + errors).max(), 1))
    if parameter == "gap":
        axes.xaxis.set_major_formatter(EngFormatter(unit="B"))


@style.figure("study",
    "bars of the sensitivity to latency, overhead and time per byte (study --sensitivity)")
def sensitivity_figures(data):
    entries = data.get("sensitivities", [])
    for stage in dict.fromkeys(entry["stage"] for entry in entries):
        here = sorted((entry for entry in entries if entry["stage"] == stage),
            key=lambda entry: entry["base_seconds"])
        left_out = len(here) - MOST_BARS
        here = here[:MOST_BARS]
        figure, grid = plt.subplots(1, 3, figsize=(12, 1.7 + 0.3 * len(here)))
        for axes, (parameter, text) in zip(grid, PARAMETERS):
            draw_slopes(axes, here, parameter)
            axes.set_xlabel(text)
        note = f"\n{left_out} slower strategies left out" if left_out > 0 else ""
        figure.suptitle(f"{stage}: sensitivity to the network, with standard errors; the fastest "
            f"strategy first\n" f"{environment(data)}{note}", fontsize=9)
        yield f"sensitivity-{stage}", figure


# What a case costs on each network of a list.


def best_on(data, network, stage):
    """The fastest result; None where nothing was measured."""
    here = [r for r in data["results"] if (r["network"], r["stage"]) == (network, stage)
        and r["repeats"]]
    return min(here, key=lambda result: result["median_seconds"], default=None)


def draw_network_bars(axes, results, titles):
    for place, result in enumerate(results):
        if result is not None:
            axes.barh(place, result["median_seconds"], color=style.colour(place), height=0.7)
            text = style.seconds_text(result["median_seconds"]) + "  " + label(result["strategy"])
            axes.annotate(text, (result["median_seconds"], place), xytext=(4, 0),
                textcoords="offset points", va="center", fontsize=7)
    longest = max((result["median_seconds"] for result in results if result is not None), default=1)
    axes.set_xlim(0, 1.9 * longest)
    axes.xaxis.set_major_formatter(style.seconds_text)
    style.names_axis(axes, titles, fontsize=7)


@style.figure("study",
    "time of each stage on each network, with the strategy that is best there (study --network)")
def network_figures(data):
    networks, stages = data.get("networks", []), data["stages"]
    if len(networks) < 2:
        return
    figure, grid = style.grid(len(stages), 2, lambda rows, columns: (3.6 + 4 * columns, 0.8 + rows
        * (0.9 + 0.28 * len(networks))))
    for axes, stage in zip(grid.flat, stages):
        draw_network_bars(axes, [best_on(data, network["name"], stage) for network in networks],
            [network["title"] for network in networks])
        axes.set_title(stage, fontsize=9)
    figure.suptitle("seconds of each stage on each network, with the strategy that is best there\n"
                    + environment({**data, "network": {}}), fontsize=9)
    yield "networks", figure
