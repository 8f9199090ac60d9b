//! The words of the command line.

mod bench;
mod engine;
mod game;
mod lab;
mod serve;
mod statistics;
mod study;

use std::path::PathBuf;

use ::statistics::Sprt;
use clap::{Args, Parser, Subcommand, ValueEnum};
use games::Side;

use crate::format::Format;
use crate::language::Language;
use games::GameKind;

pub(crate) use bench::{Bench, BenchSubject, OthelloPart};
pub(crate) use engine::{Engine, GatClient, GatServer, Protocol};
pub(crate) use game::OneOrAll;
pub(crate) use lab::{Lab, MakeReport, Rate, Resume, Run, Status, Worker};
pub(crate) use serve::Serve;
pub(crate) use statistics::GamesNeeded;
pub(crate) use study::{
    CheckStudy, NewStudy, ServeStudy, SimulateStudy, Study, StudyCommand, StudyKey, StudyOutput, StudyPlace,
    StudyReport,
};

/// Board-game opponents that play at your level and still play naturally.
#[derive(Parser, Debug)]
#[command(version, about, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play in your browser (this is what `gokaku` alone does).
    #[command(after_help = "Example: gokaku serve --addr 127.0.0.1:7878 --data games")]
    Serve(Serve),
    /// Ask people: run a study, and see what came of it.
    Study(Study),
    /// Play a game in the terminal.
    #[command(after_help = "Example: gokaku play othello --second")]
    Play(Play),
    /// Say how good each move of a position is, or each move of a game that was played.
    #[command(after_help = "Examples: gokaku analyse othello start
          gokaku analyse othello game.ggf --analyst alphabeta:depth=10
          gokaku analyse kalah 4,3 --analyst mcts:playouts=20000 --json")]
    Analyse(Analyse),
    /// Count move sequences, the classic check of a move generator.
    #[command(after_help = "Examples: gokaku perft othello 11
          gokaku perft kalah 8 --position \"4,2 empty/any\"
          gokaku perft shogi 3 --position \"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\"")]
    Perft(Perft),
    /// Draw a position.
    #[command(after_help = "Examples: gokaku show othello start
          gokaku show kalah 4,2
          gokaku show geister start --seat first")]
    Show(Show),
    /// Convert game records: a file, a folder or a database.
    #[command(after_help = "Examples: gokaku convert game.kif --to csa
          gokaku convert wthor/ --to ggf --output games/ --verify
          gokaku convert game.gkr --to transcript --seat second")]
    Convert(Convert),
    /// Play random games and examine the rules at every step.
    #[command(after_help = "Example: gokaku check all --games 1000000")]
    Check(Check),
    /// Measure speed, beside other programs in the same run.
    #[command(after_help = "Examples: gokaku bench games
          gokaku bench othello --only ffo")]
    Bench(Bench),
    /// Let two opponents play each other, sides swapped.
    #[command(after_help = "Examples: gokaku match othello random random --games 1000 --seed 1
          gokaku match othello mcts:playouts=200 gtp:gtp-rhino --openings xot.txt
          gokaku match othello mcts \"gtp:time=2s,limit=10s,command=gtp-rhino --level 5\" --jobs 1
          gokaku match kalah mcts:playouts=400 mcts:playouts=200 --games 4000 --sprt 0,30
          gokaku match othello gokaku gtp:gtp-rhino --games 40 --acquaint 10 --clock")]
    Match(Match),
    /// Play the games of a plan; what has been played before is not played again.
    #[command(after_help = "Example: gokaku run plan.toml --store games.db

