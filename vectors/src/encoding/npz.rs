//! The format of NumPy: an archive with an array for each column, one for the texts, and one for
//! the header.
//!
//! The archive stores one array after the other. To keep only a few vectors in memory, each array
//! makes all vectors again.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::FileExt;

use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use crate::format::Format;
use crate::golden::{Column, Golden};
use crate::header::Header;
use crate::reader::{Reader, VerifyError};
use crate::rows::Rows;
use crate::seal::ZEROS;
use crate::set::Set;

/// Bytes of a text: no instruction is longer.
const TEXT: usize = 80;

/// An array of the archive.
#[derive(Clone, Copy)]
enum Array {
    /// The header as JSON: one text of this number of bytes.
    Header(usize),
    /// The numbers of a column.
    Numbers(usize, Column),
    Texts,
}

impl Array {
    /// All arrays of numbers and texts.
    fn all(columns: &[Column]) -> impl Iterator<Item = Self> {
        columns.iter().enumerate().map(|(at, column)| Self::Numbers(at, *column)).chain([Self::Texts])
    }

    fn name(self) -> String {
        match self {
            Self::Header(_) => "header.npy".to_owned(),
            Self::Numbers(_, column) => format!("{}.npy", column.name),
            Self::Texts => "ptx.npy".to_owned(),
        }
    }

    /// Bytes of an element.
    fn bytes(self) -> usize {
        match self {
            Self::Header(bytes) => bytes,
            Self::Numbers(_, column) => column.bytes() as usize,
            Self::Texts => TEXT,
        }
    }

    /// Returns the bytes before the elements: the magic number, version 1.0, and a dictionary,
    /// padded to 64 bytes.
    fn head(self, count: u64) -> Vec<u8> {
        let (bytes, shape) = (self.bytes(), format!("({count},)"));
        let (descr, shape) = match self {
            Self::Header(_) => (format!("|S{bytes}"), "()".to_owned()),
            Self::Texts => (format!("|S{bytes}"), shape),
            Self::Numbers(..) => (format!("{}u{bytes}", if bytes > 1 { '<' } else { '|' }), shape),
        };
        let text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
        let length = (10 + text.len() + 1).next_multiple_of(64) - 10;
        let mut head = b"\x93NUMPY\x01\x00".to_vec();
        head.extend((length as u16).to_le_bytes());
        head.extend(format!("{text:<width$}\n", width = length - 1).bytes());
        head
    }

    /// Appends the elements of a batch.
    fn write(self, batch: &Rows, room: &mut Vec<u8>) {
        match self {
            Self::Header(_) => {}
            Self::Numbers(at, _) => {
                let numbers = batch.values[at].iter();
                numbers.for_each(|number| room.extend_from_slice(&number.to_le_bytes()[..self.bytes()]));
            }
            Self::Texts => batch.ptx.iter().for_each(|text| {
                room.extend_from_slice(text.as_bytes());
                room.resize(room.len().next_multiple_of(TEXT).max(TEXT), 0);
            }),
        }
    }
}

/// Writes the vectors as an archive.
pub(super) fn write(set: &Set, out: &mut impl Write) -> io::Result<()> {
    let header = Header::of(set, Format::Npz).json();
    let mut zip = ZipWriter::new_stream(out);
    zip.set_comment(format!("vidalu vectors, sha256 {ZEROS}"))?;
    let mut room = Vec::new();
    start(&mut zip, Array::Header(header.len()), 1)?;
    zip.write_all(header.as_bytes())?;
    for array in Array::all(set.columns()) {
        start(&mut zip, array, set.count())?;
        for batch in if matches!(array, Array::Texts) { set.with_texts() } else { set.numbers() } {
            room.clear();
            array.write(&batch, &mut room);
            zip.write_all(&room)?;
        }
    }
    zip.finish()?;
    Ok(())
}

/// Begins an array. Nothing in an archive tells when or by whom it was made.
fn start<W: Write + Seek>(zip: &mut ZipWriter<W>, array: Array, count: u64) -> io::Result<()> {
    let is_large = array.bytes() as u64 * count >= u64::from(u32::MAX) / 2;
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .large_file(is_large);
    zip.start_file(array.name(), options)?;
    zip.write_all(&array.head(count))
}

