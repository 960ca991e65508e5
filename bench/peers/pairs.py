"""Two sides that were timed in turns, and the median of their ratios with the interval that holds it."""
import statistics


def interval(values):
    """Ranks k and n + 1 - k of n values: with nine of them the median lies between the second and the eighth with 96 %."""
    ordered = sorted(values)
    k = max(0, round(len(ordered) / 2 - 0.98 * len(ordered) ** 0.5) - 1)
    return ordered[k], ordered[-1 - k]


def compared(ours, peer):
    """How many times longer the peer took than ours, round by round."""
    ratios = [theirs / mine for mine, theirs in zip(ours, peer, strict=True)]
    return {"ours_seconds": statistics.median(ours), "peer_seconds": statistics.median(peer), "ratio": statistics.median(ratios),
            "interval": interval(ratios)}


def spread(row):
    low, high = row["interval"]
    return f"{low:.2f} .. {high:.2f}"
