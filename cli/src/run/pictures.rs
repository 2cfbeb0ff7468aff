//! Reads and writes PNG pictures for programs.

use std::fmt::Display;
use std::fs::File;
use std::io::Cursor;
use std::path::Path;

use image::{DynamicImage, ImageBuffer, ImageFormat, ImageReader};

use crate::failure::Failure;
use crate::input;

/// Width and height of a block, in pixels.
pub(super) const BLOCK: u32 = 16;

/// The number of 32-bit registers for a block, with four pixels each.
pub(super) const WORDS: u32 = BLOCK * BLOCK / 4;

/// The part of a picture that one execution of a program reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Form {
    /// A pixel: red in the lowest byte of a register, then green, blue and alpha.
    Pixel,
    /// A block of 16 x 16 pixels: each register has the luma of four adjacent pixels of a row, the
    /// leftmost in the lowest byte.
    Block,
}

impl Form {
    /// Returns the name in reports.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Pixel => "pixel",
            Self::Block => "block",
        }
    }
}

/// The pixels of a picture, as a form needs them.
pub(super) struct Picture {
    form: Form,
    /// The width in pixels.
    width: u32,
    /// The height in pixels.
    height: u32,
    /// The pixels row by row: four bytes each, or the luma only.
    bytes: Vec<u8>,
}

impl Picture {
    /// Reads a PNG file.
    pub(super) fn read(path: &Path, form: Form) -> Result<Self, Failure> {
        let shown = path.display();
        let unreadable =
            |error: &dyn Display| Failure::input(format!("cannot read {shown}: {error}"), "give a PNG picture");
        let file = File::open(path).and_then(input::bytes).map_err(|error| unreadable(&error))?;
        if file.len() as u64 > input::LARGEST {
            return Err(unreadable(&format!("it is larger than {} MiB", input::LARGEST >> 20)));
        }
        let decoded = ImageReader::with_format(Cursor::new(file), ImageFormat::Png).decode();
        let decoded = decoded.map_err(|error| unreadable(&error))?;
        let (width, height) = (decoded.width(), decoded.height());
        let decoded = decoded.into_rgba8();
        let bytes = match form {
            Form::Pixel => decoded.into_raw(),
            Form::Block => decoded.pixels().map(|pixel| luma(pixel.0)).collect(),
        };
        if form == Form::Block && !(width.is_multiple_of(BLOCK) && height.is_multiple_of(BLOCK)) {
            return Err(Failure::input(
                format!("{shown} has {width} x {height} pixels, which is not a multiple of {BLOCK} x {BLOCK}"),
                format!("crop or pad it to {} x {}", width.next_multiple_of(BLOCK), height.next_multiple_of(BLOCK)),
            ));
        }
        Ok(Self { form, width, height, bytes })
    }

    /// Returns the width and the height in pixels.
    pub(super) fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Returns the number of pixels or blocks in a row, and in a column.
    pub(super) fn grid(&self) -> (u32, u32) {
        match self.form {
            Form::Pixel => self.size(),
            Form::Block => (self.width / BLOCK, self.height / BLOCK),
        }
    }

    /// Returns a word of the pixel or block in this column and row of the grid. A pixel has only
    /// word 0.
    pub(super) fn word(&self, (column, row): (u32, u32), word: u32) -> u32 {
        let width = self.width as usize;
        let start = match self.form {
            Form::Pixel => (row as usize * width + column as usize) * 4,
            Form::Block => {
                let (x, y) = (column * BLOCK + word % 4 * 4, row * BLOCK + word / 4);
                y as usize * width + x as usize
            }
        };
        u32::from_le_bytes(*self.bytes[start..].first_chunk().expect("the grid lies in the picture"))
    }
}

/// Returns the luma of a pixel by ITU-R BT.709, rounded.
fn luma([red, green, blue, _]: [u8; 4]) -> u8 {
    let weighted = 2126 * u32::from(red) + 7152 * u32::from(green) + 722 * u32::from(blue);
    u8::try_from((weighted + 5000) / 10_000).expect("the weights are 10000 together")
}

/// Returns a PNG file with the result for each pixel, or with the result for each block as a 16-bit
/// grey value.
///
/// Fails with the index of the first value that does not fit.
pub(super) fn encode(form: Form, (width, height): (u32, u32), values: &[u32]) -> Result<Vec<u8>, usize> {
    let picture = match form {
        Form::Pixel => {
            let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            ImageBuffer::from_raw(width, height, bytes).map(DynamicImage::ImageRgba8)
        }
        Form::Block => {
            let narrow = |(index, &value): (usize, &u32)| u16::try_from(value).map_err(|_| index);
            let values = values.iter().enumerate().map(narrow).collect::<Result<_, _>>()?;
            ImageBuffer::from_raw(width, height, values).map(DynamicImage::ImageLuma16)
        }
    };
    let mut file = Cursor::new(Vec::new());
    let picture = picture.expect("there is a value for each pixel");
    picture.write_to(&mut file, ImageFormat::Png).expect("memory takes every picture");
    Ok(file.into_inner())
}
