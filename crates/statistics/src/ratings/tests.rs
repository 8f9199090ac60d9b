use super::*;

/// Home, away, home wins, away wins: American League, Eastern Division, 1987 (Agresti, Categorical Data
/// Analysis, 2nd edition, 2002, table 10.10; in this layout baseball.csv of the R package BradleyTerry2).
/// Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
const BASEBALL: [(usize, usize, u32, u32); 42] = [
    (0, 1, 4, 3),
    (0, 2, 4, 2),
    (0, 3, 4, 3),
    (0, 4, 6, 1),
    (0, 5, 4, 2),
    (0, 6, 6, 0),
    (1, 0, 3, 3),
    (1, 2, 4, 2),
    (1, 3, 4, 3),
    (1, 4, 6, 0),
    (1, 5, 6, 1),
    (1, 6, 4, 3),
    (2, 0, 2, 5),
    (2, 1, 4, 3),
    (2, 3, 2, 4),
    (2, 4, 4, 3),
    (2, 5, 4, 2),
    (2, 6, 6, 0),
    (3, 0, 3, 3),
    (3, 1, 5, 1),
    (3, 2, 2, 5),
    (3, 4, 4, 3),
    (3, 5, 4, 2),
    (3, 6, 6, 1),
    (4, 0, 5, 1),
    (4, 1, 2, 5),
    (4, 2, 3, 3),
    (4, 3, 4, 2),
    (4, 5, 5, 2),
    (4, 6, 6, 0),
    (5, 0, 2, 5),
    (5, 1, 3, 3),
    (5, 2, 3, 4),
    (5, 3, 4, 3),
    (5, 4, 4, 2),
    (5, 6, 2, 4),
    (6, 0, 2, 5),
    (6, 1, 1, 5),
    (6, 2, 1, 6),
    (6, 3, 2, 4),
    (6, 4, 1, 6),
    (6, 5, 3, 4),
];
const BALTIMORE: usize = 6;

fn baseball() -> Vec<Pairing> {
    let pairing = |&(first, second, wins, losses): &(usize, usize, u32, u32)| Pairing {
        first,
        second,
        wins: f64::from(wins),
        draws: 0.0,
        losses: f64::from(losses),
    };
    BASEBALL.iter().map(pairing).collect()
}

fn anchored_at_baltimore(first_move: bool) -> Ratings {
    let model = RatingModel { first_move, anchor: Anchor::Player(BALTIMORE, 0.0), ..RatingModel::default() };
    model.fit(7, &baseball()).unwrap()
}

/// Coefficients in units of the logarithm, best team first, as the books print them.
fn printed(values: impl Iterator<Item = f64>, digits: usize) -> Vec<String> {
    values.map(|value| format!("{value:.digits$}")).collect()
}

/// Agresti 2002, table 10.11, column 3 (1.58, 1.44, 1.29, 1.25, 1.11, 0.68); with more digits Turner and
/// Firth, Journal of Statistical Software 48(9), 2012 (BTm on these data).
#[test]
fn baseball_without_home_advantage_is_agrestis() {
    let ratings = anchored_at_baltimore(false);
    let coefficients = || ratings.players[..6].iter().map(|rating| rating.elo / ELO_PER_NAT);
    assert_eq!(printed(coefficients(), 2), ["1.58", "1.44", "1.29", "1.25", "1.11", "0.68"]);
    assert_eq!(printed(coefficients(), 4), ["1.5814", "1.4364", "1.2945", "1.2476", "1.1077", "0.6839"]);
    // "Standard errors are about 0.3".
    let errors = ratings.players[..6].iter().map(|rating| rating.error / ELO_PER_NAT);
    assert_eq!(printed(errors, 1), ["0.3"; 6]);
    assert_eq!(ratings.players[BALTIMORE], Rating { elo: 0.0, error: 0.0 });
}

