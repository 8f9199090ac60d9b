//! Moves that people name in a text.

use games::GameKind;

const RANKS: &str = "一二三四五六七八九";
const PIECES: &str = "歩香桂銀金角飛王玉と馬龍竜成不打";

/// The moves that a text names, in its order: squares and pieces as they are written, and moves by number as
/// `45手目`, whichever language they are written in.
#[must_use]
pub fn named_moves(game: GameKind, text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().map(narrow).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let (name, length) = match numbered(&letters, at) {
            Some(found) => found,
            None => match named(game, &letters[at..], at.checked_sub(1).map(|before| letters[before])) {
                Some(found) => found,
                None => (String::new(), 1),
            },
        };
        if !name.is_empty() {
            found.push(name);
        }
        at += length;
    }
    found
}

/// A wide digit as a narrow one.
fn narrow(letter: char) -> char {
    match letter {
        '０'..='９' => char::from(b'0' + (letter as u32 - '０' as u32) as u8),
        other => other,
    }
}

/// A move by its number: `45手目`, `move 45`.
fn numbered(letters: &[char], at: usize) -> Option<(String, usize)> {
    let digits = |from: usize| letters[from..].iter().take_while(|letter| letter.is_ascii_digit()).count();
    let number = |from: usize| letters[from..from + digits(from)].iter().collect::<String>();
    let starts_with = |from: usize, word: &str| {
        let mut rest = letters[from..].iter();
        word.chars().all(|letter| rest.next().is_some_and(|found| found.to_ascii_lowercase() == letter))
    };
    let count = digits(at);
    if count > 0 && starts_with(at + count, "手目") {
        return Some((format!("{}手目", number(at)), count + 2));
    }
    let word = "move ".len();
    if starts_with(at, "move ") && digits(at + word) > 0 {
        return Some((format!("{}手目", number(at + word)), word + digits(at + word)));
    }
    None
}

/// A square with what moves there.
fn named(game: GameKind, letters: &[char], before: Option<char>) -> Option<(String, usize)> {
    let second = *letters.get(1)?;
    let is_free = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_ascii_alphanumeric());
    let is_square = match game {
        GameKind::Shogi => ('1'..='9').contains(&letters[0]) && ('a'..='i').contains(&second),
        _ => ('a'..='h').contains(&letters[0]) && ('1'..='8').contains(&second),
    };
    if is_square && is_free(before) && is_free(letters.get(2).copied()) {
        return Some((letters[..2].iter().collect(), 2));
    }
    if game != GameKind::Shogi {
        return None;
    }
    let is_named = ('1'..='9').contains(&letters[0]) && (RANKS.contains(second) || second.is_ascii_digit());
    let pieces = |from: usize| letters[from..].iter().take_while(|letter| PIECES.contains(**letter)).count();
    let length = match (letters[0], is_named) {
        (_, true) => 2 + pieces(2),
        ('同', _) => 1 + pieces(1),
        _ => return None,
    };
    // A pair of digits alone may be any number, and 同 alone any word.
    let has_piece = length > if is_named { 2 } else { 1 };
    (has_piece || (is_named && RANKS.contains(second))).then(|| (letters[..length].iter().collect(), length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_in_what_people_write() {
        let shogi = |text: &str| named_moves(GameKind::Shogi, text).join(" ");
        assert_eq!(shogi("▲２四歩が致命的。△同桂なら、45手目の34銀打も"), "2四歩 同桂 45手目 34銀打");
        assert_eq!(shogi("P-2d was odd, and move 12 too; 35 moves in all"), "2d 12手目");
        assert_eq!(shogi("同じような手が12回、自然だった"), "");
        let othello = |text: &str| named_moves(GameKind::Othello, text).join(" ");
        assert_eq!(othello("It gave me a1, then h8. b2b is none; ３０手目"), "a1 h8 30手目");
    }
}
