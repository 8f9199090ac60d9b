//! What a server says about a game before it begins.

use std::time::Duration;

use games::shogi::{Shogi, csa};
use games::{Malformed, Record, Side};

/// What one side may spend.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Allowance {
    /// What is there for the whole game.
    pub(super) total: Duration,
    /// What a move may take when nothing is left.
    pub(super) byoyomi: Duration,
    /// What is added for every move.
    pub(super) increment: Duration,
}

/// A game that is offered.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Summary {
    /// What the server calls the game.
    pub(super) id: String,
    /// Our seat.
    pub(super) side: Side,
    /// Start, players, and moves that have been made already.
    pub(super) record: Record<Shogi>,
    /// What each side may spend.
    pub(super) allowances: [Allowance; 2],
    /// What a time behind a move counts.
    pub(super) unit: Duration,
}

impl Summary {
    /// Reads the lines between `BEGIN Game_Summary` and `END Game_Summary`. What it does not know it passes
    /// over, as servers add lines of their own.
    pub(super) fn read(lines: &[String]) -> Result<Summary, Malformed> {
        let mut fields: Vec<(String, &str)> = Vec::new();
        let mut position = String::new();
        let mut section = "";
        for line in lines {
            if let Some(name) = line.strip_prefix("BEGIN ") {
                section = name.trim();
            } else if line.starts_with("END ") {
                section = "";
            } else if section == "Position" {
                position.push_str(line);
                position.push('\n');
            } else if let Some((key, value)) = line.split_once(':') {
                fields.push((format!("{section}/{key}"), value.trim()));
            }
        }
        let find = |key: &str| fields.iter().find(|(known, _)| known == key).map(|(_, value)| *value);
        let missing = |what: &str| Malformed::described("a game summary", format!("{what} in it"));
        let side = match find("/Your_Turn").ok_or_else(|| missing("Your_Turn"))? {
            "+" => Side::First,
            "-" => Side::Second,
            found => return Err(Malformed::new(found, "+ or - behind Your_Turn")),
        };
        let games = csa::read(&position).map_err(|malformed| {
            Malformed::described(malformed.found, format!("{}, in the position", malformed.expected))
        })?;
        let mut record = games.into_iter().next().ok_or_else(|| missing("a position"))?;
        for (seat, key) in [(Side::First, "/Name+"), (Side::Second, "/Name-")] {
            record.players[seat.index()].name = find(key).unwrap_or_default().to_owned();
        }
        if let Some(most) = find("/Max_Moves") {
            let most = most.parse().map_err(|_| Malformed::new(most, "a number behind Max_Moves"))?;
            record.start = record.start.with_move_limit(Some(most).filter(|&most| most > 0));
        }
        let mut unit = Duration::from_secs(1);
        let mut allowances = [Allowance::default(); 2];
        for (seat, own) in [(0, "Time+"), (1, "Time-")] {
            let time = |key: &str| find(&format!("{own}/{key}")).or_else(|| find(&format!("Time/{key}")));
            if let Some(text) = time("Time_Unit") {
                unit = read_unit(text)?;
            }
            let amount = |key: &str| match time(key) {
                None | Some("") => Ok(Duration::ZERO),
                Some(text) => text
                    .parse::<u32>()
                    .map(|count| unit * count)
                    .map_err(|_| Malformed::new(text, format!("a whole number behind {key}"))),
            };
            let (total, byoyomi) = (amount("Total_Time")?, amount("Byoyomi")?);
            allowances[seat] = Allowance { total, byoyomi, increment: amount("Increment")? };
        }
        let id = find("/Game_ID").unwrap_or_default().to_owned();
        Ok(Summary { id, side, record, allowances, unit })
    }
}

/// A unit of time such as `1sec` or `100msec`.
fn read_unit(text: &str) -> Result<Duration, Malformed> {
    let units = [("msec", 1), ("sec", 1000), ("min", 60_000)];
    let known = units.iter().find_map(|(word, millis)| Some((text.strip_suffix(word)?, *millis)));
    let unit = known.and_then(|(count, millis)| {
        let count =
            if count.is_empty() { 1 } else { count.parse::<u32>().ok().filter(|&count| count > 0)? };
        Some(Duration::from_millis(millis) * count)
    });
    unit.ok_or_else(|| Malformed::new(text, "a unit of time such as 1sec, 100msec or 1min"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUMMARY: &str = "Protocol_Version:1.2\nProtocol_Mode:Server\nFormat:Shogi 1.0\n\
        Declaration:Jishogi 1.1\n\
        Game_ID:20261116-TEST-1\nName+:TANUKI\nName-:KITSUNE\nYour_Turn:-\nTo_Move:+\nMax_Moves:256\n\
        BEGIN Time\n\
        Time_Unit:1sec\nTotal_Time:600\nByoyomi:10\nLeast_Time_Per_Move:1\nEND Time\nBEGIN Position\n\
        PI\nP+\nP-\n+\n\
        +2726FU,T12\nEND Position";

    fn read(text: &str) -> Result<Summary, String> {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        Summary::read(&lines).map_err(|malformed| malformed.to_string())
    }

    #[test]
    fn a_summary_is_read() {
        let summary = read(SUMMARY).unwrap();
        assert_eq!((summary.id.as_str(), summary.side), ("20261116-TEST-1", Side::Second));
        assert_eq!(summary.record.player(Side::First).name, "TANUKI");
        assert_eq!(summary.record.start.move_limit(), Some(256));
        let ply = &summary.record.line.plies[0];
        assert_eq!((ply.mv.to_string().as_str(), ply.time), ("2g2f", Some(Duration::from_secs(12))));
        let seconds = Duration::from_secs;
        let allowance = Allowance { total: seconds(600), byoyomi: seconds(10), increment: seconds(0) };
        assert_eq!(summary.allowances, [allowance; 2]);
    }

    #[test]
    fn each_side_can_have_its_own_time() {
        let time = "BEGIN Time+\nTime_Unit:100msec\nTotal_Time:50\nEND Time+\nBEGIN Time-\n\
        Time_Unit:100msec\n\
            Increment:20\nEND Time-\nBEGIN Position";
        let text = SUMMARY.replace(
            "BEGIN Time\nTime_Unit:1sec\nTotal_Time:600\nByoyomi:10\n\
        Least_Time_Per_Move:1\nEND Time\nBEGIN Position",
            time,
        );
        let summary = read(&text).unwrap();
        assert_eq!(summary.allowances[0].total, Duration::from_secs(5));
        assert_eq!(summary.allowances[1].increment, Duration::from_secs(2));
        assert_eq!(summary.unit, Duration::from_millis(100));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (before, after, expected) in [
            ("Your_Turn:-", "", "expected Your_Turn in it"),
            ("Your_Turn:-", "Your_Turn:x", "expected + or - behind Your_Turn"),
            ("Max_Moves:256", "Max_Moves:many", "expected a number behind Max_Moves"),
            ("Time_Unit:1sec", "Time_Unit:1day", "expected a unit of time"),
            ("Total_Time:600", "Total_Time:x", "expected a whole number behind Total_Time"),
            ("+2726FU,T12", "+2725FU,T12", ", in the position"),
            ("PI\nP+\nP-\n+\n+2726FU,T12\n", "", "expected a position in it"),
        ] {
            let error = read(&SUMMARY.replace(before, after)).unwrap_err();
            assert!(error.contains(expected), "{after}: {error}");
        }
    }
}
