"""Seconds of each stage over the number of ranks, by network."""
from . import style

KIND = "scaling"
HELP = "time of each stage over the ranks, and what holds it back, by network"
METHODS = {"fast": "today's methods", "1999": "the methods of 1999"}
LIMITS = {"arithmetic": "o", "latency": "^", "bandwidth": "s", "memory": "D"}


def ideal(data, first, row):
    """Seconds at the speed of the fewest ranks, all of it shared out."""
    return row["seconds"] * row["efficiency"] if data.get("weak") else first["seconds"] * first["ranks"] / row["ranks"]


def figures(data):
    networks = list(dict.fromkeys(row["network"] for row in data["rows"]))
    stages = list(dict.fromkeys(row["stage"] for row in data["rows"]))
    legend, columns = (0.15, 4) if len(stages) > 2 else (0.3, 2)
    figure, panels, below = style.row(stages, 3.6, legend)
    for axes, stage in zip(panels, stages):
        for index, network in enumerate(networks):
            rows = [row for row in data["rows"] if (row["network"], row["stage"]) == (network, stage)]
            axes.plot([row["ranks"] for row in rows], [row["seconds"] for row in rows], color=style.colour(index), label=network)
            for limit, marker in LIMITS.items():
                chosen = [row for row in rows if row["limit"] == limit]
                axes.plot([row["ranks"] for row in chosen], [row["seconds"] for row in chosen], linestyle="none", marker=marker, color=style.colour(index))
        axes.plot([row["ranks"] for row in rows], [ideal(data, rows[0], row) for row in rows], color="grey", linestyle=":", label="ideal")
        axes.set(title=f"{stage}, {rows[0]['method']}", xlabel="ranks", xscale="log", yscale="log")
        axes.set_xticks([row["ranks"] for row in rows], [row["ranks"] for row in rows])
        axes.set_xticks([], minor=True)
    panels[0].set_ylabel("seconds, best strategy")
    for limit, marker in LIMITS.items():
        if any(row["limit"] == limit for row in data["rows"]):
            panels[0].plot([], [], linestyle="none", marker=marker, color="grey", label="held back by " + limit)
    below.legend(*panels[0].get_legend_handles_labels(), loc="center", ncol=columns, fontsize=8)
    growing = ", the mesh grows with the ranks" if data.get("weak") else ""
    figure.suptitle(f"{data['case']}, {METHODS[data['methods']]}, simulated{growing}", fontsize=9)
    yield "weak" if data.get("weak") else "stages", figure
