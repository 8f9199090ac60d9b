//! Reading a study's file, and every error in it.

use std::collections::HashSet;

use games::Side;

use crate::design::{AnalysisItems, Clock, GroupBy, Grouping, JudgedRecord, Order, Sides, Study, Task};
use crate::questionnaire::{Choice, Item, Kind, Questionnaire};
use games::GameKind;

use crate::game::{bare_record, full_name};
use crate::{StudyError, Text, templates};

/// Allowed number of steps of a scale; people cannot tell more apart.
const STEPS: std::ops::RangeInclusive<usize> = 2..=9;

/// The most characters a file may allow for a free text.
const MOST_CHARACTERS: usize = 20_000;

/// The longest clock, as of any other game on the server.
const MOST_MINUTES: u32 = 180;
const MOST_BYOYOMI: u32 = 600;

/// The longest wait before a record can be judged: an hour would keep nobody.
const MOST_SECONDS: u32 = 600;

/// How long a game may be made: a shorter one says nothing, a longer one is none that people play.
const MOST_PLIES: std::ops::RangeInclusive<u32> = 10..=2000;

/// How often a game may be repeated. In Nakamichi 2020 one player came 315 times.
const MOST_GAMES: std::ops::RangeInclusive<u32> = 2..=999;

/// The longest id.
const LONGEST_ID: usize = 40;

impl Study {
    /// Reads a study from the text of its file; `read` gives the text of a record's file by its path, which
    /// is relative to the study's.
    ///
    /// # Errors
    /// Every error in it.
    pub fn parse(
        text: &str,
        read: &mut dyn FnMut(&str) -> Result<String, String>,
    ) -> Result<Study, Vec<StudyError>> {
        let mut study: Study = toml::from_str(text).map_err(|error| vec![of_toml(text, &error)])?;
        let mut errors = Vec::new();
        for (number, task) in study.tasks.iter_mut().enumerate() {
            if let Task::JudgeRecords { game, judged, records, .. } = task {
                for (nth, record) in records.iter_mut().enumerate() {
                    let place = format!("tasks[{number}].records[{nth}]");
                    if let Err(fault) = fill(record, *game, *judged, &place, read) {
                        errors.push(fault);
                    }
                }
            }
        }
        errors.extend(study.errors());
        if errors.is_empty() {
            return Ok(study);
        }
        Err(errors.into_iter().map(|fault| fault.in_text(text)).collect())
    }

    /// Every error in a study whose records have been read.
    pub(crate) fn errors(&self) -> Vec<StudyError> {
        let mut check = Check::default();
        check.id("id", &self.id);
        check.text("title", &self.title);
        check.text("consent", &self.consent);
        check.text("debriefing", &self.debriefing);
        check.reading(self);
        if let Some(grouping) = &self.grouping {
            check.grouping(self, grouping);
        }
        check.unique("conditions", self.conditions.iter().map(|condition| &condition.id));
        for (number, condition) in self.conditions.iter().enumerate() {
            let place = format!("conditions[{number}]");
            check.id(&format!("{place}.id"), &condition.id);
            check.text(&format!("{place}.name"), &condition.name);
            if let Err(error) = full_name(condition.game, &condition.opponent) {
                check.fault(
                    format!("{place}.opponent"),
                    format!("{:?}", condition.opponent),
                    format!("the name of an opponent for {}: {error}", condition.game.as_str()),
                );
            }
        }
        check.unique("questionnaires", self.questionnaires.iter().map(|one| &one.id));
        for (number, questionnaire) in self.questionnaires.iter().enumerate() {
            check.questionnaire(&format!("questionnaires[{number}]"), questionnaire);
        }
        if self.tasks.is_empty() {
            check.fault("tasks", "none", "at least one task");
        }
        for (number, task) in self.tasks.iter().enumerate() {
            check.task(self, &format!("tasks[{number}]"), task);
        }
        check.unused(self);
        check.errors
    }
}

/// An error of the TOML reader, which knows the line.
fn of_toml(text: &str, error: &toml::de::Error) -> StudyError {
    let lines_before = |place: usize| text.bytes().take(place).filter(|&byte| byte == b'\n').count();
    let line = error.span().map(|span| lines_before(span.start) + 1);
    let message = error.message().trim();
    let (found, expected) = message.split_once(", expected ").unwrap_or((message, "a study's file (TOML)"));
    StudyError { line, ..StudyError::new("", found, expected) }
}

