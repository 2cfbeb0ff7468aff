//! Writes a wave as a picture: the instructions and the ports, without the stages.

use super::bench::SAMPLE;
use super::record::{CYCLE, VariableKind, Wave};
use super::view::{OUTSIDE, Row, ViewGroup};
use super::window::Window;
use crate::dut::Dut;
use crate::error::CosimError;
use crate::timing::{Lane, Values, svg};

/// The largest number of cycles of a picture.
const MOST: u64 = 100;

/// Draws the instructions and the ports of a wave, which has these groups.
pub(super) fn picture(wave: &Wave, groups: &[ViewGroup], dut: &Dut, window: &Window) -> Result<String, CosimError> {
    let cycles = window.to + 1 - window.from;
    if cycles > MOST {
        let problem = format!("the wave has {cycles} cycles, and a picture has room for {MOST}");
        return Err(CosimError::usage(problem, "write .fst or .vcd instead, which GTKWave and Surfer open"));
    }
    let at = |row: &Row, cycle: u64| wave.traces[row.trace].at(cycle * CYCLE + SAMPLE);
    let values = |row: &Row| (window.from..=window.to).map(|cycle| at(row, cycle)).collect::<Vec<_>>();
    let (mut lanes, mut legend) = (Vec::new(), Vec::new());
    let rows = || groups.iter().filter(|group| OUTSIDE.contains(&&*group.name)).flat_map(|group| &group.rows);
    let named = |name: &str| rows().find(|row| row.name() == name).map(values);
    for part in ["issue", "result"] {
        let [Some(numbers), Some(ops), Some(texts)] =
            ["vector", "op", "ptx"].map(|kind| named(&format!("{part}_{kind}")))
        else {
            continue;
        };
        let number = |digits: Option<&str>| u64::from_str_radix(digits?, 2).ok();
        let numbers: Vec<_> = numbers.into_iter().map(number).collect();
        let label =
            |(number, op): (&Option<u64>, Option<&str>)| Some(format!("{}: {}", (*number)?, op?).trim_end().to_owned());
        lanes.push(Lane { name: part.to_owned(), values: Values::Data(numbers.iter().zip(ops).map(label).collect()) });
        let lines = numbers.iter().zip(texts).filter_map(|(number, text)| Some(format!("{}: {}", (*number)?, text?)));
        legend.extend(lines);
    }
    legend.sort_by_key(|line| line.split(':').next().and_then(|number| number.parse::<u64>().ok()));
    legend.dedup();
    for row in rows().filter(|row| matches!(row.kind, VariableKind::Wire | VariableKind::Register)) {
        let values = match row.width {
            _ if Some(row.name()) == dut.clock.as_deref() => Values::Clock(cycles as usize),
            1 => Values::Bits(values(row).into_iter().map(bit).collect()),
            _ => Values::Data(values(row).into_iter().map(|digits| digits.and_then(hexadecimal)).collect()),
        };
        lanes.push(Lane { name: row.name().to_owned(), values });
    }
    Ok(svg(&lanes, &dut.top, window.from, &legend))
}

impl Row {
    /// Returns the name without the scopes.
    fn name(&self) -> &str {
        self.path.rsplit('.').next().unwrap_or_default()
    }
}

fn bit(digit: Option<&str>) -> Option<bool> {
    match digit? {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

/// Returns binary digits as hexadecimal ones, with x for a digit that is partly unknown; `None` if
/// all are unknown, as where a value is don't-care.
fn hexadecimal(digits: &str) -> Option<String> {
    let known = |digit: &u8| matches!(digit, b'0' | b'1');
    let nibbles = digits.as_bytes().rchunks(4).rev();
    let digit = |nibble: &[u8]| match nibble.iter().all(known) {
        true => nibble.iter().fold(0, |value, digit| 2 * value + u32::from(digit - b'0')),
        false => 16,
    };
    let shown = nibbles.map(|nibble| char::from_digit(digit(nibble), 16).unwrap_or('x'));
    digits.bytes().any(|digit| known(&digit)).then(|| format!("0x{}", shown.collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::hexadecimal;

    #[test]
    fn digits_are_joined_from_the_right() {
        assert_eq!(hexadecimal("100001111").as_deref(), Some("0x10f"));
        assert_eq!(hexadecimal("x0001").as_deref(), Some("0xx1"));
        assert_eq!(hexadecimal("zzzz"), None);
    }
}
