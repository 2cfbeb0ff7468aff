//! Reading a file back: computes every vector again and checks every byte.

use std::fs::File;
use std::io::{Read, Seek};

use vidalu_stimulus::mask;

use crate::encoding::{LineReader, NpzReader, ParquetReader};
use crate::golden::{Flags, Golden, Texts};
use crate::header::Header;
use crate::reader::{Reader, VerifyError};
use crate::rows::{AT_ONCE, Rows};
use crate::seal;

/// Reads a file of any format, which the content tells, and computes all of its vectors again.
///
/// # Errors
/// The first wrong vector; without one, any other difference from the file as it was written.
pub fn verify(file: &mut File) -> Result<Header, VerifyError> {
    let sealed = seal::holds(file)?;
    let (mut reader, golden) = open_sealed(file, sealed)?;
    let mut check = Check { flags: golden.reset(), texts: Texts::default(), golden };
    let (count, mut row) = (reader.header().count, 0);
    while row < count {
        let batch = reader.read((count - row).min(AT_ONCE as u64) as usize)?;
        let found = check.first_wrong(&batch, reader.has_ptx());
        if let Some((at, what)) = found {
            return Err(VerifyError::at(reader.place(row + at as u64), what));
        }
        row += batch.len() as u64;
    }
    reader.end()?;
    if sealed == Some(true) { Ok(reader.header().clone()) } else { Err(unsealed(sealed)) }
}

/// Opens a file of any format; only the header is read.
pub(crate) fn open(file: &mut File) -> Result<(Box<dyn Reader>, Golden), VerifyError> {
    let sealed = seal::holds(file)?;
    open_sealed(file, sealed)
}

fn open_sealed(file: &mut File, sealed: Option<bool>) -> Result<(Box<dyn Reader>, Golden), VerifyError> {
    let mut magic = Vec::new();
    file.rewind()?;
    file.take(4).read_to_end(&mut magic)?;
    let whole = file.try_clone()?;
    Ok(match &*magic {
        b"PK\x03\x04" => boxed(NpzReader::open(whole)?),
        // The reader of Parquet relies on the file, so the seal comes first.
        b"PAR1" if sealed == Some(true) => boxed(ParquetReader::open(whole)?),
        b"PAR1" => return Err(unsealed(sealed)),
        _ => boxed(LineReader::open(whole)?),
    })
}

fn boxed<R: Reader + 'static>((reader, golden): (R, Golden)) -> (Box<dyn Reader>, Golden) {
    (Box::new(reader), golden)
}

fn unsealed(sealed: Option<bool>) -> VerifyError {
    VerifyError::anywhere(match sealed {
        None => "it has no checksum at its end: it was cut off, or written by something else",
        _ => "it was changed after it was written: its bytes do not have the checksum at its end",
    })
}

/// The golden model, to check a file against.
struct Check {
    golden: Golden,
    flags: Flags,
    texts: Texts,
}

impl Check {
    /// Returns the first wrong row, and what is wrong with it.
    fn first_wrong(&mut self, batch: &Rows, has_ptx: bool) -> Option<(usize, String)> {
        let golden = &self.golden;
        let inputs = golden.subject.inputs().len();
        let asked: Vec<_> = (0..batch.len()).map(|at| golden.asked(|input| batch.values[input][at])).collect();
        let texts: Vec<_> = asked.iter().map(|&asked| self.texts.of(golden, asked)).collect();
        let contexts = golden.subject.place_of_input("ctx_i");
        let illegal = |at: usize| match (&texts[at], contexts) {
            (Err(reason), _) if golden.has_control_word() => Some(format!("ctl {:#x}: {reason}", asked[at])),
            (Err(reason), _) => Some(reason.clone()),
            (_, Some(column)) if batch.values[column][at] >= golden.config.contexts.into() => {
                Some(format!("ctx is {}, and there are {} contexts", batch.values[column][at], golden.config.contexts))
            }
            _ => None,
        };
        let too_wide = |at: usize| {
            let mut columns = golden.columns.iter().zip(&batch.values);
            let (column, _) = columns.find(|(column, values)| values[at] > mask(column.width))?;
            Some(format!("{} has {} bits", column.name, column.width))
        };
        let bad = (0..batch.len()).find_map(|at| Some((at, too_wide(at).or_else(|| illegal(at))?)));
        let legal = bad.as_ref().map_or(batch.len(), |(at, _)| *at);
        if legal == 0 {
            return bad;
        }
        let given = batch.values[..inputs].iter().map(|column| column[..legal].to_vec()).collect();
        let expected = golden.complete(given, &mut self.flags);
        let wrong = |at: usize| {
            let text = texts[at].as_ref().expect("it is legal");
            let answers = inputs..golden.columns.len();
            let differs = answers.into_iter().find(|&column| batch.values[column][at] != expected[column][at]);
            if let Some(column) = differs {
                let (name, digits) = (golden.columns[column].name, 2 + golden.columns[column].digits());
                let (got, is) = (batch.values[column][at], expected[column][at]);
                return Some(match name {
                    "cc_in" => format!("cc_in is {got}, and the vectors before leave CC.CF {is}: {text}"),
                    _ => format!("{name} is {got:#0digits$x}, the golden model says {is:#0digits$x}: {text}"),
                });
            }
            let got = batch.ptx.get(at).filter(|_| has_ptx)?;
            (got != text).then(|| format!("ptx is {got:?}, the instruction is {text:?}"))
        };
        (0..legal).find_map(|at| Some((at, wrong(at)?))).or(bad)
    }
}
