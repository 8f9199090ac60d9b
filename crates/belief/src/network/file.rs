//! Networks as bytes.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `gokakuNN` |
//! | 4 | version, 1 |
//! | 1, then so many | the architecture's name |
//! | 4, then so many | the card, UTF-8 |
//! | 4, then four times so many | the parameters, layer by layer, as 32-bit floats |
//! | 8 | FNV-1a (64 bits) of all bytes before |
//!
//! All numbers have their lowest byte first.

use games::Malformed;

use super::{Architecture, Network};

const MAGIC: &[u8; 8] = b"gokakuNN";
const VERSION: u32 = 1;

/// FNV-1a: no single changed byte leaves it as it was, since every step is one to one.
fn checksum(bytes: &[u8]) -> u64 {
    // Offset and prime of the 64-bit variant, from its authors' page.
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The rest of a file that is being read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], Malformed> {
        let Some((taken, rest)) = self.0.split_at_checked(count) else {
            let found = format!("a network file with {} bytes left", self.0.len());
            return Err(Malformed::described(found, format!("{count} bytes of {what}")));
        };
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self, what: &str) -> Result<u32, Malformed> {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(self.take(4, what)?);
        Ok(u32::from_le_bytes(bytes))
    }
}

impl Network {
    /// The network as the bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let name = self.architecture.as_str();
        let mut bytes = Vec::with_capacity(64 + self.card.len() + 4 * self.parameters.len());
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.push(name.len() as u8);
        bytes.extend_from_slice(name.as_bytes());
        bytes.extend_from_slice(&(self.card.len() as u32).to_le_bytes());
        bytes.extend_from_slice(self.card.as_bytes());
        bytes.extend_from_slice(&(self.parameters.len() as u32).to_le_bytes());
        bytes.extend(self.parameters.iter().flat_map(|parameter| parameter.to_le_bytes()));
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// The network that [`Network::to_bytes`] wrote.
    ///
    /// # Errors
    /// The bytes are no network, one of another version, cut off, or changed since they were written.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, Malformed> {
        let mut rest = Rest(bytes);
        let magic = rest.take(8, "the beginning of a network file")?;
        if magic != MAGIC {
            let found = format!("a file that begins with {}", magic.escape_ascii());
            return Err(Malformed::described(
                found,
                format!("a network, which begins with {}", MAGIC.escape_ascii()),
            ));
        }
        let version = rest.number("a version")?;
        if version != VERSION {
            return Err(Malformed::described(
                format!("a network of version {version}"),
                format!("version {VERSION}"),
            ));
        }
        let length = usize::from(rest.take(1, "the length of a name")?[0]);
        let name = String::from_utf8_lossy(rest.take(length, "an architecture's name")?);
        let architecture: Architecture = name.parse()?;
        let length = rest.number("the length of a card")? as usize;
        let card = rest.take(length, "a card")?;
        let Ok(card) = std::str::from_utf8(card) else {
            return Err(Malformed::described("a card that is not UTF-8", "UTF-8"));
        };
        let count = rest.number("a number of parameters")? as usize;
        if count != architecture.parameters() {
            let found = format!("{count} parameters of a {architecture} network");
            return Err(Malformed::described(found, architecture.parameters().to_string()));
        }
        let parameters = rest.take(4 * count, "parameters")?;
        let body = bytes.len() - rest.0.len();
        let written = rest.take(8, "a checksum")?;
        if !rest.0.is_empty() {
            let found = format!("{} bytes behind the checksum", rest.0.len());
            return Err(Malformed::described(found, "the end of the file"));
        }
        if written != checksum(&bytes[..body]).to_le_bytes() {
            return Err(Malformed::described(
                "a network file whose checksum is wrong",
                "the file as it was written",
            ));
        }
        let parameters = parameters
            .chunks_exact(4)
            .map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        let parameters: Vec<f32> = parameters.collect();
        if let Some(place) = parameters.iter().position(|parameter| !parameter.is_finite()) {
            let found = format!("{} as parameter {place}", parameters[place]);
            return Err(Malformed::described(found, "finite numbers"));
        }
        Ok(Network::of_parts(architecture, parameters, card.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use games::geister::Geister;
    use games::{Game, Side};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::{NetworkInput, Scratch};

    fn network(architecture: Architecture) -> Network {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        Network::random(architecture, &mut rng).with_card("data: 青い games\nloss 0.1070")
    }

    /// The same bytes with a checksum that fits them.
    fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
        bytes.truncate(bytes.len() - 8);
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    fn error(bytes: &[u8]) -> String {
        Network::from_bytes(bytes).unwrap_err().to_string()
    }

    #[test]
    fn a_network_comes_back_to_the_bit() {
        let input = NetworkInput::new(&Geister::default().view(Side::Second), Some("b2b3".parse().unwrap()));
        for architecture in Architecture::ALL {
            let network = network(architecture);
            let loaded = Network::from_bytes(&network.to_bytes()).unwrap();
            assert_eq!((loaded.architecture(), loaded.card()), (architecture, network.card()));
            let (mut a, mut b) = (Scratch::default(), Scratch::default());
            let said = network.probabilities(&[input], &mut a).iter().map(|p| p.to_bits());
            assert!(said.eq(loaded.probabilities(&[input], &mut b).iter().map(|p| p.to_bits())));
            assert_eq!(loaded.to_bytes(), network.to_bytes());
        }
    }

    #[test]
    fn every_cut_is_noticed() {
        let bytes = network(Architecture::Count).to_bytes();
        let near = (0..200).chain(bytes.len() - 200..bytes.len()).chain((0..bytes.len()).step_by(997));
        for length in near {
            assert!(Network::from_bytes(&bytes[..length]).is_err(), "{length} bytes");
        }
        let longer = [&bytes[..], b"x"].concat();
        assert_eq!(error(&longer), "found 1 bytes behind the checksum, expected the end of the file");
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let mut bytes = network(Architecture::Count).to_bytes();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let places: Vec<usize> = (0..80).chain((0..80).map(|_| rng.random_range(..bytes.len()))).collect();
        for place in places {
            let change = rng.random_range(1..=255);
            bytes[place] ^= change;
            assert!(Network::from_bytes(&bytes).is_err(), "byte {place}");
            bytes[place] ^= change;
        }
        assert!(Network::from_bytes(&bytes).is_ok());
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let bytes = network(Architecture::Count).to_bytes();
        let changed = |place: usize, with: &[u8]| {
            let mut bytes = bytes.clone();
            bytes[place..place + with.len()].copy_from_slice(with);
            signed(bytes)
        };
        assert_eq!(
            error(b"PNG"),
            "found a network file with 3 bytes left, expected 8 bytes of the beginning of a network file"
        );
        assert_eq!(
            error(&changed(0, b"GOKAKUNN")),
            "found a file that begins with GOKAKUNN, expected a network, which begins with gokakuNN"
        );
        assert_eq!(error(&changed(8, &[2])), "found a network of version 2, expected version 1");
        assert_eq!(error(&changed(13, b"cOunt")), "found \"cOunt\", expected base, count, countCH or policy");
        // Lengths that promise more than there is are refused before anything is allocated for them.
        assert!(error(&changed(18, &[255; 4])).ends_with("expected 4294967295 bytes of a card"));
        let card = 22 + "data: 青い games\nloss 0.1070".len();
        assert_eq!(
            error(&changed(card, &[255; 4])),
            "found 4294967295 parameters of a count network, expected 181546"
        );
        assert_eq!(error(&changed(22, &[0xff])), "found a card that is not UTF-8, expected UTF-8");
        assert_eq!(
            error(&changed(card + 8, &f32::NAN.to_le_bytes())),
            "found NaN as parameter 1, expected finite numbers"
        );
        let mut bytes = bytes.clone();
        *bytes.last_mut().unwrap() ^= 1;
        assert_eq!(
            error(&bytes),
            "found a network file whose checksum is wrong, expected the file as it was written"
        );
    }
}
