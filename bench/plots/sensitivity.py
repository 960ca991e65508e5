"""What a little more latency, overhead or time per byte costs each stage."""
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import EngFormatter

from . import style
from .reading import environment, label

KIND = "study"
HELP = "bars of the sensitivity to latency, overhead and time per byte (study --sensitivity)"

PARAMETERS = [("latency", "dT/dL, messages one after the other"), ("overhead", "dT/do, overheads one after the other"),
              ("gap", "dT/dG, bytes one after the other")]
MOST = 24  # bars that can still be read


def tolerance(entry):
    """The added latency that costs 1 %."""
    costing = entry["latency_seconds_costing"]["1%"]
    return "not felt" if costing is None else f"1 % for +{style.seconds_text(costing)}"


def draw(axes, entries, parameter):
    places = np.arange(len(entries))
    slopes = np.array([entry[parameter]["slope"] for entry in entries])
    errors = np.array([entry[parameter]["standard_error"] for entry in entries])
    axes.barh(places, slopes, xerr=errors, color=style.colour([name for name, _ in PARAMETERS].index(parameter)),
              height=0.7, capsize=2, error_kw={"linewidth": 0.8})
    axes.set_xlim(left=min(0, slopes.min()))
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    if parameter == "latency":
        axes.set_yticks(places, [label(entry["strategy"]) for entry in entries], fontsize=7)
        for place, end, entry in zip(places, np.maximum(slopes + errors, 0), entries):
            axes.annotate(tolerance(entry), (end, place), xytext=(6, 0), textcoords="offset points",
                          va="center", fontsize=6)
        axes.set_xlim(right=1.4 * max((slopes + errors).max(), 1))
    else:
        axes.set_yticks(places, [])
    if parameter == "gap":
        axes.xaxis.set_major_formatter(EngFormatter(unit="B"))


def figures(data):
    entries = data.get("sensitivities", [])
    for stage in dict.fromkeys(entry["stage"] for entry in entries):
        here = sorted((entry for entry in entries if entry["stage"] == stage), key=lambda entry: entry["base_seconds"])
        left_out = len(here) - MOST
        here = here[:MOST]
        figure, grid = plt.subplots(1, 3, figsize=(12, 1.7 + 0.3 * len(here)))
        for axes, (parameter, text) in zip(grid, PARAMETERS):
            draw(axes, here, parameter)
            axes.set_xlabel(text)
        note = f"\n{left_out} slower strategies left out" if left_out > 0 else ""
        figure.suptitle(f"{stage}: sensitivity to the network, with standard errors; the fastest strategy first\n"
                        f"{environment(data)}{note}", fontsize=9)
        yield f"sensitivity-{stage}", figure
