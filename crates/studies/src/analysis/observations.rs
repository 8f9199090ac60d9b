//! The data that count in the analysis.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use crate::design::Task;
use crate::steps::{Step, StepKind};
use crate::{AnalystJudgements, Study, StudyData, Verdict};

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
    /// How strong they found the program, from 1.
    pub strength: Option<f64>,
    /// Scales of the questionnaire after it, by item.
    pub scales: Vec<(String, f64)>,
}

/// A move of the program that somebody judged and an analyst too.
#[derive(Clone, PartialEq, Debug)]
pub struct FeltMove {
    /// Who judged it.
    pub rater: u64,
    /// Whose move it is: the condition's id.
    pub condition: String,
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
        let mut steps: HashMap<(u64, String), Step> = HashMap::new();
        for one in &collected.participants {
            let rater = Rater { group: one.group.clone(), rating: one.rating, ..Rater::default() };
            observations.raters.insert(one.number, rater);
            steps.extend(
                study
                    .steps(one.seed, one.number)
                    .into_iter()
                    .map(|step| ((one.number, step.id.clone()), step)),
            );
        }
        let mut after: HashMap<(u64, &str), &Value> = HashMap::new();
        for answer in &collected.answers {
            let Some(step) = steps.get(&(answer.participant, answer.step.clone())) else { continue };
            match &step.kind {
                StepKind::Questions { questionnaire } => {
                    observations.read_rater(study, questionnaire, answer.participant, &answer.value);
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
        observations.read_moves(collected, judged);
        observations
    }

    fn read_rater(&mut self, study: &Study, questionnaire: &str, number: u64, value: &Value) {
        let Some(rater) = self.raters.get_mut(&number) else { return };
        let read = |reference: &Option<String>| number_at(reference.as_deref()?, questionnaire, value);
        rater.skill = read(&study.analysis.skill).or(rater.skill);
        rater.stated = read(&study.analysis.rating).or(rater.stated);
    }

    fn read_verdict(&mut self, study: &Study, step: &Step, rater: u64, value: &Value) {
        let (Some(record), Some(verdict)) = (study.record(step), value["verdict"].as_f64()) else { return };
        if value["seen"].as_bool() == Some(true) {
            self.seen_before += 1;
            return;
        }
        let source = record.source.clone();
        self.verdicts.push(VerdictGiven { rater, step: step.id.clone(), source, verdict });
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
                Some(StepKind::Game { task, .. }) => study.tasks.get(*task),
                _ => None,
            };
            let Some(Task::Play { fewest_plies, after: asked, .. }) = task else { continue };
            if fewest_plies.is_some_and(|fewest| game.plies < fewest) {
                self.too_short += 1;
                continue;
            }
            let answers = after.get(&(game.participant, game.step.as_str()));
            let strength = answers.zip(asked.as_ref()).and_then(|(value, questionnaire)| {
                number_at(study.analysis.strength.as_deref()?, questionnaire, value)
            });
            let scale = |item: &crate::Item| match (&item.kind, answers?.get(&item.id)?.as_f64()) {
                (crate::Kind::Scale(_), Some(step)) => Some((item.id.clone(), step)),
                _ => None,
            };
            let items =
                asked.as_ref().and_then(|id| study.questionnaire(id)).map_or(&[][..], |one| &one.items);
            self.games.push(GameSeen {
                rater: game.participant,
                condition: game.condition.clone(),
                score: game.score,
                plies: f64::from(game.plies),
                strength,
                scales: items.iter().filter_map(scale).collect(),
            });
        }
    }

    fn read_moves(&mut self, collected: &StudyData, judged: &AnalystJudgements) {
        let bad: HashMap<(u64, &str, u32), bool> =
            judged.moves.iter().map(|one| ((one.participant, one.step.as_str(), one.ply), one.bad)).collect();
        let conditions: HashMap<(u64, &str), &str> = collected
            .games
            .iter()
            .map(|game| ((game.participant, game.step.as_str()), game.condition.as_str()))
            .collect();
        for judgement in &collected.judgements {
            let game = (judgement.participant, judgement.step.as_str());
            match (bad.get(&(game.0, game.1, judgement.ply)), conditions.get(&game)) {
                (Some(&bad), Some(&condition)) => self.moves.push(FeltMove {
                    rater: judgement.participant,
                    condition: condition.to_owned(),
                    verdict: judgement.verdict,
                    bad,
                }),
                _ => self.not_judged += 1,
            }
        }
    }
}

/// The number answered to `reference`, if it is a question of this questionnaire.
fn number_at(reference: &str, questionnaire: &str, value: &Value) -> Option<f64> {
    let (of, item) = reference.split_once('.')?;
    value.get(item).filter(|_| of == questionnaire)?.as_f64()
}
