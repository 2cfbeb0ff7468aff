//! The table of operations: one row for each, from which everything that lists operations is
//! derived.
//!
//! An operation is the unit of choice in a configuration: hardware either executes `vadd` or does
//! not, whatever its types and modifiers are. To add an operation, add its row to the table. All
//! other places that must handle it then fail to compile or fail a test
//! (docs/contributing/adding-an-instruction.md).

use std::fmt;
use std::str::FromStr;

use super::Unit;
use crate::Fault;

/// Defines [`Operation`] and [`TABLE`] from one row for each operation.
macro_rules! operations {
    ($($variant:ident $name:literal $unit:ident $lanes:literal $op:literal $code:literal $section:literal $sat:literal
        $doc:literal;)*) => {
        /// An operation as configurations name it. The operations of a unit stand in the order of
        /// their codes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Operation {
            $(#[doc = $doc] $variant,)*
        }

        const TABLE: &[Row] = &[$(Row {
            operation: Operation::$variant,
            name: $name,
            unit: Unit::$unit,
            lanes: $lanes,
            op: $op,
            code: $code,
            section: $section,
            has_sat: $sat,
        },)*];
    };
}

// The columns:
// - the name in configurations, which begins with the PTX opcode;
// - the unit that executes it, and the number of lanes;
// - name and value of its code in the field `op` of the unit's control word. `vmad` has no such
//   field;
// - the section of the manual that defines it. Section 9.7.2 has no `mul`, which its chains need;
// - whether `.sat` exists;
// - what it computes.
operations! {
    Vadd      "vadd"      Scalar 1 "vadd"     0 "9.7.18.1.1" true  "`vadd`: a + b.";
    Vsub      "vsub"      Scalar 1 "vsub"     1 "9.7.18.1.1" true  "`vsub`: a - b.";
    Vmin      "vmin"      Scalar 1 "vmin"     2 "9.7.18.1.1" true  "`vmin`: the smaller of a and b.";
    Vmax      "vmax"      Scalar 1 "vmax"     3 "9.7.18.1.1" true  "`vmax`: the larger of a and b.";
    Vabsdiff  "vabsdiff"  Scalar 1 "vabsdiff" 4 "9.7.18.1.1" true  "`vabsdiff`: |a - b|.";
    Vset      "vset"      Scalar 1 "vset"     5 "9.7.18.1.4" false "`vset`: 1 if a comparison holds, else 0.";
    Vshl      "vshl"      Scalar 1 "vshl"     6 "9.7.18.1.2" true  "`vshl`: a shifted left by b.";
    Vshr      "vshr"      Scalar 1 "vshr"     7 "9.7.18.1.2" true  "`vshr`: a shifted right by b.";

    Vmad      "vmad"      Vmad   1 "vmad"     0 "9.7.18.1.3" true  "`vmad`: a * b + c, scaled.";

    Vadd2     "vadd2"     Simd   2 "vadd"     0 "9.7.18.2.1" true  "`vadd2`: a + b in two half-words.";
    Vsub2     "vsub2"     Simd   2 "vsub"     1 "9.7.18.2.1" true  "`vsub2`: a - b in two half-words.";
    Vmin2     "vmin2"     Simd   2 "vmin"     2 "9.7.18.2.1" true  "`vmin2`: the smaller of two half-words.";
    Vmax2     "vmax2"     Simd   2 "vmax"     3 "9.7.18.2.1" true  "`vmax2`: the larger of two half-words.";
    Vabsdiff2 "vabsdiff2" Simd   2 "vabsdiff" 4 "9.7.18.2.1" true  "`vabsdiff2`: |a - b| in two half-words.";
    Vset2     "vset2"     Simd   2 "vset"     5 "9.7.18.2.2" false "`vset2`: compares two half-words.";
    Vavrg2    "vavrg2"    Simd   2 "vavrg"    6 "9.7.18.2.1" true  "`vavrg2`: the average of two half-words.";
    Vadd4     "vadd4"     Simd   4 "vadd"     0 "9.7.18.2.3" true  "`vadd4`: a + b in four bytes.";
    Vsub4     "vsub4"     Simd   4 "vsub"     1 "9.7.18.2.3" true  "`vsub4`: a - b in four bytes.";
    Vmin4     "vmin4"     Simd   4 "vmin"     2 "9.7.18.2.3" true  "`vmin4`: the smaller of four bytes.";
    Vmax4     "vmax4"     Simd   4 "vmax"     3 "9.7.18.2.3" true  "`vmax4`: the larger of four bytes.";
    Vabsdiff4 "vabsdiff4" Simd   4 "vabsdiff" 4 "9.7.18.2.3" true  "`vabsdiff4`: |a - b| in four bytes.";
    Vset4     "vset4"     Simd   4 "vset"     5 "9.7.18.2.4" false "`vset4`: compares four bytes.";
    Vavrg4    "vavrg4"    Simd   4 "vavrg"    6 "9.7.18.2.3" true  "`vavrg4`: the average of four bytes.";
    Set16x2   "set.16x2"  Simd   2 "set"      7 "9.7.6.1"    false "`set` on two half-words: all ones or 0.";
    Set8x4    "set.8x4"   Simd   4 "set"      7 "9.7.6.1"    false "`set` on four bytes: all ones or 0.";

    AddCc     "add.cc"    Carry  1 "add"      0 "9.7.2.1"    false "`add.cc`: a + b, writes CC.CF.";
    Addc      "addc"      Carry  1 "add"      0 "9.7.2.2"    false "`addc`: a + b + CC.CF.";
    SubCc     "sub.cc"    Carry  1 "sub"      1 "9.7.2.3"    false "`sub.cc`: a - b, writes CC.CF.";
    Subc      "subc"      Carry  1 "sub"      1 "9.7.2.4"    false "`subc`: a - b with the borrow in CC.CF.";
    MadCc     "mad.cc"    Carry  1 "mad"      2 "9.7.2.5"    false "`mad.cc`: half of a * b, plus c, writes CC.CF.";
    Madc      "madc"      Carry  1 "mad"      2 "9.7.2.6"    false "`madc`: half of a * b, plus c + CC.CF.";
    Mul       "mul"       Carry  1 "mul"      3 "9.7.2"      false "`mul`: half of a * b.";
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
struct Row {
    operation: Operation,
    name: &'static str,
    unit: Unit,
    lanes: u32,
    op: &'static str,
    code: u64,
    section: &'static str,
    has_sat: bool,
}

impl Operation {
    /// All operations, unit by unit, in the order of the table.
    pub const ALL: [Self; TABLE.len()] = {
        let mut all = [Self::Vadd; TABLE.len()];
        let mut index = 0;
        while index < all.len() {
            all[index] = TABLE[index].operation;
            index += 1;
        }
        all
    };

    const fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The name in configurations: the PTX opcode, and `.cc` where that tells operations apart.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The PTX opcode, without modifiers.
    pub fn opcode(self) -> &'static str {
        self.name().trim_end_matches(".cc")
    }

    /// The operation with this PTX opcode, if any.
    pub fn of_opcode(opcode: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|operation| operation.opcode() == opcode)
    }

    /// Returns whether the instructions of the operation are packed ones, which no video
    /// instruction equals.
    pub const fn is_packed(self) -> bool {
        matches!(self, Self::Set16x2 | Self::Set8x4)
    }

    /// The operations that hardware has unless told otherwise: those of the video and carry
    /// instructions. [`Self::is_packed`] tells the others.
    pub fn usual() -> impl Iterator<Item = Self> + Clone {
        Self::ALL.into_iter().filter(|operation| !operation.is_packed())
    }

    /// The operation on `lanes` lanes whose opcode is `name` and their number.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn on_lanes(name: &str, lanes: u32) -> Self {
        let found = TABLE.iter().find(|row| row.lanes == lanes && row.op == name);
        found.expect("the table has each SIMD operation with two and with four lanes").operation
    }

    /// The unit that executes the operation.
    pub const fn unit(self) -> Unit {
        self.row().unit
    }

    /// The number of lanes of the result: 1, 2 or 4.
    pub const fn lanes(self) -> u32 {
        self.row().lanes
    }

    /// The name of the code in the field `op` of the unit's control word: the PTX opcode without
    /// lanes and flag.
    pub const fn code_name(self) -> &'static str {
        self.row().op
    }

    /// The code in the field `op` of the unit's control word; 0 for `vmad`, whose control word has
    /// no such field.
    pub const fn code(self) -> u64 {
        self.row().code
    }

    /// The section of the manual that defines the operation.
    pub const fn section(self) -> &'static str {
        self.row().section
    }

    /// Returns whether `.sat` exists.
    pub const fn saturates(self) -> bool {
        self.row().has_sat
    }

    /// The names of `operations`, separated by commas.
    pub fn list(operations: impl IntoIterator<Item = Self>) -> String {
        operations.into_iter().map(Self::name).collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no operation has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[error("unknown operation `{0}`")]
#[diagnostic(help("the operations are {}", Operation::list(Operation::ALL)))]
pub struct UnknownOperation(pub String);

impl UnknownOperation {
    /// Whose fault the error is: that of the input.
    pub fn fault(&self) -> Fault {
        Fault::Input
    }
}

impl FromStr for Operation {
    type Err = UnknownOperation;

    fn from_str(name: &str) -> Result<Self, UnknownOperation> {
        Self::ALL.into_iter().find(|op| op.name() == name).ok_or_else(|| UnknownOperation(name.to_owned()))
    }
}

/// The number of codes in the field `op` of `unit`'s control word.
pub(crate) const fn code_count(unit: Unit) -> usize {
    let (mut index, mut count) = (0, 0);
    while index < TABLE.len() {
        if TABLE[index].unit as u8 == unit as u8 && TABLE[index].code as usize >= count {
            count = TABLE[index].code as usize + 1;
        }
        index += 1;
    }
    count
}

/// Names and values of the codes in the field `op` of `unit`'s control word, in the order of the
/// values.
///
/// Fails to compile, in a constant, unless each number below `N` is the code of exactly one name.
pub(crate) const fn codes<const N: usize>(unit: Unit) -> [(&'static str, u64); N] {
    let mut codes = [("", 0); N];
    let mut index = 0;
    while index < TABLE.len() {
        let row = &TABLE[index];
        if row.unit as u8 == unit as u8 {
            let named = &mut codes[row.code as usize];
            assert!(named.0.is_empty() || same(named.0, row.op), "two names have one code");
            *named = (row.op, row.code);
        }
        index += 1;
    }
    index = 0;
    while index < N {
        assert!(!codes[index].0.is_empty(), "a code is left out");
        index += 1;
    }
    codes
}

/// Whether two names are equal: `==` of strings is not yet possible in constants.
pub(crate) const fn same(x: &str, y: &str) -> bool {
    let (x, y) = (x.as_bytes(), y.as_bytes());
    let mut index = 0;
    while index < x.len() && index < y.len() && x[index] == y[index] {
        index += 1;
    }
    index == x.len() && index == y.len()
}

#[cfg(feature = "serde")]
mod serde {
    use std::fmt;

    use serde::de::{Error, Visitor};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Operation, TABLE};

    impl Serialize for Operation {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str(self.name())
        }
    }

    impl<'de> Deserialize<'de> for Operation {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_str(Name)
        }
    }

    /// Reads a name. An error inside a visitor keeps its place in the text.
    struct Name;

    impl Visitor<'_> for Name {
        type Value = Operation;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("the name of an operation")
        }

        fn visit_str<E: Error>(self, name: &str) -> Result<Operation, E> {
            const NAMES: [&str; TABLE.len()] = {
                let mut names = [""; TABLE.len()];
                let mut index = 0;
                while index < names.len() {
                    names[index] = TABLE[index].name;
                    index += 1;
                }
                names
            };
            name.parse().map_err(|_| E::unknown_variant(name, &NAMES))
        }
    }
}
