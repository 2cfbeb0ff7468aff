//! What a function answers that can be refused.

use vidalu_stimulus::StimulusError;

/// The answer of a function. Where it is not `VIDALU_STATUS_OK`, outputs hold what the function's text says, or what they held.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VidaluStatus {
    /// Done.
    Ok = 0,
    /// A control word encodes no instruction.
    Illegal = 1,
    /// A PTX text is refused; the message and the place say why.
    Refused = 2,
    /// A text does not fit the caller's buffer; what fits was written.
    Truncated = 3,
    /// No such profile.
    NoProfile = -1,
    /// No such unit.
    NoUnit = -2,
    /// A pointer is null that may not be, or its address does not suit the type.
    BadPointer = -3,
    /// More elements than memory can hold, or than are left of a sequence.
    BadCount = -4,
    /// A fault of the library; please report it.
    Fault = -5,
}

impl VidaluStatus {
    /// All of them.
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

    /// A sentence about it.
    pub(crate) fn sentence(self) -> &'static std::ffi::CStr {
        match self {
            Self::Ok => c"done",
            Self::Illegal => c"a control word encodes no instruction",
            Self::Refused => c"the PTX text is refused",
            Self::Truncated => c"the text does not fit the buffer",
            Self::NoProfile => c"there is no such profile",
            Self::NoUnit => c"there is no such unit",
            Self::BadPointer => c"a pointer is null, or not aligned",
            Self::BadCount => c"there are more elements than memory or the sequence has",
            Self::Fault => c"a fault of the library; please report it",
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
