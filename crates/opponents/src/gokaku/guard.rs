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
pub(crate) enum Ruling {
    /// It may be played.
    Allowed,
    /// The user would see what it gives away; these are worth as much and hide it.
    Instead(Vec<usize>),
    /// Everybody expects this one.
    Obvious(usize),
}

impl Guard {
    /// Judges the move at place `chosen`. `shown` is what moves seem to be worth to the user, `real` what they are worth.
    pub(crate) fn judge(self, chosen: usize, shown: &[f64], real: &[f64]) -> Ruling {
        let best = shown.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let loss = |place: usize| best - shown[place];
        if loss(chosen) <= self.visible {
            return Ruling::Allowed;
        }
        let is_natural =
            |&place: &usize| loss(place) <= self.visible && (real[place] - real[chosen]).abs() <= self.alike;
        let natural: Vec<usize> = (0..shown.len()).filter(is_natural).collect();
        if !natural.is_empty() {
            return Ruling::Instead(natural);
        }
        // A reply without which twice as much is lost as anybody overlooks.
        let mut replies = (0..shown.len()).filter(|&place| loss(place) <= 2.0 * self.visible);
        match (replies.next(), replies.next()) {
            (Some(only), None) => Ruling::Obvious(only),
            _ => Ruling::Allowed,
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
        assert_eq!(guard.judge(1, &[2.0, 0.0], &[5.0, -5.0]), Ruling::Allowed);
        assert_eq!(guard.judge(1, &[2.0, -4.0, 0.0], &[5.0, -5.0, -5.5]), Ruling::Instead(vec![2]));
        assert_eq!(guard.judge(1, &[2.0, -2.0, 1.0], &[5.0, -5.0, 4.0]), Ruling::Allowed);
        assert_eq!(guard.judge(1, &[9.0, -2.0, 1.0], &[5.0, -5.0, 4.0]), Ruling::Obvious(0));
    }
}
