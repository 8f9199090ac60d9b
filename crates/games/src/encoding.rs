//! Bytes of a file into text and back: UTF-8, and the Shift_JIS and EUC-JP of older Japanese record files.

use std::fmt;
use std::str::FromStr;

use encoding_rs::{EUC_JP, SHIFT_JIS};

use crate::Malformed;

/// How a file turns characters into bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// Shift_JIS as Windows has it (code page 932).
    ShiftJis,
    /// EUC-JP, found in old files from Unix.
    EucJp,
}

impl Encoding {
    /// The name as file headers spell it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::ShiftJis => "Shift_JIS",
            Encoding::EucJp => "EUC-JP",
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Encoding {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let plain: String =
            text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
        match plain.as_str() {
            "utf8" => Ok(Encoding::Utf8),
            "shiftjis" | "sjis" | "cp932" | "ms932" | "windows31j" => Ok(Encoding::ShiftJis),
            "eucjp" => Ok(Encoding::EucJp),
            _ => Err(Malformed::new(text, "an encoding: UTF-8, Shift_JIS or EUC-JP")),
        }
    }
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// How far into a file a declaration of its encoding is looked for.
const DECLARED_WITHIN: usize = 300;

/// Turns `bytes` into text, and says which encoding that was.
///
/// Where `told` is `None`, it is found out: by a byte order mark, by the bytes being UTF-8, by a declaration
/// of EUC-JP in the first lines (`'CSA encoding=EUC-JP`), else Shift_JIS, unless they make sense as EUC-JP
/// only. A declaration of UTF-8 that does not hold is disregarded: real files have it.
///
/// # Errors
/// The file is said to be in an encoding, by the caller or by its byte order mark, and is not; or it is in
/// none of the three.
pub fn decode(bytes: &[u8], told: Option<Encoding>) -> Result<(String, Encoding), Malformed> {
    let (bytes, marked) = match bytes.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => (rest, true),
        None => (bytes, false),
    };
    let said = told.or(marked.then_some(Encoding::Utf8));
    let is_utf_8 = || std::str::from_utf8(bytes).is_ok();
    // Tools that convert a file often leave its declaration as it was: only a declaration of an older
    // encoding that fits tells more than the bytes themselves. Text in the older encodings is never UTF-8 by
    // accident.
    let encoding = match said.or_else(|| declared(bytes)) {
        Some(encoding) if said.is_some() => encoding,
        _ if is_utf_8() => Encoding::Utf8,
        Some(Encoding::EucJp) => Encoding::EucJp,
        _ => older(bytes),
    };
    let text = match encoding {
        Encoding::Utf8 => std::str::from_utf8(bytes)
            .map_err(|error| wrong_bytes(bytes, error.valid_up_to(), encoding, said.is_some()))?
            .to_owned(),
        Encoding::ShiftJis | Encoding::EucJp => {
            let codec = if encoding == Encoding::ShiftJis { SHIFT_JIS } else { EUC_JP };
            codec
                .decode_without_bom_handling_and_without_replacement(bytes)
                .ok_or_else(|| {
                    let mut text = String::with_capacity(bytes.len() * 3);
                    let (_, read) = codec
                        .new_decoder_without_bom_handling()
                        .decode_to_string_without_replacement(bytes, &mut text, true);
                    wrong_bytes(bytes, read.saturating_sub(2), encoding, said.is_some())
                })?
                .into_owned()
        }
    };
    Ok((text, encoding))
}

fn declared(bytes: &[u8]) -> Option<Encoding> {
    let head = &bytes[..bytes.len().min(DECLARED_WITHIN)];
    let key = b"encoding=";
    let at = head.windows(key.len()).position(|window| window.eq_ignore_ascii_case(key))?;
    let value: String = head[at + key.len()..]
        .iter()
        .map(|&byte| char::from(byte))
        .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
        .collect();
    value.parse().ok()
}