/// Agresti 2002, table 10.11, column 5: strengths that sum to 1, home advantage 0.302; the package's summary
/// prints coefficients and standard errors to four digits.
#[test]
fn baseball_with_home_advantage_is_agrestis() {
    let ratings = anchored_at_baltimore(true);
    let home = ratings.first_move.unwrap();
    assert_eq!(printed([home.elo / ELO_PER_NAT].into_iter(), 3), ["0.302"]);
    assert_eq!(
        printed([home.elo / ELO_PER_NAT, home.error / ELO_PER_NAT].into_iter(), 4),
        ["0.3023", "0.1309"]
    );
    let strengths: Vec<f64> = ratings.players.iter().map(|rating| (rating.elo / ELO_PER_NAT).exp()).collect();
    let sum: f64 = strengths.iter().sum();
    assert_eq!(
        printed(strengths.iter().map(|strength| strength / sum), 3),
        ["0.220", "0.190", "0.164", "0.157", "0.137", "0.088", "0.044"]
    );
    let players = &ratings.players[..6];
    let coefficients = players.iter().map(|rating| rating.elo / ELO_PER_NAT);
    assert_eq!(printed(coefficients, 4), ["1.6196", "1.4754", "1.3271", "1.2813", "1.1438", "0.7047"]);
    let errors = players.iter().map(|rating| rating.error / ELO_PER_NAT);
    assert_eq!(printed(errors, 4), ["0.3474", "0.3446", "0.3403", "0.3404", "0.3378", "0.3350"]);
}

/// Hunter 2004, formula 3: the step of his algorithm, wins over the sum of games by strengths, must leave the
/// maximum where it is.
#[test]
fn hunters_algorithm_ends_where_newtons_does() {
    let ratings = RatingModel::default().fit(7, &baseball()).unwrap();
    let strengths: Vec<f64> = ratings.players.iter().map(|rating| (rating.elo / ELO_PER_NAT).exp()).collect();
    for (player, strength) in strengths.iter().enumerate() {
        let (mut wins, mut weight) = (0.0, 0.0);
        for pairing in baseball() {
            if pairing.first == player || pairing.second == player {
                wins += if pairing.first == player { pairing.wins } else { pairing.losses };
                weight += pairing.games() / (strengths[pairing.first] + strengths[pairing.second]);
            }
        }
        assert!((wins / weight / strength - 1.0).abs() < 1e-9);
    }
}

/// Six brands of chocolate pudding with "no preference" allowed: Davidson 1970, table 2; preferences of i, of
/// j, none (as in the R package PlackettLuce, `pudding`).
const PUDDING: [(usize, usize, u32, u32, u32); 15] = [
    (1, 2, 19, 22, 16),
    (1, 3, 16, 19, 12),
    (2, 3, 19, 19, 10),
    (1, 4, 18, 23, 13),
    (2, 4, 23, 19, 9),
    (3, 4, 19, 20, 15),
    (1, 5, 13, 19, 18),
    (2, 5, 16, 20, 12),
    (3, 5, 16, 15, 17),
    (4, 5, 17, 14, 16),
    (1, 6, 18, 21, 12),
    (2, 6, 22, 20, 12),
    (3, 6, 13, 18, 10),
    (4, 6, 14, 19, 18),
    (5, 6, 11, 21, 12),
];

/// Davidson's estimates as the vignette of PlackettLuce reproduces them (section 2.1.1), worths that sum to 1
/// and the tie parameter: 0.1388005, 0.1729985, 0.1617420, 0.1653930, 0.1586805, 0.2023855 and 0.7468147. It
/// stops after seven steps as he did, so four digits are settled.
#[test]
fn puddings_are_davidsons() {
    let pairings: Vec<Pairing> = PUDDING
        .iter()
        .map(|&(i, j, wins, losses, draws)| Pairing {
            first: i - 1,
            second: j - 1,
            wins: f64::from(wins),
            draws: f64::from(draws),
            losses: f64::from(losses),
        })
        .collect();
    let model = RatingModel { draws: Draws::Davidson, ..RatingModel::default() };
    let ratings = model.fit(6, &pairings).unwrap();
    let strengths: Vec<f64> = ratings.players.iter().map(|rating| (rating.elo / ELO_PER_NAT).exp()).collect();
    let sum: f64 = strengths.iter().sum();
    assert_eq!(
        printed(strengths.iter().map(|strength| strength / sum), 4),
        ["0.1388", "0.1730", "0.1617", "0.1654", "0.1587", "0.2024"]
    );
    assert_eq!(printed([ratings.draw_odds.unwrap().0].into_iter(), 4), ["0.7468"]);
}

fn pairing(first: usize, second: usize, wins: f64, draws: f64, losses: f64) -> Pairing {
    Pairing { first, second, wins, draws, losses }
}

