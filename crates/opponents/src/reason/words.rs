//! A reason as a sentence, for the terminal and the page.

use search::Unit;
use search::shogi::{MATE, MATE_THRESHOLD};

use super::{BlueGhosts, Reason, Ruling, Visits};

/// A language in which reasons are said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// English.
    English,
    /// Japanese.
    Japanese,
}

impl Reason {
    /// The reason as one or a few sentences for a player.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        match language {
            Language::English => english(self),
            Language::Japanese => japanese(self),
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}

/// Plies to the mate that a shogi value stands for, and whether it is against us.
fn mate(value: f64, unit: Unit) -> Option<(f64, bool)> {
    let is_mate = unit == Unit::Points && value.abs() > f64::from(MATE_THRESHOLD);
    is_mate.then(|| (f64::from(MATE) - value.abs(), value < 0.0))
}

fn english(reason: &Reason) -> String {
    match reason {
        Reason::Random { moves } => format!("Chosen at random from {moves} legal moves."),
        Reason::OnlyMove => "The only legal move.".to_owned(),
        Reason::Search { value, unit, exact, worst, depth, line, .. } => {
            let best = if *worst { "Worst" } else { "Best" };
            let value = english_value(*value, *unit);
            let search = if *exact {
                format!("{best} move, solved to the end: {value}.")
            } else {
                format!("{best} move in a depth-{depth} search: {value}.")
            };
            if line.len() < 2 { search } else { format!("{search} Expected line: {}.", line.join(" ")) }
        }
        Reason::MostVisited(visits) => english_visits(visits),
        Reason::Ladder { rung, level, observations, visits, .. } => {
            let level = match level {
                Some(level) => {
                    let from = if *observations == 1 { "move" } else { "moves" };
                    format!(
                        "Your search depth is estimated at {level:.1} from {observations} {from}, \
                         so the depth-{rung} rung plays."
                    )
                }
                None => format!("The depth-{rung} rung plays until your search depth can be estimated."),
            };
            format!("{level} {}", english_visits(visits))
        }
        Reason::Balance { value, unit, moves, rank, best, instead_of, mate_spared, .. } => {
            let mut said = format!("Keeps the game even: {}", english_value(*value, *unit));
            if let (Some(rank), Some(best)) = (rank, best) {
                let best = english_value(*best, *unit);
                said += &format!(", ranked {rank} of {moves} moves (best: {best})");
            }
            said.push('.');
            if let Some(repeating) = instead_of {
                said += &format!(" It avoids {repeating}, which would repeat a position.");
            }
            if *mate_spared {
                said += " It found a mate but let it go this time.";
            }
            said
        }
        Reason::EndLongGame { value, unit, depth } => format!(
            "The game has gone on for a long time, so it plays the best move in a depth-{depth} search: {}.",
            english_value(*value, *unit)
        ),
        Reason::Mate { line } => format!("Mate in {}: {}.", plies(line.len()), line.join(" ")),
        Reason::KnownMate { plies: count } => {
            format!("Mate in {}, which it had already seen at an earlier move.", plies(*count as usize))
        }
        Reason::GiveWay { value, best } => format!(
            "Lets you win: {} (best: {}).",
            english_value(*value, Unit::Points),
            english_value(*best, Unit::Points)
        ),
        Reason::Q { value, highest, moves } => {
            let highest = if *highest { "Highest" } else { "Lowest" };
            format!("{highest} value of {moves} moves in the learned table: {value:+.3}.")
        }
        Reason::SelectQ { level, rank, moves, .. } => format!(
            "Your level is estimated at {} of the way from the worst move to the best; \
             the closest move ranks {rank} of {moves}.",
            percent(*level)
        ),
        Reason::People { rating, share, rank, moves } => format!(
            "About {} of people rated {rating:.0} play this here: number {rank} of {moves} moves by that.",
            percent(*share)
        ),
        Reason::NoTable { moves, .. } => {
            format!("This board is too large for a learned table: chosen at random from {moves} moves.")
        }
        Reason::Adaptive {
            user,
            low,
            high,
            target,
            strength,
            probability,
            at_top,
            ruling,
            best,
            loss,
            overlooked,
        } => {
            let mut said = format!(
                "Your strength is estimated at {user:.0} Elo ({low:.0} to {high:.0}); it plays at \
                 {strength:.0} to win {} of the games. Players of that strength choose this move {} of the \
                 time.",
                percent(*target),
                percent(*probability)
            );
            said += &match ruling {
                Ruling::Allowed => String::new(),
                Ruling::Obvious => " It is the obvious move.".to_owned(),
                Ruling::InsteadOf(drawn) => {
                    format!(" It avoids {drawn}, which would be an obvious blunder.")
                }
            };
            if *at_top {
                said += " You are stronger than it can be.";
            }
            if *loss > 0.0 {
                said += &format!(" The best move is {best}, better by {loss:.2}.");
            }
            if let Some(overlooked) = overlooked {
                said += &format!(" You had overlooked {overlooked}.");
            }
            said
        }
        Reason::Reference { strength: Some(strength), probability, .. } => format!(
            "A reference player of {strength:.0} Elo chooses this move {} of the time.",
            percent(*probability)
        ),
        Reason::Reference { strength: None, probability, .. } => {
            format!("This reference player chooses this move {} of the time.", percent(*probability))
        }
        Reason::Book { times, of } => {
            format!("From the opening book, where it was played in {times} of {of} games.")
        }
        Reason::Exit => "A blue ghost can leave the board and win.".to_owned(),
        Reason::MonteCarlo { score, playouts, moves, blue } => format!(
            "Best of {moves} moves in random playouts: {} over {playouts} playouts.{}",
            percent(*score),
            english_ghosts(blue)
        ),
        Reason::PolicyPlayouts { score, playouts, blue } => format!(
            "Tried most often in playouts with the policy network: {} over {playouts} playouts.{}",
            percent(*score),
            english_ghosts(blue)
        ),
        Reason::Policy { probability, rank, moves } => format!(
            "The policy network plays this move {} of the time; it ranks {rank} of {moves} moves.",
            percent(*probability)
        ),
        Reason::Negamax { value, red } => {
            let red = red.map(|ghost| format!(" It thinks your ghost {ghost} is red.")).unwrap_or_default();
            format!(
                "Best move in a search that assumes the worst of every hidden ghost: {value:+} points.{red}"
            )
        }
        Reason::Said { program, text } if text.is_empty() => format!("Chosen by {program}."),
        Reason::Said { program, text } => format!("Chosen by {program}: {text}."),
        Reason::Text { text } => text.clone(),
    }
}

