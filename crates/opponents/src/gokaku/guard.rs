//! Keeps the opponent from losing on purpose in ways that the user would notice: by giving something away, or
//! by passing up what everybody takes.

/// Replaces obvious blunders, in the unit of the game's values. The bounds are choices: what a spectator
/// would remark on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Guard {
    /// The user notices a loss of more than this.
    pub(crate) visible: f64,
    /// Moves whose values differ by at most this are alike.
    pub(crate) alike: f64,
    /// A move that every beginner would like to make is not passed up for one worth so much less.
    pub(crate) striking: f64,
}

/// What the guard decides about a drawn move.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Verdict {
    /// It may be played.
    Allowed,
    /// It is an obvious blunder; these natural moves are worth about as much.
    Instead(Vec<usize>),
    /// Everything else would be an obvious blunder.
    Obvious(usize),
}

impl Guard {
    /// The move to play instead of the one at `chosen`, because every beginner would: `gains` marks such
    /// moves, and `plain` are the values of all as they look at first sight.
    pub(crate) fn passed_up(
        self,
        chosen: usize,
        gains: &[bool],
        plain: &mut dyn FnMut() -> Vec<f64>,
    ) -> Option<usize> {
        if gains[chosen] || !gains.contains(&true) {
            return None;
        }
        let plain = plain();
        let gains = (0..plain.len()).filter(|&place| gains[place]);
        let best = gains.max_by(|&one, &two| plain[one].total_cmp(&plain[two]))?;
        (plain[best] - plain[chosen] >= self.striking).then_some(best)
    }

    /// Judges the move at place `chosen`. `shown` are the values that the user sees, if they search at all;
    /// `blunders` marks the moves that every beginner knows to be blunders; `real` gives the true values
    /// where they are needed.
    pub(crate) fn judge(
        self,
        chosen: usize,
        shown: Option<&[f64]>,
        blunders: &[bool],
        real: &mut dyn FnMut() -> Vec<f64>,
    ) -> Verdict {
        let best = shown.unwrap_or_default().iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let loss = |place: usize| shown.map_or(0.0, |shown| best - shown[place]);
        let is_seen = |place: usize| blunders[place] || loss(place) > self.visible;
        if !is_seen(chosen) {
            return Verdict::Allowed;
        }
        let real = real();
        let is_natural = |&place: &usize| !is_seen(place) && (real[place] - real[chosen]).abs() <= self.alike;
        let natural: Vec<usize> = (0..real.len()).filter(is_natural).collect();
        if !natural.is_empty() {
            return Verdict::Instead(natural);
        }
        // A reply is obvious if every other move loses twice what the user notices.
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
    fn blunders_are_replaced_and_obvious_replies_played() {
        let guard = Guard { visible: 3.0, alike: 1.0, striking: 4.0 };
        // A small loss, a visible one with a natural move of like value, one without, and the only reply.
        let judge =
            |shown: &[f64], real: &[f64]| guard.judge(1, Some(shown), &[false; 3], &mut || real.to_vec());
        assert_eq!(judge(&[2.0, 0.0], &[5.0, -5.0]), Verdict::Allowed);
        assert_eq!(judge(&[2.0, -4.0, 0.0], &[5.0, -5.0, -5.5]), Verdict::Instead(vec![2]));
        assert_eq!(judge(&[2.0, -2.0, 1.0], &[5.0, -5.0, 4.0]), Verdict::Allowed);
        assert_eq!(judge(&[9.0, -2.0, 1.0], &[5.0, -5.0, 4.0]), Verdict::Obvious(0));
    }

    #[test]
    fn what_everybody_takes_is_not_passed_up() {
        let guard = Guard { visible: 3.0, alike: 1.0, striking: 4.0 };
        let instead = |chosen: usize, plain: &[f64]| {
            guard.passed_up(chosen, &[false, true, true], &mut || plain.to_vec())
        };
        assert_eq!(instead(0, &[0.0, 5.0, 4.0]), Some(1));
        assert_eq!(instead(0, &[2.0, 5.0, 4.0]), None, "it can wait");
        assert_eq!(instead(2, &[0.0, 9.0, 1.0]), None, "another corner");
        assert_eq!(guard.passed_up(0, &[false; 3], &mut || unreachable!()), None);
    }

    #[test]
    fn known_blunders_are_noticed_by_users_who_do_not_search() {
        let guard = Guard { visible: 3.0, alike: 1.0, striking: 4.0 };
        let judge = |chosen: usize| {
            guard.judge(chosen, None, &[false, true, true, false], &mut || vec![9.0, 0.0, 0.0, 0.5])
        };
        assert_eq!(judge(1), Verdict::Instead(vec![3]));
        assert_eq!(judge(3), Verdict::Allowed);
        assert_eq!(guard.judge(0, None, &[true, true], &mut || vec![0.0, 0.0]), Verdict::Allowed);
    }
}
