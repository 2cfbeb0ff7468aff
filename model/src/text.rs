//! A text in which reports show places. It finds a place at once, also in a long text.

use std::ops::Range;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

/// The maximum number of bytes that a report shows on either side of a place. A longer line is cut,
/// because reports cannot draw a caret beyond column 65,535.
const AROUND: usize = 200;

/// A text with its name, in which reports of [`miette`] show places. Unlike
/// [`miette::NamedSource`], it finds a place at once in a long text, and cuts long lines.
#[derive(Clone, Debug)]
pub struct Text {
    name: String,
    text: String,
    /// The bytes at which the lines start.
    starts: Vec<usize>,
}

impl Text {
    /// Returns a text that reports call `name`.
    pub fn new(name: &str, text: String) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(end, _)| end + 1)).collect();
        Self { name: name.to_owned(), text, starts }
    }

    /// Returns the index of the line with byte `place`.
    fn line_of(&self, place: usize) -> usize {
        self.starts.partition_point(|start| *start <= place) - 1
    }

    /// Returns the bytes to show: the lines of `span`, with as many lines before and after it.
    fn shown(&self, span: &Range<usize>, before: usize, after: usize) -> Range<usize> {
        let first = self.line_of(span.start).saturating_sub(before);
        let behind = self.starts.get(self.line_of(span.end) + after + 1);
        let start = self.starts[first].max(span.start.saturating_sub(AROUND));
        let end = behind.map_or(self.text.len(), |start| *start).min(span.end.saturating_add(AROUND));
        self.text.floor_char_boundary(start)..self.text.ceil_char_boundary(end)
    }
}

impl SourceCode for Text {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let place = span.offset()..span.offset() + span.len();
        if place.end > self.text.len() {
            return Err(MietteError::OutOfBounds);
        }
        let shown = self.shown(&place, before, after);
        let inside = SourceSpan::from((place.start - shown.start, span.len()));
        let text = &self.text[shown.clone()];
        let contents = text.read_span(&inside, before, after)?;
        let line = self.line_of(shown.start);
        let cut = if contents.line() == 0 { shown.start - self.starts[line] } else { 0 };
        let at = SourceSpan::from((contents.span().offset() + shown.start, contents.span().len()));
        let data = &self.text.as_bytes()[at.offset()..at.offset() + at.len()];
        let (first, column, lines) = (contents.line() + line, contents.column() + cut, contents.line_count() + line);
        Ok(Box::new(MietteSpanContents::new_named(self.name.clone(), data, at, first, column, lines)))
    }
}

#[cfg(test)]
mod tests {
    use miette::NamedSource;

    use super::*;

    /// The text that a source shows, where it begins, and the line and column there.
    fn read(source: &dyn SourceCode, span: Range<usize>, context: usize) -> (Vec<u8>, usize, usize, usize) {
        let contents = source.read_span(&(span.start, span.len()).into(), context, context).expect("it is inside");
        (contents.data().to_vec(), contents.span().offset(), contents.line(), contents.column())
    }

    #[test]
    fn every_place_is_shown_like_that_of_a_plain_text() {
        for text in ["", "a", "\n", "ab\ncd\n", "ab\r\ncd\r\n\r\nef", "ä\nöü\n\n\nß"] {
            let (own, plain) = (Text::new("t", text.to_owned()), NamedSource::new("t", text.to_owned()));
            let places = (0..=text.len()).filter(|place| text.is_char_boundary(*place));
            for (start, end) in places.clone().flat_map(|start| places.clone().map(move |end| (start, end))) {
                for context in [0, 1] {
                    // The text of an empty place without context is never drawn.
                    if start < end || start == end && context > 0 {
                        let place = start..end;
                        let (data, offset, line, column) = read(&plain, place.clone(), context);
                        let shown = read(&own, place.clone(), context);
                        assert_eq!((shown.1, shown.2, shown.3), (offset, line, column), "{text:?} {place:?} {context}");
                        // The plain text can show one line more if a line ends in CR LF.
                        assert!(data.starts_with(&shown.0), "{text:?} {place:?} {context}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_long_line_is_cut() {
        let text = format!("first\n{}x{}\nlast", "ä".repeat(40_000), " ".repeat(70_000));
        let at = text.find('x').expect("it is there");
        let (data, start, line, column) = read(&Text::new("t", text.clone()), at..at + 1, 1);
        assert!(data.len() <= 2 * AROUND + 4, "{} bytes", data.len());
        assert!(std::str::from_utf8(&data).is_ok());
        assert_eq!((line, column), (1, start - 6));
        let (_, _, line, column) = read(&Text::new("t", text), at..at + 1, 0);
        assert_eq!((line, column), (1, 80_000));
    }
}
