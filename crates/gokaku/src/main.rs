//! temp
use conformance::*;
fn main() {
    let t = std::time::Instant::now();
    println!(
        "{:?}",
        run::<games::othello::Othello>(Plan { games: 100000, seed: 1, one_in: 60 }, &|_| {}).unwrap()
    );
    println!("{:?}", t.elapsed());
}
