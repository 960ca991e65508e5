"""Stage 4 alone: the program dense_elimination, and how many times longer each library took than
our method."""
import statistics

from programs import Table, built, count, launcher_beside, report_of
from stages import compared, spread


def measure(given, size, ranks):
    """Prints and returns the report of one launch, with a row for each library."""
    program = built(given.program.parent / "bench" / "dense_elimination")
    report = report_of(launcher_beside(given.program), "-n", ranks, program, size, "--rounds",
        given.pairs)
    report["rows"] = rows_of(report)
    print_report(report)
    return report


def rows_of(report):
    """Of ScaLAPACK's finalists the one with the smaller median."""
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
    print(f"stage 4 alone, {report['size']} random equations, {count(report['ranks'], 'rank')}, "
        f"{len(report['zgemm_flops_per_second'])} rounds, {report['blas']}")
    table = Table(("ours s", ">10.3f"), ("peer s", ">8.3f"), ("peer / ours", ">12.2f"),
        ("interval", ">14"), ("ours of zgemm", ">14.0%"), ("peer", ">7.0%"), (" peer", ""))
    for row in report["rows"]:
        peer = row["peer"]
        layout = (f", {peer['grid'][0]} x {peer['grid'][1]} processes, blocks of {peer['block']}"
            if "grid" in peer else "")
        table.row(row["ours_seconds"], row["peer_seconds"], row["ratio"], spread(row),
            row["ours_of_zgemm"], row["peer_of_zgemm"], f" {peer['way']}{layout}")
