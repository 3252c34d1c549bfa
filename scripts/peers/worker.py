"""What the Python workers of compare.py share: the protocol, the inputs and the figures of a result.

A worker is a process that reads one JSON object a line and answers each by one:

    {"cmd": "hello"}                                    {"name": ..., "kinds": ["einsum", "linalg"]}
    {"cmd": "load", "kind": "einsum", "file": ..., "strategy": ..., "equation": ..., "equation_colmajor": ...,
     "shapes": ..., "path": ..., "dtype": ..., "seed": ...}                        {"sum": [re, im], "norm2": ...}
    {"cmd": "load", "kind": "linalg", "case": {"op": ..., "shapes": ...}, "dtype": ..., "seed": ...}
    {"cmd": "run", "count": N, "fresh": false}          {"ns": of all N runs}
    {"cmd": "unload"}                                   {}

An answer {"error": ...} says what failed. "load" makes the inputs, compiles and runs once; none of it is in "run".
"""

import json
import pathlib
import sys
import time

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import reference  # noqa: E402  (scripts/reference.py: the inputs as they are defined)


def operands(request):
    """The inputs of a request, in its dtype. A batch of matrices, whose axes come last there, has them first here."""
    if request["kind"] == "einsum":
        return [x.astype(request["dtype"]) for x in reference.operands(request, request["seed"])]
    shapes = request["case"]["shapes"]
    arrays = reference.operands({"shapes": shapes, "dtype": request["dtype"]}, request["seed"])
    first = lambda x: np.moveaxis(x, (0, 1), (-2, -1))  # noqa: E731
    return [np.ascontiguousarray(first(x)).astype(request["dtype"]) for x in arrays]


def figures(result, signed=True):
    """The sum and the norm that the driver compares. Where signs are free, only the norm says something."""
    x = np.asarray(result)
    x = x.astype(np.complex128 if np.iscomplexobj(x) else np.float64).reshape(-1)
    total = x.sum()
    return {"sum": [float(total.real), float(total.imag)] if signed else None, "norm2": float(np.linalg.norm(x))}


# The result of an operation that other libraries compute alike, but for signs: singular values, R, eigenvalues, a solution.
TELLING = {"svd": 1, "qr": 1, "eigh": 0}


def telling(op, results):
    return figures(results[TELLING[op]] if op in TELLING else results, signed=op != "qr")


def serve(hello, load):
    """Answers requests. load(request) returns a function that runs once and waits for the result, and the figures."""
    run = None
    for line in sys.stdin:
        request = json.loads(line)
        try:
            match request["cmd"]:
                case "hello":
                    reply = hello
                case "load":
                    run = None
                    run, reply = load(request)
                case "run":
                    start = time.perf_counter_ns()
                    for _ in range(request["count"]):
                        run()
                    reply = {"ns": time.perf_counter_ns() - start}
                case "unload":
                    run, reply = None, {}
        except Exception as e:  # whatever a library throws, the driver is told and the next case goes on
            reply = {"error": f"{type(e).__name__}: {e}".splitlines()[0][:300]}
        print(json.dumps(reply), flush=True)
