//! Errors of a campaign: the device failed, or something that it needs is missing.

use miette::Diagnostic;
use vidalu_model::Fault;

/// The oldest CUDA version whose driver accepts the kernels, 7.5, as [`version`] counts.
pub(crate) const OLDEST: u32 = 7050;

/// Returns a CUDA version as people write it: 12.9 for 12090.
pub fn version(number: u32) -> String {
    format!("{}.{}", number / 1000, number % 1000 / 10)
}

/// Why a device does not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Diagnostic)]
pub enum DeviceError {
    /// The CUDA driver was not found.
    #[error("no CUDA driver found")]
    #[diagnostic(help("vidalu silicon needs an NVIDIA GPU and its driver; nvidia-smi shows whether both work"))]
    NoDriver,
    /// The driver reports no device.
    #[error("the CUDA driver reports no device")]
    #[diagnostic(help("install an NVIDIA GPU, or let CUDA_VISIBLE_DEVICES name one that is installed"))]
    NoDevice,
    /// The driver does not know the PTX version of the kernels.
    #[error("the driver supports CUDA {}, the kernels need CUDA {} or later", version(*.found), version(OLDEST))]
    #[diagnostic(help("update the NVIDIA driver"))]
    TooOld {
        /// The CUDA version of the driver, as [`version`] counts.
        found: u32,
    },
    /// The memory of the device is exhausted.
    #[error("the GPU has less than {} MiB of free memory", .bytes.div_ceil(1 << 20))]
    #[diagnostic(help("end other programs on the GPU, or ask for fewer vectors with --per-form"))]
    OutOfMemory {
        /// The size of the allocation that failed, in bytes.
        bytes: u64,
    },
    /// The compiler refused a module; its log. A campaign finds the form from it.
    #[error("the compiler of the driver refuses a kernel")]
    #[diagnostic(help("the compiler says: {0}"))]
    Refused(String),
    /// A call of the driver failed.
    #[error("the CUDA driver failed in {call}: {error}")]
    #[diagnostic(help("nvidia-smi and the system's log may say more"))]
    Failed {
        /// The function of the driver.
        call: &'static str,
        /// The driver's description of the error.
        error: String,
    },
}

impl DeviceError {
    /// Whose fault the error is: always that of a tool.
    pub fn fault(&self) -> Fault {
        Fault::Tool
    }
}

/// Why a campaign ended early.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Diagnostic)]
pub enum Error {
    /// The device failed, or something that it needs is missing.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Device(DeviceError),
    /// The driver's compiler refused a form.
    #[error("the compiler of the driver refuses form {form}, `{ptx}`")]
    #[diagnostic(help("{}", said(.log)))]
    Refused {
        /// The form's number.
        form: u32,
        /// The form as PTX.
        ptx: String,
        /// The first line of the compiler's log that gives a reason; empty if none does.
        log: String,
    },
}

fn said(log: &str) -> String {
    match log {
        "" => "the compiler does not give a reason".to_owned(),
        log => format!("the compiler says: {log}"),
    }
}

impl Error {
    /// Whose fault the error is: always that of a tool.
    pub fn fault(&self) -> Fault {
        Fault::Tool
    }
}
