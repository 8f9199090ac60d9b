//! The words of the command line.

mod bench;
mod engine;
mod game;
mod lab;
mod renamed;
mod serve;
mod statistics;
mod study;
mod train;

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
pub(crate) use lab::{Calibrate, Lab, MakeReport, Queue, Rate, Resume, Run, Status, Worker};
pub(crate) use renamed::read;
pub(crate) use serve::{Backup, DataPlace, Restore, Serve};
pub(crate) use statistics::GamesNeeded;
pub(crate) use study::{
    CheckStudy, NewStudy, ServeStudy, SimulateStudy, Study, StudyCommand, StudyKey, StudyOutput, StudyPlace,
    StudyReport,
};
pub(crate) use train::{ColourNetwork, GeisterPlayer, Train, Trainee};

/// Board-game opponents that play at your level and still play naturally.
#[derive(Parser, Debug)]
#[command(version, about, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play in your browser (what `gokaku` does without a command).
    #[command(after_help = "Examples: gokaku serve --addr 127.0.0.1:7878 --data games
          gokaku serve --store postgres://site@db/gokaku --queue nats://queue
With a queue, any number of servers share a database, and gokaku worker --serve thinks for them.")]
    Serve(Serve),
    /// Run a study with people and analyse it.
    Study(Study),
    /// Play a game in the terminal.
    #[command(after_help = "Examples: gokaku play othello --second
          gokaku play shogi --player hanako --language ja
          gokaku play kalah --opponent alphabeta:depth=4
          gokaku play othello --forget")]
    Play(Play),
    /// Evaluate every move in a position, or find the mistakes in a game.
    #[command(after_help = "Examples: gokaku analyse othello start
          gokaku analyse othello game.ggf --analyst alphabeta:depth=10
          gokaku analyse kalah 4,3 --analyst mcts:playouts=20000 --json")]
    Analyse(Analyse),
    /// Count move sequences (perft), the classic test of a move generator.
    #[command(after_help = "Examples: gokaku perft othello 11
          gokaku perft kalah 8 --position \"4,2 empty/any\"
          gokaku perft shogi 3 --position \"4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\"")]
    Perft(Perft),
    /// Show a position.
    #[command(after_help = "Examples: gokaku show othello start
          gokaku show kalah 4,2
          gokaku show geister start --seat first")]
    Show(Show),
    /// Convert game records: a file, a folder or a database.
    #[command(after_help = "Examples: gokaku convert game.kif --to csa
          gokaku convert wthor/ --to ggf --output games/ --verify
          gokaku convert game.gkr --to transcript --seat second")]
    Convert(Convert),
    /// Test the rules: compare random games with a second implementation.
    #[command(after_help = "Example: gokaku check all --games 1000000")]
    Check(Check),
    /// Measure speed alongside other implementations in the same run.
    #[command(after_help = "Examples: gokaku bench games
          gokaku bench othello --only ffo")]
    Bench(Bench),
    /// Play a match between two opponents, swapping sides.
    #[command(after_help = "Examples: gokaku match othello random random --games 1000 --seed 1
          gokaku match othello mcts:playouts=200 gtp:gtp-rhino --openings xot.txt
          gokaku match othello mcts \"gtp:time=2s,limit=10s,command=gtp-rhino --level 5\" --jobs 1
          gokaku match kalah mcts:playouts=400 mcts:playouts=200 --games 4000 --sprt 0,30
          gokaku match othello gokaku gtp:gtp-rhino --games 40 --warmup 10 --clock")]
    Match(Match),
    /// Play the games of a plan; finished games are not played again.
    #[command(after_help = "Example: gokaku run plan.toml --store games.db

