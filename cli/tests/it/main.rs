//! The program as its users and other programs call it.

mod commands;
mod conformance;
mod doctor;
mod pages;
mod streams;
mod support;
