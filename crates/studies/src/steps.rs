//! A participant's steps and their order.

use games::Side;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::design::{JudgedRecord, Order, Sides, Study, Task};

/// One step: a questionnaire, a record or a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its id: `1`, `2.07`, `3.2`, `3.2.after`; the first number is the task's, from 1.
    pub id: String,
    /// What is to be done.
    pub kind: StepKind,
    /// Its place among the records or games of its task, from 1.
    pub nth: usize,
    /// How many of them there are.
    pub of: usize,
}

/// What a participant does in a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// Answers a questionnaire.
    Questions {
        /// Its id.
        questionnaire: String,
    },
    /// Judges a record.
    Record {
        /// Index of the task.
        task: usize,
        /// Index of the record in the task.
        record: usize,
    },
    /// Plays a game.
    Game {
        /// Index of the task.
        task: usize,
        /// The condition's id.
        condition: String,
        /// The participant's side; `None` if they choose.
        side: Option<Side>,
        /// Whether they judge every move of the program.
        judged_moves: bool,
        /// Whether they may ask for another game after it.
        again: bool,
        /// Whether it is only practice.
        practice: bool,
    },
}

impl Study {
    /// Everything the participant with this number does, in order, if they play no game again. The same seed
    /// and number give the same steps.
    #[must_use]
    pub fn steps(&self, seed: u64, number: u64) -> Vec<Step> {
        self.steps_with(seed, number, &|_| false)
    }

    /// The same for a participant who has asked for another game after the steps that `again` names.
    #[must_use]
    pub fn steps_with(&self, seed: u64, number: u64, again: &dyn Fn(&str) -> bool) -> Vec<Step> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut steps = Vec::new();
        for (task, definition) in self.tasks.iter().enumerate() {
            let place = task + 1;
            match definition {
                Task::Questions { questionnaire } => {
                    let kind = StepKind::Questions { questionnaire: questionnaire.clone() };
                    steps.push(Step { id: place.to_string(), kind, nth: 1, of: 1 });
                }
                Task::JudgeRecords { order, records, .. } => {
                    let mut order_of_records: Vec<usize> = (0..records.len()).collect();
                    if *order == Order::Random {
                        shuffle(&mut order_of_records, &mut rng);
                    }
                    let of = records.len();
                    for (nth, record) in (1..).zip(order_of_records) {
                        let id = format!("{place}.{nth:0width$}", width = digits(of));
                        steps.push(Step { id, kind: StepKind::Record { task, record }, nth, of });
                    }
                }
                Task::Play { conditions, order, judge_moves, practice, most_games: Some(most), .. } => {
                    // One condition, whose side is chosen: nothing is random.
                    let games = games(conditions, Sides::Chosen, *order, number, &mut rng);
                    let (most, width) = (*most as usize, digits(*most as usize));
                    for (condition, side) in games {
                        for nth in 1..=most {
                            let id = format!("{place}.{nth:0width$}");
                            let kind = StepKind::Game {
                                task,
                                condition: condition.clone(),
                                side,
                                judged_moves: *judge_moves,
                                again: nth < most,
                                practice: *practice,
                            };
                            let is_last = !again(&id);
                            steps.push(Step { id, kind, nth, of: nth });
                            if is_last {
                                break;
                            }
                        }
                    }
                }
                Task::Play { conditions, sides, order, judge_moves, after, practice, .. } => {
                    let games = games(conditions, *sides, *order, number, &mut rng);
                    let of = games.len();
                    for (nth, (condition, side)) in (1..).zip(games) {
                        let id = format!("{place}.{nth:0width$}", width = digits(of));
                        let questions = after.as_ref().map(|questionnaire| Step {
                            id: format!("{id}.after"),
                            kind: StepKind::Questions { questionnaire: questionnaire.clone() },
                            nth,
                            of,
                        });
                        let kind = StepKind::Game {
                            task,
                            condition,
                            side,
                            judged_moves: *judge_moves,
                            again: false,
                            practice: *practice,
                        };
                        steps.push(Step { id, kind, nth, of });
                        steps.extend(questions);
                    }
                }
            }
        }
        steps
    }

    /// How long the record of a step has to be looked at before it can be judged, in milliseconds.
    #[must_use]
    pub fn least_millis(&self, step: &Step) -> u64 {
        match &step.kind {
            StepKind::Record { task, .. } => match self.tasks.get(*task) {
                Some(Task::JudgeRecords { least_seconds: Some(seconds), .. }) => 1000 * u64::from(*seconds),
                _ => 0,
            },
            _ => 0,
        }
    }

    /// The record of a step that judges one.
    #[must_use]
    pub fn record(&self, step: &Step) -> Option<&JudgedRecord> {
        match (&step.kind, &self.tasks) {
            (StepKind::Record { task, record }, tasks) => match tasks.get(*task)? {
                Task::JudgeRecords { records, .. } => records.get(*record),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Digits of the numbers up to `of`, so that steps sort as they come.
fn digits(of: usize) -> usize {
    of.to_string().len()
}

/// Conditions and sides in the order they are played.
fn games(
    conditions: &[String],
    sides: Sides,
    order: Order,
    number: u64,
    rng: &mut impl Rng,
) -> Vec<(String, Option<Side>)> {
    let (row, rows) = (number, conditions.len() as u64);
    let of_conditions: Vec<usize> = match order {
        Order::Counterbalanced => latin_row(conditions.len(), (row % rows.max(1)) as usize),
        Order::Fixed | Order::Random => (0..conditions.len()).collect(),
    };
    // Once through the square with one side first, then once with the other.
    let second_first = order == Order::Counterbalanced && (row / rows.max(1)) % 2 == 1;
    let mut games = Vec::new();
    for condition in of_conditions {
        let id = &conditions[condition];
        match sides {
            Sides::Chosen => games.push((id.clone(), None)),
            Sides::Random => games.push((id.clone(), Some(Side::BOTH[rng.random_range(0..2)]))),
            Sides::Both if second_first => {
                games.extend([Side::Second, Side::First].map(|side| (id.clone(), Some(side))));
            }
            Sides::Both => games.extend(Side::BOTH.map(|side| (id.clone(), Some(side)))),
        }
    }
    if order == Order::Random {
        shuffle(&mut games, rng);
    }
    games
}

/// A row of a Latin square. For an even size every condition also follows every other once (Williams 1949).
fn latin_row(size: usize, row: usize) -> Vec<usize> {
    // 0, 1, n - 1, 2, n - 2, …, shifted by the row.
    let zigzag =
        (0..size).map(|place| if place % 2 == 1 { place.div_ceil(2) } else { (size - place / 2) % size });
    zigzag.map(|condition| (condition + row) % size).collect()
}

/// Fisher-Yates shuffle.
fn shuffle<T>(items: &mut [T], rng: &mut impl Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, rng.random_range(0..=last));
    }
}