/// An archive, read: its arrays stand in it as they are, and go on side by side.
pub(crate) struct NpzReader {
    header: Header,
    columns: usize,
    file: File,
    /// Each array with the place of its first element.
    arrays: Vec<(Array, u64)>,
    row: u64,
}

impl NpzReader {
    /// Reads the header; with it comes the unit.
    pub(crate) fn open(file: File) -> Result<(Self, Golden), VerifyError> {
        let mut zip = ZipArchive::new(file.try_clone()?).map_err(damaged)?;
        let bytes = read_header(&mut zip)?;
        let header: Header =
            serde_json::from_slice(&bytes).map_err(|error| VerifyError::at("header.npy", error.to_string()))?;
        let golden = header.unit().map_err(|what| VerifyError::at("header.npy", what))?;
        if header.format != Format::Npz {
            return Err(VerifyError::at("header.npy", "it is that of another format"));
        }
        let arrays = Array::all(&golden.columns).map(|array| Ok((array, first(&mut zip, &file, array, header.count)?)));
        let arrays = arrays.collect::<Result<_, VerifyError>>()?;
        let columns = golden.columns.len();
        Ok((Self { header, columns, file, arrays, row: 0 }, golden))
    }
}

/// Reads the text of the header, which is at most as long as a line.
fn read_header(zip: &mut ZipArchive<File>) -> Result<Vec<u8>, VerifyError> {
    let file = zip.by_name("header.npy").map_err(damaged)?;
    let mut bytes = Vec::new();
    file.take(1 << 16).read_to_end(&mut bytes).map_err(|error| damaged(error.into()))?;
    let text = bytes.iter().position(|&byte| byte == b'\n').map(|end| bytes.split_off(end + 1));
    let text = text.filter(|text| bytes == Array::Header(text.len()).head(1));
    text.ok_or_else(|| VerifyError::at("header.npy", "not a text of NumPy"))
}

/// Where the elements of an array begin, if it is as it must be.
fn first(zip: &mut ZipArchive<File>, file: &File, array: Array, count: u64) -> Result<u64, VerifyError> {
    let (name, head) = (array.name(), array.head(count));
    let member = zip.by_name(&name).map_err(damaged)?;
    let start = member.data_start().filter(|_| member.compression() == CompressionMethod::Stored);
    let start = start.ok_or_else(|| VerifyError::at(&*name, "it is compressed: vidalu writes arrays as they are"))?;
    let size = (array.bytes() as u64).checked_mul(count).map(|size| size + head.len() as u64);
    let mut found = vec![0; head.len()];
    file.read_exact_at(&mut found, start).map_err(|error| damaged(error.into()))?;
    if found != head || size != Some(member.size()) {
        let shape = String::from_utf8_lossy(&head[10..]).trim_end().to_owned();
        return Err(VerifyError::at(name, format!("it is not the array {shape}")));
    }
    Ok(start + head.len() as u64)
}

fn damaged(error: ZipError) -> VerifyError {
    match error {
        // The system refuses to seek to the places that a damaged archive names.
        ZipError::Io(error) if error.raw_os_error().is_some() && error.kind() != io::ErrorKind::InvalidInput => {
            error.into()
        }
        error => VerifyError::anywhere(format!("the archive is damaged or was cut off: {error}")),
    }
}

impl Reader for NpzReader {
    fn header(&self) -> &Header {
        &self.header
    }

    fn read(&mut self, count: usize) -> Result<Rows, VerifyError> {
        let mut batch = Rows { values: vec![Vec::new(); self.columns], ptx: Vec::new() };
        for &(array, first) in &self.arrays {
            let bytes = array.bytes();
            let mut elements = vec![0; count * bytes];
            let place = first + self.row * bytes as u64;
            self.file.read_exact_at(&mut elements, place).map_err(|error| damaged(error.into()))?;
            for element in elements.chunks_exact(bytes) {
                if let Array::Numbers(at, _) = array {
                    let mut number = [0; 8];
                    number[..bytes].copy_from_slice(element);
                    batch.values[at].push(u64::from_le_bytes(number));
                } else {
                    let used = element.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
                    batch.ptx.push(String::from_utf8_lossy(&element[..used]).into());
                }
            }
        }
        self.row += count as u64;
        Ok(batch)
    }

    fn end(&mut self) -> Result<(), VerifyError> {
        Ok(())
    }
}
