// SPDX-License-Identifier: Apache-2.0
// heap INPUT OUTPUT: looks at a heap profile of DHAT and writes pprof, as programs do with the dhat-pprof crate.

use profconv_example::{convert, convert_profile, read_dhat, write_pprof};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().collect();
    let [_, input, output] = &words[..] else {
        return Err("usage: heap INPUT OUTPUT".into());
    };
    convert(input, output)?;

    let heap = read_dhat(input)?;
    println!("command: {}", heap.command()?);
    println!("points: {}", heap.sample_count()?);
    let profile = convert_profile(&heap, &["alloc_space", "inuse_space"], "alloc_space")?;
    write_pprof(&profile, &format!("{output}.types.pb.gz"))?;
    Ok(())
}
