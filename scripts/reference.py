#!/usr/bin/env python3
"""Computes the results of contraction instances with NumPy and opt_einsum, for tests to hold their own against.

    python3 scripts/reference.py [--seed N] INSTANCE.json ... > testdata/reference_seed1.json

Nothing here is shared with the Go code: inputs are generated again from their definition, contracted in double precision
along two different paths, and summed up exactly (math.fsum). The output is a JSON object with an entry for each
instance, one on a line:

    seed               of the inputs
    output_shape       in the order of the equation's output
    sum, norm2         of all elements: their sum, and the Euclidean norm
    samples            [index, value] of the elements at the row-major positions 0, n-1 and (k * 2654435761) mod n for
                       k = 1 ... 6, without repeats, ascending
    two_path_rel_diff  the largest relative difference between the figures of the two paths

A complex number is [re, im]. The inputs: element e of operand t, of n elements in row-major order, is (0.5 + u)/sqrt(n),
with u in [0, 1) from splitmix64 at a counter made of the seed, t and e. The imaginary part of a complex element is the
value for operand t + 2^20, minus 1/sqrt(n).

Needs numpy and opt_einsum (pip install numpy opt_einsum).
"""

import argparse
import json
import math
import sys

import numpy as np
import opt_einsum

MASK = (1 << 64) - 1


def real_part(seed, t, n):
    """The n values of operand t, in row-major order."""
    base = (seed * 0xD1342543DE82EF95 + (t + 1) * 0x2545F4914F6CDD1D) & MASK
    x = np.arange(n, dtype=np.uint64) + np.uint64((base + 0x9E3779B97F4A7C15) & MASK)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x = x ^ (x >> np.uint64(31))
    return (0.5 + (x >> np.uint64(11)).astype(np.float64) * 2.0**-53) / math.sqrt(n)


def operands(instance, seed):
    """All inputs of an instance, in double precision."""
    arrays = []
    for t, shape in enumerate(instance["shapes"]):
        n = math.prod(shape)
        x = real_part(seed, t, n)
        if instance["dtype"].startswith("complex"):
            x = x + 1j * (real_part(seed, t + (1 << 20), n) - 1 / math.sqrt(n))
        arrays.append(x.reshape(shape))
    return arrays


def two_ways(instance):
    """Two different ways to contract: the recorded paths or, where they are one, NumPy's loops or a path of our own."""
    paths = [[tuple(step) for step in p["path"]] for p in instance["paths"].values()]
    if len(paths) > 1 and paths[0] != paths[-1]:
        return paths[0], paths[-1]
    if len(instance["shapes"]) <= 3:
        return paths[0], None
    return paths[0], "random-greedy"


def contract(instance, arrays, way):
    equation = instance.get("format_string_rowmajor", instance["format_string"])
    if way is None:
        return np.einsum(equation, *arrays, optimize=False)
    return opt_einsum.contract(equation, *arrays, optimize=way, memory_limit=None)


def number(x):
    return [float(x.real), float(x.imag)] if isinstance(x, complex) else float(x)


def summary(result):
    """The figures of a result: sum, norm2 and samples."""
    flat = np.ascontiguousarray(result).reshape(-1)
    if np.iscomplexobj(flat):
        total = complex(math.fsum(flat.real), math.fsum(flat.imag))
        parts = np.concatenate([flat.real, flat.imag])
    else:
        total, parts = math.fsum(flat), flat
    largest = float(np.max(np.abs(parts), initial=0.0))
    scale = 2.0 ** -math.frexp(largest)[1] if largest else 1.0
    norm = math.sqrt(math.fsum((parts * scale) ** 2)) / scale
    n = flat.size
    positions = sorted({0, n - 1} | {k * 2654435761 % n for k in range(1, 7)}) if n else []
    samples = [[[int(i) for i in np.unravel_index(p, result.shape)], flat[p].item()] for p in positions]
    return total, norm, samples


def relative(a, b):
    return abs(a - b) / abs(a) if a else abs(b)


def reference(instance, seed):
    arrays = operands(instance, seed)
    first, second = (contract(instance, arrays, way) for way in two_ways(instance))
    (total, norm, samples), (total2, norm2, samples2) = summary(first), summary(second)
    diffs = [relative(total, total2), relative(norm, norm2)]
    diffs += [relative(a, b) for (_, a), (_, b) in zip(samples, samples2)]
    return {
        "seed": seed,
        "output_shape": list(first.shape),
        "sum": number(total),
        "norm2": norm,
        "samples": [[index, number(value)] for index, value in samples],
        "two_path_rel_diff": float(max(diffs)),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("instances", nargs="+", metavar="INSTANCE.json")
    args = parser.parse_args()
    entries = {}
    for name in args.instances:
        with open(name, encoding="utf-8") as f:
            instance = json.load(f)
        if "format_string" not in instance:
            continue
        entries[instance["name"]] = reference(instance, args.seed)
        print(f"{instance['name']}: two paths differ by {entries[instance['name']]['two_path_rel_diff']:.1e}", file=sys.stderr)
    lines = [f" {json.dumps(name)}: {json.dumps(entry)}" for name, entry in sorted(entries.items())]
    print("{\n" + ",\n".join(lines) + "\n}")


if __name__ == "__main__":
    main()
