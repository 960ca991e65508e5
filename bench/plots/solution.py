"""Figures of a solution: where its time went, and its far field."""
import h5py
import matplotlib.pyplot as plt
import numpy as np
from programs import STAGES

from . import style
from .reading import environment

# Where the time of a solution went.



@style.figure("solve", "time of each stage, arithmetic and communication")
def stage_bar_figures(data):
    stages = sorted(data["stages"], key=lambda stage: (*STAGES, stage["name"]).index(stage["name"]))
    total = np.array([stage["seconds"] for stage in stages])
    communication = np.minimum([stage["communication_seconds"] for stage in stages], total)
    figure, axes = plt.subplots(figsize=(6.4, 1.4 + 0.42 * len(stages)))
    places = np.arange(len(stages))
    axes.barh(places, total - communication, color=style.colour(0), label="arithmetic and the rest")
    axes.barh(places, communication, left=total - communication, color=style.colour(5), hatch="//",
        edgecolor="white", label="communication, waiting included")
    for place, stage in zip(places, stages):
        axes.annotate(f"{style.seconds_text(stage['seconds'])}, {stage['messages']} messages, "
            f"{stage['bytes'] / 1e6:.3g} MB", (stage["seconds"], place), xytext=(4, 0),
            textcoords="offset points", va="center", fontsize=7)
    style.names_axis(axes, [stage["name"] for stage in stages])
    axes.set_xlim(right=1.45 * total.max())
    axes.set_xlabel("seconds of the slowest rank")
    axes.legend(fontsize=8, loc="lower right")
    figure.suptitle(f"{data['total_seconds']:.3g} s in all\n{environment(data)}", fontsize=9)
    yield "stages", figure


# Far-field directivity over a circle.

FLOOR = -40.0  # dB
MOST = 6  # frequencies that can still be told apart


@style.figure("results", "polar plot of the far-field directivity")
def directivity_figures(path):
    with h5py.File(path) as file:
        if "field/angle" not in file or not len(file["field/angle"]):
            return
        hz = file["frequency"][()]
        angle = np.radians(file["field/angle"][()])
        pressure = abs(file["field/directivity_real"][()] + 1j * file["field/directivity_imag"][()])
    chosen = np.unique(np.linspace(0, len(hz) - 1, min(MOST, len(hz))).round().astype(int))
    figure, axes = plt.subplots(figsize=(6, 5.6), subplot_kw={"projection": "polar"})
    for index, number in enumerate(chosen):
        level = 20 * np.log10(np.maximum(pressure[number] / pressure[number].max(),
            10 ** (FLOOR / 20)))
        closed = np.append(angle, angle[0] + 2 * np.pi), np.append(level, level[0])
        axes.plot(*closed, color=style.colour(index), linestyle=["-", "--", "-.", ":"][index % 4],
                  label=f"{hz[number]:g} Hz: {pressure[number].max():.3g} Pa m")
    axes.set_theta_zero_location("N")
    axes.set_theta_direction(-1)
    axes.set_rlim(FLOOR, 0)
    axes.set_rgrids([-30, -20, -10, 0], ["-30", "-20", "-10", "0 dB"], angle=22.5, fontsize=8)
    axes.legend(fontsize=8, loc="lower left", bbox_to_anchor=(-0.12, -0.12), title="largest |p| r",
        title_fontsize=8)
    axes.set_title("directivity, dB below its largest", fontsize=10)
    yield "directivity", figure
