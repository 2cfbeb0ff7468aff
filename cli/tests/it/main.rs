//! Runs the program as users and other programs do.

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
mod images;
mod kit;
mod package;
mod page;
mod pages;
mod programs;
mod ptxas;
mod run;
mod scripts;
mod silicon;
mod streams;
mod support;
mod vectors;
