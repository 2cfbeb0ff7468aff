//! Damaged pictures for `run --image`: they are read or refused, in bounded memory.

use std::fs;
use std::path::Path;
use std::process::Command;

use image::{Rgba, RgbaImage};
use tempfile::TempDir;
use vidalu_model::draw::{Draw, key};
use vidalu_testkit::seed;

/// The number of pictures.
const PICTURES: u64 = 150;

/// The bytes before the first chunk of a PNG file.
const SIGNATURE: usize = 8;

/// The program: it copies the picture.
const COPY: &str = "mov.b32 %out, %px0;";

/// Returns the checksum of a chunk of a PNG file: CRC-32 of its type and content.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |mut sum, byte| {
        sum ^= u32::from(*byte);
        (0..8).for_each(|_| sum = sum >> 1 ^ (0xedb8_8320 & (sum & 1).wrapping_neg()));
        sum
    })
}

/// Returns the places of the chunks of a PNG file: each has a length, a type, a content and a
/// checksum.
fn chunks(png: &[u8]) -> Vec<(usize, usize)> {
    let mut chunks = Vec::new();
    let mut at = SIGNATURE;
    while let Some(length) = png.get(at..at + 4) {
        let length = u32::from_be_bytes(length.try_into().expect("four bytes")) as usize;
        chunks.push((at, at + 12 + length));
        at += 12 + length;
    }
    chunks
}

/// Damages a picture: flips bits, cuts it off, replaces bytes, or changes a chunk and its checksum,
/// so that a reader does not stop at the checksum.
fn damage(png: &mut Vec<u8>, draw: &mut Draw) -> &'static str {
    let mut at = |length: usize| draw.word() as usize % length;
    match at(5) {
        0 => {
            for _ in 0..=at(8) {
                let place = at(png.len());
                png[place] ^= 1 << at(8);
            }
            "flipped bits"
        }
        1 => {
            png.truncate(at(png.len()));
            "cut off"
        }
        2 => {
            let (from, length) = (at(png.len()), at(32));
            png[from..].iter_mut().take(length).for_each(|byte| *byte = at(256) as u8);
            "random bytes"
        }
        3 => {
            // Often a size of the header: four bytes each.
            let chunks = chunks(png);
            let (begin, end) = chunks[at(chunks.len())];
            let place = begin + 4 + at(end - begin - 8);
            png[place] = [0, 1, 0x7f, 0xff][at(4)];
            let sum = checksum(&png[begin + 4..end - 4]);
            png[end - 4..end].copy_from_slice(&sum.to_be_bytes());
            "a chunk with its checksum"
        }
        _ => {
            let sizes = SIGNATURE + 8;
            png[sizes..sizes + 8].iter_mut().for_each(|byte| *byte = at(256) as u8);
            let end = SIGNATURE + 25;
            let sum = checksum(&png[SIGNATURE + 4..end - 4]);
            png[end - 4..end].copy_from_slice(&sum.to_be_bytes());
            "another size"
        }
    }
}

/// Copies a picture with at most 2 GiB of memory.
fn copy(folder: &Path) -> std::process::Output {
    let script = "ulimit -v 2097152; exec \"$0\" run copy.ptx --image in.png --out out.png";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_vidalu")]).current_dir(folder);
    command.output().expect("sh starts")
}

#[test]
fn a_damaged_picture_is_read_or_refused() {
    let seed = seed("VIDALU_IMAGE_SEED");
    let folder = TempDir::new().expect("a folder");
    let [input, out, program] = ["in.png", "out.png", "copy.ptx"].map(|name| folder.path().join(name));
    fs::write(program, COPY).expect("it is ours");
    let pixel = |x: u32, y: u32| Rgba([x as u8, y as u8, (x * y) as u8, 255]);
    RgbaImage::from_fn(40, 24, pixel).save(&input).expect("it is ours");
    let good = fs::read(&input).expect("it was written");
    let whole = copy(folder.path());
    assert_eq!(whole.status.code(), Some(0), "{}", String::from_utf8_lossy(&whole.stderr));
    let (mut read, mut refused) = (0, 0);
    for number in 0..PICTURES {
        let mut bad = good.clone();
        let what = damage(&mut bad, &mut Draw::new(key("picture", seed), number));
        fs::write(&input, &bad).expect("it is ours");
        let _ = fs::remove_file(&out);
        let output = copy(folder.path());
        let said = String::from_utf8_lossy(&output.stderr);
        let place = format!("VIDALU_IMAGE_SEED={seed}, picture {number}, {what}: {}: {said}", output.status);
        match output.status.code() {
            Some(0) => {
                image::open(&out).unwrap_or_else(|error| panic!("{place}: {error}"));
                read += 1;
            }
            Some(2) => {
                assert!(said.contains("in.png") && !out.exists(), "{place}");
                refused += 1;
            }
            _ => panic!("{place}"),
        }
        assert!(fs::read_dir(&folder).expect("it can be read").count() <= 3, "{place}");
    }
    assert!(read > 0 && refused > PICTURES / 2, "{read} were read and {refused} were refused");
}
