//! The library as C, C++ and SystemVerilog call it.

mod c;
mod common;
mod derived;
mod dpi;
