//! What the benches share: interleaved runs of contenders, pinned threads, ratios of medians.
