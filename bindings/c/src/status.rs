//! The status codes of the functions.

use vidalu_stimulus::StimulusError;

/// The result of a function. Unless it is `VIDALU_STATUS_OK`, outputs are unchanged, or hold what
/// the comment of the function says.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VidaluStatus {
    /// Done.
    Ok = 0,
    /// A control word does not encode an instruction.
    Illegal = 1,
    /// A PTX text is rejected; the message and the range of bytes say why.
    Refused = 2,
    /// A text does not fit in the caller's buffer; the part that fits was written.
    Truncated = 3,
    /// The number is not that of a profile.
    NoProfile = -1,
    /// The number is not that of a unit.
    NoUnit = -2,
    /// A pointer that must not be null is null, or a pointer is not aligned for its type.
    BadPointer = -3,
    /// The count exceeds the memory, or the end of a sequence.
    BadCount = -4,
    /// A bug in the library; please report it.
    Fault = -5,
}

impl VidaluStatus {
    /// All status codes.
    pub(crate) const ALL: [Self; 9] = [
        Self::Ok,
        Self::Illegal,
        Self::Refused,
        Self::Truncated,
        Self::NoProfile,
        Self::NoUnit,
        Self::BadPointer,
        Self::BadCount,
        Self::Fault,
    ];

    /// Returns a sentence about the status.
    pub(crate) fn sentence(self) -> &'static std::ffi::CStr {
        match self {
            Self::Ok => c"done",
            Self::Illegal => c"a control word does not encode an instruction",
            Self::Refused => c"the PTX text is rejected",
            Self::Truncated => c"the text does not fit in the buffer",
            Self::NoProfile => c"unknown profile",
            Self::NoUnit => c"unknown unit",
            Self::BadPointer => c"a pointer is null, or not aligned",
            Self::BadCount => c"more elements than fit in memory, or than the sequence has",
            Self::Fault => c"a bug in the library; please report it",
        }
    }
}

impl From<StimulusError> for VidaluStatus {
    fn from(error: StimulusError) -> Self {
        match error {
            StimulusError::BeyondEnd { .. } => Self::BadCount,
            StimulusError::UnknownModule { .. } | StimulusError::NoInstruction { .. } => Self::NoUnit,
        }
    }
}