/// Shift_JIS or EUC-JP: text of the one read as the other is full of half-width katakana, or not readable.
fn older(bytes: &[u8]) -> Encoding {
    let Some(text) = SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes) else {
        let euc = EUC_JP.decode_without_bom_handling_and_without_replacement(bytes).is_some();
        return if euc { Encoding::EucJp } else { Encoding::ShiftJis };
    };
    let wide = text.chars().filter(|c| !c.is_ascii()).count();
    let half_width = text.chars().filter(|c| ('\u{ff61}'..='\u{ff9f}').contains(c)).count();
    if half_width * 2 > wide && EUC_JP.decode_without_bom_handling_and_without_replacement(bytes).is_some() {
        Encoding::EucJp
    } else {
        Encoding::ShiftJis
    }
}

fn wrong_bytes(bytes: &[u8], at: usize, encoding: Encoding, said: bool) -> Malformed {
    let line = 1 + bytes.iter().take(at).filter(|&&byte| byte == b'\n').count();
    let shown: Vec<String> = bytes.iter().skip(at).take(4).map(|byte| format!("{byte:02x}")).collect();
    let expected = match (said, encoding) {
        (true, _) => format!("{encoding}, as the file is said to be"),
        (false, _) => "text in UTF-8, Shift_JIS or EUC-JP".to_owned(),
    };
    Malformed::described(format!("the bytes {}", shown.join(" ")), expected).at_line(line)
}

/// Turns `text` into bytes, without a byte order mark.
///
/// # Errors
/// The encoding has no place for a character.
pub fn encode(text: &str, encoding: Encoding) -> Result<Vec<u8>, Malformed> {
    let codec = match encoding {
        Encoding::Utf8 => return Ok(text.as_bytes().to_vec()),
        Encoding::ShiftJis => SHIFT_JIS,
        Encoding::EucJp => EUC_JP,
    };
    let (bytes, _, replaced) = codec.encode(text);
    if !replaced {
        return Ok(bytes.into_owned());
    }
    let mut buffer = [0; 4];
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(c) = line.chars().find(|c| codec.encode(c.encode_utf8(&mut buffer)).2) {
            return Err(
                Malformed::new(c.to_string(), format!("a character that {encoding} has")).at_line(number)
            );
        }
    }
    Err(Malformed::described("a character without a line", format!("a character that {encoding} has")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_encoding_is_recognised() {
        let text = "開始日時：2014/10/16\r\n先手：渡辺　明竜王\n";
        for encoding in [Encoding::Utf8, Encoding::ShiftJis, Encoding::EucJp] {
            let bytes = encode(text, encoding).unwrap();
            assert_eq!(decode(&bytes, None), Ok((text.to_owned(), encoding)));
            assert_eq!(decode(&bytes, Some(encoding)), Ok((text.to_owned(), encoding)));
        }
        let marked = [BYTE_ORDER_MARK, text.as_bytes()].concat();
        assert_eq!(decode(&marked, None), Ok((text.to_owned(), Encoding::Utf8)));
    }

    #[test]
    fn a_file_that_is_not_what_it_is_said_to_be_is_refused_by_line_and_bytes() {
        let text = "#KIF version=2.0 encoding=UTF-8\n先手：あ\n".to_owned();
        let bytes = encode(&text, Encoding::ShiftJis).unwrap();
        assert_eq!(
            decode(&bytes, Some(Encoding::Utf8)).unwrap_err().to_string(),
            "line 2: found the bytes 90 e6 8e e8, expected UTF-8, as the file is said to be"
        );
        let marked = [BYTE_ORDER_MARK, &bytes].concat();
        assert!(decode(&marked, None).is_err());
        // What the file says of itself is worth less than its bytes.
        assert_eq!(decode(&bytes, None), Ok((text, Encoding::ShiftJis)));
    }

    #[test]
    fn a_character_without_a_place_is_named() {
        assert_eq!(
            encode("▲７六歩\n☗７六歩", Encoding::ShiftJis).unwrap_err().to_string(),
            "line 2: found \"☗\", expected a character that Shift_JIS has"
        );
        assert_eq!(encode("☗", Encoding::Utf8).unwrap(), "☗".as_bytes());
    }

    #[test]
    fn names_are_read_as_programs_spell_them() {
        for (name, encoding) in
            [("utf-8", Encoding::Utf8), ("Shift_JIS", Encoding::ShiftJis), ("EUC-JP", Encoding::EucJp)]
        {
            assert_eq!(name.parse(), Ok(encoding));
        }
        assert!("latin1".parse::<Encoding>().is_err());
    }
}
