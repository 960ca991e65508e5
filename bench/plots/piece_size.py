"""Time of a stage against the size of the pieces, with the curve of the cost model."""
import matplotlib.pyplot as plt
import numpy as np

from . import style
from .reading import by_network, environment, label, piece_bytes

KIND = "study"
HELP = "time of each stage against the size of the pieces, with the model's curve"


def series_of(data, stage):
    """Results of a stage by (route, pace), each by growing piece; only where there are two sizes or more."""
    series = {}
    for result in data["results"]:
        strategy = result["strategy"]
        if result["stage"] == stage and result["repeats"] and not strategy["cut"].startswith("grow"):
            series.setdefault((strategy["route"], strategy["pace"]), []).append(result)
    for results in series.values():
        results.sort(key=size)
    return {names: results for names, results in series.items() if len(results) > 1}


def size(result):
    """Bytes of a piece; for uncut messages the mean length, larger than any piece."""
    return piece_bytes(result["strategy"]["cut"]) or np.inf


def model(results):
    """T = T0 + N t0 over the counted messages N, of least relative deviation: (T0, t0).

    None for too few sizes, and where more messages take less time: a pipeline, which this does not describe.
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
    arithmetic = min(result["median_seconds"] - result["communication_median_seconds"] for result in results)
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
    look = {"color": style.colour(index), "marker": style.marker(index), "markersize": 5, "capsize": 2}
    fitted = model(results)
    if fitted is None:
        axes.errorbar(at, seconds, [low, high], **look, linewidth=0.8, label=names[1])
        return False
    base, start_up = fitted
    fine = np.geomspace(at[0], at[-1], 200)
    messages = np.exp(np.interp(np.log(fine), np.log(at), np.log([result["messages"] for result in results])))
    axes.plot(fine, base + start_up * messages, color=style.colour(index), linewidth=1, linestyle="--")
    axes.errorbar(at, seconds, [low, high], **look, linestyle="none", label=names[1] + model_text(results, base, start_up))
    return True


def mark_best(axes, results, whole_at):
    best = min(results, key=lambda result: result["median_seconds"])
    at = min(size(best), whole_at)
    axes.plot(at, best["median_seconds"], marker="o", markersize=13, fillstyle="none", color="black", linestyle="none")
    return f"fastest (circled): {label(best['strategy'])}, {style.seconds_text(best['median_seconds'])}"


def finish(axes, route, sizes, whole_at):
    axes.set_xscale("log", base=2)
    axes.set_xticks(sorted(sizes), [style.bytes_text(x) if x < whole_at else "whole" for x in sorted(sizes)], rotation=45)
    axes.minorticks_off()
    axes.set_xlabel("size of a piece")
    axes.set_title(f"route {route}", fontsize=9)
    axes.yaxis.set_major_formatter(style.seconds_text)


def stage_figure(data, stage, series):
    routes = list(dict.fromkeys(route for route, _ in series))
    paces = list(dict.fromkeys(pace for _, pace in series))
    finite = [size(result) for results in series.values() for result in results if np.isfinite(size(result))]
    whole_at = 4 * max(finite, default=1024)
    columns = min(3, len(routes))
    rows = -(-len(routes) // columns)
    figure, grid = plt.subplots(rows, columns, figsize=(max(6.4, 4.2 * columns), 4.8 * rows), sharey=True, squeeze=False)
    curves = False
    for axes, route in zip(grid.flat, routes):
        here = {names: results for names, results in series.items() if names[0] == route}
        for names, results in here.items():
            curves |= draw_series(axes, names, results, paces.index(names[1]), whole_at)
        finish(axes, route, {min(size(r), whole_at) for results in here.values() for r in results}, whole_at)
        axes.legend(fontsize=7, loc="upper center", bbox_to_anchor=(0.5, -0.24))
        if route == fastest_route(series):
            best = mark_best(axes, [r for results in here.values() for r in results], whole_at)
    for axes in grid.flat[len(routes):]:
        axes.set_visible(False)
    grid[0, 0].set_ylim(bottom=0)
    for axes in grid[:, 0]:
        axes.set_ylabel("time of the stage, median and quartiles")
    legend = "\ndashed: the model T₀ + N t₀ over N messages" if curves else ""
    figure.suptitle(f"{stage}: {best}\n{environment(data)}{legend}", fontsize=9)
    return figure


def fastest_route(series):
    return min((result["median_seconds"], names[0]) for names, results in series.items() for result in results)[1]


def figures(data):
    for name, here in by_network(data):
        for stage in here["stages"]:
            if series := series_of(here, stage):
                yield f"pieces-{stage}{name}", stage_figure(here, stage, series)
