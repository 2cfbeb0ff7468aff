//! Where the vectors come from: legal inputs, biased to corners, each from (seed, index) alone.

pub mod addends;
pub mod aim;
pub mod blocks;
pub mod carry;
pub mod columns;
pub mod corner;
pub mod corners;
pub mod lanes;
pub mod order;
pub mod scalar;
pub mod simd;
pub mod turns;
pub mod vmad;
