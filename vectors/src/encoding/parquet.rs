//! The format of Apache Parquet: the numbers as unsigned integers, the texts as strings.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::column::reader::{ColumnReaderImpl, get_typed_column_reader};
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type, TypePtr};

use crate::format::Format;
use crate::golden::{Column, Golden};
use crate::header::Header;
use crate::reader::{Reader, VerifyError};
use crate::rows::Rows;
use crate::seal::ZEROS;
use crate::set::Set;

/// Batches of a row group: as much is held until it is written.
const GROUP: usize = 16;

/// The key of the header.
const KEY: &str = "vidalu_vectors";

/// Returns whether a column takes 64 bits.
fn is_long(column: &Column) -> bool {
    column.width > 32
}

/// The columns: unsigned numbers of 8, 16, 32 or 64 bits, and a text.
fn schema(columns: &[Column]) -> Result<TypePtr, ParquetError> {
    let number = |column: &Column| {
        let physical = if is_long(column) { Physical::INT64 } else { Physical::INT32 };
        Type::primitive_type_builder(column.name, physical)
            .with_repetition(Repetition::REQUIRED)
            .with_logical_type(Some(LogicalType::integer(8 * column.bytes() as i8, false)))
            .build()
    };
    let text = Type::primitive_type_builder("ptx", Physical::BYTE_ARRAY)
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(Some(LogicalType::String))
        .build();
    let fields = columns.iter().map(number).chain([text]).map(|field| field.map(Arc::new));
    let fields = fields.collect::<Result<_, _>>()?;
    Ok(Arc::new(Type::group_type_builder("vectors").with_fields(fields).build()?))
}

/// Writes the vectors in row groups.
pub(super) fn write(set: &Set, out: &mut (impl Write + Send)) -> io::Result<()> {
    let header = Header::of(set, Format::Parquet).json();
    let keys = [(KEY, header), ("sha256", ZEROS.to_owned())];
    let keys = keys.map(|(key, value)| KeyValue::new(key.to_owned(), value)).to_vec();
    let properties = WriterProperties::builder().set_key_value_metadata(Some(keys));
    // Operands hardly repeat: a dictionary would hold each of them once more.
    let operands = set.columns().iter().filter(|column| column.width >= 32 && column.name != "ctl");
    let properties = operands.fold(properties, |properties, column| {
        properties.set_column_dictionary_enabled(ColumnPath::from(column.name), false)
    });
    let mut writer = SerializedFileWriter::new(out, schema(set.columns())?, Arc::new(properties.build()))?;
    let mut batches = set.batches();
    loop {
        let group: Vec<_> = batches.by_ref().take(GROUP).collect();
        if group.is_empty() {
            break;
        }
        write_group(&mut writer, set.columns(), &group)?;
    }
    writer.close()?;
    Ok(())
}

fn write_group(
    writer: &mut SerializedFileWriter<impl Write + Send>,
    columns: &[Column],
    group: &[Rows],
) -> Result<(), ParquetError> {
    const EVERY: &str = "the schema has a column for each of them";
    let mut rows = writer.next_row_group()?;
    for (at, column) in columns.iter().enumerate() {
        let values = group.iter().flat_map(|batch| batch.values[at].iter());
        let mut out = rows.next_column()?.expect(EVERY);
        if is_long(column) {
            let values: Vec<_> = values.map(|value| *value as i64).collect();
            out.typed::<Int64Type>().write_batch(&values, None, None)?;
        } else {
            let values: Vec<_> = values.map(|value| *value as i32).collect();
            out.typed::<Int32Type>().write_batch(&values, None, None)?;
        }
        out.close()?;
    }
    let texts: Vec<_> = group.iter().flat_map(|batch| &batch.ptx).map(|text| ByteArray::from(&**text)).collect();
    let mut out = rows.next_column()?.expect(EVERY);
    out.typed::<ByteArrayType>().write_batch(&texts, None, None)?;
    out.close()?;
    rows.close()?;
    Ok(())
}

/// A Parquet file, read.
pub(crate) struct ParquetReader {
    file: SerializedFileReader<File>,
    header: Header,
    columns: Vec<Column>,
    /// The next row group.
    group: usize,
    /// The number of rows that are left of the present row group.
    left: usize,
    numbers: Vec<Numbers>,
    texts: Option<ColumnReaderImpl<ByteArrayType>>,
}

