"""What is in a file, recognised by its content."""
import json

import h5py
from programs import bytes_of


class InputError(Exception):
    """One line that names the file."""


def read(path):
    """The kind of a file, "study", "bench", "solve", "paper", "scaling", "peers" or "results", and
    its content (for results: the path)."""
    if not path.is_file():
        raise InputError(f"{path}: no such file")
    if h5py.is_hdf5(path):
        with h5py.File(path) as file:
            if "solution" not in file:
                raise InputError(f"{path}: not the results of minifebem")
        return "results", path
    try:
        data = json.loads(path.read_text())
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: neither JSON nor HDF5: {error}") from None
    kind = kind_of(data)
    if kind is None:
        raise InputError(f"{path}: not written by study, bench or solve of minifebem, nor by "
            f"bench/paper/run, bench/scaling/run or bench/peers/run")
    return kind, data


def kind_of(data):
    if not isinstance(data, dict):
        return None
    if data.get("kind") in ("study", "bench", "solve", "paper", "scaling", "peers"):
        return data["kind"]
    return "solve" if {"stages", "frequencies", "total_seconds"} <= data.keys() else None


def piece_bytes(cut):
    """Bytes of a cut such as "4KiB", of the first piece of "grow:4KiB"; None for "whole"."""
    return bytes_of(cut.split(":")[-1])


def label(strategy):
    return " × ".join(strategy[axis] for axis in ("route", "cut", "pace"))


def environment(data):
    """One line that says where the figures come from."""
    library = data["mpi"]["library"].split(",")[0]
    parts = [f"{data['ranks']} rank" + "s" * (data["ranks"] > 1), library, network(data)]
    case = data.get("case", {})
    if case:
        parts.insert(0, case["title"] or case["file"])
    return " · ".join(part for part in parts if part)


def by_network(data):
    """A study of several networks as one of each, with what its figures are called after; of one
    network as it is."""
    networks = data.get("networks", [{}])
    if len(networks) == 1:
        yield "", data
        return
    for entry in networks:
        yield "-" + entry["name"], {**data, "network": {"title": "emulated " + entry["title"]},
            "results": [result for result in data["results"] if result["network"] == entry["name"]]}


def network(data):
    """The emulated network, if there was one."""
    if title := data.get("network", {}).get("title"):
        return title
    emulated = data.get("network", {}).get("emulated")
    if not emulated:
        return ""
    rate = emulated["bandwidth_bytes_per_s"]
    speed = f"{rate * 8e-6:.6g} Mbit/s, " if rate else ""
    overhead = f", overhead {emulated['overhead_s'] * 1e6:g} µs" if emulated["overhead_s"] else ""
    return f"emulated {speed}latency {emulated['latency_s'] * 1e6:g} µs{overhead}"
