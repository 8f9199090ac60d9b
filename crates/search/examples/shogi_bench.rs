//! How strong and how fast the shogi search is, in processor time.
//!
//! ```sh
//! cargo run --release -p search --example shogi_bench -- problems 5 PROBLEM.csa...
//! cargo run --release -p search --example shogi_bench -- speed GAME.csa... POSITIONS.sfen...
//! ```
//!
//! A problem is a record whose one move is the answer. Speed is measured on a position from the middle of
//! each game, and on every line of a file of positions.

use std::error::Error;
use std::time::Duration;

use games::shogi::{Move, Shogi, csa};
use games::{Game, Record};
use rustix::time::{ClockId, clock_gettime};
use search::shogi::{AlphaBeta, SearchGoal, SearchOptions, Weights};
use search::{Analysis, Analyst, Budget, Perturbed};

/// The move from which a game is in its middle.
const MIDDLE: usize = 60;

fn processor_time() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}

fn search(options: SearchOptions) -> AlphaBeta {
    AlphaBeta::new(Perturbed::unchanged(Weights::shipped()), options)
}

/// The analysis of `game` that is ready when the processor has worked for so long.
fn analyse_for(search: &mut AlphaBeta, game: &Shogi, time: Duration) -> Analysis<Move> {
    let budget = Budget::default();
    let end = processor_time() + time;
    let stop = budget.stop.clone();
    std::thread::scope(|scope| {
        let watch = scope.spawn(move || {
            while processor_time() < end && !stop.is_stopped() {
                std::thread::sleep(Duration::from_millis(5));
            }
            stop.stop();
        });
        let analysis = search.analyse(game, &budget);
        budget.stop.stop();
        let _ = watch.join();
        analysis
    })
}

fn read(path: &str) -> Result<Record<Shogi>, Box<dyn Error>> {
    let text = std::fs::read(path)?;
    let records = csa::read(&String::from_utf8_lossy(&text))?;
    records.into_iter().next().ok_or_else(|| format!("{path}: expected a record").into())
}

fn problems(seconds: &str, paths: &[String]) -> Result<(), Box<dyn Error>> {
    let time = Duration::from_secs_f64(seconds.parse()?);
    let mut search = search(SearchOptions::default());
    let mut solved = 0;
    for path in paths {
        let record = read(path)?;
        let answer = record.moves().next().ok_or("expected an answer")?;
        let analysis = analyse_for(&mut search, &record.start, time);
        let best = analysis.best().ok_or("expected a move")?;
        solved += usize::from(best.mv == answer);
        let mark = if best.mv == answer { "o" } else { "x" };
        let name = path.rsplit('/').next().unwrap_or(path);
        let line: Vec<String> = best.line.iter().map(ToString::to_string).collect();
        println!(
            "{mark} {name} answer {answer} found {} value {:+} depth {} nodes {} line {}",
            best.mv,
            best.value,
            analysis.depth,
            analysis.nodes,
            line.join(" ")
        );
    }
    println!("{solved} of {}", paths.len());
    Ok(())
}

fn speed(paths: &[String]) -> Result<(), Box<dyn Error>> {
    let mut positions = Vec::new();
    for path in paths {
        if path.ends_with(".sfen") {
            for line in std::fs::read_to_string(path)?.lines() {
                positions.push(line.parse()?);
            }
            continue;
        }
        let record = read(path)?;
        let mut game = record.start.clone();
        let moves: Vec<Move> = record.moves().take(MIDDLE).collect();
        if moves.len() == MIDDLE {
            moves.into_iter().try_for_each(|mv| game.play(mv))?;
            positions.push(game);
        }
    }
    let mut measured = Vec::new();
    for (what, options, depth) in [
        ("best move, depth 9", SearchOptions::default(), 9),
        ("all moves, depth 5", SearchOptions::for_goal(SearchGoal::AllMoves), 5),
        ("all moves, exact, depth 5", SearchOptions::window_independent(SearchGoal::AllMoves), 5),
        ("nearest to zero, depth 5", SearchOptions::for_goal(SearchGoal::NearestToZero), 5),
    ] {
        let mut search = search(options);
        let begin = processor_time();
        let analyses: Vec<_> =
            positions.iter().map(|game| search.analyse(game, &Budget::depth(depth))).collect();
        let seconds = (processor_time() - begin).as_secs_f64();
        let nodes: u64 = analyses.iter().map(|analysis| analysis.nodes).sum();
        let count = positions.len() as f64;
        println!(
            "{what}: {:.3} s and {:.0} nodes a position, {:.0} nodes/s, {count} positions",
            seconds / count,
            nodes as f64 / count,
            nodes as f64 / seconds
        );
        measured.push(analyses);
    }
    let nearest = |analysis: &Analysis<Move>| {
        let near = |value: f64| value.abs();
        analysis
            .candidates
            .iter()
            .min_by(|one, two| {
                near(one.value).total_cmp(&near(two.value)).then(two.value.total_cmp(&one.value))
            })
            .map(|one| one.mv)
    };
    let pairs = measured[2].iter().zip(&measured[3]);
    let same =
        pairs.clone().filter(|(every, even)| nearest(every) == even.best().map(|best| best.mv)).count();
    println!("nearest to zero: the same move in {same} of {}", positions.len());
    for (every, even) in pairs {
        let open = every.candidates.iter().find(|one| Some(one.mv) == nearest(every));
        let narrow = even.best();
        if let (Some(open), Some(narrow)) = (open, narrow)
            && open.mv != narrow.mv
        {
            println!("  open {} {:+}, narrow {} {:+}", open.mv, open.value, narrow.mv, narrow.value);
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [command, seconds, paths @ ..] if command == "problems" => problems(seconds, paths),
        [command, paths @ ..] if command == "speed" => speed(paths),
        _ => Err("expected problems SECONDS FILES or speed FILES".into()),
    }
}
