//! The program holds its page. A release build builds the page first if it is missing or older than its
//! sources; other builds take what is there, so that checks and tests never wait for npm.

mod page;

use std::path::Path;

fn main() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    println!("cargo:rerun-if-changed=build");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        for source in page::sources(&web) {
            println!("cargo:rerun-if-changed={}", source.display());
        }
        // A program without its newest page is better than none.
        if let Err(problem) = page::build_if_changed(&web) {
            println!("cargo:warning=the page is not built: {problem}");
        }
    } else {
        println!("cargo:rerun-if-changed={}", web.join("dist").display());
    }
}
