//! temp
use games::{Game, othello::*};
fn main() {
    let d = std::path::Path::new("/work/shared/data/othello/wthor");
    let dir = wthor::Directory { players: wthor::Names::read_players(&std::fs::read(d.join("WTH.JOU")).unwrap()).unwrap(), tournaments: wthor::Names::read_tournaments(&std::fs::read(d.join("WTH.TRN")).unwrap()).unwrap()};
    let (mut n, mut agreed, mut over, mut bad) = (0, 0, 0, 0);
    for y in 1977..=2025 {
        let b = std::fs::read(d.join(format!("WTH_{y}.wtb"))).unwrap();
        match wthor::read(&b, &dir) { Ok(rs) => {
            n += rs.len();
            for r in &rs { let o = r.replay().unwrap().outcome(); if o.is_some() { over += 1; } if r.line.end.unwrap().reason != games::Reason::Count { agreed += 1; if o.is_some() { bad+=1; if bad < 5 { println!("{y} {:?} {:?}", o, r.line.end); } } } }
            if wthor::write(&rs, &dir).unwrap() != b { println!("{y} differs"); }
        } Err(e) => println!("{y} {e}") }
    }
    println!("{n} {agreed} {over} {bad}");
}
