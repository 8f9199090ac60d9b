//! The player behind the protocol, on a thread of its own.

use std::time::Instant;

use games::PerfectInformation;
use opponents::{Choice, Failure, Interruptible, Name, NameError, NamedAnalyst, Opponent, Reason, Roster};
use search::shogi::{MATE, MATE_THRESHOLD};
use search::{Analysis, Stop};

use crate::game_history::GameHistory;
use crate::{ExternalEngines, by_name};

/// The longest time the grammar of names knows: what ends the thinking earlier is the flag.
const NO_END: &str = "3600s";

/// The deepest search the grammar of names knows.
const DEEPEST: u32 = 60;

/// Who is asked to think, and within what.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct SearchRequest {
    /// The opponent's name.
    pub(crate) opponent: String,
    /// Instead of what the name says.
    pub(crate) depth: Option<u32>,
    /// Instead of what the name says.
    pub(crate) nodes: Option<u64>,
    /// Somebody else's clock ends the thinking, so a name without limits of its own has none.
    pub(crate) clocked: bool,
    /// How many moves to tell about.
    pub(crate) multi_pv: u32,
    /// For those who have the option.
    pub(crate) threads: u32,
    /// For those who have the option; 0 leaves it to them.
    pub(crate) hash: u32,
}

/// A position to think about.
pub(crate) struct Question<G: PerfectInformation> {
    pub(crate) start: G,
    pub(crate) moves: Vec<G::Move>,
    pub(crate) request: SearchRequest,
    /// Ends the thinking.
    pub(crate) stop: Stop,
    /// Looks deeper and deeper, and tells of every depth.
    pub(crate) deepen: bool,
    /// The number of the game: nothing is carried over from one to the next.
    pub(crate) game: u64,
}

/// What came of thinking.
pub(crate) struct Answer<M> {
    /// The move and its reason.
    pub(crate) choice: Result<Choice<M>, Failure>,
    /// The reply that is expected.
    pub(crate) reply: Option<M>,
}

/// The player: an analyst tells what it has seen, an opponent only its reason.
enum AnalystOrOpponent<G: Roster> {
    Analyst(NamedAnalyst<G>),
    Opponent(Box<dyn Opponent<G>>),
}

/// Thinks about one position after the other.
pub(crate) struct UsiPlayer<G: ExternalEngines + PerfectInformation> {
    seed: u64,
    game: u64,
    history: GameHistory<G>,
    player: Option<(SearchRequest, AnalystOrOpponent<G>)>,
}

impl<G: ExternalEngines + PerfectInformation> UsiPlayer<G> {
    /// A player whose choices follow from `seed`.
    pub(crate) fn new(seed: u64) -> UsiPlayer<G> {
        UsiPlayer { seed, game: 0, history: GameHistory::new(G::default()), player: None }
    }

    /// Answers a question; `tell` is for `info` lines.
    pub(crate) fn think(
        &mut self,
        question: &Question<G>,
        tell: &mut dyn FnMut(String),
    ) -> Result<Answer<G::Move>, NameError> {
        if question.game != self.game {
            (self.game, self.player) = (question.game, None);
        }
        self.history.restart(question.start.clone());
        for &mv in &question.moves {
            if let Err(illegal) = self.history.play(mv) {
                return Ok(Answer { choice: Err(illegal.into()), reply: None });
            }
        }
        let seed = self.seed.wrapping_add(self.game);
        if question.deepen && is_analyst::<G>(&question.request.opponent) {
            return deepening(&self.history.game(), question, seed, tell);
        }
        let player = match self.player.take() {
            Some((request, player)) if request == question.request => player,
            _ => player(&question.request, seed)?,
        };
        let (_, player) = self.player.insert((question.request.clone(), player));
        Ok(match player {
            AnalystOrOpponent::Opponent(opponent) => {
                opponent.stop_with(question.stop.clone());
                Answer { choice: self.history.choose(&mut **opponent), reply: None }
            }
            AnalystOrOpponent::Analyst(analyst) => {
                analyst.stop_with(question.stop.clone());
                analysed(analyst, &self.history.game(), question.request.multi_pv, tell)
            }
        })
    }
}

