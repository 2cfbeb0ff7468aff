//! What comes in: files, stdin and numbers.

use crate::failure::Failure;
use std::fs;
use std::io::{Read, stdin};

/// The whole text of the file `path`, or of stdin for `-`.
pub(crate) fn read(path: &str) -> Result<String, Failure> {
    let bytes = if path == "-" {
        let mut bytes = Vec::new();
        stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    let bytes = bytes.map_err(|error| {
        Failure::input(format!("cannot read {}: {error}", name(path)), "give a text file, or - for stdin")
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        Failure::input(
            format!("{} is no text: byte {place} is no UTF-8", name(path)),
            "PTX, JSON and TOML are UTF-8 text",
        )
    })
}

/// What messages call the file.
pub(crate) fn name(path: &str) -> &str {
    if path == "-" { "<stdin>" } else { path }
}

/// A number as people write it: decimal, `0x`, `0b`, `_` between digits, a sign.
pub(crate) fn integer(text: &str) -> Option<i128> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let lower = digits.to_ascii_lowercase();
    let (radix, digits) = match (lower.strip_prefix("0x"), lower.strip_prefix("0b")) {
        (Some(digits), _) => (16, digits),
        (_, Some(digits)) => (2, digits),
        _ => (10, lower.as_str()),
    };
    if !digits.starts_with(|c: char| c.is_digit(radix)) {
        return None;
    }
    let magnitude = i128::from_str_radix(&digits.replace('_', ""), radix).ok()?;
    Some(if negative { -magnitude } else { magnitude })
}

#[cfg(test)]
mod tests {
    use super::integer;

    #[test]
    fn numbers_as_people_write_them() {
        for (text, value) in
            [("0", 0), ("12", 12), ("-5", -5), ("0xFF", 255), ("0b101", 5), ("0xffff_0000", 0xffff_0000)]
        {
            assert_eq!(integer(text), Some(value), "{text}");
        }
        for text in ["", "-", "0x", "+1", "--1", "0x-1", "_1", "12z", "1.5", "r2"] {
            assert_eq!(integer(text), None, "{text}");
        }
    }
}
