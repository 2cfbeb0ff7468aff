//! The files read by other programs.

use std::path::Path;
use std::process::Command;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use vidalu_gen::Unit;
use vidalu_testkit::have;
use vidalu_vectors::{Format, write_file};

use crate::common::{random, whole};

const COUNT: u64 = 5000;

/// The vectors, a line each, as every reader here prints them: decimal numbers and the text.
fn expected(unit: Unit) -> String {
    let all = whole(&random(unit, COUNT));
    let line = |at: usize| {
        let numbers: String = all.values.iter().map(|column| format!("{} ", column[at])).collect();
        format!("{numbers}{}\n", all.ptx[at])
    };
    (0..all.len()).map(line).collect()
}

/// Writes the vectors of a unit; what the program prints must be them.
fn read_by(program: &str, format: Format, args: impl Fn(&Path) -> Vec<String>) {
    if !have(&[program]) {
        return;
    }
    for unit in [Unit::Scalar, Unit::Video] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("vectors");
        write_file(&random(unit, COUNT), format, &path).unwrap();
        let output = Command::new(program).args(args(&path)).current_dir(folder.path()).output().unwrap();
        let talk = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{talk}");
        assert!(String::from_utf8(output.stdout).unwrap() == expected(unit), "{}: {talk}", unit.name());
    }
}

fn python(format: Format, script: &str) {
    read_by("python3", format, |path| vec!["-c".into(), script.into(), path.display().to_string()]);
}

#[test]
fn python_reads_comma_separated_values() {
    python(
        Format::Csv,
        "import csv, sys
rows = csv.DictReader(line for line in open(sys.argv[1]) if not line.startswith('#'))
for row in rows:
    ptx = row.pop('ptx')
    print(*(int(value, 16) for value in row.values()), ptx)",
    );
}

#[test]
fn python_reads_lines_of_json() {
    python(
        Format::Jsonl,
        "import json, sys
for row in map(json.loads, open(sys.argv[1])):
    if 'ptx' in row:
        ptx = row.pop('ptx')
        print(*(int(value, 16) if isinstance(value, str) else value for value in row.values()), ptx)",
    );
}

#[test]
fn python_reads_text() {
    python(
        Format::Text,
        "import sys
lines = open(sys.argv[1]).read().splitlines()
names = next(line for line in lines if line.startswith('# columns: '))[11:].split()
for line in lines:
    if not line.startswith('#'):
        *numbers, ptx = line.split(' ', len(names) - 1)
        print(*(int(number, 16) for number in numbers), ptx)",
    );
}

/// Without NumPy, by its format's description.
#[test]
fn python_reads_arrays() {
    python(
        Format::Npz,
        "import ast, struct, sys, zipfile
columns = []
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    for name in archive.namelist():
        data = archive.read(name)
        assert data[:8] == b'\\x93NUMPY\\x01\\x00'
        size, = struct.unpack('<H', data[8:10])
        assert (10 + size) % 64 == 0
        head, data = ast.literal_eval(data[10:10 + size].decode()), data[10 + size:]
        kind, width = head['descr'][1], int(head['descr'][2:])
        items = [data[at:at + width] for at in range(0, len(data), width)]
        assert head['shape'] in [(), (len(items),)] and not head['fortran_order']
        if kind == 'u':
            columns.append([int.from_bytes(item, 'little') for item in items])
        elif name == 'ptx.npy':
            columns.append([item.rstrip(b'\\0').decode() for item in items])
for row in zip(*columns):
    print(*row)",
    );
}

#[test]
fn a_compiler_reads_the_header_file() {
    let script = |path: &Path| {
        let text = std::fs::read_to_string(path).unwrap();
        let unit = text.lines().find_map(|line| line.strip_prefix(" * unit: ")).unwrap().to_owned();
        let columns = text.lines().find_map(|line| line.strip_prefix(" * columns: ")).unwrap();
        let names = columns.split(' ').filter_map(|column| Some(column.split_once(':')?.0));
        let print: String = names.map(|name| format!("printf(\"%llu \", (unsigned long long)v->{name}); ")).collect();
        let upper = unit.to_uppercase();
        let main = format!(
            "#include <stdio.h>\n#include \"vectors\"\n#include \"vectors\"\nint main(void) {{\n\
             for (long i = 0; i < VIDALU_{upper}_VECTORS_COUNT; i++) {{\n\
             const struct vidalu_{unit}_vector *v = &vidalu_{unit}_vectors[i];\n{print}puts(v->ptx);\n}}\nreturn 0;\n}}\n"
        );
        std::fs::write(path.with_file_name("main.c"), main).unwrap();
        let build = "cc -std=c99 -pedantic -Wall -Wextra -Werror main.c -o main && ./main";
        vec!["-c".into(), build.into()]
    };
    if have(&["cc"]) {
        read_by("sh", Format::C, script);
    }
}

/// By the interface for rows, which shares nothing with the check's.
#[test]
fn rows_of_parquet_are_read() {
    for unit in [Unit::Scalar, Unit::Video] {
        let mut bytes = tempfile::tempfile().unwrap();
        vidalu_vectors::write(&random(unit, COUNT), Format::Parquet, &mut bytes).unwrap();
        let reader = SerializedFileReader::new(bytes).unwrap();
        let mut text = String::new();
        for row in reader.get_row_iter(None).unwrap() {
            for (name, field) in row.unwrap().get_column_iter() {
                match field {
                    Field::UByte(value) => text += &format!("{value} "),
                    Field::UInt(value) => text += &format!("{value} "),
                    Field::ULong(value) => text += &format!("{value} "),
                    Field::Str(value) => text += &format!("{value}\n"),
                    field => panic!("{name}: {field}"),
                }
            }
        }
        assert!(text == expected(unit), "{}", unit.name());
    }
}
