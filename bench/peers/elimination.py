"""Stage 4 alone: the program dense_elimination, and how many times longer each library took than
our method."""
import statistics

from programs import built, report_of
from stages import compared, spread


def measure(given, size, ranks):
    """The report of one launch, with a row for each library: of ScaLAPACK's finalists the one with
    the smaller median."""
    build = given.program.parent
    report = report_of(build / "mpirun", "-n", ranks, built(build / "bench" / "dense_elimination"),
        size, "--rounds", given.pairs)
    report["rows"] = rows_of(report)
    return report


def rows_of(report):
    ours, *others = report["ways"]
    ceiling = report["ranks"] * statistics.median(report["zgemm_flops_per_second"])
    rows = []
    for name in dict.fromkeys(way["way"] for way in others):
        peer = min((way for way in others if way["way"] == name),
            key=lambda way: statistics.median(way["seconds"]))
        row = {"peer": {key: peer[key] for key in ("way", "grid", "block") if key in peer},
            **compared(ours["seconds"], peer["seconds"])}
        for side in ("ours", "peer"):
            row[f"{side}_of_zgemm"] = report["flops"] / row[f"{side}_seconds"] / ceiling
        rows.append(row)
    return rows


def print_report(report):
    print(f"stage 4 alone, {report['size']} random equations, {report['ranks']} "
        f"rank{'s' if report['ranks'] > 1 else ''}, "
        f"{len(report['zgemm_flops_per_second'])} rounds, {report['blas']}")
    print(f"  {'ours s':>8} {'peer s':>8} {'peer / ours':>12} {'interval':>14} "
        f"{'ours of zgemm':>14} {'peer':>7}  peer")
    for row in report["rows"]:
        peer = row["peer"]
        layout = (f", {peer['grid'][0]} x {peer['grid'][1]} processes, blocks of {peer['block']}"
            if "grid" in peer else "")
        print(f"  {row['ours_seconds']:>8.3f} {row['peer_seconds']:>8.3f} {row['ratio']:>12.2f} "
            f"{spread(row):>14} " f"{100 * row['ours_of_zgemm']:>12.0f} % "
            f"{100 * row['peer_of_zgemm']:>5.0f} %  {peer['way']}{layout}", flush=True)
