//! The seal of a file: its own SHA-256 among its last bytes. It reveals a change of any bit, in any
//! format.
//!
//! The digits after the last `sha256` are the hash of the file with zeros in place of these digits.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use sha2::{Digest, Sha256};

/// The placeholder for the hash.
pub(crate) const ZEROS: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// The number of bytes at the end of a file among which the seal is.
const TAIL: usize = 1 << 16;

/// The text before the hash, and the largest number of bytes between both.
const NAME: &[u8] = b"sha256";
const GAP: usize = 8;

/// A stream that gets a seal at its end.
pub(crate) struct Seal<W> {
    stream: W,
    hash: Sha256,
    /// The last bytes, which may still change.
    tail: Vec<u8>,
    /// The error of the stream, from which a library makes another one.
    failure: Option<io::Error>,
}

impl<W: Write> Seal<W> {
    pub(crate) fn new(stream: W) -> Self {
        Self { stream, hash: Sha256::new(), tail: Vec::new(), failure: None }
    }

    /// Returns the error of the stream, if it had one.
    pub(crate) fn failure(&mut self) -> io::Result<()> {
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Keeps an error of the stream, and returns one of its kind.
    fn noted(&mut self, result: io::Result<()>) -> io::Result<()> {
        result.map_err(|error| {
            let kind = error.kind();
            self.failure.get_or_insert(error);
            kind.into()
        })
    }

    /// Writes the hash over the zeros after the last `sha256`, and writes the rest.
    pub(crate) fn close(mut self) -> io::Result<()> {
        self.hash.update(&self.tail);
        let place = place(&self.tail).expect("what is sealed has room for the hash");
        self.tail[place..place + ZEROS.len()].copy_from_slice(hex(self.hash).as_bytes());
        self.stream.write_all(&self.tail)?;
        self.stream.flush()
    }
}

impl<W: Write> Write for Seal<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A library that ends its file in spite of an error would complain again.
        if self.failure.is_some() {
            return Ok(bytes.len());
        }
        self.tail.extend_from_slice(bytes);
        if self.tail.len() > 4 * TAIL {
            let settled = self.tail.len() - TAIL;
            self.hash.update(&self.tail[..settled]);
            let written = self.stream.write_all(&self.tail[..settled]);
            self.noted(written)?;
            self.tail.drain(..settled);
        }
        Ok(bytes.len())
    }

    /// The bytes that are held back stay so.
    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.stream.flush();
        self.noted(flushed)
    }
}

/// Returns whether the seal of a file is right; `None` if the file has no seal.
pub(crate) fn holds(file: &mut File) -> io::Result<Option<bool>> {
    let length = file.seek(SeekFrom::End(0))?;
    let from = length.saturating_sub(TAIL as u64);
    let mut tail = Vec::new();
    file.seek(SeekFrom::Start(from))?;
    // A device has no end, and its length is 0.
    file.take(TAIL as u64).read_to_end(&mut tail)?;
    let Some(place) = place(&tail) else { return Ok(None) };
    let written = tail[place..place + ZEROS.len()].to_vec();
    tail[place..place + ZEROS.len()].copy_from_slice(ZEROS.as_bytes());
    file.seek(SeekFrom::Start(0))?;
    let hash = hash_of(file.take(from), Sha256::new())?.chain_update(&tail);
    Ok(Some(hex(hash).as_bytes() == written))
}

/// Returns the hash with all bytes of a stream.
pub(crate) fn hash_of(mut stream: impl Read, mut hash: Sha256) -> io::Result<Sha256> {
    let mut room = vec![0; TAIL];
    loop {
        match stream.read(&mut room)? {
            0 => return Ok(hash),
            count => hash.update(&room[..count]),
        }
    }
}

/// Returns a hash in lower-case hexadecimal.
pub(crate) fn hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the position of the first digit of the seal.
fn place(tail: &[u8]) -> Option<usize> {
    let name = tail.windows(NAME.len()).rposition(|bytes| bytes == NAME)?;
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let from = name + NAME.len();
    (from..from + GAP).find(|&at| tail.get(at..at + ZEROS.len()).is_some_and(|digits| digits.iter().all(is_digit)))
}