/// Reads the record's file and removes what could tell who played.
fn fill(
    record: &mut JudgedRecord,
    game: GameKind,
    judged: Side,
    place: &str,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Result<(), StudyError> {
    if !record.text.is_empty() {
        return Err(StudyError::new(format!("{place}.text"), "a text", "the record in a file of its own"));
    }
    let is_plain =
        |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', ':']);
    let file = format!("{:?}", record.file);
    if !record.file.split('/').all(is_plain) {
        return Err(StudyError::new(
            format!("{place}.file"),
            file,
            "the path of a file beside the study's, such as records/one.gkr",
        ));
    }
    let text =
        read(&record.file).map_err(|error| StudyError::new(format!("{place}.file"), file.clone(), error))?;
    record.text = bare_record(game, &text, judged).map_err(|error| {
        let expected =
            format!("one record of {} in .gkr format (gokaku convert makes it): {error}", game.as_str());
        StudyError::new(format!("{place}.file"), file, expected)
    })?;
    Ok(())
}

/// Checks a study part by part.
#[derive(Default)]
struct Check {
    errors: Vec<StudyError>,
}

impl Check {
    fn fault(
        &mut self,
        place: impl Into<String>,
        found: impl std::fmt::Display,
        expected: impl std::fmt::Display,
    ) {
        self.errors.push(StudyError::new(place, found, expected));
    }

    fn id(&mut self, place: &str, id: &str) {
        let is_good = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if id.is_empty() || id.len() > LONGEST_ID || !id.bytes().all(is_good) {
            self.fault(
                place,
                format!("{id:?}"),
                format!("1 to {LONGEST_ID} lower-case letters, digits and hyphens"),
            );
        }
    }

    fn text(&mut self, place: &str, text: &Text) {
        if let Some(language) = text.missing() {
            self.fault(format!("{place}.{language}"), "nothing", "a text");
        }
    }

    fn unique<'a>(&mut self, place: &str, ids: impl Iterator<Item = &'a String>) {
        let mut seen = HashSet::new();
        for id in ids {
            if !seen.insert(id) {
                self.fault(place, format!("\"{id}\" twice"), "every id once");
            }
        }
    }

    fn reading(&mut self, study: &Study) {
        let AnalysisItems { skill, rating, strength, identity, rated_games, fewest_rated_games, paper } =
            &study.analysis;
        let read = [
            ("skill", skill),
            ("rating", rating),
            ("strength", strength),
            ("identity", identity),
            ("rated-games", rated_games),
        ];
        for (key, reference) in
            read.into_iter().filter_map(|(key, reference)| Some((key, reference.as_ref()?)))
        {
            let (kind, expected) = match key {
                "rating" | "rated-games" => ("number", "questionnaire.item: a number"),
                "identity" => ("text", "questionnaire.item: a text"),
                _ => ("scale", "questionnaire.item: a scale"),
            };
            if study.item(reference).is_none_or(|item| item.kind.as_str() != kind) {
                self.fault(format!("analysis.{key}"), format!("{reference:?}"), expected);
            }
        }
        if rated_games.is_some() != fewest_rated_games.is_some() {
            let expected = "both rated-games and fewest-rated-games, or neither";
            self.fault("analysis.fewest-rated-games", "one of two", expected);
        }
        let known: Vec<_> = templates::ALL.iter().map(|ready| ready.name).collect();
        if let Some(paper) = paper.as_ref().filter(|paper| !known.contains(&paper.as_str())) {
            let expected = format!("the name of a template: {}", known.join(", "));
            self.fault("analysis.paper", format!("{paper:?}"), expected);
        }
    }

    fn grouping(&mut self, study: &Study, grouping: &Grouping) {
        if grouping.groups.is_empty() {
            self.fault("grouping.groups", "none", "at least one group");
        }
        self.unique("grouping.groups", grouping.groups.iter().map(|group| &group.id));
        for (number, group) in grouping.groups.iter().enumerate() {
            let place = format!("grouping.groups[{number}]");
            self.id(&format!("{place}.id"), &group.id);
            self.text(&format!("{place}.name"), &group.name);
            match (grouping.by, group.from, group.to) {
                (GroupBy::Answer, Some(from), Some(to)) if from <= to => {}
                (GroupBy::Answer, from, to) => {
                    self.fault(&place, format!("from {from:?} to {to:?}"), "from and to, from not above to");
                }
                (_, None, None) => {}
                _ => self.fault(&place, "from or to", "none, unless grouping.by = \"answer\""),
            }
            match (grouping.by, group.quota) {
                (GroupBy::Answer, Some(_)) => {
                    self.fault(
                        &place,
                        "quota",
                        "none: groups are known only after joining, too late to refuse somebody",
                    );
                }
                (_, Some(0)) => self.fault(format!("{place}.quota"), 0, "at least 1"),
                _ => {}
            }
        }
        match (grouping.by, &grouping.question) {
            (GroupBy::Answer, Some(question)) => self.grouping_question(study, grouping, question),
            (GroupBy::Answer, None) => {
                self.fault("grouping.question", "none", "questionnaire.item, which decides the group");
            }
            (_, Some(_)) => {
                self.fault("grouping.question", "a question", "none, unless grouping.by = \"answer\"");
            }
            (_, None) => {}
        }
    }

    fn grouping_question(&mut self, study: &Study, grouping: &Grouping, question: &str) {
        // What is only read may come before.
        let asked_first = study.tasks.iter().find_map(|task| match task {
            Task::Questions { questionnaire } => {
                study.questionnaire(questionnaire).filter(|one| !one.items.is_empty()).map(Some)
            }
            _ => Some(None),
        });
        let asked_first = asked_first.flatten();
        let found = question.split_once('.').and_then(|(questionnaire, item)| {
            asked_first.filter(|first| first.id == questionnaire)?.item(item)
        });
        // Of the numbers, test the ends and where a group begins.
        let tried: Vec<f64> = match found {
            Some(Item { required: true, kind: Kind::Scale(labels), .. }) => {
                (1..=labels.len()).map(|step| step as f64).collect()
            }
            Some(Item { required: true, kind: Kind::Number { low, high }, .. }) => {
                let begins = grouping.groups.iter().filter_map(|group| group.from);
                [*low, *high].into_iter().chain(begins.filter(|from| (*low..=*high).contains(from))).collect()
            }
            _ => {
                return self.fault(
                    "grouping.question",
                    format!("{question:?}"),
                    "questionnaire.item: a required scale or number of the questionnaire that is the first \
                     task",
                );
            }
        };
        for answer in tried {
            if grouping.groups.iter().filter(|group| group.holds(answer)).count() != 1 {
                let found = format!("{answer} in no group or several");
                self.fault("grouping.groups", found, "every answer in exactly one group");
            }
        }
    }

    fn questionnaire(&mut self, place: &str, questionnaire: &Questionnaire) {
        self.id(&format!("{place}.id"), &questionnaire.id);
        self.text(&format!("{place}.title"), &questionnaire.title);
        match &questionnaire.intro {
            Some(intro) => self.text(&format!("{place}.intro"), intro),
            None if questionnaire.items.is_empty() => {
                self.fault(format!("{place}.items"), "none", "at least one question, or an intro to read");
            }
            None => {}
        }
        self.unique(&format!("{place}.items"), questionnaire.items.iter().map(|item| &item.id));
        for item in &questionnaire.items {
            let place = format!("{}.{}", questionnaire.id, item.id);
            self.id(&format!("{place}.id"), &item.id);
            self.text(&format!("{place}.ask"), &item.ask);
            match &item.kind {
                Kind::Scale(labels) => {
                    if !STEPS.contains(&labels.len()) {
                        let expected = format!("{} to {} labels", STEPS.start(), STEPS.end());
                        self.fault(format!("{place}.labels"), labels.len(), expected);
                    }
                    for label in labels {
                        self.text(&format!("{place}.labels"), label);
                    }
                }
                Kind::Single(options) | Kind::Multiple(options) => {
                    self.choices(&format!("{place}.options"), options);
                    if options.len() < 2 {
                        self.fault(format!("{place}.options"), options.len(), "at least two");
                    }
                }
                Kind::Number { low, high } => {
                    if !(low.is_finite() && high.is_finite() && low < high) {
                        self.fault(&place, format!("low {low}, high {high}"), "low below high");
                    }
                }
                Kind::Text { longest } => {
                    if !(1..=MOST_CHARACTERS).contains(longest) {
                        self.fault(
                            format!("{place}.longest"),
                            longest,
                            format!("1 to {MOST_CHARACTERS} characters"),
                        );
                    }
                }
            }
        }
    }

    fn choices(&mut self, place: &str, choices: &[Choice]) {
        self.unique(place, choices.iter().map(|choice| &choice.id));
        for choice in choices {
            self.id(&format!("{place}.id"), &choice.id);
            self.text(&format!("{place}.{}", choice.id), &choice.text());
        }
    }

    fn task(&mut self, study: &Study, place: &str, task: &Task) {
        match task {
            Task::Questions { questionnaire } => {
                self.reference(study, &format!("{place}.questionnaire"), questionnaire);
            }
            Task::JudgeRecords { order, records, tags, least_seconds, .. } => {
                if least_seconds.is_some_and(|seconds| seconds > MOST_SECONDS) {
                    let found = least_seconds.unwrap_or_default();
                    let expected = format!("at most {MOST_SECONDS} seconds");
                    self.fault(format!("{place}.least-seconds"), found, expected);
                }
                if records.is_empty() {
                    self.fault(format!("{place}.records"), "none", "at least one record");
                }
                if *order == Order::Counterbalanced {
                    self.fault(
                        format!("{place}.order"),
                        "\"counterbalanced\"",
                        "random or fixed: records have no conditions to balance",
                    );
                }
                self.unique(&format!("{place}.records"), records.iter().map(|record| &record.file));
                for (nth, record) in records.iter().enumerate() {
                    self.id(&format!("{place}.records[{nth}].source"), &record.source);
                }
                self.choices(&format!("{place}.tags"), tags);
            }
            Task::Play { conditions, sides, after, clock, most_games, most_plies, .. } => {
                if let Some(Clock { minutes, byoyomi }) = clock
                    && (*minutes > MOST_MINUTES || *byoyomi > MOST_BYOYOMI || minutes + byoyomi == 0)
                {
                    let found = format!("{minutes} minutes, {byoyomi} seconds");
                    let expected =
                        format!("up to {MOST_MINUTES} minutes and {MOST_BYOYOMI} seconds, not both 0");
                    self.fault(format!("{place}.clock"), found, expected);
                }
                if let Some(most) = most_plies.filter(|most| !MOST_PLIES.contains(most)) {
                    let expected = format!("{} to {}", MOST_PLIES.start(), MOST_PLIES.end());
                    self.fault(format!("{place}.most-plies"), most, expected);
                }
                if let Some(most) = most_games {
                    if !MOST_GAMES.contains(most) {
                        let expected = format!("{} to {}", MOST_GAMES.start(), MOST_GAMES.end());
                        self.fault(format!("{place}.most-games"), most, expected);
                    }
                    if conditions.len() != 1 || *sides != Sides::Chosen || after.is_some() {
                        let expected = "one condition, sides = \"chosen\" and no questionnaire after every \
                                        game";
                        self.fault(format!("{place}.most-games"), "another task", expected);
                    }
                }
                if conditions.is_empty() {
                    self.fault(format!("{place}.conditions"), "none", "at least one condition");
                }
                self.unique(&format!("{place}.conditions"), conditions.iter());
                for condition in conditions.iter().filter(|id| study.condition(id).is_none()) {
                    let known: Vec<_> = study.conditions.iter().map(|one| one.id.as_str()).collect();
                    let expected = format!("the id of a condition: {}", known.join(", "));
                    self.fault(format!("{place}.conditions"), format!("{condition:?}"), expected);
                }
                if let Some(after) = after {
                    self.reference(study, &format!("{place}.after"), after);
                }
            }
        }
    }

    fn reference(&mut self, study: &Study, place: &str, questionnaire: &str) {
        if study.questionnaire(questionnaire).is_none() {
            let known: Vec<_> = study.questionnaires.iter().map(|one| one.id.as_str()).collect();
            let expected = format!("the id of a questionnaire: {}", known.join(", "));
            self.fault(place, format!("{questionnaire:?}"), expected);
        }
    }

    /// Questionnaires and conditions that no task uses.
    fn unused(&mut self, study: &Study) {
        let asks = |id: &str| {
            study.tasks.iter().any(|task| match task {
                Task::Questions { questionnaire } => questionnaire == id,
                Task::Play { after, .. } => after.as_deref() == Some(id),
                Task::JudgeRecords { .. } => false,
            })
        };
        for questionnaire in study.questionnaires.iter().filter(|one| !asks(&one.id)) {
            self.fault(
                "questionnaires",
                format!("\"{}\" in no task", questionnaire.id),
                "a task that uses it",
            );
        }
        let plays = |id: &String| {
            study
                .tasks
                .iter()
                .any(|task| matches!(task, Task::Play { conditions, .. } if conditions.contains(id)))
        };
        for condition in study.conditions.iter().filter(|one| !plays(&one.id)) {
            self.fault("conditions", format!("\"{}\" in no task", condition.id), "a task that uses it");
        }
    }
}
