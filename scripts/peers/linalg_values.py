#!/usr/bin/env python3
"""Writes the values that package linalg's tests hold against SciPy's: linalg/testdata/scipy.json.

    python3 scripts/peers/linalg_values.py > linalg/testdata/scipy.json     (needs numpy and scipy)

The matrices come from a formula, so that the tests make them again. Numbers are [re, im], matrices column by column.
"""
import json
import sys

import numpy as np
import scipy
import scipy.linalg as sl


def matrix(m, n, is_complex, seed):
    i, j = np.meshgrid(np.arange(m), np.arange(n), indexing="ij")
    re = ((7 * i + 3 * j + 5 * i * j + seed) % 17 - 8) / 5
    im = ((3 * i + 11 * j + 2 * i * j + seed) % 13 - 6) / 7
    return re + 1j * im if is_complex else re


def numbers(x):
    x = np.asarray(x)
    return [[float(np.real(v)), float(np.imag(v))] for v in x.flatten(order="F")]


def case(m, n, is_complex, seed):
    a = matrix(m, n, is_complex, seed)
    b = matrix(m, 2, is_complex, seed + 1)
    out = {
        "m": m, "n": n, "complex": is_complex, "seed": seed,
        "svdvals": numbers(sl.svdvals(a)),
        "rank": int(np.linalg.matrix_rank(a)),
        "pinv": numbers(sl.pinv(a)),
        "lstsq": numbers(sl.lstsq(a, b)[0]),
        "qr_r_abs": numbers(np.abs(sl.qr(a, mode="economic")[1])),
        "norm_frobenius": numbers(np.linalg.norm(a)),
        "norm_one": numbers(np.linalg.norm(a, 1)),
        "norm_inf": numbers(np.linalg.norm(a, np.inf)),
        "norm_two": numbers(np.linalg.norm(a, 2)),
        "norm_nuclear": numbers(np.linalg.norm(a, "nuc")),
        "cond_two": numbers(np.linalg.cond(a)),
    }
    if m == n:
        h = (a + a.conj().T) / 2
        p = a @ a.conj().T + m * np.eye(m)
        sign, log = np.linalg.slogdet(a)
        out |= {
            "det": numbers(sl.det(a)),
            "slogdet_sign": numbers(sign),
            "slogdet_log": numbers(log),
            "inv": numbers(sl.inv(a)),
            "solve": numbers(sl.solve(a, b)),
            "expm": numbers(sl.expm(a)),
            "power_5": numbers(np.linalg.matrix_power(a, 5)),
            "eigvals": numbers(sorted(sl.eigvals(a), key=lambda v: (round(v.real, 9), v.imag))),
            "eigvalsh": numbers(sl.eigvalsh(h)),
            "cholesky": numbers(sl.cholesky(p)),
            "cond_one": numbers(np.linalg.cond(a, 1)),
            "polar_p": numbers(sl.polar(a)[1]),
        }
    return out


sizes = [(1, 1), (2, 2), (3, 3), (5, 5), (8, 8), (6, 4), (4, 6), (9, 2)]
cases = [case(m, n, c, seed) for m, n in sizes for c in (False, True) for seed in (0, 4)]
lines = ",\n".join(json.dumps(c, separators=(",", ":")) for c in cases)
sys.stdout.write(f'{{"numpy":"{np.__version__}","scipy":"{scipy.__version__}","cases":[\n{lines}\n]}}\n')
