//! Geister: ghosts with the colours a seat may know.

use belief::{BeliefTracker, BeliefUpdate, shipped};
use games::geister::{Colour, Geister, Ghost, Move, Place, Transcript, View};
use games::{Game, Malformed, Record, Side, text};

use super::{Both, Geometry, ResearchPlayer, lessons};
use crate::oversights::{self, Compared};
use crate::wire::{self, Belief, BoardChange, Captured, GhostColour, Oversight, Position, Text};

const TERAMURA_AND_MATSUZAKI: Both = ("Teramura and Matsuzaki 2021", "寺村・松崎 2021");

impl Geometry for Geister {
    const ABOUT: Both = (
        "Which ghosts are good? Bluff, guess and escape.",
        "青いおばけを脱出させるか、赤いおばけを取らせれば勝ち。だまし合いのゲーム。",
    );
    const GOALS: &'static [Both] = &[
        (
            "You win if one of your blue ghosts leaves the board through a far corner.",
            "自分の青いおばけが、相手側の隅から脱出すれば勝ちです。",
        ),
        ("You win if you capture all four blue ghosts.", "相手の青を4つとも取れば勝ちです。"),
        (
            "You win if all four of your red ghosts are captured; so never take all four red ones.",
            "自分の赤を4つとも取らせれば勝ちです。つまり、相手の赤を4つ取ると負けになります。",
        ),
        (
            "After 256 moves, both sides’ together, it is a draw.",
            "両者合わせて256手で決着がつかなければ、引き分けです。",
        ),
    ];
    const LESSON: &'static [lessons::Step] = lessons::GEISTER;
    const RESEARCH: &'static [ResearchPlayer] = &[
        ResearchPlayer {
            id: "mc",
            opponent: "mc",
            start: None,
            name: ("MC", "MC"),
            about: (
                "Plays many random games from every move, with your ghosts’ colours drawn at random.",
                "各手のあとをランダムに何度も打ってみて、結果の良い手を選びます。おばけの色は当てずっぽうです。",
            ),
            source: TERAMURA_AND_MATSUZAKI,
        },
        ResearchPlayer {
            id: "mc-reading",
            opponent: "mc:belief=count-cumulative",
            start: None,
            name: ("MC that reads colours", "MC（色を読む）"),
            about: (
                "As MC, but it infers from your moves which of your ghosts are blue.",
                "MCと同じですが、あなたの動かし方からおばけの色を推定します。",
            ),
            source: TERAMURA_AND_MATSUZAKI,
        },
        ResearchPlayer {
            id: "pr",
            opponent: "pr",
            start: None,
            name: ("PR", "PR"),
            about: (
                "Plays as often each move as a neural network has learned to, without looking ahead.",
                "先読みはせず、ニューラルネットワークが学んだ確率で手を選びます。",
            ),
            source: TERAMURA_AND_MATSUZAKI,
        },
        ResearchPlayer {
            id: "pm",
            opponent: "pm",
            start: None,
            name: ("PM", "PM"),
            about: (
                "Plays games out from every move, both sides moving as the network of PR would.",
                "PRのネットワークで両者を動かして各手のあとを打ってみて、結果の良い手を選びます。",
            ),
            source: TERAMURA_AND_MATSUZAKI,
        },
        ResearchPlayer {
            id: "pm-reading",
            opponent: "pm:belief=count-cumulative,trained=pm",
            start: None,
            name: ("PM that reads colours", "PM（色を読む）"),
            about: (
                "As PM, but it infers from your moves which of your ghosts are blue.",
                "PMと同じですが、あなたの動かし方からおばけの色を推定します。",
            ),
            source: TERAMURA_AND_MATSUZAKI,
        },
        ResearchPlayer {
            id: "ra",
            opponent: "ra",
            start: None,
            name: ("RA", "RA"),
            about: (
                "Moves at random, and escapes as soon as a blue ghost can.",
                "ランダムに動かしますが、青いおばけが脱出できるときは必ず脱出します。",
            ),
            source: TERAMURA_AND_MATSUZAKI,
        },
    ];
    const SETUP: Option<&'static str> = Some("reds");
    const FORMATS: &'static [&'static str] = &["gkr", "transcript-first", "transcript-second"];
    const REVIEWER: &'static str = "mc:playouts=4000";
    /// A tenth of a game: with 4000 playouts shared by a dozen moves a value has a standard error of about
    /// 0.03.
    const MISTAKE: f64 = 0.1;
    const MOST: f64 = 0.5;
    const COUNTS_WINS: Option<Both> = Some((
        "The share of games won when both sides play on at random.",
        "そこから両者がランダムに動かしたときに勝つ割合です。",
    ));

    fn position(view: &View) -> Position {
        position(Side::BOTH.map(|side| view.places(side)), |side, ghost| view.colour(side, ghost))
    }

    /// A ghost's colour as the seat across the board from it knows it.
    fn common(views: [&View; 2]) -> Position {
        let across = |side: Side| views[side.other().index()];
        position(Side::BOTH.map(|side| views[0].places(side)), |side, ghost| across(side).colour(side, ghost))
    }

    fn revealed(&self) -> Position {
        let colour = |side, ghost| Some(self.setup(side).colour(ghost));
        position(Side::BOTH.map(|side| self.places(side)), colour)
    }

    fn move_on(_view: &View, mv: Move) -> wire::Move {
        let from = mv.from().to_string();
        let label = match mv.to() {
            Some(to) => Text::same(format!("{from}-{to}")),
            None => Text::new(format!("{from} leaves the board"), format!("{from}から脱出")),
        };
        wire::Move {
            text: mv.to_string(),
            from: Some(from),
            to: target(mv),
            promotes: false,
            on_board: true,
            label,
        }
    }

    fn step(before: &View, mv: Move) -> BoardChange {
        let side = games::View::side_to_move(before);
        let stands = |square| before.places(side.other()).contains(&Place::On(square));
        let captured = mv.to().filter(|&to| stands(to)).map(|to| to.to_string());
        BoardChange::Slide { from: mv.from().to_string(), to: target(mv), captured, side: side.into() }
    }

    /// A captured ghost has shown its colour.
    fn has_shown_since(now: &View, earlier: &View) -> bool {
        let enemy = now.seat().other();
        let captured =
            |view: &View| view.places(enemy).iter().filter(|&&place| place == Place::Captured).count();
        captured(now) != captured(earlier)
    }

    fn oversights(compared: &Compared<'_, Geister>) -> Vec<Oversight> {
        oversights::geister::oversights(compared)
    }

    fn write(record: &Record<Geister>, format: &str) -> Result<String, Malformed> {
        let seat = match format {
            "transcript-first" => Side::First,
            "transcript-second" => Side::Second,
            _ => return Ok(text::write(record)),
        };
        let seen = Transcript::of(record, seat);
        Ok(seen.map_err(|error| Malformed::described(error.to_string(), "a legal game"))?.write())
    }

    /// As the network `count` reads them, trained on the moves of `mc`, every move counting (Teramura and
    /// Matsuzaki 2021).
    fn beliefs(start: &Geister, moves: &[Move], seat: Side) -> Option<Vec<Vec<Belief>>> {
        let reading = seat.other();
        let mut reader = BeliefTracker::new(shipped::count(shipped::TrainedOn::Mc), BeliefUpdate::Cumulative);
        let mut game = *start;
        let read = |reader: &BeliefTracker, game: &Geister| {
            let beliefs = reader.beliefs(&game.view(reading));
            let belief = |ghost: Ghost| Belief {
                letter: ghost.letter().to_string(),
                blue: (beliefs.blue()[ghost.index()] * 1000.0).round() / 1000.0,
            };
            beliefs.hidden().map(belief).collect()
        };
        let mut beliefs = vec![read(&reader, &game)];
        for &mv in moves {
            if game.side_to_move() == seat {
                reader.observe(&game.view(reading), mv);
            }
            game.apply(mv);
            beliefs.push(read(&reader, &game));
        }
        Some(beliefs)
    }
}

