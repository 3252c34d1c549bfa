#!/usr/bin/env python3
"""Holds this project's orders of contraction against those of cotengra and opt_einsum: same networks, seconds, workers.

    python3 scripts/peers/paths.py [--budgets 1,10] [--workers 2] [--families] [FILE|FOLDER...]

Needs the packages of requirements-paths.txt and the go command. Every path is costed by cotengra itself: log10 of the scalar
multiplications. "auto-hq" has no budget; it stands beside the smallest.
"""
import argparse
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

import cotengra as ctg
import opt_einsum as oe

ROOT = pathlib.Path(__file__).resolve().parents[2]


def symbol(i):
    return chr(0x4E00 + i) if i >= 52 else "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[i]


def instance(name, inputs, output, sizes):
    terms = ["".join(symbol(i) for i in t) for t in inputs]
    return {
        "name": name, "format_string": ",".join(terms) + "->" + "".join(symbol(i) for i in output),
        "shapes": [[sizes[i] for i in t] for t in inputs], "dtype": "float64", "num_tensors": len(inputs), "paths": {},
    }


def regular(n, seed):
    rng = random.Random(seed)
    while True:
        stubs = [v for v in range(n) for _ in range(3)]
        rng.shuffle(stubs)
        edges = list(zip(stubs[::2], stubs[1::2]))
        if all(a != b for a, b in edges) and len({frozenset(e) for e in edges}) == len(edges):
            break
    return instance(f"regular_{n}", [[i for i, e in enumerate(edges) if v in e] for v in range(n)], [], [2] * len(edges))


def lattice(dims, size):
    cells = [()]
    for d in dims:
        cells = [c + (i,) for c in cells for i in range(d)]
    edges = [(c, c[:k] + (c[k] + 1,) + c[k + 1:]) for c in cells for k in range(len(dims)) if c[k] + 1 < dims[k]]
    return instance("lattice_" + "x".join(map(str, dims)), [[i for i, e in enumerate(edges) if c in e] for c in cells], [],
                    [size] * len(edges))


def hypergraph(tensors, labels, seed):
    rng = random.Random(seed)
    inputs = [[] for _ in range(tensors)]
    for label in range(labels):
        for t in rng.sample(range(tensors), rng.choice([1, 2, 2, 3, 4])):
            inputs[t].append(label)
    for t, labels_of in enumerate(inputs):
        if not labels_of:
            labels_of.append(t % labels)
    return instance(f"hypergraph_{tensors}", inputs, [0], [rng.choice([2, 3]) for _ in range(labels)])


def circuit(qubits, depth):
    inputs, last, labels = [[q] for q in range(qubits)], list(range(qubits)), qubits
    for layer in range(depth):
        for q in range(layer % 2, qubits - 1, 2):
            inputs.append([labels, labels + 1, last[q], last[q + 1]])
            last[q], last[q + 1] = labels, labels + 1
            labels += 2
    inputs += [[i] for i in last]
    return instance(f"circuit_{qubits}x{depth}", inputs, [], [2] * labels)


def families():
    return [regular(100, 1), regular(300, 2), lattice([12, 12], 2), lattice([5, 5, 5], 2), hypergraph(80, 90, 3),
            hypergraph(200, 160, 4), circuit(24, 16)]


def load(paths):
    files = []
    for p in map(pathlib.Path, paths):
        files += sorted(p.glob("*.json")) if p.is_dir() else [p]
    for f in files:
        data = json.loads(f.read_text())
        if "format_string" in data and data["num_tensors"] > 10:
            yield data


def ours(tool, data, budget, workers, extra=()):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as f:
        json.dump(data, f)
        f.flush()
        out = subprocess.run([tool, "plan", "--finder", "hyper", "--objective", "flops", "--budget", f"{budget}s", "--workers", str(workers),
                              "--memory-limit", "none", "--format", "json", f.name, *extra], capture_output=True, text=True, check=True)
    return [tuple(step) for step in json.loads(out.stdout)["results"][0]["path"]]


def main():
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("files", nargs="*")
    args.add_argument("--budgets", default="1,10")
    args.add_argument("--workers", type=int, default=2)
    args.add_argument("--families", action="store_true", help="networks that are made here, too")
    o = args.parse_args()
    budgets = [float(b) for b in o.budgets.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        tool = f"{folder}/tfbench"
        subprocess.run(["go", "build", "-o", tool, "./cmd/tfbench"], cwd=ROOT, check=True)
        networks = list(load(o.files)) + (families() if o.families else [])
        print(f"cotengra {ctg.__version__}, opt_einsum {oe.__version__}, {o.workers} workers; log10 of the scalar multiplications")
        print("| network | tensors | recorded | budget, s | this project | cotengra | auto-hq | random-greedy-128 |")
        print("| --- | --: | --: | --: | --: | --: | --: | --: |")
        wins = total = 0
        for data in networks:
            left, right = data["format_string"].split("->")
            inputs, output = [list(t) for t in left.split(",")], list(right)
            sizes = {s: n for t, shape in zip(inputs, data["shapes"]) for s, n in zip(t, shape)}

            def cost(path):
                tree = ctg.ContractionTree.from_path(inputs, output, sizes, path=path)
                return tree.contraction_cost(log=10)

            recorded = data["paths"].get("opt_flops")
            hq = cost(ctg.AutoHQOptimizer()(inputs, output, sizes))
            try:
                greedy = cost(oe.RandomGreedy(max_repeats=128)(list(map(frozenset, inputs)), frozenset(output), sizes))
            except Exception:  # opt_einsum gives up on some networks
                greedy = math.nan
            for budget in budgets:
                mine = cost(ours(tool, data, budget, o.workers))
                theirs = ctg.HyperOptimizer(minimize="flops", max_time=budget, max_repeats=10**6, parallel=o.workers if o.workers > 1 else False,
                                            progbar=False)
                other = cost(theirs(inputs, output, sizes))
                total += 1
                wins += mine <= other + 5e-4
                mark = "**" if mine <= other + 5e-4 else ""
                print(f"| {data['name']} | {len(inputs)} | {recorded['log10_flops'] if recorded else math.nan:.3f} | {budget:g} | "
                      f"{mark}{mine:.3f}{mark} | {other:.3f} | {hq:.3f} | {greedy:.3f} |", flush=True)
        print(f"\nat least as good as cotengra: {wins} of {total}")


if __name__ == "__main__":
    sys.exit(main())