/// A column of numbers.
enum Numbers {
    Short(ColumnReaderImpl<Int32Type>),
    Long(ColumnReaderImpl<Int64Type>),
}

impl ParquetReader {
    /// Reads the header; with it comes the unit. The file is one whose seal holds.
    pub(crate) fn open(file: File) -> Result<(Self, Golden), VerifyError> {
        let file = SerializedFileReader::new(file).map_err(damaged)?;
        let metadata = file.metadata().file_metadata();
        let header = metadata.key_value_metadata().into_iter().flatten().find(|pair| pair.key == KEY);
        let header = header.and_then(|pair| pair.value.as_deref()).ok_or_else(VerifyError::unknown)?;
        let header: Header =
            serde_json::from_str(header).map_err(|error| VerifyError::at("the header", error.to_string()))?;
        let golden = header.unit().map_err(|what| VerifyError::at("the header", what))?;
        let expected = schema(&golden.columns).map_err(damaged)?;
        let rows = metadata.num_rows();
        if header.format != Format::Parquet || *metadata.schema() != *expected || rows != header.count as i64 {
            return Err(VerifyError::anywhere(format!(
                "columns or rows, of which there are {rows}, are not those of the header"
            )));
        }
        let columns = golden.columns.clone();
        Ok((Self { file, header, columns, group: 0, left: 0, numbers: Vec::new(), texts: None }, golden))
    }

    /// Begins the next row group.
    fn next_group(&mut self) -> Result<(), ParquetError> {
        let rows = self.file.get_row_group(self.group)?;
        let reader = |at: usize| rows.get_column_reader(at);
        let numbers = self.columns.iter().enumerate().map(|(at, column)| {
            Ok(match is_long(column) {
                true => Numbers::Long(get_typed_column_reader(reader(at)?)),
                false => Numbers::Short(get_typed_column_reader(reader(at)?)),
            })
        });
        self.numbers = numbers.collect::<Result<_, ParquetError>>()?;
        self.texts = Some(get_typed_column_reader(reader(self.columns.len())?));
        self.left = rows.metadata().num_rows() as usize;
        self.group += 1;
        Ok(())
    }
}

/// The next values of a column, as `read` reads them.
fn values<T>(
    count: usize,
    read: impl FnOnce(&mut Vec<T>) -> Result<(usize, usize, usize), ParquetError>,
) -> Result<Vec<T>, VerifyError> {
    let mut values = Vec::with_capacity(count);
    read(&mut values).map_err(damaged)?;
    if values.len() == count { Ok(values) } else { Err(VerifyError::anywhere("a column is too short")) }
}

fn damaged(error: impl Display) -> VerifyError {
    VerifyError::anywhere(format!("the file cannot be read: {error}"))
}

impl Reader for ParquetReader {
    fn header(&self) -> &Header {
        &self.header
    }

    fn read(&mut self, count: usize) -> Result<Rows, VerifyError> {
        if self.left == 0 {
            self.next_group().map_err(damaged)?;
        }
        let count = count.min(self.left);
        self.left -= count;
        let column = |numbers: &mut Numbers| match numbers {
            Numbers::Short(reader) => {
                let read = values(count, |to| reader.read_records(count, None, None, to))?;
                Ok(read.into_iter().map(|value| u64::from(value as u32)).collect())
            }
            Numbers::Long(reader) => {
                let read = values(count, |to| reader.read_records(count, None, None, to))?;
                Ok(read.into_iter().map(|value| value as u64).collect())
            }
        };
        let columns = self.numbers.iter_mut().map(column).collect::<Result<_, VerifyError>>()?;
        let texts = self.texts.as_mut().expect("a row group is open");
        let text = |bytes: ByteArray| Rc::from(String::from_utf8_lossy(bytes.data()));
        let texts = values(count, |to| texts.read_records(count, None, None, to))?;
        Ok(Rows { values: columns, ptx: texts.into_iter().map(text).collect() })
    }

    fn end(&mut self) -> Result<(), VerifyError> {
        Ok(())
    }
}
