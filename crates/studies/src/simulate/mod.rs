//! Simulated participants: to try out a study, and to test whether the analysis finds a known truth.

pub mod coverage;
mod person;

use std::collections::{BTreeMap, HashMap, HashSet};

use games::split_mix::{INCREMENT, state_after};
use games::{Outcome, Side};
use lab::{GameLimits, Opening, play_game};
use opponents::{Roster, by_name};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use crate::steps::{Step, StepKind};
use crate::{
    AnalystJudgements, Answer, Condition, JudgedMove, Judgement, Participant, Played, ReasonTag, State,
    Study, StudyData,
};
use games::with_game;

use person::Person;

/// The true rates of the simulation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Truth {
    /// Share of bad moves that feel bad: the mean over participants, who differ.
    pub detection: f64,
    /// Share of other moves that feel bad.
    pub false_alarm: f64,
    /// Share of the program's moves that are bad; drawn at random, no analyst is asked.
    pub bad: f64,
    /// Whether the conditions' own opponents play, which is slow, or fast stand-ins.
    pub own_opponents: bool,
}

impl Default for Truth {
    /// About table 5 of Nakamichi 2020, experienced players against the balance player.
    fn default() -> Truth {
        Truth { detection: 0.225, false_alarm: 0.032, bad: 0.2, own_opponents: false }
    }
}

/// A study with simulated participants.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Simulated {
    /// Their data.
    pub collected: StudyData,
    /// Which moves are bad, at random.
    pub judged: AnalystJudgements,
    /// How many found no free place.
    pub turned_away: u64,
}

/// Stand-in for an experienced participant, or for the program against a novice. The other side plays random
/// moves: such games are short, and not always won by the same side.
const STRONGER: &str = "alphabeta:depth=1";
const WEAKER: &str = "random";

/// The most games that a simulated participant plays where they may play as often as they like.
const MOST_REPEATS: usize = 5;

/// Longest game: kings could be chased for ever.
const MOST_PLIES: u32 = 200;

/// Runs so many simulated participants through a study. The same seed gives the same answers.
///
/// # Errors
/// An opponent is not known, or an answer is invalid, which checking the study should have found.
pub fn simulate(study: &Study, people: u64, seed: u64, truth: &Truth) -> Result<Simulated, String> {
    let mut simulated = Simulated::default();
    simulated.judged.analyst = format!("none; a random {} of the moves count as bad", truth.bad);
    let mut filled: HashMap<String, u64> = HashMap::new();
    for arrival in 0..people {
        let own_seed = state_after(arrival, seed);
        let groups = study.groups();
        let wanted = (!groups.is_empty()).then(|| groups[arrival as usize % groups.len()].id.as_str());
        let count = |group: &str| filled.get(group).copied().unwrap_or_default();
        let Ok(group) = study.place(wanted, &count, own_seed) else {
            simulated.turned_away += 1;
            continue;
        };
        if let Some(group) = &group {
            *filled.entry(group.clone()).or_default() += 1;
        }
        let number = simulated.collected.participants.len() as u64 + 1;
        let mut visit = Visit::new(study, truth, number, group, own_seed);
        // A game that is asked for comes right after the one before.
        let mut done = 0;
        loop {
            let steps = study.steps_with(own_seed, number, &|step| visit.again.contains(step));
            let Some(step) = steps.get(done) else { break };
            visit.take(step, &mut simulated)?;
            done += 1;
        }
        simulated.collected.participants.push(visit.participant());
    }
    Ok(simulated)
}

/// A simulated participant going through the study.
struct Visit<'a> {
    study: &'a Study,
    truth: &'a Truth,
    number: u64,
    seed: u64,
    group: Option<String>,
    person: Person,
    rng: Xoshiro256PlusPlus,
    at: i64,
    /// Games after which they asked for another one.
    again: HashSet<String>,
}