/// Looks one ply deeper as long as there is time; a depth that was not finished does not count.
fn deepening<G: ExternalEngines + PerfectInformation>(
    game: &G,
    question: &Question<G>,
    seed: u64,
    tell: &mut dyn FnMut(String),
) -> Result<Answer<G::Move>, NameError> {
    let mut answer = None;
    for depth in 1..=DEEPEST {
        let request = SearchRequest { depth: Some(depth), ..question.request.clone() };
        let AnalystOrOpponent::Analyst(mut analyst) = player::<G>(&request, seed)? else { break };
        // The first depth is always finished, for an answer is owed.
        if answer.is_some() {
            analyst.stop_with(question.stop.clone());
        }
        let mut infos = Vec::new();
        let next = analysed(&mut analyst, game, request.multi_pv, &mut |info| infos.push(info));
        if answer.is_some() && question.stop.is_stopped() {
            break;
        }
        infos.into_iter().for_each(&mut *tell);
        let is_over = next.choice.is_err();
        answer = Some(next);
        if is_over {
            break;
        }
    }
    Ok(answer.unwrap_or(Answer { choice: Err(Failure::NoMove), reply: None }))
}

/// An analyst's answer, history in full.
fn analysed<G: PerfectInformation>(
    analyst: &mut NamedAnalyst<G>,
    game: &G,
    multi_pv: u32,
    tell: &mut dyn FnMut(String),
) -> Answer<G::Move> {
    let begun = Instant::now();
    let analysis = analyst.analyse(game);
    let millis = begun.elapsed().as_millis();
    let sign = if analyst.is_negated() { -1.0 } else { 1.0 };
    for place in (0..analysis.candidates.len().min(multi_pv as usize)).rev() {
        tell(info(&analysis, place, sign, millis));
    }
    let Some(best) = analysis.best() else { return Answer { choice: Err(Failure::NoMove), reply: None } };
    let reason = Reason::best_of(&analysis, analyst.is_negated()).unwrap_or(Reason::OnlyMove);
    Answer { choice: Ok(Choice { mv: best.mv, reason }), reply: best.line.get(1).copied() }
}

/// A candidate as an `info` line. The best one is history last, so that it is what remains on a board which
/// shows one line.
fn info<M: games::Move>(analysis: &Analysis<M>, place: usize, sign: f64, millis: u128) -> String {
    let candidate = &analysis.candidates[place];
    let per_second = u128::from(analysis.nodes) * 1000 / millis.max(1);
    let line = match &candidate.line[..] {
        [] => candidate.mv.to_string(),
        line => line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
    };
    format!(
        "info depth {} multipv {} score {} nodes {} nps {per_second} time {millis} pv {line}",
        analysis.depth,
        place + 1,
        score(sign * candidate.value),
        analysis.nodes
    )
}

/// A value in the protocol's words: a mate in so many plies, or points.
fn score(value: f64) -> String {
    let plies = f64::from(MATE) - value.abs();
    if value.abs() > f64::from(MATE_THRESHOLD) && plies >= 0.0 {
        let sign = if value < 0.0 { '-' } else { '+' };
        return format!("mate {sign}{plies:.0}");
    }
    format!("cp {value:.0}")
}

fn is_analyst<G: Roster>(name: &str) -> bool {
    name.parse::<Name>().is_ok_and(|name| G::ANALYSTS.contains(&name.opponent()))
}

/// The requested player. Options it does not have are left out.
fn player<G: ExternalEngines>(request: &SearchRequest, seed: u64) -> Result<AnalystOrOpponent<G>, NameError> {
    let name = &request.opponent;
    let is_form = |protocol: &str| G::FORMS.iter().any(|form| form.split(':').next() == Some(protocol));
    if name.split_once(':').is_some_and(|(protocol, _)| is_form(protocol)) {
        return by_name(name, seed).map(AnalystOrOpponent::Opponent);
    }
    let has_limit = ["depth", "nodes", "time", "playouts"].iter().any(|key| value_of(name, key).is_some());
    let unlimited = request.clocked && !has_limit && request.depth.is_none() && request.nodes.is_none();
    let changes = [
        ("depth", request.depth.map(|depth| depth.min(DEEPEST).to_string())),
        ("nodes", request.nodes.map(|nodes| nodes.to_string())),
        ("time", unlimited.then(|| NO_END.to_owned())),
        ("threads", (request.threads > 1).then(|| request.threads.to_string())),
        ("hash", (request.hash > 0).then(|| request.hash.to_string())),
    ];
    let mut player = (name.clone(), make::<G>(name, request.multi_pv, seed)?);
    for (key, value) in changes {
        let Some(value) = value else { continue };
        let changed = replaced(&player.0, key, &value);
        if let Ok(able) = make::<G>(&changed, request.multi_pv, seed) {
            player = (changed, able);
        }
    }
    Ok(player.1)
}

fn make<G: Roster>(name: &str, multi_pv: u32, seed: u64) -> Result<AnalystOrOpponent<G>, NameError> {
    if !is_analyst::<G>(name) {
        return opponents::by_name(name, seed).map(AnalystOrOpponent::Opponent);
    }
    let name: Name = name.parse()?;
    let mut options = name.options();
    let analyst = G::analyst(name.opponent(), &mut options, seed, multi_pv > 1)?;
    options.finish()?;
    Ok(AnalystOrOpponent::Analyst(analyst))
}

