//! The inputs that all peers compute from the seed, and the figures of a result that are compared.

use num_complex::{Complex32, Complex64};
use serde_json::Value;
use tenferro_runtime::{DType, Tensor};

use crate::Fallible;

/// The uniform numbers of operand `t` of `n` elements: see scripts/reference.py.
fn real_part(seed: u64, t: u64, n: usize) -> impl Iterator<Item = f64> {
    let base = seed
        .wrapping_mul(0xD1342543DE82EF95)
        .wrapping_add((t + 1).wrapping_mul(0x2545F4914F6CDD1D))
        .wrapping_add(0x9E3779B97F4A7C15);
    let root = (n as f64).sqrt();
    (0..n as u64).map(move |e| {
        let mut x = base.wrapping_add(e);
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58476D1CE4E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D049BB133111EB);
        x ^= x >> 31;
        (0.5 + (x >> 11) as f64 * 0.5f64.powi(53)) / root
    })
}

fn complex(seed: u64, t: u64, n: usize) -> impl Iterator<Item = Complex64> {
    let shift = 1.0 / (n as f64).sqrt();
    real_part(seed, t, n)
        .zip(real_part(seed, t + (1 << 20), n))
        .map(move |(re, im)| Complex64::new(re, im - shift))
}

/// All operands of a request, with the axes of the file reversed: the same memory, column-major.
pub fn operands(request: &Value) -> Fallible<Vec<Tensor>> {
    let shapes: Vec<Vec<usize>> = serde_json::from_value(request["shapes"].clone())?;
    let seed = request["seed"].as_u64().ok_or("no seed")?;
    let dtype = request["dtype"].as_str().ok_or("no dtype")?;
    let operand = |(t, mut shape): (usize, Vec<usize>)| -> Fallible<Tensor> {
        let (t, n) = (t as u64, shape.iter().product());
        shape.reverse();
        Ok(match dtype {
            "float32" => Tensor::from_vec_col_major(shape, real_part(seed, t, n).map(|x| x as f32).collect())?,
            "float64" => Tensor::from_vec_col_major(shape, real_part(seed, t, n).collect::<Vec<f64>>())?,
            "complex64" => {
                let narrow = |x: Complex64| Complex32::new(x.re as f32, x.im as f32);
                Tensor::from_vec_col_major(shape, complex(seed, t, n).map(narrow).collect())?
            }
            "complex128" => Tensor::from_vec_col_major(shape, complex(seed, t, n).collect::<Vec<_>>())?,
            other => return Err(format!("dtype {other} is not supported").into()),
        })
    };
    shapes.into_iter().enumerate().map(operand).collect()
}

/// The sum, as its real and imaginary part, and the Euclidean norm.
pub fn summary(x: &Tensor) -> Fallible<([f64; 2], f64)> {
    let (mut sum, mut squares) = (Complex64::ZERO, 0.0f64);
    let mut add = |v: Complex64| {
        sum += v;
        squares += v.norm_sqr();
    };
    match x.dtype() {
        DType::F32 => x.as_slice::<f32>()?.iter().for_each(|&v| add(f64::from(v).into())),
        DType::F64 => x.as_slice::<f64>()?.iter().for_each(|&v| add(v.into())),
        DType::C32 => x.as_slice::<Complex32>()?.iter().for_each(|&v| add(Complex64::new(v.re.into(), v.im.into()))),
        DType::C64 => x.as_slice::<Complex64>()?.iter().for_each(|&v| add(v)),
        other => return Err(format!("result of dtype {other:?}").into()),
    }
    Ok(([sum.re, sum.im], squares.sqrt()))
}