impl<'a> Visit<'a> {
    fn new(study: &'a Study, truth: &'a Truth, number: u64, group: Option<String>, seed: u64) -> Visit<'a> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ INCREMENT);
        let person = Person::draw(truth, &mut rng);
        Visit { study, truth, number, seed, group, person, rng, at: 0, again: HashSet::new() }
    }

    fn participant(self) -> Participant {
        Participant {
            number: self.number,
            seed: self.seed,
            group: self.group,
            language: if self.number.is_multiple_of(2) { "en" } else { "ja" }.to_owned(),
            rating: None,
            begun: 0,
            ended: Some(self.at),
            state: State::Finished,
        }
    }

    fn take(&mut self, step: &Step, simulated: &mut Simulated) -> Result<(), String> {
        let answer = match &step.kind {
            StepKind::Questions { questionnaire } => {
                let answer = self.questions(questionnaire);
                if let Some(group) = self.study.group_by_answer(questionnaire, &answer) {
                    self.group = Some(group.id.clone());
                }
                answer
            }
            StepKind::Record { .. } => {
                let source = self.study.record(step).map(|record| record.source.as_str()).unwrap_or_default();
                let verdict = self.person.verdict(source, &mut self.rng);
                let tags: Vec<&str> = self.study.tags().map(|tag| tag.id.as_str()).collect();
                if !tags.is_empty() {
                    let tag = tags[self.rng.random_range(0..tags.len())].to_owned();
                    simulated.collected.tags.push(ReasonTag {
                        participant: self.number,
                        step: step.id.clone(),
                        tag,
                    });
                }
                json!({"verdict": verdict, "reason": "simulated", "seen": self.rng.random_bool(0.02)})
            }
            StepKind::Game { condition, side, judged_moves, again, .. } => {
                let side = side.unwrap_or(Side::BOTH[self.rng.random_range(0..2)]);
                self.game(step, condition, side, *judged_moves, simulated)?;
                let asks = *again && step.nth < MOST_REPEATS && self.rng.random_bool(0.5);
                if asks {
                    self.again.insert(step.id.clone());
                }
                if *again { json!({"again": asks}) } else { json!({}) }
            }
        };
        let value = self.study.check_answer(step, &answer).map_err(|wrong| {
            let first = wrong.first().map(|wrong| format!("{}: expected {}", wrong.item, wrong.expected));
            format!("step {}: {}", step.id, first.unwrap_or_default())
        })?;
        let millis = self.study.least_millis(step) + self.rng.random_range(2_000..60_000);
        let items: Vec<String> =
            value.as_object().map(|items| items.keys().cloned().collect()).unwrap_or_default();
        let each = millis / items.len().max(1) as u64;
        let times: BTreeMap<String, u64> = items.into_iter().map(|item| (item, each)).collect();
        self.at += i64::try_from(millis).unwrap_or(0);
        simulated.collected.answers.push(Answer {
            participant: self.number,
            step: step.id.clone(),
            value,
            millis,
            times,
            at: self.at,
        });
        Ok(())
    }

    fn questions(&mut self, questionnaire: &str) -> Value {
        let items = self.study.questionnaire(questionnaire).map_or(&[][..], |one| &one.items);
        let reading = &self.study.analysis;
        let mut answers = serde_json::Map::new();
        for item in items {
            let reference = Some(format!("{questionnaire}.{}", item.id));
            let value = if reference == reading.skill {
                self.person.skill_on(&item.kind)
            } else if reference.is_some() && reference == reading.identity {
                json!(format!("simulated-{}", self.number))
            } else if reference == reading.rating {
                self.person.rating_on(&item.kind)
            } else {
                person::any_answer(&item.kind, &mut self.rng)
            };
            answers.insert(item.id.clone(), value);
        }
        Value::Object(answers)
    }

    fn game(
        &mut self,
        step: &Step,
        condition: &str,
        side: Side,
        judged_moves: bool,
        simulated: &mut Simulated,
    ) -> Result<(), String> {
        let condition =
            self.study.condition(condition).ok_or_else(|| format!("step {}: no such condition", step.id))?;
        let seed = self.rng.random();
        let (person, stand_in) =
            if self.person.is_experienced() { (STRONGER, WEAKER) } else { (WEAKER, STRONGER) };
        let program = if self.truth.own_opponents { condition.opponent.as_str() } else { stand_in };
        let (played, movers) =
            with_game!(condition.game, G => play::<G>(condition, program, person, side, seed))?;
        if judged_moves {
            for (ply, _) in (1..).zip(&movers).filter(|(_, mover)| **mover != side) {
                let bad = self.rng.random_bool(self.truth.bad);
                let verdict = self.person.feel(bad, &mut self.rng);
                let step = step.id.clone();
                simulated.judged.moves.push(JudgedMove {
                    participant: self.number,
                    step: step.clone(),
                    ply,
                    bad,
                    loss: 0.0,
                    best: String::new(),
                });
                simulated.collected.judgements.push(Judgement {
                    participant: self.number,
                    step,
                    ply,
                    verdict,
                    note: String::new(),
                    filled: false,
                });
            }
        }
        simulated.collected.games.push(Played {
            participant: self.number,
            step: step.id.clone(),
            table: format!("simulated-{}-{}", self.number, step.id),
            ..played
        });
        Ok(())
    }
}

/// A game between a participant's stand-in and a program, and who played each move.
fn play<G: Roster>(
    condition: &Condition,
    program: &str,
    person: &str,
    side: Side,
    seed: u64,
) -> Result<(Played, Vec<Side>), String> {
    // Geister has no alphabeta.
    let here = |name| if name == STRONGER && !G::OPPONENTS.contains(&"alphabeta") { WEAKER } else { name };
    let make = |name, seed: u64| by_name::<G>(here(name), seed).map_err(|error| error.to_string());
    let (program, person) = (make(program, seed)?, make(person, seed.wrapping_add(1))?);
    let opponent = program.name();
    let mut seats = if side == Side::First { [person, program] } else { [program, person] };
    let start = G::deal(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    let limits = GameLimits { max_plies: Some(MOST_PLIES), clock: false };
    let record = play_game(&Opening::from(start), &mut seats, limits);
    let mut game = record.start.clone();
    let mut movers = Vec::new();
    for mv in record.moves() {
        movers.push(game.side_to_move());
        game.apply(mv);
    }
    let played = Played {
        participant: 0,
        step: String::new(),
        condition: condition.id.clone(),
        side,
        table: String::new(),
        opponent,
        outcome: record.line.end.map(|end| end.to_string()).unwrap_or_default(),
        score: record.line.end.and_then(|end: Outcome| end.score(side)),
        plies: record.line.plies.len() as u32,
        record_text: games::text::write(&record),
    };
    Ok((played, movers))
}

#[cfg(test)]
mod tests;
