//! The seam between a campaign and what computes the kernels: an NVIDIA GPU, or in the tests the golden model.

use crate::error::too_old;

/// Something that compiles PTX and runs its kernels, from several threads at once.
pub trait Device: Sync {
    /// What it is.
    fn about(&self) -> &About;

    /// Compiles a module.
    ///
    /// # Errors
    /// [`DeviceError::Refused`] if the compiler refuses the text, or another if the device fails.
    fn load(&self, text: &str) -> Result<Box<dyn Loaded + '_>, DeviceError>;
}

/// A module on the device.
pub trait Loaded {
    /// Runs a kernel of the module and waits for its answers: word `w` of vector `job.first + i` lands in
    /// `out[w * job.count + i]`, so that `out` is as long as the count times the kernel's words.
    ///
    /// # Errors
    /// If the device has no memory for the answers, or fails.
    fn run(&mut self, kernel: &str, job: Job, out: &mut [u32]) -> Result<(), DeviceError>;
}

/// Which vectors a kernel computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// The key of the sequence; see [`crate::operands::key`].
    pub key: u64,
    /// The first vector.
    pub first: u64,
    /// How many.
    pub count: u32,
}

/// What a device is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name.
    pub name: String,
    /// Its compute capability: 9, 0 for sm_90.
    pub capability: (u32, u32),
    /// Total memory in bytes.
    pub memory: u64,
    /// The release of the driver, where the system tells it.
    pub driver: Option<String>,
    /// The CUDA version of the driver, which is that of its compiler: 12090 for 12.9.
    pub compiler: u32,
}

/// A CUDA version as people write it: 12.9 for 12090.
pub fn version(number: u32) -> String {
    format!("{}.{}", number / 1000, number % 1000 / 10)
}

/// What can go wrong with a device.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// There is no driver.
    #[error(
        "no CUDA driver is here: vidalu silicon needs an NVIDIA GPU and its driver; nvidia-smi shows whether both work"
    )]
    NoDriver,
    /// The driver has no device.
    #[error("the CUDA driver has no device: put in an NVIDIA GPU, or let CUDA_VISIBLE_DEVICES name one that is there")]
    NoDevice,
    /// The driver does not know the PTX version of the kernels.
    #[error("{}", too_old(*.found))]
    TooOld {
        /// Its CUDA version, as [`About::compiler`].
        found: u32,
    },
    /// The device has no room.
    #[error("the GPU has no {} MiB of memory left: end other programs on it, or ask for fewer vectors with --per-form", .bytes.div_ceil(1 << 20))]
    OutOfMemory {
        /// What was asked for.
        bytes: u64,
    },
    /// The compiler refused a module; its log. A campaign finds the form from it.
    #[error("the compiler of the driver refuses a kernel: {0}")]
    Refused(String),
    /// A call of the driver failed.
    #[error("the CUDA driver failed in {call}: {error}; nvidia-smi and the system's log may say more")]
    Failed {
        /// The function of the driver.
        call: &'static str,
        /// What the driver says of it.
        error: String,
    },
}
