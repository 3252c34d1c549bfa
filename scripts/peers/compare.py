#!/usr/bin/env python3
"""Measures this project and its peers side by side: the same instances, paths, dtypes, inputs and threads, in turns.

    make compare                                             everything, then docs/compare.md
    scripts/peers/compare.py [FILE|FOLDER ...] [--threads 1,2] [--kind einsum,linalg] [--json FILE] [--markdown FILE]

Each peer is a process that waits for requests (worker.py has the protocol). For each case all of them load it, then run it one
after the other, round after round, the first of a round being another each time: what disturbs the machine hits all alike.
Ratios are taken round by round; their median and quartiles are reported. A short call is repeated until a sample lasts a few
milliseconds. Results must agree (sum and norm), or the peer counts as failed there.

A run ends early with --seconds N, and goes on where it was with the same --json FILE. Exits with 1 if a result of this project
disagrees with its peers' or no peer is there. Standard library only; setup.sh makes what this starts.
"""

import argparse
import datetime
import glob
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import threading
import time
from queue import Empty, Queue

import table

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CACHE = ROOT / ".cache" / "peers"
OURS = "openblas"
THREAD_VARIABLES = (
    "OMP_NUM_THREADS OPENBLAS_NUM_THREADS GOTO_NUM_THREADS MKL_NUM_THREADS BLIS_NUM_THREADS VECLIB_MAXIMUM_THREADS"
    " NUMEXPR_NUM_THREADS RAYON_NUM_THREADS"
).split()
SAMPLE_NS = 5e6  # a sample lasts so long at least
REST = 0.05  # seconds between samples on several threads, in which the workers' threads stop spinning
TOLERANCE = {"float32": 1e-3, "complex64": 1e-3, "float64": 1e-9, "complex128": 1e-9}
LOAD_SECONDS = 240


class Failed(Exception):
    """A peer could not do what it was asked."""


class Peer:
    """One worker process, started when it is first asked for something, and again if it died or hung."""

    def __init__(self, key, command, threads, environment):
        self.key, self.threads = key, threads
        bind = ["taskset", "-c", processors(threads)] if shutil.which("taskset") else []
        self.command = bind + [str(c) for c in command]
        self.environment = environment
        self.process = None

    def start(self):
        log = open(CACHE / f"{self.key}.log", "ab")  # noqa: SIM115  (the worker's standard error)
        self.process = subprocess.Popen(
            self.command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True
        )
        log.close()
        self.lines = Queue()
        threading.Thread(target=self.read, args=(self.process, self.lines), daemon=True).start()

    @staticmethod
    def read(process, lines):
        for line in process.stdout:
            lines.put(line)
        lines.put(None)

    def ask(self, seconds=LOAD_SECONDS, **request):
        if self.process is None:
            self.start()
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            line = self.lines.get(timeout=seconds)
            if line is None:
                raise BrokenPipeError
        except BrokenPipeError:
            code = self.stop()
            raise Failed(f"it ended with status {code}, see .cache/peers/{self.key}.log") from None
        except Empty:
            self.stop()
            raise Failed(f"no answer in {seconds} s") from None
        reply = json.loads(line)
        if "error" in reply:
            raise Failed(reply["error"])
        return reply

    def stop(self):
        """Ends the process, and returns its status."""
        if self.process is None:
            return None
        process, self.process = self.process, None
        try:
            process.stdin.close()
            return process.wait(timeout=2)
        except (OSError, subprocess.TimeoutExpired):
            process.kill()
            return process.wait()
        finally:
            process.stdout.close()


def processors(threads):
    """The processors that a worker of so many threads is bound to."""
    return ",".join(str(p) for p in sorted(os.sched_getaffinity(0))[:threads])


