//! Depths: how many rows of registers each unit has.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Unit;

/// Rows of registers of each unit, which is its latency in clock cycles.
///
/// In TOML a number for all units, or a table with a number for each: `depth = { scalar = 2, vmad =
/// 4 }`. A unit that the table leaves out is combinational.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depth {
    rows: [u8; UNITS.len()],
}

/// The units that have a depth of their own.
const UNITS: [Unit; 4] = [Unit::Scalar, Unit::Simd, Unit::Vmad, Unit::Carry];

impl Depth {
    /// The rows of a unit; those of `lanes` and `video` are the most of what they are made of.
    pub fn of(self, unit: Unit) -> u8 {
        if unit == Unit::Lanes {
            return self.of(Unit::Scalar).max(self.of(Unit::Simd));
        }
        match UNITS.iter().position(|&other| other == unit) {
            Some(at) => self.rows[at],
            None => self.max(),
        }
    }

    /// Returns these depths with `rows` for one unit. For `lanes` and `video`, sets every unit that
    /// they consist of.
    pub fn with(mut self, unit: Unit, rows: u8) -> Self {
        if unit == Unit::Lanes {
            return self.with(Unit::Scalar, rows).with(Unit::Simd, rows);
        }
        match UNITS.iter().position(|&other| other == unit) {
            Some(at) => self.rows[at] = rows,
            None => self.rows = [rows; UNITS.len()],
        }
        self
    }

    /// The most of all units.
    pub fn max(self) -> u8 {
        self.rows.into_iter().max().unwrap_or(0)
    }

    /// The number, if all units have the same.
    pub fn same(self) -> Option<u8> {
        self.rows.iter().all(|&rows| rows == self.rows[0]).then_some(self.rows[0])
    }
}

/// A number, or `scalar:2,simd:3,vmad:0,carry:1`.
impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.same() {
            Some(rows) => write!(f, "{rows}"),
            None => {
                let words = UNITS.iter().zip(self.rows).map(|(unit, rows)| format!("{}:{rows}", unit.name()));
                f.write_str(&words.collect::<Vec<_>>().join(","))
            }
        }
    }
}

/// Reads what [`Depth`] displays; a unit that is not named is combinational.
impl FromStr for Depth {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let rows = |text: &str| text.parse::<u8>().map_err(|_| format!("`{text}` is not a number of rows"));
        if !text.contains(':') {
            return rows(text).map(Self::from);
        }
        text.split(',').try_fold(Self::default(), |depth, word| {
            let (name, number) = word.split_once(':').ok_or_else(|| format!("`{word}` is not `unit:rows`"))?;
            let unit = UNITS.into_iter().find(|unit| unit.name() == name);
            let unit = unit.ok_or_else(|| format!("`{name}` has no depth; scalar, simd, vmad and carry have"))?;
            Ok(depth.with(unit, rows(number)?))
        })
    }
}

impl From<u8> for Depth {
    fn from(rows: u8) -> Self {
        Self { rows: [rows; UNITS.len()] }
    }
}

/// The table form.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
struct Table {
    scalar: u8,
    simd: u8,
    vmad: u8,
    carry: u8,
}

impl Serialize for Depth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [scalar, simd, vmad, carry] = self.rows;
        match self.same() {
            Some(rows) => rows.serialize(serializer),
            None => Table { scalar, simd, vmad, carry }.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Depth {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Visitor)
    }
}

/// Reads either form; a derived one would say of a wrong key that nothing fits, and not which key.
struct Visitor;

impl<'de> serde::de::Visitor<'de> for Visitor {
    type Value = Depth;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of rows, or a table with one for each unit")
    }

    fn visit_i64<E: serde::de::Error>(self, rows: i64) -> Result<Depth, E> {
        let unexpected = serde::de::Unexpected::Signed(rows);
        u8::try_from(rows).map(Depth::from).map_err(|_| E::invalid_value(unexpected, &self))
    }

    fn visit_u64<E: serde::de::Error>(self, rows: u64) -> Result<Depth, E> {
        let unexpected = serde::de::Unexpected::Unsigned(rows);
        u8::try_from(rows).map(Depth::from).map_err(|_| E::invalid_value(unexpected, &self))
    }

    fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<Depth, A::Error> {
        let table = Table::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
        Ok(Depth { rows: [table.scalar, table.simd, table.vmad, table.carry] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read_back() {
        for depth in [Depth::from(3), Depth::default().with(Unit::Simd, 2).with(Unit::Carry, 5)] {
            assert_eq!(depth.to_string().parse(), Ok(depth));
        }
        assert_eq!("scalar:2,simd:3".parse(), Ok(Depth::default().with(Unit::Scalar, 2).with(Unit::Simd, 3)));
        assert!("video:2".parse::<Depth>().is_err());
        assert!("two".parse::<Depth>().is_err());
    }

    #[test]
    fn the_whole_has_the_depth_of_its_deepest_unit() {
        let depth = Depth::default().with(Unit::Simd, 2);
        assert_eq!((depth.of(Unit::Video), depth.of(Unit::Scalar), depth.same()), (2, 0, None));
        assert_eq!(depth.with(Unit::Video, 4), Depth::from(4));
        assert_eq!((depth.of(Unit::Lanes), depth.with(Unit::Lanes, 4).of(Unit::Scalar)), (2, 4));
    }
}
