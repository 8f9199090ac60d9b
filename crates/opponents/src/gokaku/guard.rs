//! What a user would see through: a gift in plain sight.

/// Keeps gifts out of sight, in the unit of the game's values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Guard {
    /// The user sees a loss of more than this.
    pub(crate) visible: f64,
    /// Moves whose values differ by less are alike.
    pub(crate) alike: f64,
}

/// What the guard makes of a choice.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Verdict {
    /// It may be played.
    Allowed,
    /// The user would see what it gives away; these are worth as much and hide it.
    Instead(Vec<usize>),
    /// Everybody expects this one.
    Obvious(usize),
}

impl Guard {
    /// Judges the move at place `chosen`. `shown` is what moves seem to be worth to the user, if they look at all; `gifts` are moves of
    /// which everybody knows what they give away, and `real` says what moves are worth, if that has to be known.
    pub(crate) fn judge(
        self,
        chosen: usize,
        shown: Option<&[f64]>,
        gifts: &[bool],
        real: &mut dyn FnMut() -> Vec<f64>,
    ) -> Verdict {
        let best = shown.unwrap_or_default().iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let loss = |place: usize| shown.map_or(0.0, |shown| best - shown[place]);
        let is_seen = |place: usize| gifts[place] || loss(place) > self.visible;
        if !is_seen(chosen) {
            return Verdict::Allowed;
        }
        let real = real();
        let is_natural = |&place: &usize| !is_seen(place) && (real[place] - real[chosen]).abs() <= self.alike;
        let natural: Vec<usize> = (0..real.len()).filter(is_natural).collect();
        if !natural.is_empty() {
            return Verdict::Instead(natural);
        }
        // A reply without which twice as much is lost as anybody overlooks.
        let mut replies = (0..real.len()).filter(|&place| loss(place) <= 2.0 * self.visible);
        match (replies.next(), replies.next()) {
            (Some(only), None) => Verdict::Obvious(only),
            _ => Verdict::Allowed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gifts_are_hidden_and_obvious_replies_played() {
        let guard = Guard { visible: 3.0, alike: 1.0 };
        // A small loss, a visible one with a natural move of like value, one without, and the only reply.
        let judge =
            |shown: &[f64], real: &[f64]| guard.judge(1, Some(shown), &[false; 3], &mut || real.to_vec());
        assert_eq!(judge(&[2.0, 0.0], &[5.0, -5.0]), Verdict::Allowed);
        assert_eq!(judge(&[2.0, -4.0, 0.0], &[5.0, -5.0, -5.5]), Verdict::Instead(vec![2]));
        assert_eq!(judge(&[2.0, -2.0, 1.0], &[5.0, -5.0, 4.0]), Verdict::Allowed);
        assert_eq!(judge(&[9.0, -2.0, 1.0], &[5.0, -5.0, 4.0]), Verdict::Obvious(0));
    }

    #[test]
    fn gifts_that_everybody_knows_are_seen_by_those_who_do_not_look() {
        let guard = Guard { visible: 3.0, alike: 1.0 };
        let judge = |chosen: usize| {
            guard.judge(chosen, None, &[false, true, true, false], &mut || vec![9.0, 0.0, 0.0, 0.5])
        };
        assert_eq!(judge(1), Verdict::Instead(vec![3]));
        assert_eq!(judge(3), Verdict::Allowed);
        assert_eq!(guard.judge(0, None, &[true, true], &mut || vec![0.0, 0.0]), Verdict::Allowed);
    }
}