#[test]
fn two_players_differ_by_their_elo_difference() {
    let tally = crate::Tally { wins: 136, draws: 111, losses: 96, ..crate::Tally::default() };
    let two = crate::EloDifference::of(&tally);
    let ratings = RatingModel::default().fit(2, &[pairing(0, 1, 136.0, 111.0, 96.0)]).unwrap();
    let difference = ratings.difference(0, 1);
    assert!((difference.elo - two.elo).abs() < 1e-6);
    // The error counts draws for what they are.
    assert!((Z_95 * difference.error - two.error).abs() < 0.1, "{difference:?} {two:?}");
    assert!((ratings.superiority(0, 1) - two.superiority).abs() < 1e-3);
    assert!((ratings.expected_score(0, 1) - tally.score()).abs() < 1e-9);
}

#[test]
fn the_anchor_moves_everybody_alike() {
    let mean =
        RatingModel { anchor: Anchor::Mean(1500.0), ..RatingModel::default() }.fit(7, &baseball()).unwrap();
    let player = anchored_at_baltimore(false);
    let average = mean.players.iter().map(|rating| rating.elo).sum::<f64>() / 7.0;
    assert!((average - 1500.0).abs() < 1e-9);
    for team in 0..7 {
        assert!((mean.difference(team, 6).elo - player.players[team].elo).abs() < 1e-9);
        assert!((mean.difference(team, 6).error - player.players[team].error).abs() < 1e-9);
    }
}

#[test]
fn order_and_split_of_the_games_do_not_matter() {
    let whole = [pairing(0, 1, 3.0, 1.0, 2.0), pairing(1, 2, 2.0, 2.0, 1.0), pairing(2, 0, 1.0, 0.0, 1.0)];
    let mut split: Vec<Pairing> = Vec::new();
    for of in &whole {
        split.extend((0..of.wins as u32).map(|_| Pairing { wins: 1.0, draws: 0.0, losses: 0.0, ..*of }));
        split.extend((0..of.losses as u32).map(|_| Pairing { wins: 0.0, draws: 0.0, losses: 1.0, ..*of }));
        split.extend((0..of.draws as u32).map(|_| Pairing { wins: 0.0, draws: 1.0, losses: 0.0, ..*of }));
    }
    split.reverse();
    for draws in [Draws::Half, Draws::Davidson] {
        let model = RatingModel { draws, ..RatingModel::default() };
        assert_eq!(model.fit(3, &whole).unwrap().players, model.fit(3, &split).unwrap().players);
    }
}

#[test]
fn a_perfect_score_is_refused_or_held_by_virtual_draws() {
    let perfect = [pairing(0, 1, 10.0, 0.0, 0.0), pairing(1, 2, 5.0, 0.0, 5.0)];
    let refused = RatingModel::default().fit(3, &perfect).unwrap_err();
    assert_eq!(refused, Unrateable::WonAll(vec![vec![0], vec![1, 2]]));
    let model = RatingModel { virtual_draws: 2.0, ..RatingModel::default() };
    let held = model.fit(3, &perfect).unwrap();
    let lead = held.difference(0, 1).elo;
    assert!(lead > 200.0 && lead < 1000.0, "{lead}");
    let apart = [pairing(0, 1, 1.0, 1.0, 1.0), pairing(2, 3, 1.0, 1.0, 1.0)];
    assert!(matches!(model.fit(4, &apart), Err(Unrateable::NeverMet(groups)) if groups.len() == 2));
}

#[test]
fn games_that_settle_nothing_are_refused() {
    let davidson = RatingModel { draws: Draws::Davidson, ..RatingModel::default() };
    assert_eq!(davidson.fit(2, &[pairing(0, 1, 0.0, 5.0, 0.0)]).unwrap_err(), Unrateable::Unsettled);
    let first_move = RatingModel { first_move: true, ..RatingModel::default() };
    let always = [pairing(0, 1, 5.0, 0.0, 0.0), pairing(1, 0, 5.0, 0.0, 0.0)];
    assert_eq!(first_move.fit(2, &always).unwrap_err(), Unrateable::Unsettled);
    // Only one ever moved first: that cannot be told from being stronger.
    assert_eq!(first_move.fit(2, &[pairing(0, 1, 5.0, 0.0, 3.0)]).unwrap_err(), Unrateable::Unsettled);
    assert_eq!(RatingModel::default().fit(2, &[]).unwrap_err(), Unrateable::NoGames);
    assert_eq!(
        RatingModel::default().fit(2, &[pairing(0, 2, 1.0, 0.0, 1.0)]).unwrap_err(),
        Unrateable::BadPairing(0)
    );
    assert_eq!(davidson.fit(2, &[pairing(0, 1, 3.0, 0.0, 2.0)]).unwrap().draw_odds, Some((0.0, 0.0)));
}
