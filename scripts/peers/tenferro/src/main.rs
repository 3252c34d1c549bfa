//! The tenferro worker of compare.py: it loads a contraction, runs it when told, and says how long that took.
//! One JSON object a line in, one out; compare.py has the protocol.

mod inputs;

use std::io::{self, BufRead, Write};
use std::time::Instant;

use serde_json::{json, Value};
use tenferro_cpu::{CpuEngine, Pool};
use tenferro_einsum::{EinsumOptimize, TraceContextEinsumExt};
use tenferro_ops::dim_expr::DimExpr;
use tenferro_runtime::program::ProgramInputSpec;
use tenferro_runtime::{ExecutionEngine, GraphCompiler, Prepared, Runtime, Tensor, TensorRead, TraceContext};
use tenferro_tensor::TensorBuffer;

#[cfg(feature = "blas")]
extern crate blas_src;

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

/// What tenferro keeps for the next run. Its default, 100 MiB, is below what the larger networks need.
const POOL_BYTES: usize = 8 << 30;

/// A program with its inputs, ready to run.
struct Loaded {
    engine: CpuEngine,
    runtime: Runtime,
    prepared: Prepared,
    operands: Vec<Tensor>,
}

impl Loaded {
    fn new(request: &Value, threads: usize) -> Fallible<Self> {
        let operands = inputs::operands(request)?;
        let mut trace = TraceContext::new();
        let values = operands
            .iter()
            .map(|t| trace.input(ProgramInputSpec::new(t.dtype(), DimExpr::from_concrete(t.shape()))))
            .collect::<Result<Vec<_>, _>>()?;
        let equation = request["equation_colmajor"].as_str().ok_or("no equation_colmajor")?;
        let path = EinsumOptimize::Path(path(&request["path"])?);
        let output = trace.einsum_with(&values, equation, path)?;
        let program = GraphCompiler::new().compile_traced_graph(&trace.finish(&[output])?)?;

        let mut engine = match threads {
            1 => CpuEngine::serial(),
            n => CpuEngine::new(Pool::builder().threads(n).build()?),
        };
        engine.set_buffer_pool_limit_bytes(POOL_BYTES);
        let mut builder = Runtime::builder();
        builder.register_engine(tenferro_cpu::runtime_engine_registration(&engine)?)?;
        let id = tenferro_cpu::runtime_engine_id()?;
        builder.install_extension_module(tenferro_einsum::extension_module::<CpuEngine>(id)?)?;
        let runtime = builder.build()?;
        let reads: Vec<_> = operands.iter().map(TensorRead::from_tensor).collect();
        let prepared = runtime.prepare(&program, &reads, &[engine.target()])?;
        Ok(Self { engine, runtime, prepared, operands })
    }

    /// Runs the program once; the result is a new tensor from the engine's pool.
    fn run(&mut self) -> Fallible<Tensor> {
        let reads: Vec<_> = self.operands.iter().map(TensorRead::from_tensor).collect();
        let outputs = self.runtime.run(&mut [&mut self.engine], &self.prepared, &reads)?;
        let output = outputs.into_iter().next().ok_or("no output")?;
        Ok(output.into_tensor(&mut self.engine)?)
    }

    /// Nanoseconds of that many runs. Results go back to the pool, which is tenferro's way to use memory again, or are
    /// dropped.
    fn time(&mut self, count: u64, fresh: bool) -> Fallible<u64> {
        let start = Instant::now();
        for _ in 0..count {
            let output = self.run()?;
            if fresh {
                drop(output);
            } else {
                self.engine.reclaim_buffer(output);
            }
        }
        Ok(start.elapsed().as_nanos() as u64)
    }
}

fn path(steps: &Value) -> Fallible<Vec<(usize, usize)>> {
    Ok(serde_json::from_value(steps.clone())?)
}

fn answer(request: &Value, loaded: &mut Option<Loaded>, threads: usize) -> Fallible<Value> {
    match request["cmd"].as_str() {
        Some("hello") => Ok(json!({
            "name": format!("tenferro 0.9.0 ({})", tenferro_cpu::cpu_provider_id()),
            "kinds": ["einsum"],
        })),
        Some("load") => {
            *loaded = None;
            let mut l = Loaded::new(request, threads)?;
            let (sum, norm2) = inputs::summary(&l.run()?)?;
            *loaded = Some(l);
            Ok(json!({"sum": sum, "norm2": norm2}))
        }
        Some("run") => {
            let l = loaded.as_mut().ok_or("nothing is loaded")?;
            let count = request["count"].as_u64().unwrap_or(1);
            Ok(json!({"ns": l.time(count, request["fresh"] == true)?}))
        }
        Some("unload") => {
            *loaded = None;
            Ok(json!({}))
        }
        _ => Err("unknown command".into()),
    }
}

fn main() -> Fallible<()> {
    let threads = std::env::args().nth(1).ok_or("usage: tenferro-peer THREADS")?.parse()?;
    let mut loaded = None;
    for line in io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let reply = answer(&request, &mut loaded, threads).unwrap_or_else(|e| json!({"error": e.to_string()}));
        println!("{reply}");
        io::stdout().flush()?;
    }
    Ok(())
}
