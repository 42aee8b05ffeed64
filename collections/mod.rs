//! Sources that own what they iterate over, and other sources that are not slices: one file a kind.
