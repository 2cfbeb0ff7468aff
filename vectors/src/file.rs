//! A file of vectors with its manifest.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use sha2::{Digest, Sha256};
use vidalu_sim::OutputFile;

use crate::encoding;
use crate::error::VectorsError;
use crate::format::Format;
use crate::header::Header;
use crate::seal::{hash_of, hex};
use crate::set::Set;

/// The manifest of a file of vectors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Manifest {
    /// The version of this document: 1.
    pub format_version: u32,
    /// The name of the file, without a folder.
    pub file: String,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The SHA-256 of the file, in lower-case hexadecimal.
    pub sha256: String,
    /// The header of the file.
    #[serde(flatten)]
    pub header: Header,
}

/// Returns the path of the manifest of a file.
pub fn manifest_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".manifest.json");
    name.into()
}

/// Writes the vectors of a set into a file, and a manifest next to it, which is returned.
///
/// Both are written under other names in the same folder and then renamed, the manifest last. A
/// file that has its final name is complete, whenever the process ends.
///
/// A device, pipe or socket receives the vectors at the end, and has no manifest.
///
/// # Errors
/// If the path is a folder, or the file or its manifest cannot be written.
pub fn write_file(set: &Set, format: Format, path: &Path) -> Result<Option<Manifest>, VectorsError> {
    if path.is_dir() {
        return Err(VectorsError::Folder { path: path.to_owned() });
    }
    let file = OutputFile::create(path)?;
    let stream = BufWriter::with_capacity(1 << 18, file.file());
    let mut hashed = Hashed { stream, hash: Sha256::new(), bytes: 0 };
    encoding::write(set, format, &mut hashed)?;
    let (hash, bytes) = (hashed.hash.clone(), hashed.bytes);
    drop(hashed);
    // A manifest would lie next to a device.
    if file.is_special() {
        file.finish()?;
        return Ok(None);
    }
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let header = Header::of(set, format);
    let manifest = Manifest { format_version: 1, file: name, bytes, sha256: hex(hash), header };
    // An older manifest would describe another file.
    let place = manifest_path(path);
    let mut beside = OutputFile::create(&place)?;
    serde_json::to_writer_pretty(&mut beside, &manifest).map_err(io::Error::from)?;
    beside.write_all(b"\n")?;
    match fs::remove_file(&place) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    file.finish()?;
    beside.finish()?;
    Ok(Some(manifest))
}

/// Returns whether the manifest of a file has the checksum of the file; `None` if the file has no
/// manifest.
///
/// # Errors
/// If the file or the manifest cannot be read.
pub fn matches_manifest(path: &Path) -> io::Result<Option<bool>> {
    let text = match fs::read(manifest_path(path)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let manifest: Option<serde_json::Value> = serde_json::from_slice(&text).ok();
    let hash = hex(hash_of(File::open(path)?, Sha256::new())?);
    Ok(Some(manifest.is_some_and(|manifest| manifest["sha256"] == hash)))
}

/// A stream whose bytes are counted and hashed.
struct Hashed<W> {
    stream: W,
    hash: Sha256,
    bytes: u64,
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if vidalu_sim::is_interrupted() {
            return Err(io::Error::other("interrupted"));
        }
        let count = self.stream.write(bytes)?;
        self.hash.update(&bytes[..count]);
        self.bytes += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
