#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gokaku_fuzz::check("api_body", bytes));
