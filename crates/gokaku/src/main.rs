//! temp
use games::{Game, othello::Othello};
fn main() {
    let t = std::time::Instant::now();
    let n = Othello::default().perft(11);
    let s = t.elapsed().as_secs_f64();
    println!("{n} {s} {}", n as f64 / s / 1e6);
}
