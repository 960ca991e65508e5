"""Figures of a study: time against the size of the pieces, strategies by stage, sensitivity to the
network, networks."""
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LogNorm
from matplotlib.ticker import EngFormatter
from programs import bytes_of

from . import style
from .style import chosen, colour, column, distinct, label


def by_network(data):
    """A study of several networks as one of each, with what its figures are called after; of one
    network as it is."""
    networks = data.get("networks", [{}])
    if len(networks) == 1:
        yield "", data
        return
    for entry in networks:
        yield "-" + entry["name"], {**data, "network": {"title": "emulated " + entry["title"]},
            "results": chosen(data["results"], network=entry["name"])}


def median(result):
    return result["median_seconds"]


# Time of a stage against the size of the pieces, with the curve of the cost model.


def series_of(data, stage):
    """Results of a stage by (route, pace), each by growing piece; only where there are two sizes or
    more. Each gets its "piece", bytes; for uncut messages the mean length is larger than any."""
    series = {}
    for result in chosen(data["results"], stage=stage):
        strategy = result["strategy"]
        if result["repeats"] and not strategy["cut"].startswith("grow"):
            series.setdefault((strategy["route"], strategy["pace"]), []).append(
                {**result, "piece": bytes_of(strategy["cut"].split(":")[-1]) or np.inf})
    return {names: sorted(results, key=lambda result: result["piece"])
        for names, results in series.items() if len(results) > 1}


def model(results):
    """T = T0 + N t0 over the counted messages N, of least relative deviation: (T0, t0).

    None for too few sizes, and where more messages take less time: a pipeline, which this does not
    describe.
    """
    seconds, messages = column(results, "median_seconds"), column(results, "messages")
    if len(results) < 3 or np.ptp(messages) == 0:
        return None
    rows = np.column_stack([np.ones_like(messages), messages]) / seconds[:, None]
    base, start_up = np.linalg.lstsq(rows, np.ones_like(seconds), rcond=None)[0]
    return (base, start_up) if start_up > 0 else None


def model_text(results, base, start_up):
    """With the asymptotic rate: all bytes over what is left of T0 without arithmetic."""
    arithmetic = min(column(results, "median_seconds")
        - column(results, "communication_median_seconds"))
    rate = f", r∞ {style.rate_text(results[-1]['bytes'] / (base - arithmetic))}" if (
        base > arithmetic > 0) else ""
    return f", t₀ {style.seconds_text(start_up)} a message{rate}"


def draw_series(axes, name, results, index, whole_at):
    """Returns whether there is a curve of the model."""
    at, seconds = np.minimum(column(results, "piece"), whole_at), column(results, "median_seconds")
    spread = [seconds - column(results, "lower_quartile_seconds"),
        column(results, "upper_quartile_seconds") - seconds]
    look = {"color": colour(index), "marker": style.marker(index), "markersize": 5, "capsize": 2}
    fitted = model(results)
    if fitted is None:
        axes.errorbar(at, seconds, spread, **look, linewidth=0.8, label=name)
        return False
    base, start_up = fitted
    fine = np.geomspace(at[0], at[-1], 200)
    messages = np.exp(np.interp(np.log(fine), np.log(at), np.log(column(results, "messages"))))
    axes.plot(fine, base + start_up * messages, color=colour(index), linewidth=1, linestyle="--")
    axes.errorbar(at, seconds, spread, **look, linestyle="none",
        label=name + model_text(results, base, start_up))
    return True


