//! Weights as text: the game, then a feature on each line with its weight and slope; `#` begins a remark.

use std::fmt::Write;

use games::Malformed;

use super::{Attention, Striking, Weight};

impl<G: Striking> Attention<G> {
    /// Reads what [`Attention::write`] wrote.
    ///
    /// # Errors
    /// It is of another game, or lacks a feature.
    pub fn read(text: &str) -> Result<Attention<G>, Malformed> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let first = lines.next().unwrap_or_default();
        let expected = format!("people {}", G::NAME);
        if first.trim() != expected {
            return Err(Malformed::new(first, expected));
        }
        let mut weights = vec![None; G::FEATURES.len()];
        for line in lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            let parsed = match words[..] {
                [name, medium, per_step] => {
                    let place = G::FEATURES.iter().position(|known| *known == name);
                    let number = |word: &str| word.parse().ok().filter(|number: &f64| number.is_finite());
                    place.zip(number(medium).zip(number(per_step)))
                }
                _ => None,
            };
            let Some((place, (medium, per_step))) = parsed else {
                let expected = format!("a feature and two numbers: {}", G::FEATURES.join(", "));
                return Err(Malformed::new(line, expected));
            };
            weights[place] = Some(Weight { medium, per_step });
        }
        let missing = weights.iter().position(Option::is_none);
        if let Some(place) = missing {
            let expected = format!("a weight of {}", G::FEATURES[place]);
            return Err(Malformed::described("no weight of one feature", expected));
        }
        Ok(Attention::with(weights.into_iter().flatten().collect()))
    }

    /// The weights as text; `remarks` says where they come from.
    #[must_use]
    pub fn write(&self, remarks: &str) -> String {
        let mut text: String = remarks.lines().map(|line| format!("# {line}\n")).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "people {}", G::NAME);
        for (name, Weight { medium, per_step }) in G::FEATURES.iter().zip(&self.weights) {
            let _ = writeln!(text, "{name} {medium:.3} {per_step:.3}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use games::kalah::Kalah;

    use super::*;

    #[test]
    fn weights_are_read_back_and_others_refused() {
        let shipped = Attention::<Kalah>::shipped().unwrap();
        let text = shipped.write("one\ntwo");
        assert!(text.starts_with("# one\n# two\npeople kalah\n"));
        assert_eq!(Attention::<Kalah>::read(&text).unwrap(), shipped);
        assert!(Attention::<Kalah>::read("people shogi\n").is_err());
        assert!(Attention::<Kalah>::read("people kalah\n").is_err());
        assert!(Attention::<Kalah>::read(&text.replace("0.", "x")).is_err());
        assert!(Attention::<Kalah>::read(&format!("{text}other 1 1\n")).is_err());
    }
}
