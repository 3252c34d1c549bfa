"""The JAX worker of compare.py: the whole contraction as one jitted function, and jax.numpy.linalg. Usage: jax_worker.py THREADS

compare.py starts it bound to as many processors as it may use: XLA's own settings do not keep it to one.
"""

import jax
import jax.numpy as jnp
import opt_einsum
import worker

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")

LINALG = {
    "matmul": jnp.matmul,
    "svd": lambda a: jnp.linalg.svd(a, full_matrices=False),
    "qr": jnp.linalg.qr,
    "eigh": lambda a: jnp.linalg.eigh(a, UPLO="U", symmetrize_input=False),
    "solve": jnp.linalg.solve,
}


def load(request):
    arrays = [jnp.asarray(x) for x in worker.operands(request)]
    if request["kind"] == "linalg":
        call = LINALG[request["case"]["op"]]
    else:
        path = [tuple(step) for step in request["path"]]

        def call(*xs):
            return opt_einsum.contract(request["equation"], *xs, optimize=path, memory_limit=None, backend="jax")

    compiled = jax.jit(call).lower(*arrays).compile()
    run = lambda: jax.block_until_ready(compiled(*arrays))  # noqa: E731
    if request["kind"] == "linalg":
        return run, worker.telling(request["case"]["op"], run())
    return run, worker.figures(run())


worker.serve({"name": f"JAX {jax.__version__}", "kinds": ["einsum", "linalg"]}, load)
