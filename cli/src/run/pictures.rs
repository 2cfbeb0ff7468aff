//! PNG pictures: what a program reads of them, and what it makes.

use std::fmt::Display;
use std::fs;
use std::io::Cursor;
use std::path::Path;

use image::{DynamicImage, ImageBuffer, ImageFormat, ImageReader};

use crate::failure::Failure;

/// Width and height of a block, in pixels.
pub(super) const BLOCK: u32 = 16;

/// Registers of 32 bits that a block takes, at four pixels each.
pub(super) const WORDS: u32 = BLOCK * BLOCK / 4;

/// What one execution of a program is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Form {
    /// A pixel: red in the lowest byte of a register, then green, blue and alpha.
    Pixel,
    /// A block of 16 x 16 pixels: each register has the luma of four neighbours in a row, the leftmost in the lowest byte.
    Block,
}

impl Form {
    /// The name in reports.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Pixel => "pixel",
            Self::Block => "block",
        }
    }
}

/// A picture, as the form needs it.
pub(super) struct Picture {
    form: Form,
    /// In pixels.
    width: u32,
    height: u32,
    /// Row by row: four bytes a pixel, or the luma alone.
    bytes: Vec<u8>,
}

impl Picture {
    /// Reads a PNG file.
    pub(super) fn read(path: &Path, form: Form) -> Result<Self, Failure> {
        let shown = path.display();
        let unreadable =
            |error: &dyn Display| Failure::input(format!("cannot read {shown}: {error}"), "give a PNG picture");
        let file = fs::read(path).map_err(|error| unreadable(&error))?;
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
                format!("{shown} has {width} x {height} pixels, which are no whole blocks of {BLOCK} x {BLOCK}"),
                format!("cut or fill it to {} x {}", width.next_multiple_of(BLOCK), height.next_multiple_of(BLOCK)),
            ));
        }
        Ok(Self { form, width, height, bytes })
    }

    /// Width and height in pixels.
    pub(super) fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// How many pixels or blocks stand in a row, and how many in a column.
    pub(super) fn grid(&self) -> (u32, u32) {
        match self.form {
            Form::Pixel => self.size(),
            Form::Block => (self.width / BLOCK, self.height / BLOCK),
        }
    }

    /// The word of the pixel, or one of the block, in this column and row of the grid; a pixel has the word 0 only.
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

/// The luma of a pixel by ITU-R BT.709, rounded.
fn luma([red, green, blue, _]: [u8; 4]) -> u8 {
    let weighted = 2126 * u32::from(red) + 7152 * u32::from(green) + 722 * u32::from(blue);
    u8::try_from((weighted + 5000) / 10_000).expect("the weights are 10000 together")
}

/// The PNG file of what a program left for each pixel, or for each block as a grey value of 16 bits.
///
/// Fails with the number of the first value that has more bits.
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
