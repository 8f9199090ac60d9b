#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::parsers::check("othello_obf", bytes));
