"""Where the time of a solution went."""
import matplotlib.pyplot as plt
import numpy as np

from . import style
from .reading import environment

KIND = "solve"
HELP = "time of each stage, arithmetic and communication"


ORDER = ["merge", "form", "reduce", "eliminate"]


def figures(data):
    stages = sorted(data["stages"], key=lambda stage: (ORDER + [stage["name"]]).index(stage["name"]))
    names = [stage["name"] for stage in stages]
    total = np.array([stage["seconds"] for stage in stages])
    communication = np.minimum([stage["communication_seconds"] for stage in stages], total)
    figure, axes = plt.subplots(figsize=(6.4, 1.4 + 0.42 * len(stages)))
    places = np.arange(len(stages))
    axes.barh(places, total - communication, color=style.colour(0), label="arithmetic and the rest")
    axes.barh(places, communication, left=total - communication, color=style.colour(5), hatch="//", edgecolor="white",
              label="communication, waiting included")
    for place, stage in zip(places, stages):
        axes.annotate(f"{style.seconds_text(stage['seconds'])}, {stage['messages']} messages, {stage['bytes'] / 1e6:.3g} MB",
                      (stage["seconds"], place), xytext=(4, 0), textcoords="offset points", va="center", fontsize=7)
    axes.set_yticks(places, names)
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    axes.set_xlim(right=1.45 * total.max())
    axes.set_xlabel("seconds of the slowest rank")
    axes.legend(fontsize=8, loc="lower right")
    figure.suptitle(f"{data['total_seconds']:.3g} s in all\n{environment(data)}", fontsize=9)
    yield "stages", figure
