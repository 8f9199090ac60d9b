//! Everything the terminal game says to a player, in English and Japanese.

use clap::ValueEnum;
use games::{EndReason, IllegalMove, Malformed, Outcome, Side};
use opponents::{Estimate, Failure, Remark, StrengthUnit};

use games::GameKind;

/// A language a player can choose.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Language {
    /// English.
    En,
    /// Japanese.
    Ja,
}

use Language::{En, Ja};

impl Language {
    /// The language of the system, as the usual variables tell.
    pub(crate) fn of_system() -> Language {
        let variable = |name| std::env::var(name).ok().filter(|value: &String| !value.is_empty());
        let locale = variable("LC_ALL").or_else(|| variable("LC_MESSAGES")).or_else(|| variable("LANG"));
        if locale.is_some_and(|locale| locale.starts_with("ja")) { Ja } else { En }
    }

    pub(crate) fn game(self, game: GameKind) -> &'static str {
        match self {
            En => game.english(),
            Ja => game.japanese(),
        }
    }

    /// How the sides are called at this game's table.
    pub(crate) fn side(self, game: GameKind, side: Side) -> &'static str {
        match (self, game, side) {
            (En, GameKind::Othello, Side::First) => "black (●)",
            (En, GameKind::Othello, Side::Second) => "white (○)",
            (Ja, GameKind::Othello, Side::First) => "黒（●）",
            (Ja, GameKind::Othello, Side::Second) => "白（○）",
            (En, GameKind::Shogi, Side::First) => "sente (☗)",
            (En, GameKind::Shogi, Side::Second) => "gote (☖)",
            (Ja, GameKind::Shogi, Side::First) => "先手（☗）",
            (Ja, GameKind::Shogi, Side::Second) => "後手（☖）",
            (En, _, Side::First) => "the first player",
            (En, _, Side::Second) => "the second player",
            (Ja, _, Side::First) => "先手",
            (Ja, _, Side::Second) => "後手",
        }
    }

    pub(crate) fn which_game(self) -> &'static str {
        match self {
            En => "Which game? (Enter for Othello)",
            Ja => "どのゲームで遊びますか？（Enter でオセロ）",
        }
    }

    pub(crate) fn no_such_game(self, typed: &str) -> String {
        match self {
            En => format!("There is no game called \"{typed}\". Type a number or a name from the list."),
            Ja => format!("「{typed}」というゲームはありません。一覧の番号か名前を入力してください。"),
        }
    }

    pub(crate) fn welcome(self, game: GameKind, person: Side, opponent: &str) -> String {
        let (name, side) = (self.game(game), self.side(game, person));
        match self {
            En => format!("{name} against {opponent}. You are {side}. Type a move, or \"help\"."),
            Ja => {
                format!(
                    "{name}　相手は {opponent}　あなたは{side}です。手を入力してください（help で説明）。"
                )
            }
        }
    }

    /// Said when the opponent knows the player from earlier games.
    pub(crate) fn remembers(self, player: &str) -> String {
        match self {
            En => format!("It remembers the earlier games of \"{player}\" (--forget to begin anew)."),
            Ja => format!("「{player}」さんのこれまでの対局を覚えています（--forget で最初から）。"),
        }
    }

    /// How strong the opponent thinks the player is, after the game.
    pub(crate) fn strength(self, estimate: &Estimate) -> String {
        let decimals = if estimate.scale == StrengthUnit::Elo { 0 } else { 1 };
        let number = |value: f64| format!("{value:.decimals$}");
        let (low, high) = (number(estimate.low), number(estimate.high));
        let range = match (self, low == high) {
            (_, true) => low,
            (En, false) => format!("between {low} and {high}"),
            (Ja, false) => format!("{low}〜{high}"),
        };
        match (self, estimate.scale) {
            (En, StrengthUnit::Elo) => format!("Your estimated strength: {range} Elo (random play is 0)."),
            (En, StrengthUnit::TreeDepth) => {
                format!("Your estimated strength: a tree search of depth {range}.")
            }
            (En, StrengthUnit::Share) => {
                format!("The quality of your moves: {range} (0 the worst move, 1 the best).")
            }
            (Ja, StrengthUnit::Elo) => format!("あなたの推定の強さ：{range}（ランダムな着手を0とするElo）"),
            (Ja, StrengthUnit::TreeDepth) => {
                format!("あなたの推定の強さ：読みの深さ {range} の木探索と同じくらい")
            }
            (Ja, StrengthUnit::Share) => format!("あなたの手の質：{range}（0が最悪の手、1が最善手）"),
        }
    }

    pub(crate) fn help(self) -> &'static str {
        match self {
            En => {
                "Type a move in the notation shown, or one of these:
  moves   list your legal moves
  undo    take your last move back
  resign  give up
  quit    stop here (the game is kept)"
            }
            Ja => {
                "表示されている表記で手を入力するか、次のどれかを入力してください。
  moves   合法手の一覧を表示する
  undo    自分の直前の手を取り消す（待った）
  resign  投了する
  quit    中断する（棋譜は残ります）"
            }
        }
    }

    /// The person's name in the record.
    pub(crate) fn you(self) -> &'static str {
        match self {
            En => "You",
            Ja => "あなた",
        }
    }

    pub(crate) fn your_move(self) -> &'static str {
        match self {
            En => "Your move",
            Ja => "あなたの番",
        }
    }

    pub(crate) fn legal_moves(self, list: &str) -> String {
        match self {
            En => format!("Legal: {list}"),
            Ja => format!("合法手: {list}"),
        }
    }

    pub(crate) fn many_legal_moves(self, count: usize) -> String {
        match self {
            En => format!("{count} legal moves (type moves to list them)"),
            Ja => format!("合法手は {count} 通り（moves で一覧）"),
        }
    }

    pub(crate) fn you_pass(self) -> &'static str {
        match self {
            En => "You have no legal move, so you pass.",
            Ja => "打てる場所がないので、パスになります。",
        }
    }

    /// The language in which an opponent says why it played a move.
    pub(crate) fn of_reasons(self) -> opponents::Language {
        match self {
            En => opponents::Language::English,
            Ja => opponents::Language::Japanese,
        }
    }

    /// `reason` is a sentence, or nothing.
    pub(crate) fn opponent_plays(self, mv: &str, reason: &str) -> String {
        let said = match self {
            En => format!("The opponent plays {mv}. {reason}"),
            Ja => format!("相手の手は {mv} です。{reason}"),
        };
        said.trim_end().to_owned()
    }

    /// What the opponent says before or after a game.
    pub(crate) fn remarks(self, remarks: &[Remark]) -> String {
        let named = |_: usize, mv: &str| mv.to_owned();
        let said: Vec<String> =
            remarks.iter().map(|remark| remark.sentence(self.of_reasons(), &named)).collect();
        match self {
            En => format!("“{}”", said.join(" ")),
            Ja => format!("「{}」", said.concat()),
        }
    }

    pub(crate) fn what_was_believed(self) -> &'static str {
        match self {
            En => "Probability that your ghosts are blue (b; r is red), as estimated by the opponent:",
            Ja => "相手が手番ごとに推定した、あなたの各おばけが青である確率（b は青、r は赤）：",
        }
    }

    /// What went wrong is in English, as it stands in the record.
    pub(crate) fn opponent_fails(self, failure: &Failure) -> String {
        match self {
            En => format!("The opponent cannot continue: {failure}."),
            Ja => format!("相手のプログラムが対局を続けられなくなりました（{failure}）。"),
        }
    }

    pub(crate) fn misread(self, error: &Malformed) -> String {
        match self {
            En => error.to_string(),
            Ja => format!("{} は手として読み取れません（help で説明）。", error.found),
        }
    }

    pub(crate) fn illegal(self, error: &IllegalMove) -> String {
        match self {
            En => error.to_string(),
            Ja => format!("「{}」は合法手ではありません（moves で一覧）。", error.mv),
        }
    }

    pub(crate) fn shown_cannot_be_undone(self) -> &'static str {
        match self {
            En => "A ghost has been revealed since then, so the move cannot be taken back.",
            Ja => "そのあとでおばけの色が明らかになったので、待ったはできません。",
        }
    }

    pub(crate) fn nothing_to_undo(self) -> &'static str {
        match self {
            En => "You have no move to take back.",
            Ja => "待ったのできる手がありません。",
        }
    }

    pub(crate) fn draw_or_winner(self, person: Side, outcome: &Outcome) -> &'static str {
        match (self, outcome.winner) {
            (En, None) => "A draw",
            (En, Some(winner)) if winner == person => "You win",
            (En, Some(_)) => "You lose",
            (Ja, None) => "引き分け",
            (Ja, Some(winner)) if winner == person => "あなたの勝ち",
            (Ja, Some(_)) => "あなたの負け",
        }
    }

    pub(crate) fn result(self, person: Side, outcome: &Outcome) -> String {
        let who = self.draw_or_winner(person, outcome);
        let why = self.reason(outcome.reason);
        match (self, outcome.points) {
            (En, Some([first, second])) => format!("{who}, {first} to {second}."),
            (En, None) => format!("{who}: {why}."),
            (Ja, Some([first, second])) => format!("{first} 対 {second} で{who}です。"),
            (Ja, None) => format!("{who}です（{why}）。"),
        }
    }

    pub(crate) fn reason(self, reason: EndReason) -> &'static str {
        match self {
            En => reason.english(),
            Ja => reason.japanese(),
        }
    }

    pub(crate) fn which_ghosts_are_red(self) -> &'static str {
        match self {
            En => "Which four of your ghosts are red? Type four letters from A to H (Enter for random)",
            Ja => "赤いおばけを A〜H から4つ選んでください（Enter でランダム）",
        }
    }

    pub(crate) fn record_saved(self, path: &std::path::Path) -> String {
        match self {
            En => format!("Game saved: {}", path.display()),
            Ja => format!("棋譜を保存しました: {}", path.display()),
        }
    }

    pub(crate) fn to_move(self, side: &str) -> String {
        match self {
            En => format!("To move: {side}"),
            Ja => format!("手番: {side}"),
        }
    }

    pub(crate) fn over(self, outcome: &Outcome) -> String {
        match self {
            En => format!("The game is over: {outcome}"),
            Ja => {
                let who = match outcome.winner {
                    None => "引き分け",
                    Some(Side::First) => "先手の勝ち",
                    Some(Side::Second) => "後手の勝ち",
                };
                let count = outcome
                    .points
                    .map(|[first, second]| format!("　{first} 対 {second}"))
                    .unwrap_or_default();
                format!("終局: {who}（{}）{count}", self.reason(outcome.reason))
            }
        }
    }
}