/// Where a move ends. The ways out are named as the first player sees them, whose left is the a-file.
fn target(mv: Move) -> String {
    match mv.to() {
        Some(to) => to.to_string(),
        None if mv.from().column() == 0 => "exit-left".to_owned(),
        None => "exit-right".to_owned(),
    }
}

fn position(places: [&[Place; 8]; 2], colour: impl Fn(Side, Ghost) -> Option<Colour>) -> Position {
    let (mut ghosts, mut captured) = (Vec::new(), Vec::new());
    for side in Side::BOTH {
        for (ghost, place) in Ghost::ALL.into_iter().zip(places[side.index()]) {
            let colour = match colour(side, ghost) {
                Some(Colour::Blue) => GhostColour::Blue,
                Some(Colour::Red) => GhostColour::Red,
                None => GhostColour::Unknown,
            };
            let letter = ghost.letter().to_string();
            match place {
                Place::On(square) => {
                    ghosts.push(wire::Ghost { place: square.to_string(), side: side.into(), colour, letter });
                }
                Place::Captured => captured.push(Captured { side: side.into(), colour, letter }),
                Place::Escaped => {}
            }
        }
    }
    Position::Geister { ghosts, captured }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_not_shown_what_it_may_not_know() {
        let game = Geister::default();
        let shown = serde_json::to_string(&Geister::position(&game.view(Side::Second))).unwrap();
        assert_eq!((shown.matches("unknown").count(), shown.matches("\"red\"").count()), (8, 4));
        let views = Side::BOTH.map(|side| game.view(side));
        let shown = serde_json::to_string(&Geister::common([&views[0], &views[1]])).unwrap();
        assert_eq!((shown.matches("unknown").count(), shown.matches("\"red\"").count()), (16, 0));
        let shown = serde_json::to_string(&game.revealed()).unwrap();
        assert_eq!((shown.matches("unknown").count(), shown.matches("\"red\"").count()), (0, 8));
    }

    #[test]
    fn beliefs_begin_even_and_follow_the_moves() {
        let moves = ["b2b3", "e5e4", "b3b4"].map(|mv| mv.parse().unwrap());
        let beliefs = Geister::beliefs(&Geister::default(), &moves, Side::First).unwrap();
        assert_eq!(beliefs.len(), 4);
        assert!(beliefs[0].len() == 8 && beliefs[0].iter().all(|belief| belief.blue == 0.5));
        assert_ne!(beliefs[1], beliefs[0]);
        assert_eq!(beliefs[1], beliefs[2]);
    }
}