A plan: game = \"othello\"
        opponents = [\"random\", \"mcts:playouts=100\", \"ladder\"]
        pairing = \"round-robin\"      # or \"gauntlet\", or [[0, 1], [0, 2]]
        games = 200                   # per pairing
        seed = 5
        openings-file = \"xot.txt\"     # optional; each opening is played from both sides
        max-plies = 300               # optional; longer games are drawn
        keep = \"reasons\"              # or \"moves\"
        [adjudicate]                  # optional, must come last: award a win to the side
        analyst = \"alphabeta:depth=6\" # that this analyst sees ahead
        value = 20.0                  # by at least this much
        plies = 4                     # in this many positions in a row")]
    Run(Run),
    /// Resume an interrupted plan.
    #[command(after_help = "Example: gokaku resume --store games.db")]
    Resume(Resume),
    /// Play the games of all plans in a store, together with other workers.
    #[command(after_help = "Examples: gokaku worker --store postgres://lab@server/games
          gokaku worker --store postgres://lab@server/games --queue nats://server
          gokaku worker --serve --store postgres://site@db/gokaku --queue nats://queue
          gokaku worker ... --allow-program \"gpsfish=/usr/games/gpsfish\"
Instead of --store and --queue: the environment's GOKAKU_STORE and GOKAKU_QUEUE, which
keep a password out of the list of processes.")]
    Worker(Worker),
    /// Copy the server's database while it is in use.
    #[command(after_help = "Example: gokaku backup --data games /backups/tables.db")]
    Backup(Backup),
    /// Go back to a copy of the server's database; what was there is kept beside it.
    #[command(after_help = "Example: gokaku restore --data games /backups/tables.db")]
    Restore(Restore),
    /// Show the progress of the plans in a store.
    #[command(after_help = "Example: gokaku status --store games.db")]
    Status(Status),
    /// Write a report on a plan: a page with tables, intervals and plots, and CSV files.
    #[command(after_help = "Examples: gokaku report --store games.db --output reports
          gokaku report --analyst alphabeta:depth=8 --observer alphabeta:depth=2")]
    Report(MakeReport),
    /// Rate opponents from all their games in a store.
    #[command(after_help = "Example: gokaku rate othello --store games.db")]
    Rate(Rate),
    /// Compute how many games are needed to detect a difference.
    #[command(after_help = "Examples: gokaku games-needed --score 0.55
          gokaku games-needed --elo 20 --draws 0.4 --power 0.9
          gokaku games-needed --half-width 0.02")]
    GamesNeeded(GamesNeeded),
    /// Estimate the strength of a player from game records, by what people of each strength play; the width
    /// of the interval is still assumed, not measured
    #[command(after_help = "Examples: gokaku estimate othello games.ggf --player hanako
          gokaku estimate othello WTH_2004.wtb --player '#1523'")]
    Estimate(Estimate),
    /// Reproduce an experiment from the papers, with their numbers next to ours; without a name, list all.
    #[command(after_help = "Examples: gokaku reproduce kalah-table1 --scale 0.1
          gokaku reproduce othello-fig6 --quick --store games.db")]
    Reproduce(Reproduce),
    /// Measure the reference players of a game: everything that gokaku has to know to play at anyone's level.
    #[command(after_help = "Examples: gokaku calibrate kalah
          gokaku calibrate othello --scale 0.2 --store calibration.db")]
    Calibrate(Calibrate),
    /// Run an opponent as an engine for other programs.
    #[command(after_help = "Examples: gokaku engine gtp
          gokaku engine usi
          gokaku engine kgp localhost:2671 --opponent random
          gokaku engine gat localhost:10000 --opponent mc --games 10")]
    Engine(Engine),
    /// Host Geister games between programs over the GAT tournament protocol.
    #[command(after_help = "Example: gokaku gat-server --out games.gkr")]
    GatServer(GatServer),
    /// Train the weights of an evaluation or network; an interrupted run resumes with the same command.
    #[command(after_help = "Examples: gokaku train othello-patterns --out weights.bin --scale 0.01
          gokaku train shogi-imitation games/ --ratings 1300..1399 --out weights.bin")]
    Train(Train),
    /// Compare Othello's evaluation with the theoretical scores in WTHOR files.
    #[command(after_help = "Example: gokaku evaluate wthor/*.wtb --programs players.csv --but-every 7")]
    Evaluate(Evaluate),
    /// Print what makes a shell complete the words of this command line.
    #[command(
        after_help = "Example: gokaku completions bash > ~/.local/share/bash-completion/completions/gokaku"
    )]
    Completions(Completions),
    /// Write manual pages and completions for every shell, for a release.
    #[command(hide = true)]
    Generate(Generate),
}

