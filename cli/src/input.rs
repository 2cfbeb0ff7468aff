//! Reads files, stdin, and numbers, seeds and times on the command line.

use std::fs::File;
use std::io::{self, Read, stdin};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PathBufValueParser, TypedValueParser};
use miette::Diagnostic;

use crate::failure::Failure;

/// The largest size of a text or a picture in bytes. A device such as `/dev/zero` never ends.
pub(crate) const LARGEST: u64 = 256 << 20;

/// Reads the whole text of the file `path`, or of stdin if `path` is `-`.
pub(crate) fn read(path: &str) -> Result<String, Failure> {
    let stream = if path == "-" {
        Ok(Box::new(stdin()) as Box<dyn Read>)
    } else {
        File::open(path).map(|file| Box::new(file) as _)
    };
    let bytes = stream.and_then(bytes).map_err(|error| {
        Failure::input(format!("cannot read {}: {error}", name(path)), "give a text file, or - for stdin")
    })?;
    let not_text = |problem| {
        let message = format!("{} is not a text file: {problem}", name(path));
        Failure::input(message, "PTX, JSON and TOML are UTF-8 text")
    };
    if let Some(place) = bytes.iter().position(|&byte| byte == 0) {
        return Err(not_text(format!("NUL at byte {place}")));
    }
    if bytes.len() as u64 > LARGEST {
        let message = format!("{} is larger than {} MiB", name(path), LARGEST >> 20);
        return Err(Failure::input(message, "split the text into several files"));
    }
    String::from_utf8(bytes)
        .map_err(|error| not_text(format!("invalid UTF-8 at byte {}", error.utf8_error().valid_up_to())))
}

/// Reads a stream to its end, but not much beyond [`LARGEST`].
pub(crate) fn bytes(stream: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(LARGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns PTX on the command line, or that of stdin if `ptx` is `-`, after its name in messages.
pub(crate) fn ptx(ptx: &str) -> Result<(&str, String), Failure> {
    Ok(if ptx == "-" { (name(ptx), read(ptx)?) } else { ("PTX", ptx.to_owned()) })
}

/// Returns the name of the file in messages.
pub(crate) fn name(path: &str) -> &str {
    if path == "-" { "<stdin>" } else { path }
}

/// Reads an integer: decimal, `0x` or `0b`, with `_` between digits and a minus sign.
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

/// Reads a value on the command line. The error has the help too, which clap would leave out.
pub(crate) fn parsed<T: FromStr<Err: Diagnostic>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| match error.help() {
        Some(help) => format!("{error}; {help}"),
        None => error.to_string(),
    })
}

/// Reads a seed on the command line.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    let value = integer(text).and_then(|value| u64::try_from(value).ok());
    value.ok_or_else(|| "a seed is a 64-bit number, decimal or 0x…".to_owned())
}

/// Returns the parser of a folder to write. `-` is rejected, because it usually means stdout.
pub(crate) fn folder() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.as_os_str() == "-" {
        true => Err("the output is a folder, not stdout; for a folder of this name: ./-"),
        false => Ok(path),
    })
}

/// Reads a time on the command line.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let units = [("s", 1), ("m", 60), ("h", 3600), ("", 1)];
    let parts = units.iter().find_map(|(unit, length)| Some((text.strip_suffix(unit)?, *length)));
    let seconds = parts.and_then(|(number, length)| number.parse::<u64>().ok()?.checked_mul(length));
    // A time longer than a lifetime would overflow the clock.
    let seconds = seconds.filter(|seconds| (1..1 << 32).contains(seconds));
    seconds.map(Duration::from_secs).ok_or_else(|| "a time is a whole number with s, m or h: 30s, 5m, 2h".to_owned())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{integer, time};

    #[test]
    fn times_as_people_write_them() {
        for (text, seconds) in [("10", 10), ("90s", 90), ("10m", 600), ("2h", 7200)] {
            assert_eq!(time(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for text in ["", "s", "0s", "1d", "-1s", "1.5h", "99999999999h"] {
            assert!(time(text).is_err(), "{text}");
        }
    }

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