fn english_value(value: f64, unit: Unit) -> String {
    if let Some((plies_left, is_lost)) = mate(value, unit) {
        let mated = if is_lost { "mated" } else { "mate" };
        return format!("{mated} in {}", plies(plies_left as usize));
    }
    match unit {
        Unit::Discs => format!("{value:+.1} discs"),
        Unit::Seeds => format!("{value:+.1} seeds"),
        Unit::Points => format!("{value:+.0} points"),
        Unit::WinRate => format!("win rate {}", percent(value + 0.5)),
        Unit::Reward => format!("expected reward {value:+.3}"),
    }
}

fn plies(count: usize) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") }
}

fn english_visits(Visits { win_rate, visits, playouts, .. }: &Visits) -> String {
    format!(
        "Most visited move of the tree search: {visits} of {playouts} playouts, win rate {}.",
        percent(*win_rate)
    )
}

fn english_ghosts(blue: &BlueGhosts) -> String {
    if blue.is_empty() {
        return String::new();
    }
    format!(" Its estimate of how likely each of your ghosts is to be blue: {}.", ghosts(blue))
}

fn ghosts(blue: &BlueGhosts) -> String {
    let one = |(ghost, &share): (&char, &f64)| format!("{ghost} {}", percent(share));
    blue.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn japanese(reason: &Reason) -> String {
    match reason {
        Reason::Random { moves } => format!("合法手{moves}通りからランダムに選びました。"),
        Reason::OnlyMove => "ほかに合法手がありません。".to_owned(),
        Reason::Search { value, unit, exact, worst, depth, line, .. } => {
            let best = if *worst { "最も悪い手" } else { "最善手" };
            let value = japanese_value(*value, *unit);
            let search = if *exact {
                format!("最後まで読み切った{best}（{value}）です。")
            } else {
                format!("深さ{depth}の探索での{best}（{value}）です。")
            };
            if line.len() < 2 {
                search
            } else {
                format!("{search}予想手順は{}です。", line.join(" "))
            }
        }
        Reason::MostVisited(visits) => japanese_visits(visits),
        Reason::Ladder { rung, level, observations, visits, .. } => {
            let level = match level {
                Some(level) => {
                    format!(
                        "{observations}手から推定したあなたの読みの深さは{level:.1}なので、深さ{rung}で探索しました。"
                    )
                }
                None => format!("あなたの読みの深さをまだ推定できないので、深さ{rung}で探索しました。"),
            };
            format!("{level}{}", japanese_visits(visits))
        }
        Reason::Balance { value, unit, moves, rank, best, instead_of, mate_spared, .. } => {
            let mut said = format!("互角に最も近い手（{}）です。", japanese_value(*value, *unit));
            if let (Some(rank), Some(best)) = (rank, best) {
                said += &format!(
                    "{moves}手のうち{rank}番目によい手で、最善手は{}です。",
                    japanese_value(*best, *unit)
                );
            }
            if let Some(repeating) = instead_of {
                said += &format!("同じ局面を繰り返す{repeating}は避けました。");
            }
            if *mate_spared {
                said += "詰みを見つけましたが、今回は見送りました。";
            }
            said
        }
        Reason::EndLongGame { value, unit, depth } => format!(
            "対局が長くなったので、深さ{depth}の探索での最善手（{}）を選びました。",
            japanese_value(*value, *unit)
        ),
        Reason::Mate { line } => format!("{}手詰めです（{}）。", line.len(), line.join(" ")),
        Reason::KnownMate { plies } => format!("前の手番で読んでいた{plies}手以内の詰みです。"),
        Reason::GiveWay { value, best } => format!(
            "勝ちを譲る手（{}）です。最善手は{}でした。",
            japanese_value(*value, Unit::Points),
            japanese_value(*best, Unit::Points)
        ),
        Reason::Q { value, highest, moves } => {
            let highest = if *highest { "高い" } else { "低い" };
            format!("学習した表で、{moves}手のうち値が最も{highest}手（{value:+.3}）です。")
        }
        Reason::People { rating, share, rank, moves } => format!(
            "レーティング{rating:.0}の人の約{}がここで打つ手です（{moves}手のうち{rank}番目に多い手）。",
            percent(*share)
        ),
        Reason::SelectQ { level, rank, moves, .. } => format!(
            "最も悪い手を0%、最善手を100%として、あなたのレベルを{}と推定しました。この手はそれに最も近く、{moves}手のうち{rank}番目によい手です。",
            percent(*level)
        ),
        Reason::NoTable { moves, .. } => {
            format!("盤が大きすぎて学習した表がないので、{moves}手からランダムに選びました。")
        }
        Reason::Adaptive {
            user,
            low,
            high,
            target,
            strength,
            probability,
            at_top,
            ruling,
            best,
            loss,
            overlooked,
        } => {
            let mut said = format!(
                "あなたの強さを{user:.0}（{low:.0}〜{high:.0}）と推定し、勝率{}を目指して{strength:.0}の強さで選びました。\
                 その強さのプレイヤーがこの手を選ぶ割合は{}です。",
                percent(*target),
                percent(*probability)
            );
            said += &match ruling {
                Ruling::Allowed => String::new(),
                Ruling::Obvious => "だれもが選ぶ手です。".to_owned(),
                Ruling::InsteadOf(drawn) => format!("{drawn}は悪手だとすぐにわかるので避けました。"),
            };
            if *at_top {
                said += "あなたはこの相手が出せる力より強いです。";
            }
            if *loss > 0.0 {
                said += &format!("最善手は{best}（差は{loss:.2}）です。");
            }
            if let Some(overlooked) = overlooked {
                said += &format!("あなたは{overlooked}を見送っていました。");
            }
            said
        }
        Reason::Reference { strength: None, probability, .. } => {
            format!("この基準プレイヤーがこの手を選ぶ割合は{}です。", percent(*probability))
        }
        Reason::Reference { strength: Some(strength), probability, .. } => {
            format!("強さ{strength:.0}の基準プレイヤーがこの手を選ぶ割合は{}です。", percent(*probability))
        }
        Reason::Book { times, of } => format!("定跡の手です（{of}局のうち{times}局）。"),
        Reason::Exit => "青いおばけが脱出すれば勝ちです。".to_owned(),
        Reason::MonteCarlo { score, playouts, moves, blue } => format!(
            "ランダムプレイアウトで、{moves}手のうち成績が最もよい手です（{playouts}回で{}）。{}",
            percent(*score),
            japanese_ghosts(blue)
        ),
        Reason::PolicyPlayouts { score, playouts, blue } => format!(
            "方策ネットワークによるプレイアウトで最も多く試した手です（{playouts}回で{}）。{}",
            percent(*score),
            japanese_ghosts(blue)
        ),
        Reason::Policy { probability, rank, moves } => format!(
            "方策ネットワークがこの手を選ぶ割合は{}で、{moves}手のうち{rank}番目です。",
            percent(*probability)
        ),
        Reason::Negamax { value, red } => {
            let red = red.map(|ghost| format!("あなたのおばけ{ghost}を赤と見ています。")).unwrap_or_default();
            format!("相手のおばけをすべて警戒する探索での最善手（{value:+}点）です。{red}")
        }
        Reason::Said { program, text } if text.is_empty() => format!("{program}が選んだ手です。"),
        Reason::Said { program, text } => format!("{program}が選んだ手です（{text}）。"),
        Reason::Text { text } => text.clone(),
    }
}

fn japanese_value(value: f64, unit: Unit) -> String {
    if let Some((plies_left, is_lost)) = mate(value, unit) {
        return format!("{plies_left:.0}手で{}", if is_lost { "詰まされる" } else { "詰み" });
    }
    match unit {
        Unit::Discs => format!("{value:+.1}石"),
        Unit::Seeds => format!("石{value:+.1}個"),
        Unit::Points => format!("{value:+.0}点"),
        Unit::WinRate => format!("勝率{}", percent(value + 0.5)),
        Unit::Reward => format!("期待報酬{value:+.3}"),
    }
}

fn japanese_visits(Visits { win_rate, visits, playouts, .. }: &Visits) -> String {
    format!("木探索で最も多く調べた手です（{playouts}回のうち{visits}回、勝率{}）。", percent(*win_rate))
}

fn japanese_ghosts(blue: &BlueGhosts) -> String {
    if blue.is_empty() {
        return String::new();
    }
    format!("あなたのおばけが青である確率を{}と見ています。", ghosts(blue))
}
