"""The four stages of a case by our methods and by those of libraries in turns: a row for each stage
and one for all."""
import statistics
import tempfile
from pathlib import Path

from programs import STAGES, Table, count, finer, in_turns, launched, stages_of

OURS = "ours"
WAYS = {OURS: [], **{way: ["--merge.method", merge, "--reduce.method", reduce, "--eliminate.method",
    "scalapack"] for way, merge, reduce in (("dense", "mumps", "rows"), ("sparse", "mumps",
    "columns"), ("schur", "schur", "columns"))}}
# the libraries' ways that have a stage 3; "schur" does its work in stage 1
SOLVING = ("dense", "sparse")
CONDENSE = "both"  # merge and reduce
PEERS = {"merge": "MUMPS", "reduce": "MUMPS, then the product", CONDENSE: "MUMPS, then the product",
    "eliminate": "ScaLAPACK", "all": "the better ways together"}


def interval(values):
    """Ranks k and n + 1 - k of n values: with nine of them the median lies between the second and
    the eighth with 96 %."""
    ordered = sorted(values)
    k = max(0, round(len(ordered) / 2 - 0.98 * len(ordered) ** 0.5) - 1)
    return ordered[k], ordered[-1 - k]


def compared(ours, peer):
    """How many times longer the peer took than ours, round by round."""
    ratios = [theirs / mine for mine, theirs in zip(ours, peer, strict=True)]
    return {"ours_seconds": statistics.median(ours), "peer_seconds": statistics.median(peer),
        "ratio": statistics.median(ratios), "interval": interval(ratios)}


def spread(row):
    low, high = row["interval"]
    return f"{low:.2f} .. {high:.2f}"


def solve(given, case, ranks, way, folder):
    """The report of one run."""
    result = launched(given.program, ranks, "solve", case, "--out", folder / "out", *WAYS[way])
    if result["frequencies"][0]["outcome"] != "solved":
        raise RuntimeError(f"{way}: not solved but {result['frequencies'][0]['outcome']}")
    for file in (folder / "out").iterdir():
        file.unlink()
    return result


def compare(rounds):
    """A row for each stage, one for the first and third together and one for all, from the seconds
    of every way in every round."""
    for r in rounds:
        for way in WAYS:
            r[way].update({CONDENSE: r[way]["merge"] + r[way]["reduce"],
                "all": sum(r[way][stage] for stage in STAGES)})
    best = {what: min(ways, key=lambda way: statistics.median(r[way][what] for r in rounds))
        for what, ways in (("reduce", SOLVING), (CONDENSE, list(WAYS)[1:]))}
    for r in rounds:
        library = r["library"] = {**r[best["reduce"]], CONDENSE: r[best[CONDENSE]][CONDENSE]}
        library["all"] = library[CONDENSE] + r[OURS]["form"] + library["eliminate"]
    return [{"stage": stage, "peer": peer + (f" ({best[stage]})" if stage in best else ""),
        **compared([r[OURS][stage] for r in rounds], [r["library"][stage] for r in rounds])}
        for stage, peer in PEERS.items()]


def copy_rate(given, ranks):
    """Bytes a second that each rank reads and writes when all copy memory at once, in blocks of 64
    MiB, which no cache holds."""
    report = launched(given.program, ranks, "bench", "compute", "--kernel", "copy", "--sizes",
        "64MiB", "--repeats", "5")
    return statistics.median(one["rate_per_second"] for one in report["results"])


def add_rates(rows, report, copying):
    """To each row of a stage what our method does beside zgemm on all ranks, and what all ranks
    together sent, while the slowest communicated, beside copying memory on one."""
    ceiling, ours = report["zgemm_flops_per_second"] * report["ranks"], stages_of(report)
    for row in rows:
        if stage := ours.get(row["stage"]):
            rate = row["flops_per_second"] = stage["flops"] / stage["seconds"]
            row["of_zgemm"] = rate / ceiling
            if stage["bytes"] > 0 and stage["communication_seconds"] > 0:
                rate = row["bytes_per_second"] = stage["bytes"] / stage["communication_seconds"]
                row["of_copy"] = rate / copying


def least_bytes(case):
    """By stage, of the matrices that it has to read or write once at least, all ranks together: the
    factor of the structure; H and B; these, and A in the place of H; A, which it factors."""
    matrix, factor = 16 * case["acoustic_dofs"]**2, 16 * case["factor_entries"]
    return {"merge": factor, "form": 2 * matrix, "reduce": factor + 3 * matrix, "eliminate": 2
        * matrix}


def roofline(report, rounds):
    """Flop of our stages, the bytes that these must move at least, and flop a second, of all ranks
    together."""
    flops = {stage["name"]: stage["flops"] for stage in report["stages"]}
    return [{"stage": stage, "flops": flops[stage], "least_bytes": moved,
        "flops_per_second": flops[stage] / statistics.median(r[OURS][stage] for r in rounds)}
        for stage, moved in least_bytes(report["case"]).items() if flops.get(stage, 0) > 0]


def measure(given, density, ranks):
    """Prints and returns the table of a case at one density."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        case = finer(given.case, density, folder)
        report = solve(given, case, ranks, OURS, folder)  # warms up
        copying = copy_rate(given, ranks)

        def timed(way):
            stages = stages_of(solve(given, case, ranks, way, folder))
            return way, {name: stage["seconds"] for name, stage in stages.items()}

        steps = [lambda way=way: timed(way) for way in WAYS]
        rounds = [dict(results) for results in in_turns(steps, given.pairs)]
    rows, sizes = compare(rounds), report["case"]
    print(f"{sizes['acoustic_dofs']} panels, {sizes['structural_dofs']} structural degrees of "
        f"freedom, {count(ranks, 'rank')}, {given.pairs} rounds")
    add_rates(rows, report, copying)
    table = Table(("  stage", "<12", lambda row: "  " + row["stage"]),
        ("ours s", ">8.3f", "ours_seconds"), ("peer s", ">8.3f", "peer_seconds"),
        ("peer / ours", ">12.2f", "ratio"), ("interval", ">14", spread),
        *((f"of {what}", f">{width}.0%", lambda row, key=f"of_{what}": row.get(key, ""))
            for what, width in (("zgemm", 9), ("copy", 8))),
        (" peer", "", lambda row: " " + row["peer"]))
    for row in rows:
        table.add(row)
    return {"density": density, "ranks": ranks, "panels": sizes["acoustic_dofs"],
        "structural_dofs": sizes["structural_dofs"], "case": sizes["title"],
        "zgemm_flops_per_second": report["zgemm_flops_per_second"],
        "copy_bytes_per_second": copying, "rows": rows, "roofline": roofline(report, rounds),
        "rounds": rounds}
