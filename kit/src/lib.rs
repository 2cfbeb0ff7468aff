#![doc = include_str!("../README.md")]

mod bench;
mod error;
mod flow;
mod kit;
mod picture;
mod readme;
mod request;
mod template;
mod unit;
mod vectors;

pub use self::error::KitError;
pub use self::kit::Kit;
pub use self::request::Request;
