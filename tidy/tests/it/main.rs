//! What holds for the whole workspace: its files import without circles, and its prose is plain
//! English.

mod circles;
mod language;
