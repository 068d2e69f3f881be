// SPDX-License-Identifier: Apache-2.0
// sampler OUTPUT: writes samples that are structs of its own as a Spall trace.

use profconv_example::{Builder, Sample};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let output = std::env::args().nth(1).ok_or("usage: sampler OUTPUT")?;
    let mut builder = Builder::new(1_000_000)?;
    let main_loop = builder.call(0, "main_loop")?;
    let draw = builder.call(main_loop, "draw")?;
    let samples: Vec<Sample> = (0..100)
        .map(|i| Sample {
            start_ns: i * 1_000_000,
            cpu_ns: 1_000_000,
            stack: if i % 10 < 7 { draw } else { main_loop },
        })
        .collect();
    builder.add(&samples)?;
    builder.finish()?.write("spall", &output)?;
    Ok(())
}
