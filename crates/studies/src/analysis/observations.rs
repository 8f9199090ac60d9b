//! The data that count in the analysis.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value;

use crate::design::Task;
use crate::steps::{Step, StepKind};
use crate::{AnalystJudgements, Answer, JudgedMove, Study, StudyData, Verdict};

/// A participant as the analysis sees them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Rater {
    /// Their group's id.
    pub group: Option<String>,
    /// How good they call themselves, from 1.
    pub skill: Option<f64>,
    /// The rating they say they have.
    pub stated: Option<f64>,
    /// Their rating in our games.
    pub rating: Option<f64>,
}

/// A verdict on a record: 5 is a person, 1 a computer.
#[derive(Clone, PartialEq, Debug)]
pub struct VerdictGiven {
    /// Whose.
    pub rater: u64,
    /// The step.
    pub step: String,
    /// Who played the record.
    pub source: String,
    /// The record's file.
    pub file: String,
    /// Why, in their words; may be empty.
    pub reason: String,
    /// From 1 to 5.
    pub verdict: f64,
}

/// A game that counts.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSeen {
    /// Who played it.
    pub rater: u64,
    /// Against whom: the condition's id.
    pub condition: String,
    /// What they scored.
    pub score: Option<f64>,
    /// How many moves it had.
    pub plies: f64,
}

/// An answer on a scale about a program.
#[derive(Clone, PartialEq, Debug)]
pub struct ScaleAnswer {
    /// Whose.
    pub rater: u64,
    /// About which program: the condition's id.
    pub condition: String,
    /// The question.
    pub item: String,
    /// From 1.
    pub step: f64,
    /// Whether it says how strong the program was.
    pub is_strength: bool,
}

/// A move of the program that somebody judged and an analyst too.
#[derive(Clone, PartialEq, Debug)]
pub struct FeltMove {
    /// Who judged it.
    pub rater: u64,
    /// Whose move it is: the condition's id.
    pub condition: String,
    /// In which game: the step.
    pub step: String,
    /// The move's number in its game, from 1.
    pub ply: u32,
    /// The loss in the analyst's unit.
    pub loss: f64,
    /// The analyst's best move.
    pub best: String,
    /// A remark, or empty.
    pub note: String,
    /// What they said.
    pub verdict: Verdict,
    /// Whether it is bad by value.
    pub bad: bool,
}

/// All data of a study that count.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Observations {
    /// By their number.
    pub raters: BTreeMap<u64, Rater>,
    /// On records that the rater had not seen before.
    pub verdicts: Vec<VerdictGiven>,
    /// Verdicts left out because the rater had.
    pub seen_before: usize,
    /// Games that count.
    pub games: Vec<GameSeen>,
    /// Games left out because they were too short.
    pub too_short: usize,
    /// Games that were only practice.
    pub practice: usize,
    /// Answers on scales about programs.
    pub said: Vec<ScaleAnswer>,
    /// Participants whose answer on strength is left out because somebody with their identity answered too.
    pub answered_twice: usize,
    /// Ratings left out because they come from too few games.
    pub unsettled_ratings: usize,
    /// Judged moves.
    pub moves: Vec<FeltMove>,
    /// Judgements without an analyst's word.
    pub not_judged: usize,
}

impl Observations {
    /// What was collected, sorted.
    #[must_use]
    pub fn of(study: &Study, collected: &StudyData, judged: &AnalystJudgements) -> Observations {
        let mut observations = Observations::default();
        let steps = collected.steps(study);
        for one in &collected.participants {
            let rater = Rater { group: one.group.clone(), rating: one.rating, ..Rater::default() };
            observations.raters.insert(one.number, rater);
        }
        let twice = answered_twice(study, collected, &steps);
        observations.answered_twice = twice.len();
        let mut after: HashMap<(u64, &str), &Value> = HashMap::new();
        for answer in &collected.answers {
            let Some(step) = steps.get(&(answer.participant, answer.step.clone())) else { continue };
            match &step.kind {
                StepKind::Questions { questionnaire } => {
                    observations.read_rater(study, questionnaire, answer.participant, &answer.value);
                    if !twice.contains(&answer.participant) {
                        observations.read_strength(study, questionnaire, answer);
                    }
                    if let Some(game) = answer.step.strip_suffix(".after") {
                        after.insert((answer.participant, game), &answer.value);
                    }
                }
                StepKind::Record { .. } => {
                    observations.read_verdict(study, step, answer.participant, &answer.value);
                }
                StepKind::Game { .. } => {}
            }
        }
        observations.read_games(study, collected, &steps, &after);
        observations.read_moves(collected, judged, &steps);
        observations
    }

    fn read_rater(&mut self, study: &Study, questionnaire: &str, number: u64, value: &Value) {
        let Some(rater) = self.raters.get_mut(&number) else { return };
        let read = |reference: &Option<String>| number_at(reference.as_deref()?, questionnaire, value);
        rater.skill = read(&study.analysis.skill).or(rater.skill);
        let stated = read(&study.analysis.rating);
        let fewest = study.analysis.fewest_rated_games.map_or(0.0, f64::from);
        if stated.is_some() && study.analysis.rated_games.is_some() {
            let games = read(&study.analysis.rated_games).unwrap_or(0.0);
            if games < fewest {
                self.unsettled_ratings += 1;
                return;
            }
        }
        rater.stated = stated.or(rater.stated);
    }

