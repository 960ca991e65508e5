"""Stage times of the 1999 paper: published as points, reproduced as lines."""
from matplotlib.ticker import NullFormatter, ScalarFormatter

from . import style

KIND = "paper"
HELP = "Tables 3 to 5 of the 1999 paper: seconds over ranks, published and reproduced"
STAGES = ("merge", "form", "reduce", "eliminate")


def figures(data):
    for table in sorted({cell["table"] for cell in data["cells"]}):
        cells = [cell for cell in data["cells"] if cell["table"] == table]
        networks = list(dict.fromkeys(cell["network"] for cell in cells))
        figure, panels, below = style.row(STAGES, 3.4, 0.15)
        for axes, stage in zip(panels, STAGES):
            for index, network in enumerate(networks):
                chosen = sorted((cell for cell in cells if (cell["stage"], cell["network"]) == (stage, network)), key=lambda cell: cell["ranks"])
                ranks = [cell["ranks"] for cell in chosen]
                axes.plot(ranks, [cell["published"] for cell in chosen], linestyle="none", marker=style.marker(index),
                          color=style.colour(index), label=network + ", published")
                axes.plot(ranks, [cell["reproduced"] for cell in chosen], color=style.colour(index), label=network + ", reproduced")
            axes.set(title=stage, xlabel="processors", xscale="log", yscale="log", xticks=[1, 2, 3, 4])
            for axis in (axes.xaxis, axes.yaxis):
                axis.set_major_formatter(ScalarFormatter())
            axes.xaxis.set_minor_formatter(NullFormatter())
            axes.yaxis.set_minor_formatter(ScalarFormatter())
            axes.tick_params(axis="y", which="minor", labelsize=6)
        panels[0].set_ylabel("seconds")
        below.legend(*panels[0].get_legend_handles_labels(), loc="center", ncol=len(networks), fontsize=8)
        figure.suptitle(f"Table {table} of the 1999 paper; one processor is fitted" + (", the volumes of messages too" if table == 3 else ""), fontsize=9)
        yield f"table-{table}", figure
