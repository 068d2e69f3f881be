// SPDX-License-Identifier: Apache-2.0
//! Links libprofconv where pkg-config finds it, and lets programs find it there when they start.
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    let found = Command::new("pkg-config")
        .args(["--libs", "profconv"])
        .output()
        .expect("pkg-config");
    assert!(found.status.success(), "pkg-config does not find profconv");
    for word in String::from_utf8_lossy(&found.stdout).split_whitespace() {
        if let Some(folder) = word.strip_prefix("-L") {
            println!("cargo:rustc-link-search=native={folder}");
            println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
        } else if let Some(library) = word.strip_prefix("-l") {
            println!("cargo:rustc-link-lib={library}");
        }
    }
}
