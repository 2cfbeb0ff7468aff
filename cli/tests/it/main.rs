//! Runs the program as users and other programs do.

mod abuse;
mod blocks;
mod cache;
mod cluster;
mod commands;
mod conformance;
mod cosim;
mod doctor;
mod documents;
mod fpga;
mod generate;
mod hardware;
mod judge;
mod kit;
mod lab;
mod man;
mod package;
mod progress;
mod ptxas;
mod report;
mod run;
mod scripts;
mod silicon;
mod streams;
mod support;
mod vectors;