def peers(threads, kernel=None):
    """The workers by key, as far as they are there. kernel is the OpenBLAS kernel that this project runs on."""
    python, binaries = CACHE / "venv" / "bin" / "python", CACHE / "bin"
    commands = {
        OURS: [binaries / "tfbench-openblas", "worker", "--threads", threads],
        "go": [binaries / "tfbench-go", "worker", "--threads", threads],
        "torch": [python, HERE / "torch_worker.py", threads],
        "jax": [python, HERE / "jax_worker.py", threads],
        "tenferro-blas": [binaries / "tenferro-blas", threads],
        "tenferro-faer": [binaries / "tenferro-faer", threads],
    }
    environment = dict(os.environ, **{v: str(threads) for v in THREAD_VARIABLES}, OMP_DYNAMIC="FALSE", MKL_DYNAMIC="FALSE")
    if kernel:
        environment["OPENBLAS_CORETYPE"] = kernel
    found = {}
    for key, command in commands.items():
        own = dict(environment)
        if key == "jax" and threads == 1:
            own["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
        peer = Peer(key, command, threads, own)
        try:
            if not os.access(command[0], os.X_OK):
                raise Failed("not installed, see scripts/peers/setup.sh")
            peer.hello = peer.ask(cmd="hello")
            found[key] = peer
        except Failed as e:
            print(f"compare: {key} is left out: {e}", file=sys.stderr)
    return found


def start(threads):
    """All workers, those that use OpenBLAS with the kernel that this project chose."""
    first = Peer(OURS, [CACHE / "bin" / "tfbench-openblas", "worker", "--threads", threads], threads, dict(os.environ))
    kernel = first.ask(cmd="hello").get("kernel")
    first.stop()
    return peers(threads, kernel)


def instance_files(paths):
    for path in paths:
        yield from sorted(glob.glob(os.path.join(path, "*.json"))) if os.path.isdir(path) else [path]


def einsum_cases(paths, seed):
    """A request for each instance and different path."""
    for file in instance_files(paths):
        with open(file, encoding="utf-8") as f:
            instance = json.load(f)
        if "format_string" not in instance:
            continue
        equation = instance.get("format_string_rowmajor", instance["format_string"])
        seen = []
        for strategy in ("opt_flops", "opt_size"):
            path = instance["paths"].get(strategy, {}).get("path")
            if path is None or path in seen:
                continue
            seen.append(path)
            yield {
                "kind": "einsum", "name": instance["name"], "strategy": strategy, "file": os.path.abspath(file),
                "equation": equation, "equation_colmajor": reverse_terms(equation), "shapes": instance["shapes"],
                "path": path, "dtype": instance["dtype"], "seed": seed,
            }  # fmt: skip


def reverse_terms(equation):
    """The equation for the same memory with the first axis fastest."""
    left, arrow, right = equation.replace(" ", "").partition("->")
    return ",".join(term[::-1] for term in left.split(",")) + arrow + right[::-1]


def linalg_cases(ours, seed):
    for case in ours.ask(cmd="cases")["cases"]:
        yield {"kind": "linalg", "name": case["name"], "strategy": "", "case": case, "dtype": "float64", "seed": seed}


def agree(got, want, dtype, kind):
    """Whether two results are the same but for rounding; solutions of random systems lose digits more."""
    tolerance = TOLERANCE[dtype] * (1e4 if kind == "linalg" else 1)
    close = abs(got["norm2"] - want["norm2"]) <= tolerance * want["norm2"]
    if got["sum"] and want["sum"]:
        size = max(abs(complex(*want["sum"])), want["norm2"])
        close &= abs(complex(*got["sum"]) - complex(*want["sum"])) <= tolerance * size
    return close


def load(workers, case):
    """Loads the case everywhere, and returns what can run: (label, worker, fresh), with what failed by key."""
    results, failures = {}, {}
    for key, peer in workers.items():
        if case["kind"] not in peer.hello["kinds"]:
            continue
        try:
            results[key] = peer.ask(cmd="load", **case)
        except Failed as e:
            failures[key] = str(e)
    others = [r for key, r in results.items() if key not in (OURS, "go")] or list(results.values())
    want = others[0] if others else None
    runners = []
    for key, got in results.items():
        if not agree(got, want, case["dtype"], case["kind"]):
            failures[key] = f"its result is another: sum {got['sum']}, norm {got['norm2']:.12g}"
            continue
        runners.append((key, workers[key], False))
        if key == OURS:
            runners.append((key + "-fresh", workers[key], True))
    return runners, failures


def measure(workers, case, rounds, seconds):
    """Nanoseconds of one call, for each label a list over the rounds."""
    runners, failures = load(workers, case)
    samples = [Sampler(*r) for r in runners]

    def each(todo, step):
        """Those that still run after a step; what ends one is kept."""
        left = []
        for sample in todo:
            try:
                step(sample)
                left.append(sample)
            except Failed as e:
                failures[sample.label] = str(e)
                sample.times.clear()
        return left

    samples = each(samples, Sampler.calibrate)
    one_round = sum(s.seconds for s in samples)
    for _ in range(max(3, min(rounds, int(seconds / one_round))) if samples else 0):
        samples = each(samples[1:] + samples[:1], Sampler.take)  # another goes first each time
        if not samples:
            break
    for peer in workers.values():
        if peer.process:
            peer.ask(cmd="unload")
    return {s.label: s.times for s in samples}, failures


class Sampler:
    """One way to run a case: a worker that has loaded it, and whether its results are new or use memory again."""

    def __init__(self, label, peer, fresh):
        self.label, self.peer, self.fresh = label, peer, fresh
        self.count, self.seconds, self.times = 1, 0.0, []

    def call(self, count):
        return self.peer.ask(cmd="run", count=count, fresh=self.fresh)["ns"] / count

    def calibrate(self):
        """Finds how many calls make a sample."""
        ns = self.call(1)
        if ns < 1e9:
            ns = min(ns, self.call(1))
        self.count = max(1, round(SAMPLE_NS / max(ns, 1)))
        self.seconds = max(ns, SAMPLE_NS) / 1e9

    def take(self):
        if self.peer.threads > 1:
            time.sleep(REST)
        if self.count > 1:
            self.call(1)  # its memory has left the cache while others ran
        self.times.append(self.call(self.count))


def quartiles(values):
    if len(values) < 2:
        return [values[0]] * 3
    return statistics.quantiles(values, n=4, method="inclusive")


def record(case, threads, times, failures):
    """What is kept of a case: times and, against this project's run into memory used again, ratios."""
    base = times.get(OURS)
    ratios = {k: quartiles([t / b for t, b in zip(v, base)]) for k, v in times.items() if base and k != OURS}
    return {
        "kind": case["kind"], "name": case["name"], "strategy": case["strategy"], "dtype": case["dtype"], "threads": threads,
        "rounds": len(base or []), "ms": {k: [x / 1e6 for x in quartiles(v)] for k, v in times.items() if v},
        "ratio": ratios, "failed": failures,
    }  # fmt: skip


def machine(workers):
    """The machine, in words that a reader of the table needs."""
    model = platform.processor()
    try:
        for line in open("/proc/cpuinfo", encoding="utf-8"):
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    except (OSError, ValueError):
        memory = 0
    commit = subprocess.run(["git", "rev-parse", "--short=12", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    ours = workers[OURS].hello
    return {
        "cpu": model, "processors": os.cpu_count(), "memory_gib": round(memory), "system": f"{platform.system()} {platform.machine()}",
        "provider": ours["provider"], "kernel": ours["kernel"], "commit": commit.stdout.strip(),
        "date": datetime.date.today().isoformat(), "peers": {k: p.hello["name"] for k, p in workers.items()},
    }  # fmt: skip


def parse():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("paths", nargs="*", default=[str(ROOT / "testdata")], metavar="FILE|FOLDER")
    p.add_argument("--threads", default="1,2", help="numbers of threads, with commas (default 1,2)")
    p.add_argument("--kind", default="einsum,linalg", help="einsum, linalg or both")
    p.add_argument("--rounds", type=int, default=9, help="at most, and at least 3")
    p.add_argument("--case-seconds", type=float, default=20, help="fewer rounds for cases that take longer than this")
    p.add_argument("--seconds", type=float, default=float("inf"), help="start no case after so many seconds")
    p.add_argument("--only", default="", help="only the cases whose name contains this")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--json", default=str(CACHE / "compare.json"), help="where results are kept; cases there are not measured again")
    p.add_argument("--markdown", default="", help="write the tables here too")
    return p.parse_args()


def main():
    args = parse()
    deadline = time.monotonic() + args.seconds
    store = pathlib.Path(args.json)
    report = json.loads(store.read_text()) if store.exists() else {"machine": None, "results": []}
    done = {(r["kind"], r["name"], r["strategy"], r["threads"]) for r in report["results"]}
    alone = False
    for threads in (int(t) for t in args.threads.split(",")):
        workers = start(threads)
        if OURS not in workers:
            sys.exit("compare: this project's own worker is not there")
        alone |= len([k for k in workers if k not in (OURS, "go")]) == 0
        report["machine"] = machine(workers)
        cases = list(einsum_cases(args.paths, args.seed)) if "einsum" in args.kind else []
        cases += linalg_cases(workers[OURS], args.seed) if "linalg" in args.kind else []
        for case in cases:
            key = (case["kind"], case["name"], case["strategy"], threads)
            if key in done or args.only not in case["name"]:
                continue
            if time.monotonic() > deadline:
                break
            r = record(case, threads, *measure(workers, case, args.rounds, args.case_seconds))
            report["results"].append(r)
            store.parent.mkdir(parents=True, exist_ok=True)
            store.write_text(json.dumps(report, indent=1) + "\n")
            print(table.line(r), file=sys.stderr, flush=True)
        for peer in workers.values():
            peer.stop()
    text = table.markdown(report)
    print(text)
    if args.markdown:
        pathlib.Path(args.markdown).write_text(text)
    wrong = [r for r in report["results"] if r["failed"].keys() & {OURS, "go"}]
    for r in wrong:
        print(f"compare: FAILED {r['name']}: {r['failed']}", file=sys.stderr)
    if alone:
        print("compare: no peer is there", file=sys.stderr)
    sys.exit(bool(wrong) or alone)


if __name__ == "__main__":
    main()
