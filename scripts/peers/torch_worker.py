"""The PyTorch worker of compare.py: opt_einsum along the recorded path, and torch.linalg. Usage: torch_worker.py THREADS"""

import sys

import opt_einsum
import torch
import worker

LINALG = {
    "matmul": torch.matmul,
    "svd": lambda a: torch.linalg.svd(a, full_matrices=False),
    "qr": torch.linalg.qr,
    "eigh": lambda a: torch.linalg.eigh(a, UPLO="U"),
    "solve": torch.linalg.solve,
}


def load(request):
    arrays = [torch.from_numpy(x) for x in worker.operands(request)]
    if request["kind"] == "linalg":
        op = request["case"]["op"]
        call = LINALG[op]
        return lambda: call(*arrays), worker.telling(op, call(*arrays))
    path = [tuple(step) for step in request["path"]]
    call = opt_einsum.contract_expression(request["equation"], *request["shapes"], optimize=path, memory_limit=None)
    return lambda: call(*arrays, backend="torch"), worker.figures(call(*arrays, backend="torch"))


torch.set_num_threads(int(sys.argv[1]))
with torch.inference_mode():
    worker.serve({"name": f"PyTorch {torch.__version__.split('+')[0]}", "kinds": ["einsum", "linalg"]}, load)