fn value_of(name: &str, key: &str) -> Option<String> {
    name.parse::<Name>().ok()?.get(key).map(str::to_owned)
}

/// `name` with another value for one of its options.
fn replaced(name: &str, key: &str, value: &str) -> String {
    let (base, options) = name.split_once(':').unwrap_or((name, ""));
    let kept = options
        .split(',')
        .filter(|option| !option.is_empty() && option.split_once('=').is_none_or(|(known, _)| known != key));
    let options: Vec<String> = kept.map(str::to_owned).chain([format!("{key}={value}")]).collect();
    format!("{base}:{}", options.join(","))
}

#[cfg(test)]
mod tests {
    use games::Game;
    use games::othello::Othello;

    use super::*;

    /// Shogi's analysts count as those of the other games do, so any will do here.
    fn question(opponent: &str) -> Question<Othello> {
        let request = SearchRequest {
            opponent: opponent.to_owned(),
            multi_pv: 1,
            threads: 1,
            ..SearchRequest::default()
        };
        let moves = vec!["f5".parse().unwrap()];
        Question { start: Othello::default(), moves, request, stop: Stop::default(), deepen: false, game: 0 }
    }

    fn asked(question: &Question<Othello>) -> (Answer<games::othello::Move>, Vec<String>) {
        let mut infos = Vec::new();
        let answer = UsiPlayer::new(1).think(question, &mut |info| infos.push(info)).unwrap();
        (answer, infos)
    }

    #[test]
    fn an_analyst_tells_what_it_has_seen() {
        let mut question = question("alphabeta:depth=9");
        question.request.depth = Some(3);
        question.request.multi_pv = 2;
        let (answer, infos) = asked(&question);
        assert_eq!(infos.len(), 2);
        for (info, place) in infos.iter().zip(["2", "1"]) {
            let start = format!("info depth 3 multipv {place} score cp ");
            assert!(info.starts_with(&start) && info.contains(" nodes ") && info.contains(" pv "), "{info}");
        }
        let mv = answer.choice.unwrap().mv.to_string();
        let line = infos[1].split(" pv ").nth(1).unwrap();
        assert!(line.starts_with(&mv), "the best move is history last: {line}");
        let reply = answer.reply.unwrap().to_string();
        assert_eq!(line.split(' ').nth(1), Some(reply.as_str()));
    }

    #[test]
    fn one_that_is_asked_to_deepen_tells_of_every_depth() {
        let mut question = question("alphabeta");
        question.deepen = true;
        let stop = question.stop.clone();
        let mut depths = Vec::new();
        let answer = UsiPlayer::new(1).think(&question, &mut |info| {
            depths.push(info.split(' ').nth(2).unwrap().to_owned());
            if depths.len() == 3 {
                stop.stop();
            }
        });
        assert!(answer.unwrap().choice.is_ok());
        assert_eq!(depths, ["1", "2", "3"]);
    }

    #[test]
    fn others_choose_with_their_reason() {
        let mut question = question("random");
        (question.request.depth, question.request.clocked, question.request.threads) = (Some(5), true, 2);
        question.deepen = true;
        let (answer, infos) = asked(&question);
        let choice = answer.choice.unwrap();
        let mut game = Othello::default();
        game.play(question.moves[0]).unwrap();
        assert!(
            game.check(choice.mv).is_ok()
                && matches!(choice.reason, Reason::Random { .. })
                && infos.is_empty()
        );
        question.moves.push("a1".parse().unwrap());
        assert!(matches!(asked(&question).0.choice, Err(Failure::Illegal(_))));
    }

    #[test]
    fn without_a_limit_of_its_own_only_the_flag_ends_the_thinking() {
        let mut question = question("mcts");
        question.request.clocked = true;
        let stop = question.stop.clone();
        let flag = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(50));
            stop.stop();
        });
        let begun = Instant::now();
        assert!(asked(&question).0.choice.is_ok());
        assert!(begun.elapsed().as_millis() >= 45);
        flag.join().unwrap();
    }

    #[test]
    fn values_are_history_in_the_words_of_the_protocol() {
        for (value, history) in [
            (0.0, "cp 0"),
            (-85.4, "cp -85"),
            (29_997.0, "mate +3"),
            (-29_990.0, "mate -10"),
            (9e9, "cp 9000000000"),
        ] {
            assert_eq!(score(value), history);
        }
        assert_eq!(replaced("q:max,depth=3,c=1", "depth", "5"), "q:max,c=1,depth=5");
        assert_eq!(replaced("random", "depth", "5"), "random:depth=5");
    }
}
