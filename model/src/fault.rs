//! Whose fault a failure is.

/// Whose fault a failure is, which decides the exit code of a program that ends with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The hardware computed something wrong, a proof was refuted, or a file is damaged: exit code
    /// 1.
    Hardware,
    /// The input or the usage is wrong: exit code 2.
    Input,
    /// A tool or a device is missing, too old, crashed or ran out of time: exit code 3.
    Tool,
}

impl Fault {
    /// Returns the exit code, 1 to 3.
    pub const fn exit_code(self) -> u8 {
        match self {
            Self::Hardware => 1,
            Self::Input => 2,
            Self::Tool => 3,
        }
    }
}
