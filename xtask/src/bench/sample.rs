//! Measurements.

use super::Result;

/// When a measurement ends.
#[derive(Clone, Copy, Debug)]
pub(super) enum Length {
    /// After this time.
    Seconds(f64),
    /// After this number of vectors, or a few more.
    Vectors(u64),
}

/// The number of vectors that were taken in a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) vectors: u64,
    pub(super) seconds: f64,
}

impl Sample {
    /// Reads what a program printed: vectors and seconds.
    pub(super) fn read(text: &str) -> Result<Self> {
        let wrong = || format!("{text:?} is not a measurement");
        let (vectors, seconds) = text.trim().split_once(' ').ok_or_else(wrong)?;
        Ok(Self { vectors: vectors.parse()?, seconds: seconds.parse()? })
    }

    /// Returns the vectors a second.
    pub(super) fn rate(self) -> f64 {
        self.vectors as f64 / self.seconds
    }
}

/// Returns the median of at least one number.
pub(super) fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_an_even_number_lies_between_two() {
        assert_eq!(median(&[5.0, 1.0, 3.0]), 3.0);
        assert_eq!(median(&[4.0, 1.0, 3.0, 9.0]), 3.5);
    }

    #[test]
    fn what_a_program_measured_is_read_back() {
        assert_eq!(Sample::read("4096 0.5\n").unwrap().rate(), 8192.0);
        assert!(Sample::read("4096").is_err());
    }
}
