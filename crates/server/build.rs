//! The page is built into the program: when it changes, so does the program.

fn main() {
    println!("cargo:rerun-if-changed=../../web/dist");
}
