#!/usr/bin/env python3
"""Runs `airdraw evaluate` on many machines with Dask distributed, which hands out the shards and copes with workers that die.

    tools/evaluate-dask.py --scheduler tcp://head:8786 --shards 64 OTB100 --tracker csrt --tracker kcf --out /shared/otb
    tools/evaluate-dask.py --workers 2 --shards 8 recordings --tracker csrt --out otb      two workers on this machine

All that is not named below goes to `airdraw evaluate` as it is. Data and --out must lie in a folder that all machines see under the same
path. Each shard is an `airdraw evaluate --shard I/N --resume`: what a dead worker had finished is kept, and the rest is done by another
one. At the end the same command without --shard checks that nothing is missing and prints the table; the folder holds the very
bytes of a single run, times aside. Needs tools/evaluate-dask-requirements.txt.
"""
import argparse
import os
import subprocess
import sys

from dask.distributed import Client, LocalCluster, as_completed


def run_shard(command, folder):
    """Runs one shard on a worker; gives the exit code and the end of its messages."""
    import ctypes
    import signal

    def die_with_worker():
        # PR_SET_PDEATHSIG: a worker that is killed takes its shard along, so that nobody works on it twice.
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)

    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, preexec_fn=die_with_worker)
    return done.returncode, done.stderr[-2000:]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], usage="%(prog)s [options] DATASET... [options of airdraw evaluate] --out DIR")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--scheduler", metavar="ADDRESS", help="address of a Dask scheduler that runs")
    where.add_argument("--scheduler-file", metavar="FILE", help="its file, as `dask scheduler --scheduler-file` writes it")
    where.add_argument("--workers", metavar="N", type=int, help="start N workers on this machine instead")
    parser.add_argument("--shards", metavar="N", type=int, help="parts of the work; four for each worker unless given")
    parser.add_argument("--airdraw", metavar="PROGRAM", default="airdraw", help="the program on the workers (airdraw)")
    options, rest = parser.parse_known_args()
    # An abbreviation such as --out=DIR is airdraw's business; that it is there is ours.
    if not any(word == "--out" or word.startswith("--out=") for word in rest):
        parser.error("--out is missing: the workers must write into one folder")
    cluster = None
    if options.workers:
        cluster = LocalCluster(n_workers=options.workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None)
    client = Client(cluster or options.scheduler or None, scheduler_file=options.scheduler_file)
    shards = options.shards or 4 * max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
    command = [options.airdraw, "evaluate", *rest, "--resume", "--quiet"]
    # A key of its own for each shard; a shard whose worker died is tried again elsewhere, at most five times.
    futures = [
        client.submit(run_shard, command + ["--shard", f"{i}/{shards}"], os.getcwd(), key=f"shard-{i}-of-{shards}-{os.getpid()}",
                      pure=False, retries=5)
        for i in range(1, shards + 1)
    ]
    broken = 0
    for number, future in enumerate(as_completed(futures), 1):
        code, messages = future.result()
        print(f"{number} of {shards} shards done", file=sys.stderr)
        # 1 also means that a sequence failed; the last command below tells the two apart.
        if code not in (0, 1):
            broken += 1
        if code != 0:
            print(messages, file=sys.stderr, end="")
    client.close()
    if cluster:
        cluster.close()
    if broken:
        sys.exit(1)
    sys.exit(subprocess.run([options.airdraw, "evaluate", *rest, "--resume"]).returncode)


if __name__ == "__main__":
    main()
