//! The vectors of every unit and block.

mod draw;
mod streams;
