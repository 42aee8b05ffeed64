//! Parts of slices: the same as std gives, wherever they are split, from both ends.

mod chunk_by;
mod chunks;
mod each_way;
mod merge;
mod split;
mod windows;
