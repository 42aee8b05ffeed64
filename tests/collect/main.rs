//! Collecting: whatever a parallel iterator becomes equals what std makes of it, and nothing is lost or dropped twice.

mod order;