#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// Shell.
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(crate) struct Generate {
    /// Folder to write into.
    pub(crate) folder: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct Play {
    /// Game; asked for if omitted.
    #[arg(value_parser = game::one())]
    pub(crate) game: Option<GameKind>,
    /// Opponent; the default plays at your level.
    #[arg(long, default_value = "gokaku")]
    pub(crate) opponent: String,
    /// Who plays: opponents remember each player's strength from game to game.
    #[arg(long, value_name = "NAME", default_value = "me")]
    pub(crate) player: String,
    /// Forget what opponents remember of the player before the game.
    #[arg(long)]
    pub(crate) forget: bool,
    /// Play the first side (the default).
    #[arg(long, conflicts_with = "second")]
    pub(crate) first: bool,
    /// Play the second side.
    #[arg(long)]
    pub(crate) second: bool,
    /// Start from this position.
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Random seed [default: a new one].
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// File to save the game to; its extension selects the format.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Language [default: that of your system].
    #[arg(long)]
    pub(crate) language: Option<Language>,
}

#[derive(Args, Debug)]
pub(crate) struct Analyse {
    /// Game.
    #[arg(value_parser = game::one())]
    pub(crate) game: GameKind,
    /// File of game records, `start`, or a position in the game's notation, in quotes.
    #[arg(value_name = "FILE-OR-POSITION", allow_hyphen_values = true)]
    pub(crate) what: String,
    /// Analyst that evaluates the moves [default: the game's own].
    #[arg(long)]
    pub(crate) analyst: Option<String>,
    /// Weaker analyst, such as alphabeta:depth=2: which bad moves in a game does it notice?
    #[arg(long)]
    pub(crate) observer: Option<String>,
    /// Random seed for analysts that use playouts.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// List all moves in a position, not only the best.
    #[arg(long)]
    pub(crate) all: bool,
    /// Output JSON, one line per position or game.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Perft {
    /// Game.
    #[arg(value_parser = game::one())]
    pub(crate) game: GameKind,
    /// Depth in plies.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=99))]
    pub(crate) depth: u32,
    /// Position to count from: `start` or the game's notation.
    #[arg(long, default_value = "start", allow_hyphen_values = true)]
    pub(crate) position: String,
    /// Print the count for every first move.
    #[arg(long)]
    pub(crate) divide: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Show {
    /// Game.
    #[arg(value_parser = game::one())]
    pub(crate) game: GameKind,
    /// `start`, or a position in the game's notation, in quotes.
    #[arg(allow_hyphen_values = true)]
    pub(crate) position: String,
    /// Show only what this side may see (Geister).
    #[arg(long, value_parser = parse_side)]
    pub(crate) seat: Option<Side>,
    /// Language [default: that of your system].
    #[arg(long)]
    pub(crate) language: Option<Language>,
}

#[derive(Args, Debug)]
pub(crate) struct Convert {
    /// File or folder of game records.
    pub(crate) input: PathBuf,
    /// Output format.
    #[arg(long)]
    pub(crate) to: Format,
    /// Input format [default: detected].
    #[arg(long)]
    pub(crate) from: Option<Format>,
    /// Output file, or folder if the input is a folder [default: standard output].
    #[arg(long, short, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Encoding of the input [default: detected].
    #[arg(long, value_name = "ENCODING")]
    pub(crate) input_encoding: Option<EncodingName>,
    /// Encoding of the output [default: Shift_JIS for .kif and .ki2 files, else UTF-8].
    #[arg(long)]
    pub(crate) encoding: Option<EncodingName>,
    /// Folder with WTHOR's .jou and .trn files (names of players and tournaments) [default: that of the
    /// games].
    #[arg(long, value_name = "FOLDER")]
    pub(crate) names: Option<PathBuf>,
    /// Side whose view a Geister transcript shows.
    #[arg(long, value_parser = parse_side, default_value = "first")]
    pub(crate) seat: Side,
    /// Read the output back and verify the round trip.
    #[arg(long)]
    pub(crate) verify: bool,
    /// Report unreadable files and continue.
    #[arg(long)]
    pub(crate) skip_bad: bool,
}

/// Encodings of Japanese game records.
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
    /// Game, or `all`.
    #[arg(value_parser = game::one_or_all())]
    pub(crate) game: OneOrAll,
    /// Number of random games.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Examine one in this many positions in full; 1 examines all.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) one_in: u32,
    /// Threads [default: one per core].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
}

#[derive(Args, Debug)]
pub(crate) struct Match {
    /// Game.
    #[arg(value_parser = game::one())]
    pub(crate) game: GameKind,
    /// Opponent A, whose score is reported.
    pub(crate) a: String,
    /// Opponent B.
    pub(crate) b: String,
    /// Number of games; A plays the first side in every other game.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads [default: one per core]. Does not change the games.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
    /// Start from the games in this file, or the positions of an .obf file: each twice with swapped sides, in
    /// an order drawn from the seed.
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    /// Stop as soon as a sequential probability ratio test over pairs of games accepts ELO0 (exit code 1) or
    /// ELO1 with these error rates (default: 0.05 each); --games is the maximum.
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    #[arg(value_parser = statistics::parse_sprt)]
    pub(crate) sprt: Option<Sprt>,
    /// Play N uncounted games first, in which A learns about B; A keeps learning in the counted ones.
    #[arg(long, value_name = "N", conflicts_with_all = ["sprt", "openings"])]
    pub(crate) warmup: Option<u64>,
    /// Number of moves after which a game is drawn [default: 512 in shogi, else none].
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: Option<u32>,
    /// Measure thinking times: the longest is printed, all are logged.
    #[arg(long)]
    pub(crate) clock: bool,
    /// Write every game to this .gkr file; until the match is over, FILE.part holds the finished ones.
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    /// Output JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Reproduce {
    /// Experiment.
    pub(crate) id: Option<String>,
    /// Fraction of the paper's number of games to play.
    #[arg(long, default_value_t = 1.0, value_parser = parse_scale, conflicts_with = "quick")]
    pub(crate) scale: f64,
    /// Use a scale that takes minutes on two cores.
    #[arg(long)]
    pub(crate) quick: bool,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Output folder for the page, tables and plots.
    #[arg(long, value_name = "FOLDER", default_value = "reports")]
    pub(crate) output: PathBuf,
    /// Use the games in the store and play none.
    #[arg(long)]
    pub(crate) as_is: bool,
    /// Print a Markdown table of the verdicts of all reports in a folder, and play none.
    #[arg(long, value_name = "FOLDER", conflicts_with = "id")]
    pub(crate) table: Option<PathBuf>,
    /// Games of people, for natural-othello: .wtb files of the WTHOR database, or their folder.
    #[arg(long, value_name = "PATH", num_args = 1.., requires = "player_ratings")]
    pub(crate) wthor: Vec<PathBuf>,
    /// Ratings of the players of WTHOR: a CSV file with the columns player_id, bt_elo and is_program.
    #[arg(long, value_name = "FILE")]
    pub(crate) player_ratings: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) lab: Lab,
}