def stage_figure(data, stage, series):
    routes, paces = (list(dict.fromkeys(names[axis] for names in series)) for axis in (0, 1))
    every = [result for results in series.values() for result in results]
    whole_at = 4 * max((result["piece"] for result in every if np.isfinite(result["piece"])),
        default=1024)
    figure, grid = style.grid(len(routes), 3, lambda rows, columns: (max(6.4, 4.2 * columns),
        4.8 * rows))
    best, curves = min(every, key=median), False
    for axes, route in zip(grid.flat, routes):
        here = {names: results for names, results in series.items() if names[0] == route}
        for (_, pace), results in here.items():
            curves |= draw_series(axes, pace, results, paces.index(pace), whole_at)
        pieces = sorted({min(result["piece"], whole_at) for results in here.values()
            for result in results})
        axes.set_xscale("log", base=2)
        axes.set_xticks(pieces, [style.bytes_text(x) if x < whole_at else "whole" for x in pieces],
            rotation=45)
        axes.minorticks_off()
        axes.set_xlabel("size of a piece")
        axes.set_title(f"route {route}", fontsize=9)
        axes.yaxis.set_major_formatter(style.seconds_text)
        axes.legend(fontsize=7, loc="upper center", bbox_to_anchor=(0.5, -0.24))
        if route == best["strategy"]["route"]:
            axes.plot(min(best["piece"], whole_at), median(best), marker="o", markersize=13,
                fillstyle="none", color="black", linestyle="none")
    grid[0, 0].set_ylim(bottom=0)
    for axes in grid[:, 0]:
        axes.set_ylabel("time of the stage, median and quartiles")
    figure.suptitle(f"{stage}: fastest (circled): {label(best['strategy'])}, "
        f"{style.seconds_text(median(best))}\n{style.environment(data)}"
        + "\ndashed: the model T₀ + N t₀ over N messages" * curves, fontsize=9)
    return figure


@style.figure("study", "time of each stage against the size of the pieces, with the model's curve")
def piece_size_figures(data):
    for name, here in by_network(data):
        for stage in here["stages"]:
            if series := series_of(here, stage):
                yield f"pieces-{stage}{name}", stage_figure(here, stage, series)


MOST_ROWS = 60  # rows that can still be read


@style.figure("study", "strategy x stage heat map")
def heat_map_figures(data):
    for name, here in by_network(data):
        labels, stages = [label(strategy) for strategy in here["strategies"]], here["stages"]
        seconds = np.full((len(labels), len(stages)), np.nan)  # where nothing was measured
        for result in here["results"]:
            if result["repeats"]:
                seconds[labels.index(label(result["strategy"])), stages.index(result["stage"])
                    ] = median(result)
        kept = ~np.isnan(seconds).all(axis=1)
        if kept.sum() > 1:
            yield f"heat{name}", heat_map(here, np.array(labels)[kept], seconds[kept])


def heat_map(data, labels, seconds):
    """Every strategy in every stage, as a multiple of the best."""
    ratio = seconds / np.nanmin(seconds, axis=0)
    order = np.argsort(np.nansum(ratio, axis=1), kind="stable")[:MOST_ROWS]
    left_out = len(labels) - len(order)
    labels, seconds, ratio = labels[order], seconds[order], ratio[order]
    figure, axes = plt.subplots(figsize=(4.2 + 1.1 * len(data["stages"]), 1.6 + 0.22 * len(labels)))
    norm = LogNorm(1, max(4, np.nanmax(ratio)))
    image = axes.imshow(ratio, aspect="auto", cmap=style.HEAT, norm=norm)
    for (row, column), value in np.ndenumerate(ratio):
        if not np.isnan(value):
            text, weight = (style.seconds_text(seconds[row, column]), "bold") if value == 1 else (
                f"{value:.2f}", "normal")
            axes.text(column, row, text, ha="center", va="center", fontsize=7, fontweight=weight,
                color="white" if norm(value) > 0.5 else "black")
    axes.set_xticks(range(len(data["stages"])), data["stages"])
    axes.set_yticks(range(len(labels)), labels, fontsize=7)
    axes.grid(False)
    bar = figure.colorbar(image, label="time over the best of the stage", shrink=0.8)
    bar.ax.yaxis.set_major_formatter(lambda x, _: f"{x:g}")
    bar.ax.yaxis.set_minor_formatter(lambda x, _: f"{x:g}" if round(x) in (1, 2, 3, 5) else "")
    figure.suptitle(f"best: median time; others: multiple of it\n{style.environment(data)}"
        + left_out_text(left_out), fontsize=9)
    return figure


