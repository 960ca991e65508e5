#!/usr/bin/env python3
"""A TCP connection without MPI: what a line carries, and how long a byte takes to and fro.

    stream.py serve ADDRESS PORT                    one connection, then ends
    stream.py send ADDRESS PORT SECONDS INTERFACE   prints payload and frames sent in bytes/s, and the round trip in s, as JSON
"""
import json
import socket
import statistics
import sys
import time

from laboratory import bytes_through

PIECE = 1 << 16
ROUNDS = 200


def exactly(connection, length):
    while length > 0:
        got = len(connection.recv(min(length, PIECE)))
        if got == 0:
            return False
        length -= got
    return True


def serve(address, port):
    with socket.create_server((address, port)) as listening:
        print("ready", flush=True)
        connection, _ = listening.accept()
    with connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for _ in range(ROUNDS):
            connection.sendall(connection.recv(1))
        while connection.recv(1 << 20):
            pass


def round_trip(connection):
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        connection.sendall(b".")
        exactly(connection, 1)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def send(address, port, seconds, interface):
    """Counted over the second half: in the first the window opens and the buffers fill."""
    with socket.create_connection((address, port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        trip = round_trip(connection)
        start, payload, before = time.perf_counter(), 0, None
        while (now := time.perf_counter()) < start + seconds:
            if before is None and now > start + seconds / 2:
                half, payload, before = now, 0, bytes_through(interface)
            payload += connection.send(bytes(PIECE))
        taken, sent = time.perf_counter() - half, bytes_through(interface) - before
    print(json.dumps({"payload_bytes_per_s": payload / taken, "frame_bytes_per_s": sent / taken, "round_trip_s": trip}))


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(sys.argv[2], int(sys.argv[3]))
    elif sys.argv[1:2] == ["send"]:
        send(sys.argv[2], int(sys.argv[3]), float(sys.argv[4]), sys.argv[5])
    else:
        sys.exit(__doc__)
