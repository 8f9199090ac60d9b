//! A player in another browser: a code that opens the token of their cookie.
//!
//! The store keeps the hash of the code, and the token encrypted with the code: neither the code nor the
//! token can be read from it.

use sha2::{Digest, Sha256};

use crate::players::{ALPHABET, hash_of};

/// Letters of a code: 80 bits, more than anybody can try in its short life.
pub(crate) const CODE_LETTERS: usize = 16;

/// How long a code can be used, in milliseconds.
pub(crate) const CODE_MILLIS: i64 = 3600 * 1000;

/// What somebody typed, as a code: spaces, hyphens and capitals do not matter. `None` if it cannot be one.
#[must_use]
pub(crate) fn code_in(text: &str) -> Option<String> {
    let letters = text.chars().filter(|c| !c.is_whitespace() && *c != '-').map(|c| c.to_ascii_lowercase());
    let code: String = letters.collect();
    let well_formed = code.len() == CODE_LETTERS && code.bytes().all(|byte| ALPHABET.contains(&byte));
    well_formed.then_some(code)
}

/// A code as it is read out: in groups of four.
#[must_use]
pub(crate) fn grouped(code: &str) -> String {
    let letters: Vec<char> = code.chars().collect();
    let groups: Vec<String> = letters.chunks(4).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

/// By what the store finds a code.
#[must_use]
pub(crate) fn id_of(code: &str) -> String {
    hash_of(&format!("id {code}"))
}

/// A token encrypted with a code, or decrypted: the letters are shifted by those that follow from the code.
fn shifted(token: &str, code: &str, shift: impl Fn(u8, u8) -> u8) -> Option<String> {
    let pad = [0, 1].map(|block| Sha256::digest(format!("pad {block} {code}")));
    let letter = |(byte, pad): (u8, &u8)| {
        let place = ALPHABET.iter().position(|&known| known == byte)?;
        Some(char::from(ALPHABET[usize::from(shift(place as u8, *pad) & 31)]))
    };
    token.bytes().zip(pad.iter().flatten()).map(letter).collect()
}

/// A token as the store keeps it. `None` for what is no token.
#[must_use]
pub(crate) fn sealed(token: &str, code: &str) -> Option<String> {
    shifted(token, code, u8::wrapping_add)
}

/// The token that was sealed with a code.
#[must_use]
pub(crate) fn opened(sealed: &str, code: &str) -> Option<String> {
    shifted(sealed, code, u8::wrapping_sub)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::{new_token, player_of, random_letters};

    #[test]
    fn a_code_opens_what_it_has_sealed() {
        let (token, code) = (new_token().unwrap(), random_letters(CODE_LETTERS).unwrap());
        let kept = sealed(&token, &code).unwrap();
        assert!(kept.len() == token.len() && kept != token);
        assert_eq!(opened(&kept, &code).as_deref(), Some(token.as_str()));
        let other = opened(&kept, &random_letters(CODE_LETTERS).unwrap()).unwrap();
        assert!(other != token && player_of(&other).is_some());
        assert_eq!(sealed("Not a token", &code), None);
        assert!(!id_of(&code).contains(&code));
    }

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let code = "abcdefgh234567zz";
        assert_eq!(grouped(code), "abcd-efgh-2345-67zz");
        for typed in ["abcd-efgh-2345-67zz", " ABCD EFGH 2345 67ZZ ", code] {
            assert_eq!(code_in(typed).as_deref(), Some(code));
        }
        for wrong in ["", "abcd", "abcd-efgh-2345-67z1", "互角互角"] {
            assert_eq!(code_in(wrong), None);
        }
    }
}
