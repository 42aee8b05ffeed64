//! `BinaryHeap`: made from a `Vec`, extended by pieces.

use std::collections::BinaryHeap;

from_vec! { impl<T> BinaryHeap<T> where { T: Ord + Send } }

extend_by_pieces! {
    impl<T> BinaryHeap<T> => T
    where { T: Ord + Send }
    reserve(heap, len) { heap.reserve(len) }
}

extend_copied! { impl<T> BinaryHeap<T> where { T: Copy + Ord + Send + Sync } }
