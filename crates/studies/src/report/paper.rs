//! The papers' own numbers.

use crate::Study;

/// Means of figure 4 of Nakamichi 2020 (as in its appendix B): by group for imitation, noise, depth only,
/// people, all.
const VERDICTS: [(&str, [f64; 5]); 2] =
    [("amateurs", [3.2, 2.4, 3.4, 3.8, 3.2]), ("professionals", [2.5, 2.0, 2.1, 3.3, 2.5])];

/// The sources of figure 4 in its order.
const SOURCES: [&str; 4] = ["imitation", "noise", "depth", "people"];

/// A column of table 5 of Nakamichi 2020.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Column5 {
    /// The group's id and the condition's.
    pub(crate) place: (&'static str, &'static str),
    /// Win rate of the participants, in percent.
    pub(crate) win_rate: f64,
    /// Mean number of plies and its standard deviation.
    pub(crate) plies: (f64, f64),
    /// The program's moves, those bad by value, those felt bad.
    pub(crate) moves: [u64; 3],
    /// Bad-move rate, detection rate, and what the table calls the false-alarm rate, which is a
    /// false-discovery rate; in percent.
    pub(crate) rates: [f64; 3],
}

/// Table 5 of Nakamichi 2020.
pub(crate) const TABLE_5: [Column5; 6] = [
    Column5 {
        place: ("experienced", "balance"),
        win_rate: 90.0,
        plies: (119.8, 26.4),
        moves: [1198, 240, 85],
        rates: [20.0, 22.5, 36.5],
    },
    Column5 {
        place: ("experienced", "depth-1"),
        win_rate: 90.0,
        plies: (81.6, 20.9),
        moves: [816, 142, 52],
        rates: [17.4, 31.0, 15.4],
    },
    Column5 {
        place: ("experienced", "depth-5"),
        win_rate: 20.0,
        plies: (106.7, 29.8),
        moves: [1067, 121, 20],
        rates: [11.3, 8.3, 50.0],
    },
    Column5 {
        place: ("novices", "balance"),
        win_rate: 40.0,
        plies: (177.8, 96.0),
        moves: [1778, 634, 32],
        rates: [35.7, 4.6, 9.4],
    },
    Column5 {
        place: ("novices", "depth-1"),
        win_rate: 0.0,
        plies: (82.3, 44.8),
        moves: [823, 212, 5],
        rates: [25.8, 1.9, 20.0],
    },
    Column5 {
        place: ("novices", "depth-5"),
        win_rate: 0.0,
        plies: (53.7, 14.8),
        moves: [537, 84, 1],
        rates: [15.6, 1.2, 0.0],
    },
];

/// Open play, section 4.5 of Nakamichi 2020: win rate, mean and standard deviation of the perceived strength,
/// share of "like me", correlation of strength with rating.
pub(crate) const OPEN: [f64; 5] = [0.47, 3.0, 1.0, 0.462, -0.27];

/// A group of table 3 of Nakamichi 2020.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct RatingGroup {
    /// Its colour on 81Dojo and its grades.
    pub(crate) name: &'static str,
    /// The least and the greatest rating on 81Dojo.
    pub(crate) ratings: (f64, f64),
    /// How many answers the thesis has.
    pub(crate) answers: u64,
}

/// Table 3 of Nakamichi 2020. Its first group ends at 2299; who is above belongs to it here.
pub(crate) const TABLE_3: [RatingGroup; 7] = [
    RatingGroup { name: "Red, 5 to 6 dan", ratings: (1950.0, 3000.0), answers: 1 },
    RatingGroup { name: "Orange, 3 to 4 dan", ratings: (1700.0, 1949.0), answers: 11 },
    RatingGroup { name: "Green, 1 to 2 dan", ratings: (1500.0, 1699.0), answers: 10 },
    RatingGroup { name: "Blue, 3 to 1 kyu", ratings: (1300.0, 1499.0), answers: 7 },
    RatingGroup { name: "Purple, 6 to 4 kyu", ratings: (1150.0, 1299.0), answers: 3 },
    RatingGroup { name: "Grey 1, 9 to 7 kyu", ratings: (1000.0, 1149.0), answers: 3 },
    RatingGroup { name: "Grey 2, 15 to 10 kyu", ratings: (0.0, 999.0), answers: 4 },
];

/// The rating of the plain program of depth 5 in Nakamichi 2020.
pub(crate) const PLAIN_5: f64 = 1984.0;

/// Whether this paper's numbers are shown beside the study's.
fn is_beside(study: &Study, name: &str) -> bool {
    study.analysis.paper.as_deref() == Some(name)
}

/// The mean verdict of a group on a source, or on all.
pub(crate) fn verdict(study: &Study, group: &str, source: Option<&str>) -> Option<f64> {
    let (_, means) =
        VERDICTS.iter().find(|(id, _)| *id == group).filter(|_| is_beside(study, "shogi-turing"))?;
    match source {
        None => Some(means[4]),
        Some(source) => SOURCES.iter().position(|known| *known == source).map(|place| means[place]),
    }
}

/// The column of table 5 for a group and a condition.
pub(crate) fn column(study: &Study, group: &str, condition: &str) -> Option<Column5> {
    let found = TABLE_5.into_iter().find(|column| column.place == (group, condition));
    found.filter(|_| is_beside(study, "shogi-moves"))
}

/// What was found in open play.
pub(crate) fn open(study: &Study) -> Option<[f64; 5]> {
    is_beside(study, "shogi-open").then_some(OPEN)
}