def left_out_text(count):
    return f"\n{count} slower strategies left out" if count > 0 else ""


PARAMETERS = {"latency": "dT/dL, messages one after the other",
    "overhead": "dT/do, overheads one after the other", "gap": "dT/dG, bytes one after the other"}
MOST_BARS = 24  # bars that can still be read


def tolerance(entry):
    """The added latency that costs 1 %."""
    costing = entry["latency_seconds_costing"]["1%"]
    return "not felt" if costing is None else f"1 % for +{style.seconds_text(costing)}"


def draw_slopes(axes, entries, parameter, index):
    places = np.arange(len(entries))
    slopes, errors = (column([entry[parameter] for entry in entries], key) for key in ("slope",
        "standard_error"))
    axes.barh(places, slopes, xerr=errors, color=colour(index), height=0.7, capsize=2,
        error_kw={"linewidth": 0.8})
    axes.set_xlim(left=min(0, slopes.min()))
    named = parameter == "latency"
    style.names_axis(axes, [label(entry["strategy"]) * named for entry in entries], fontsize=7)
    if named:
        for place, end, entry in zip(places, np.maximum(slopes + errors, 0), entries):
            style.beside(axes, tolerance(entry), (end, place), xytext=(6, 0), fontsize=6)
        axes.set_xlim(right=1.4 * max((slopes + errors).max(), 1))
    if parameter == "gap":
        axes.xaxis.set_major_formatter(EngFormatter(unit="B"))
    axes.set_xlabel(PARAMETERS[parameter])


@style.figure("study",
    "bars of the sensitivity to latency, overhead and time per byte (study --sensitivity)")
def sensitivity_figures(data):
    entries = data.get("sensitivities", [])
    for stage in distinct(entries, "stage"):
        every = sorted(chosen(entries, stage=stage), key=lambda entry: entry["base_seconds"])
        here = every[:MOST_BARS]
        figure, grid = plt.subplots(1, 3, figsize=(12, 1.7 + 0.3 * len(here)))
        for index, (axes, parameter) in enumerate(zip(grid, PARAMETERS)):
            draw_slopes(axes, here, parameter, index)
        figure.suptitle(f"{stage}: sensitivity to the network, with standard errors; the fastest "
            f"strategy first\n{style.environment(data)}"
            + left_out_text(len(every) - len(here)), fontsize=9)
        yield f"sensitivity-{stage}", figure


@style.figure("study",
    "time of each stage on each network, with the strategy that is best there (study --network)")
def network_figures(data):
    networks, stages = data.get("networks", []), data["stages"]
    if len(networks) < 2:
        return
    figure, grid = style.grid(len(stages), 2, lambda rows, columns: (3.6 + 4 * columns, 0.8 + rows
        * (0.9 + 0.28 * len(networks))))
    for axes, stage in zip(grid.flat, stages):
        longest = 0
        for place, network in enumerate(networks):
            measured = [result for result in chosen(data["results"], network=network["name"],
                stage=stage) if result["repeats"]]
            if not measured:
                continue
            best = min(measured, key=median)
            longest = max(longest, median(best))
            axes.barh(place, median(best), color=colour(place), height=0.7)
            style.beside(axes, f"{style.seconds_text(median(best))}  {label(best['strategy'])}",
                (median(best), place))
        axes.set_xlim(0, 1.9 * (longest or 1))
        axes.xaxis.set_major_formatter(style.seconds_text)
        style.names_axis(axes, [network["title"] for network in networks], fontsize=7)
        axes.set_title(stage, fontsize=9)
    figure.suptitle("seconds of each stage on each network, with the strategy that is best there\n"
        + style.environment({**data, "network": {}}), fontsize=9)
    yield "networks", figure
