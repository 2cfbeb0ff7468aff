//! Values as hexadecimal digits: as many as their width needs, without a prefix.

/// Returns a value of `width` bits, at most 64.
pub(crate) fn of(value: u64, width: u32) -> String {
    format!("{value:0digits$x}", digits = width.div_ceil(4) as usize)
}

/// Returns bits, the lowest first, of any number.
pub(crate) fn of_bits(bits: impl ExactSizeIterator<Item = bool> + DoubleEndedIterator) -> String {
    let count = bits.len();
    let mut text = String::with_capacity(count.div_ceil(4));
    let mut digit = 0;
    for (left, bit) in (0..count).rev().zip(bits.rev()) {
        digit = digit << 1 | u32::from(bit);
        if left % 4 == 0 {
            text.extend(char::from_digit(digit, 16));
            digit = 0;
        }
    }
    text
}

/// Reads a value of at most 64 bits, with or without `0x`.
pub(crate) fn read(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("0x").unwrap_or(text), 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_has_the_digits_of_its_width() {
        assert_eq!(of(5, 32), "00000005");
        assert_eq!(of(1, 1), "1");
        assert_eq!(of(0x1f, 33), "00000001f");
        let bits = |value: u64, width: usize| (0..width).map(move |bit| value >> bit & 1 == 1);
        for width in 1..64 {
            for value in [0, 1, 0x5a5a_1234_9abc_def0 & ((1 << width) - 1)] {
                assert_eq!(of_bits(bits(value, width)), of(value & ((1 << width) - 1), width as u32));
                assert_eq!(read(&of_bits(bits(value, width))), Some(value & ((1 << width) - 1)));
            }
        }
        assert_eq!(read("0xff"), Some(255));
        assert_eq!(read(""), None);
    }
}