#[derive(Args, Debug)]
pub(crate) struct Estimate {
    /// Game.
    #[arg(value_parser = game::one())]
    pub(crate) game: GameKind,
    /// Files of game records.
    #[arg(required = true)]
    pub(crate) records: Vec<PathBuf>,
    /// The player's name in the records.
    #[arg(long, value_name = "NAME")]
    pub(crate) player: String,
    /// Output JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Evaluate {
    /// WTHOR game files.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Weights to use instead of the built-in ones.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// CSV file with the columns player_id and is_program: games by programs are skipped.
    #[arg(long, value_name = "FILE")]
    pub(crate) programs: Option<PathBuf>,
    /// Use only every Nth game.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) every: Option<u32>,
    /// Skip every Nth game.
    #[arg(long, value_name = "N", conflicts_with = "every")]
    #[arg(value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) but_every: Option<u32>,
}

fn parse_scale(text: &str) -> Result<f64, String> {
    let scale = text.parse().ok().filter(|scale| (0.001..=1000.0).contains(scale));
    scale.ok_or_else(|| "expected a number from 0.001 to 1000".to_owned())
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=1e6).contains(seconds));
    seconds.ok_or_else(|| "expected seconds from 0 to 1000000".to_owned())
}

fn parse_side(text: &str) -> Result<Side, String> {
    text.parse().map_err(|error: games::Malformed| error.to_string())
}