A plan: game = \"othello\"
        opponents = [\"random\", \"mcts:playouts=100\", \"ladder\"]
        pairing = \"round-robin\"      # or \"gauntlet\", or [[0, 1], [0, 2]]
        games = 200                   # of each pairing
        seed = 5
        openings-file = \"xot.txt\"     # optional; each opening by both sides
        max-plies = 300               # optional; then a draw
        keep = \"reasons\"              # or \"moves\"
        [adjudicate]                  # optional, and last: a win for who is ahead
        analyst = \"alphabeta:depth=6\" # by this analyst's word
        value = 20.0                  # by so much or more
        plies = 4                     # in so many positions in a row")]
    Run(Run),
    /// Go on with a plan that was interrupted.
    #[command(after_help = "Example: gokaku resume --store games.db")]
    Resume(Resume),
    /// Play for all plans of a store, beside others on this or other machines.
    #[command(after_help = "Example: gokaku worker --store postgres://lab@server/games")]
    Worker(Worker),
    /// Say how far the plans of a store are.
    #[command(after_help = "Example: gokaku status --store games.db")]
    Status(Status),
    /// Write a report on a plan: a page with tables, intervals and plots, and files beside it.
    #[command(after_help = "Examples: gokaku report --store games.db --output reports
          gokaku report --analyst alphabeta:depth=8 --observer alphabeta:depth=2")]
    Report(MakeReport),
    /// Rate opponents by all their games in a store.
    #[command(after_help = "Example: gokaku rate othello --store games.db")]
    Rate(Rate),
    /// Say how many games it takes to see a difference, before they are played.
    #[command(after_help = "Examples: gokaku games-needed --score 0.55
          gokaku games-needed --elo 20 --draws 0.4 --power 0.9
          gokaku games-needed --half-width 0.02")]
    GamesNeeded(GamesNeeded),
    /// Run an experiment of the documents again, the paper's numbers beside ours; without a name, list them.
    #[command(after_help = "Examples: gokaku reproduce kalah-table1 --scale 0.1
          gokaku reproduce othello-fig6 --quick --store games.db")]
    Reproduce(Reproduce),
    /// Let another program drive one of our opponents.
    #[command(after_help = "Examples: gokaku engine gtp
          gokaku engine usi
          gokaku engine kgp localhost:2671 --opponent random
          gokaku engine gat localhost:10000 --opponent mc --games 10")]
    Engine(Engine),
    /// Let two programs play Geister by the protocol of the GAT tournament, pair after pair.
    #[command(after_help = "Example: gokaku gat-server --out games.gkr")]
    GatServer(GatServer),
    /// Make the weights of an evaluation anew, by self-play; if it is stopped, the same command goes on where it was.
    #[command(after_help = "Examples: gokaku train othello-patterns --out weights.bin --scale 0.01
          gokaku train shogi-imitation games/*.csa --rating 1300..1399 --out weights.bin")]
    Train(Train),
    /// Compare Othello's evaluation with the theoretical scores in WTHOR files.
    #[command(after_help = "Example: gokaku evaluate wthor/*.wtb --programs players.csv --but-every 7")]
    Evaluate(Evaluate),
}

#[derive(Args, Debug)]
pub(crate) struct Play {
    /// The game; without it you are asked.
    #[arg(value_parser = game::one())]
    pub(crate) game: Option<GameKind>,
    /// Who plays against you.
    #[arg(long, default_value = "random")]
    pub(crate) opponent: String,
    /// You take the first seat, which opens the game unless the position says otherwise (the default).
    #[arg(long, conflicts_with = "second")]
    pub(crate) first: bool,
    /// You take the second seat.
    #[arg(long)]
    pub(crate) second: bool,
    /// Begin from this position instead of the usual start.
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Seed of everything that is left to chance; by default it is drawn anew.
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Where to save the record; the ending of the name chooses the format.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Language of everything you are told; by default that of your system.
    #[arg(long)]
    pub(crate) language: Option<Language>,
}

#[derive(Args, Debug)]
pub(crate) struct Analyse {
    /// The game.
    #[arg(value_parser = game::one())]
    pub(crate) game: GameKind,
    /// A file of records, `start`, or a position in the game's notation, in quotes.
    #[arg(value_name = "FILE-OR-POSITION", allow_hyphen_values = true)]
    pub(crate) what: String,
    /// Who values the moves; by default the game's own choice.
    #[arg(long)]
    pub(crate) analyst: Option<String>,
    /// Somebody weaker, such as alphabeta:depth=2: which bad moves of a game would they see?
    #[arg(long)]
    pub(crate) observer: Option<String>,
    /// Seed of analysts that play out games.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// List all moves of a position, not only the best ones.
    #[arg(long)]
    pub(crate) all: bool,
    /// Print the result for a program to read, one line a position or game.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Perft {
    /// The game.
    #[arg(value_parser = game::one())]
    pub(crate) game: GameKind,
    /// Length of the sequences.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=99))]
    pub(crate) depth: u32,
    /// Count from here; `start` or a position in the game's notation.
    #[arg(long, default_value = "start", allow_hyphen_values = true)]
    pub(crate) position: String,
    /// Print the count behind every first move.
    #[arg(long)]
    pub(crate) divide: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Show {
    /// The game.
    #[arg(value_parser = game::one())]
    pub(crate) game: GameKind,
    /// `start` or a position in the game's notation, in quotes.
    #[arg(allow_hyphen_values = true)]
    pub(crate) position: String,
    /// Show only what this seat may see (Geister).
    #[arg(long, value_parser = parse_side)]
    pub(crate) seat: Option<Side>,
    /// Language of everything you are told; by default that of your system.
    #[arg(long)]
    pub(crate) language: Option<Language>,
}

#[derive(Args, Debug)]
pub(crate) struct Convert {
    /// A record file, or a folder of them.
    pub(crate) input: PathBuf,
    /// What to write.
    #[arg(long)]
    pub(crate) to: Format,
    /// What the input is; by default its name and contents tell.
    #[arg(long)]
    pub(crate) from: Option<Format>,
    /// A file, or for a folder of records a folder; by default the standard output.
    #[arg(long, short, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Encoding of the input; by default it is detected.
    #[arg(long, value_name = "ENCODING")]
    pub(crate) input_encoding: Option<EncodingName>,
    /// Encoding of the output; by default Shift_JIS for a file called .kif or .ki2, UTF-8 for all else.
    #[arg(long)]
    pub(crate) encoding: Option<EncodingName>,
    /// Folder with the .jou and .trn files that name WTHOR's players and tournaments; by default beside the games.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) names: Option<PathBuf>,
    /// Whose eyes a Geister transcript is written for.
    #[arg(long, value_parser = parse_side, default_value = "first")]
    pub(crate) seat: Side,
    /// Read everything back and compare it with the input.
    #[arg(long)]
    pub(crate) verify: bool,
    /// Report files that cannot be read and go on.
    #[arg(long)]
    pub(crate) skip_bad: bool,
}

/// The encodings Japanese records come in.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum EncodingName {
    /// UTF-8, as in .kifu files.
    #[value(name = "utf-8")]
    Utf8,
    /// Shift_JIS, as in .kif files.
    #[value(name = "shift_jis", alias = "sjis")]
    ShiftJis,
}

#[derive(Args, Debug)]
pub(crate) struct Check {
    /// The game, or all of them.
    #[arg(value_parser = game::one_or_all())]
    pub(crate) game: OneOrAll,
    /// Random games to play.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Which games.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Examine one position in so many in full; 1 examines all.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) one_in: u32,
    /// Threads; by default one for each core.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
}

#[derive(Args, Debug)]
pub(crate) struct Match {
    /// The game.
    #[arg(value_parser = game::one())]
    pub(crate) game: GameKind,
    /// The opponent whose result is counted.
    pub(crate) a: String,
    /// The other one.
    pub(crate) b: String,
    /// How many games; A takes the first seat in every second one.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Everything that is left to chance follows from this.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads; by default one for each core. The games are the same.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
    /// Begin with the games of this file, or the positions in an .obf file: each by both sides in turn, in an order by the
    /// seed.
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    /// End as soon as it is decided whether A is no more than ELO0 above B (then the exit code is 1) or at least ELO1, with these
    /// error rates (0.05 each): Wald's test over pairs of games. --games is the most that are played.
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", value_parser = statistics::parse_sprt, allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// A keeps what it learns of B from game to game, one game after another, and the first N do not count.
    #[arg(long, value_name = "N", conflicts_with_all = ["sprt", "openings"])]
    pub(crate) acquaint: Option<u64>,
    /// A game that reaches so many moves is a draw; in shogi 512 if this is not said, in the other games none.
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: Option<u32>,
    /// Note how long every move takes: the longest of both is printed, and the log has all.
    #[arg(long)]
    pub(crate) clock: bool,
    /// Write every game here, as .gkr. Until the match is over, those that are played are in FILE.part, and stay there if it is killed.
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    /// Print the result for a program to read.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Reproduce {
    /// The experiment.
    pub(crate) id: Option<String>,
    /// How much of the paper's number of games to play.
    #[arg(long, default_value_t = 1.0, value_parser = parse_scale, conflicts_with = "quick")]
    pub(crate) scale: f64,
    /// A scale that takes minutes on two cores.
    #[arg(long)]
    pub(crate) quick: bool,
    /// Everything that is left to chance follows from this.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The folder for the report: a page, its tables and its plots.
    #[arg(long, value_name = "FOLDER", default_value = "reports")]
    pub(crate) output: PathBuf,
    /// Takes the games that are there and plays none.
    #[arg(long)]
    pub(crate) as_is: bool,
    #[command(flatten)]
    pub(crate) lab: Lab,
}

#[derive(Args, Debug)]
pub(crate) struct Train {
    /// What to train.
    pub(crate) what: Trainee,
    /// Records of shogi games, in any format: for shogi-imitation those to learn from, for shogi beginnings of its own games.
    #[arg(value_name = "RECORDS")]
    pub(crate) records: Vec<PathBuf>,
    /// Learn only from players with a rating in this range, such as 1300..1399.
    #[arg(long, value_name = "LOW..HIGH", value_parser = parse_ratings)]
    pub(crate) rating: Option<(f64, f64)>,
    /// Where to write the weights; by default a file named after them. Work that was interrupted goes on.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// How much of the usual number of games to play.
    #[arg(long, default_value_t = 1.0, value_parser = parse_scale)]
    pub(crate) scale: f64,
    /// Everything that is left to chance follows from this.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Which network reads Geister's colours.
    #[arg(long, default_value = "count")]
    pub(crate) network: ColourNetwork,
    /// On whose moves it learns to.
    #[arg(long, default_value = "mc")]
    pub(crate) player: GeisterPlayer,
    /// Takes the games that are there and plays none.
    #[arg(long)]
    pub(crate) as_is: bool,
    /// Games and threads; the weights do not depend on their number.
    #[command(flatten)]
    pub(crate) lab: Lab,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Trainee {
    /// Shogi's evaluation.
    Shogi,
    /// A shogi evaluation that plays like the players of records.
    ShogiImitation,
    /// Othello's pattern evaluation.
    OthelloPatterns,
    /// Geister's policy, from games of negamax against itself.
    GeisterPolicy,
    /// Geister's networks that read colours from moves.
    GeisterColour,
}

/// The networks of document 004.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum ColourNetwork {
    /// The board alone.
    Base,
    /// Also how many ghosts are left.
    Count,
    /// Also what is believed of the other ghosts.
    Countch,
}

/// The players of document 004.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum GeisterPlayer {
    /// Monte Carlo.
    Mc,
    /// The policy.
    Pr,
    /// Monte Carlo with the policy.
    Pm,
    /// By lot.
    Ra,
}

#[derive(Args, Debug)]
pub(crate) struct Evaluate {
    /// WTHOR files of games.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Weights to use instead of those that come with the program.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// A CSV file of players with the columns player_id and is_program: games in which a program took part are left out.
    #[arg(long, value_name = "FILE")]
    pub(crate) programs: Option<PathBuf>,
    /// Only every Nth game.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) every: Option<u32>,
    /// All games but every Nth.
    #[arg(long, value_name = "N", conflicts_with = "every", value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) but_every: Option<u32>,
}

fn parse_scale(text: &str) -> Result<f64, String> {
    let scale = text.parse().ok().filter(|scale| (0.001..=1000.0).contains(scale));
    scale.ok_or_else(|| "expected a number from 0.001 to 1000".to_owned())
}

fn parse_ratings(text: &str) -> Result<(f64, f64), String> {
    let range = text.split_once("..").and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    let range = range.filter(|(low, high)| low <= high);
    range.ok_or_else(|| "expected two ratings, such as 1300..1399".to_owned())
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=1e6).contains(seconds));
    seconds.ok_or_else(|| "expected seconds from 0 to 1000000".to_owned())
}

fn parse_side(text: &str) -> Result<Side, String> {
    text.parse().map_err(|error: games::Malformed| error.to_string())
}