    /// How strong the program was, where that is asked once and there is only one program.
    fn read_strength(&mut self, study: &Study, questionnaire: &str, answer: &Answer) {
        let [condition] = study.conditions.as_slice() else { return };
        let Some(reference) = study.analysis.strength.as_deref() else { return };
        let Some((_, item)) = reference.split_once('.') else { return };
        let step = number_at(reference, questionnaire, &answer.value);
        if let Some(step) = step.filter(|_| !answer.step.ends_with(".after")) {
            self.said.push(ScaleAnswer {
                rater: answer.participant,
                condition: condition.id.clone(),
                item: item.to_owned(),
                step,
                is_strength: true,
            });
        }
    }

    fn read_verdict(&mut self, study: &Study, step: &Step, rater: u64, value: &Value) {
        let (Some(record), Some(verdict)) = (study.record(step), value["verdict"].as_f64()) else { return };
        if value["seen"].as_bool() == Some(true) {
            self.seen_before += 1;
            return;
        }
        self.verdicts.push(VerdictGiven {
            rater,
            step: step.id.clone(),
            source: record.source.clone(),
            file: record.file.clone(),
            reason: value["reason"].as_str().unwrap_or_default().to_owned(),
            verdict,
        });
    }

    fn read_games(
        &mut self,
        study: &Study,
        collected: &StudyData,
        steps: &HashMap<(u64, String), Step>,
        after: &HashMap<(u64, &str), &Value>,
    ) {
        for game in collected.games.iter().filter(|game| !game.outcome.is_empty()) {
            let task = match steps.get(&(game.participant, game.step.clone())).map(|step| &step.kind) {
                Some(StepKind::Game { practice: true, .. }) => {
                    self.practice += 1;
                    None
                }
                Some(StepKind::Game { task, .. }) => study.tasks.get(*task),
                _ => None,
            };
            let Some(Task::Play { fewest_plies, after: asked, .. }) = task else { continue };
            if fewest_plies.is_some_and(|fewest| game.plies < fewest) {
                self.too_short += 1;
                continue;
            }
            let answers = after.get(&(game.participant, game.step.as_str()));
            for questionnaire in asked.iter().filter_map(|id| study.questionnaire(id)) {
                let scale = |item: &crate::Item| match (&item.kind, answers?.get(&item.id)?.as_f64()) {
                    (crate::Kind::Scale(_), Some(step)) => Some(ScaleAnswer {
                        rater: game.participant,
                        condition: game.condition.clone(),
                        item: item.id.clone(),
                        step,
                        is_strength: study.analysis.strength.as_deref()
                            == Some(&format!("{}.{}", questionnaire.id, item.id)),
                    }),
                    _ => None,
                };
                self.said.extend(questionnaire.items.iter().filter_map(scale));
            }
            self.games.push(GameSeen {
                rater: game.participant,
                condition: game.condition.clone(),
                score: game.score,
                plies: f64::from(game.plies),
            });
        }
    }

    fn read_moves(
        &mut self,
        collected: &StudyData,
        judged: &AnalystJudgements,
        steps: &HashMap<(u64, String), Step>,
    ) {
        let analysed: HashMap<(u64, &str, u32), &JudgedMove> =
            judged.moves.iter().map(|one| ((one.participant, one.step.as_str(), one.ply), one)).collect();
        let conditions: HashMap<(u64, &str), &str> = collected
            .games
            .iter()
            .map(|game| ((game.participant, game.step.as_str()), game.condition.as_str()))
            .collect();
        for judgement in &collected.judgements {
            let game = (judgement.participant, judgement.step.as_str());
            if steps.get(&(game.0, judgement.step.clone())).is_some_and(Step::is_practice) {
                continue;
            }
            match (analysed.get(&(game.0, game.1, judgement.ply)), conditions.get(&game)) {
                (Some(analysed), Some(&condition)) => self.moves.push(FeltMove {
                    rater: judgement.participant,
                    condition: condition.to_owned(),
                    step: judgement.step.clone(),
                    ply: judgement.ply,
                    verdict: judgement.verdict,
                    bad: analysed.bad,
                    loss: analysed.loss,
                    best: analysed.best.clone(),
                    note: judgement.note.clone(),
                }),
                _ => self.not_judged += 1,
            }
        }
    }
}

/// Participants who are known by the same name elsewhere as another one, as somebody who answers twice is.
fn answered_twice(
    study: &Study,
    collected: &StudyData,
    steps: &HashMap<(u64, String), Step>,
) -> BTreeSet<u64> {
    let mut known_as: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    let Some((questionnaire, item)) = study.analysis.identity.as_deref().and_then(|one| one.split_once('.'))
    else {
        return BTreeSet::new();
    };
    for answer in &collected.answers {
        let step = steps.get(&(answer.participant, answer.step.clone()));
        let Some(StepKind::Questions { questionnaire: asked }) = step.map(|step| &step.kind) else {
            continue;
        };
        if let Some(name) = answer.value.get(item).and_then(Value::as_str).filter(|_| asked == questionnaire)
        {
            known_as.entry(name.trim().to_lowercase()).or_default().insert(answer.participant);
        }
    }
    known_as.into_values().filter(|people| people.len() > 1).flatten().collect()
}

/// The number answered to `reference`, if it is a question of this questionnaire.
fn number_at(reference: &str, questionnaire: &str, value: &Value) -> Option<f64> {
    let (of, item) = reference.split_once('.')?;
    value.get(item).filter(|_| of == questionnaire)?.as_f64()
}
