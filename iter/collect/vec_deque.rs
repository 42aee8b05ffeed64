//! `VecDeque`: made from a `Vec`, extended by pieces.

use std::collections::VecDeque;

from_vec! { impl<T> VecDeque<T> where { T: Send } }

extend_by_pieces! {
    impl<T> VecDeque<T> => T
    where { T: Send }
    reserve(deque, len) { deque.reserve(len) }
}

extend_copied! { impl<T> VecDeque<T> where { T: Copy + Send + Sync } }
