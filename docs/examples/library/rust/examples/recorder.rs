// SPDX-License-Identifier: Apache-2.0
// recorder [BACKEND]: samples itself while it computes, and prints which functions it was in.

use profconv_example::Recorder;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// Sums that nobody needs, for half a second.
#[inline(never)]
fn compute() -> f64 {
    let mut sum = 0.0;
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(500) {
        for i in 0..10_000 {
            sum += (f64::from(i) + sum).sqrt();
        }
    }
    sum
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let backend = std::env::args().nth(1).unwrap_or_else(|| "auto".into());
    let mut recorder = Recorder::new(&backend, 199)?;
    recorder.start()?;
    let mut hottest: BTreeMap<String, u64> = BTreeMap::new();
    let mut sum = 0.0;
    for round in 0..4 {
        sum += compute();
        if round == 3 {
            recorder.stop()?;
        }
        for sample in recorder.take_samples()? {
            let called: BTreeSet<_> = sample.frames.into_iter().map(|f| f.function).collect();
            for function in called {
                *hottest.entry(function).or_default() += 1;
            }
        }
    }
    for (function, samples) in hottest {
        println!("{samples} {function}");
    }
    assert!(sum > 0.0);
    Ok(())
}
