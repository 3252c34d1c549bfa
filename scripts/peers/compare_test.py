#!/usr/bin/env python3
"""Checks compare.py's logic on two instances and workers that are only pretended: python3 scripts/peers/compare_test.py"""

import os
import pathlib
import sys
import tempfile
import unittest

import compare
import table

# A worker that says what it is told to: arguments are the sum it finds and the nanoseconds of a call.
PRETENDED = """
import json, sys
total, ns = float(sys.argv[1]), int(sys.argv[2])
for line in sys.stdin:
    r = json.loads(line)
    reply = {"hello": {"name": "pretended", "kinds": ["einsum"]}, "load": {"sum": [total, 0], "norm2": 1.0}, "unload": {}}
    if r["cmd"] == "run" and total < 0:
        sys.exit(3)
    print(json.dumps(reply[r["cmd"]] if r["cmd"] != "run" else {"ns": ns * r["count"]}), flush=True)
"""


def pretended(key, total, ns):
    peer = compare.Peer(key, [sys.executable, "-c", PRETENDED, total, ns], 1, dict(os.environ))
    peer.hello = peer.ask(cmd="hello")
    return peer


class Compare(unittest.TestCase):
    def setUp(self):
        self.cache, compare.CACHE = compare.CACHE, pathlib.Path(tempfile.mkdtemp())
        self.workers = {}

    def tearDown(self):
        for peer in self.workers.values():
            peer.stop()
        compare.CACHE = self.cache

    def measure(self, **workers):
        self.workers = {key.replace("_", "-"): pretended(key, *w) for key, w in workers.items()}
        case = {"kind": "einsum", "name": "x", "strategy": "opt_flops", "dtype": "float64"}
        return compare.record(case, 1, *compare.measure(self.workers, case, rounds=5, seconds=1))

    def test_ratios(self):
        r = self.measure(openblas=(7, 10_000), torch=(7, 30_000), jax=(7, 5_000))
        self.assertEqual(r["failed"], {})
        self.assertEqual(r["rounds"], 5)
        self.assertAlmostEqual(r["ms"]["openblas"][1], 0.01)
        self.assertEqual(r["ratio"]["torch"], [3, 3, 3])
        self.assertEqual(r["ratio"]["openblas-fresh"], [1, 1, 1])
        self.assertEqual(table.fastest(r), (0.5, "jax"))
        self.assertIn("Behind: x (0.50, jax)", "\n".join(table.verdict([r])))

    def test_failures(self):
        r = self.measure(openblas=(7, 10_000), torch=(7, 30_000), jax=(8, 5_000))
        self.assertIn("its result is another", r["failed"]["jax"])
        self.assertNotIn("jax", r["ratio"])
        r = self.measure(openblas=(-7, 10_000), torch=(-7, 30_000))
        self.assertIn("status 3", r["failed"]["torch"])

    def test_cases(self):
        names = ["small_chain_16.json", "matmul_complex_256.json"]
        cases = list(compare.einsum_cases([compare.ROOT / "testdata" / n for n in names], 1))
        self.assertEqual({c["name"] for c in cases}, {n.removesuffix(".json") for n in names})
        self.assertEqual(compare.reverse_terms("ij,jkl->ikl"), "ji,lkj->lki")


if __name__ == "__main__":
    unittest.main()
