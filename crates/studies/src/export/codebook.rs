//! The codebook: every column and every value.

use crate::design::Task;
use crate::questionnaire::Kind;
use crate::{Study, Text};

/// Every column: file, name, meaning in English and Japanese.
const COLUMNS: [(&str, &str, &str, &str); 36] = [
    (
        "participants.csv",
        "participant",
        "the participant's number, from 1 in the order of joining",
        "参加者の番号（参加順、1から）",
    ),
    ("participants.csv", "group", "the id of their group", "グループ"),
    ("participants.csv", "language", "display language: en or ja", "表示言語（en または ja）"),
    (
        "participants.csv",
        "rating",
        "their rating in our rated games, if they have one",
        "このサイトでのレーティング",
    ),
    (
        "participants.csv",
        "state",
        "going (in progress) or finished; participants who withdrew are not included",
        "状態（going＝途中、finished＝完了。参加を取りやめた人は含まない）",
    ),
    (
        "participants.csv",
        "begun",
        "when they joined, in milliseconds since 1970 (UTC)",
        "開始時刻（1970年1月1日からのミリ秒、UTC）",
    ),
    ("participants.csv", "ended", "when they finished", "終了時刻"),
    (
        "answers.csv",
        "step",
        "the step: number of the task, then position within the task",
        "ステップの番号（タスクの番号と、その中での順番）",
    ),
    (
        "answers.csv",
        "asked",
        "the questionnaire's id, or record, or game",
        "アンケートのID、または record、game",
    ),
    ("answers.csv", "item", "the question's id", "質問のID"),
    (
        "answers.csv",
        "about",
        "after a game: the condition; for a record: its source and file",
        "対局後のアンケートなら条件、棋譜なら出典とファイル名",
    ),
    (
        "answers.csv",
        "answer",
        "the answer; empty if skipped; several options are separated by spaces",
        "回答（空欄は無回答、複数選択は空白区切り）",
    ),
    ("answers.csv", "millis", "how long the step took, in milliseconds", "所要時間（ミリ秒）"),
    (
        "answers.csv",
        "at",
        "when it was answered, in milliseconds since 1970 (UTC)",
        "回答時刻（1970年1月1日からのミリ秒、UTC）",
    ),
    (
        "answers.csv",
        "item millis",
        "how much of that time went to this question: from the last change of another one to its own",
        "この質問にかかった時間（ミリ秒。ほかの質問を最後に操作してから、この質問を最後に操作するまで）",
    ),
    ("games.csv", "condition", "the condition's id", "条件"),
    ("games.csv", "opponent", "the opponent's name with all its options", "対戦相手の正式名"),
    (
        "games.csv",
        "side",
        "the participant's side: first or second",
        "参加者の手番（first＝先手、second＝後手）",
    ),
    ("games.csv", "outcome", "who won and why", "勝敗と理由"),
    ("games.csv", "score", "the participant's score: 1, 0.5 or 0", "参加者の得点（1、0.5、0）"),
    ("games.csv", "plies", "number of moves", "手数"),
    ("games.csv", "table", "the id of the table", "対局のID"),
    (
        "games.csv",
        "practice",
        "1 if the game was only practice and counts nowhere",
        "練習のための対局で、集計に含めない場合は1",
    ),
    ("moves.csv", "ply", "the move's number, from 1", "何手目か"),
    ("moves.csv", "by", "who played it: participant or program", "指した側"),
    ("moves.csv", "move", "the move in the game's notation", "指し手"),
    ("moves.csv", "millis", "how long it took", "消費時間（ミリ秒）"),
    (
        "moves.csv",
        "verdict",
        "the participant's verdict: bad, normal or good",
        "参加者の評価（bad、normal、good）",
    ),
    ("moves.csv", "note", "their remark", "コメント"),
    (
        "moves.csv",
        "passed over",
        "1 if the participant did not judge the move and it counts as normal",
        "評価がなく normal とみなした場合は1",
    ),
    ("tags.csv", "tag", "the tag the researcher gave to the reason of this step", "理由に付けられたタグ"),
    ("records.gkr", "", "the games in the order of games.csv", "games.csv と同じ順の棋譜"),
    (
        "answers.csv",
        "record.verdict",
        "person or computer: 5 person, 4 probably person, 3 cannot say, 2 probably computer, 1 computer",
        "5＝人間、4＝どちらかといえば人間、3＝わからない、2＝どちらかといえばコンピュータ、1＝コンピュータ",
    ),
    (
        "answers.csv",
        "game.again",
        "whether they asked for another game after this one",
        "この対局の後に、もう一局を希望したか（true、false）",
    ),
    ("answers.csv", "record.reason", "the reason given", "理由"),
    ("answers.csv", "record.seen", "whether they had seen the record before", "以前に見たことがあるか"),
];

/// The codebook: the columns of the files, then every question with what can be answered, then groups,
/// conditions and tags.
pub(super) fn lines(study: &Study) -> Vec<Vec<String>> {
    let line = |file: &str, name: &str, kind: &str, value: &str, en: &str, ja: &str| {
        [file, name, kind, value, en, ja].map(str::to_owned).to_vec()
    };
    let mut lines = vec![line("file", "name", "kind", "value", "en", "ja")];
    lines.extend(COLUMNS.map(|(file, name, en, ja)| line(file, name, "column", "", en, ja)));
    for questionnaire in &study.questionnaires {
        for item in &questionnaire.items {
            let name = format!("{}.{}", questionnaire.id, item.id);
            let Text { en, ja } = &item.ask;
            let kind = item.kind.as_str();
            let range = match &item.kind {
                Kind::Number { low, high } => format!("{low} to {high}"),
                Kind::Text { longest } => format!("at most {longest} characters"),
                _ => String::new(),
            };
            lines.push(line("answers.csv", &name, kind, &range, en, ja));
            let values: Vec<(String, Text)> = match &item.kind {
                Kind::Scale(labels) => {
                    (1..).zip(labels).map(|(step, label)| (step.to_string(), label.clone())).collect()
                }
                Kind::Single(options) | Kind::Multiple(options) => {
                    options.iter().map(|option| (option.id.clone(), option.text())).collect()
                }
                Kind::Number { .. } | Kind::Text { .. } => Vec::new(),
            };
            lines.extend(
                values
                    .iter()
                    .map(|(value, text)| line("answers.csv", &name, "value", value, &text.en, &text.ja)),
            );
        }
    }
    for group in study.groups() {
        lines.push(line("participants.csv", "group", "value", &group.id, &group.name.en, &group.name.ja));
    }
    for condition in &study.conditions {
        lines.push(line(
            "games.csv",
            "condition",
            "value",
            &condition.id,
            &condition.name.en,
            &condition.name.ja,
        ));
    }
    for task in &study.tasks {
        if let Task::JudgeRecords { tags, .. } = task {
            lines.extend(tags.iter().map(|tag| line("tags.csv", "tag", "value", &tag.id, &tag.en, &tag.ja)));
        }
    }
    lines
}
