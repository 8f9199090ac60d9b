//! A text graph of the values over a game.

/// Rows above and below the line of the even game.
const ROWS: usize = 4;

/// The widest graph, in characters.
const WIDTH: usize = 100;

/// Draws `values` (for the first side) as bars from an even line, the first move at the left; longer games
/// are narrowed, each column showing its last value.
pub(crate) fn bars(values: &[f64]) -> String {
    let columns = narrowed(values);
    let most = values.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
    // A game that is even throughout is a flat line, not noise blown up.
    let scale = if most == 0.0 { 1.0 } else { most };
    let label = |row: isize| match row {
        row if row == ROWS as isize => format!("{most:>+8.1} "),
        row if row == -(ROWS as isize) => format!("{:>+8.1} ", -most),
        _ => " ".repeat(9),
    };
    let mut lines = Vec::new();
    for row in (1..=ROWS as isize).rev() {
        let cell = |&value: &f64| part(value / scale * ROWS as f64 - (row - 1) as f64, ['▄', '█']);
        lines.push(format!("{}│{}", label(row), columns.iter().map(cell).collect::<String>()));
    }
    lines.push(format!("{:>8} ┼{}", "even", "─".repeat(columns.len())));
    for row in 1..=ROWS as isize {
        let cell = |&value: &f64| part(-value / scale * ROWS as f64 - (row - 1) as f64, ['▀', '█']);
        lines.push(format!("{}│{}", label(-row), columns.iter().map(cell).collect::<String>()));
    }
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}

/// The character for a cell of which so much is filled.
fn part(filled: f64, [half, full]: [char; 2]) -> char {
    match filled {
        filled if filled >= 0.75 => full,
        filled if filled >= 0.25 => half,
        _ => ' ',
    }
}

fn narrowed(values: &[f64]) -> Vec<f64> {
    let share = values.len().div_ceil(WIDTH).max(1);
    values.chunks(share).filter_map(|chunk| chunk.last().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_rise_and_fall_from_the_even_line() {
        let graph = bars(&[0.0, 4.0, -2.0, -4.0]);
        let expected = [
            "    +4.0 │ █",
            "         │ █",
            "         │ █",
            "         │ █",
            "    even ┼────",
            "         │  ██",
            "         │  ██",
            "         │   █",
            "    -4.0 │   █",
        ];
        assert_eq!(graph.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn long_games_fit() {
        let values: Vec<f64> = (0..500).map(f64::from).collect();
        assert!(bars(&values).lines().all(|line| line.chars().count() <= WIDTH + 10));
        assert_eq!(bars(&[]).lines().count(), 2 * ROWS + 1);
    }
}
