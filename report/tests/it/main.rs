//! The page and its pictures, as users of the crate make them.

mod pictures;
