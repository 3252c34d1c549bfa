"""The tables of compare.py, as Markdown."""

import math

PEERS = ["torch", "jax", "tenferro-blas", "tenferro-faer"]
COLUMNS = [("openblas-fresh", "new result"), ("go", "pure Go"), *((p, p) for p in PEERS)]


def label(r):
    return r["name"] + (f" ({r['strategy'][4:]})" if r["strategy"] == "opt_size" else "")


def fastest(r):
    """The fastest peer and its ratio, or None."""
    there = [(r["ratio"][p][1], p) for p in PEERS if p in r["ratio"]]
    return min(there) if there else None


def line(r):
    """One case on one line, while it is measured."""
    ms = r["ms"].get("openblas")
    if ms is None:
        return f"{label(r)}: {r['failed']}"
    ratios = "  ".join(f"{name} {r['ratio'][key][1]:.2f}" for key, name in COLUMNS if key in r["ratio"])
    failed = "".join(f"  {key}: {why}" for key, why in r["failed"].items())
    return f"{label(r)}, {r['threads']} threads: {ms[1]:.4g} ms  {ratios}{failed}"


def ratio(r, key):
    if key in r["ratio"]:
        low, middle, high = r["ratio"][key]
        return f"{middle:.2f} <sub>{low:.2f}–{high:.2f}</sub>"
    return "failed" if key in r["failed"] else "–"


def time(ms):
    return f"{ms * 1e3:.3g} µs" if ms < 1 else f"{ms:.3g} ms"


def rows(results):
    names = [name for _, name in COLUMNS]
    yield "| case | dtype | this project | " + " | ".join(names) + " |"
    yield "| --- | --- | ---: |" + " ---: |" * len(names)
    for r in results:
        ms = r["ms"].get("openblas")
        cells = [label(r), r["dtype"], time(ms[1]) if ms else "failed", *(ratio(r, key) for key, _ in COLUMNS)]
        yield "| " + " | ".join(cells) + " |"


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def verdict(results):
    """How often this project is ahead of the fastest peer, and where it is not."""
    ranked = sorted((fastest(r)[0], fastest(r)[1], label(r)) for r in results if fastest(r))
    if not ranked:
        return
    ahead = sum(x > 1 for x, _, _ in ranked)
    yield (
        f"Faster than the fastest peer on {ahead} of {len(ranked)}; its time over ours, geometric mean:"
        f" {geometric_mean([x for x, _, _ in ranked]):.2f}."
    )
    means = {p: [r["ratio"][p][1] for r in results if p in r["ratio"]] for p, _ in COLUMNS}
    each = ", ".join(f"{name} {geometric_mean(means[key]):.2f}" for key, name in COLUMNS if means[key])
    yield f"Geometric means by column: {each}."
    behind = [f"{name} ({x:.2f}, {peer})" for x, peer, name in ranked if x <= 1]
    if behind:
        yield "Behind: " + ", ".join(behind) + "."


def failures(results):
    for r in results:
        for key, why in r["failed"].items():
            yield f"- {label(r)}, {r['threads']} threads, {key}: {why}"


def markdown(report):
    m = report["machine"]
    out = [
        "# How fast is it beside PyTorch, JAX and tenferro?",
        "",
        "Written by `make compare` ([scripts/peers](../scripts/peers)): the same instances, recorded paths, dtypes, inputs and threads,",
        "run in turns in one session, compilation and inputs outside the timed part, results held against each other.",
        "",
        f"- Machine: {m['cpu']}, {m['processors']} processors, {m['memory_gib']} GiB, {m['system']}.",
        f"- This project: commit {m['commit']}, {m['provider']} with the {m['kernel']} kernels.",
        "- Peers: " + ", ".join(f"{name}" for key, name in m["peers"].items() if key in PEERS) + ".",
        f"- Date: {m['date']}.",
        "",
        "The third column is the median time of a call into memory that is used again. The others are **times over that time** (above 1:",
        "slower than this project), the median of the rounds with its quartiles: this project with a new result each call, which is how",
        "PyTorch and JAX are called; this project in pure Go; the peers. tenferro gives its results back to its pool. Workers of one",
        "thread are all bound to one processor. The kernels of every OpenBLAS are those that this project chose.",
    ]
    for kind, title in (("einsum", "Contractions"), ("linalg", "Linear algebra")):
        for threads in sorted({r["threads"] for r in report["results"]}):
            results = [r for r in report["results"] if (r["kind"], r["threads"]) == (kind, threads)]
            if results:
                out += ["", f"## {title}, {threads} thread{'s' * (threads > 1)}", "", *verdict(results), "", *rows(results)]
    failed = list(failures(report["results"]))
    if failed:
        out += ["", "## What failed", "", *failed]
    return "\n".join(out) + "\n"
