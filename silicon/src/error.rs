//! What keeps a comparison from being made. Each message is a sentence with its remedy; the program ends with exit code 3.

use crate::device::{DeviceError, version};

/// Why a campaign ended early.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The device, or what it needs.
    #[error(transparent)]
    Device(DeviceError),
    /// The driver's compiler refused a form.
    #[error("the compiler of the driver refuses form {form}, {ptx}: {log}")]
    Refused {
        /// The form's number.
        form: u32,
        /// Its text.
        ptx: String,
        /// The first line of the compiler's log that says why.
        log: String,
    },
}

/// The oldest driver that takes the kernels, as [`crate::device::About::compiler`] counts: CUDA 7.5.
pub const OLDEST: u32 = 7050;

/// The sentence for a driver that is too old.
pub(crate) fn too_old(found: u32) -> String {
    format!(
        "the driver is of CUDA {}; the kernels need one of CUDA {} or later: update the NVIDIA driver",
        version(found),
        version(OLDEST)
    )
}
