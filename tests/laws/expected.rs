//! What std has no stable adapter for, written out serially.

/// Serial namesakes of parallel adapters.
pub(crate) trait Expected: Iterator + Sized {
    /// Items in vectors of `size`, the last one may be shorter.
    fn in_chunks(self, size: usize) -> Vec<Vec<Self::Item>> {
        let mut chunks = Vec::new();
        let mut items = self.peekable();
        while items.peek().is_some() {
            chunks.push(items.by_ref().take(size).collect());
        }
        chunks
    }

    /// `separator` between neighbours.
    fn with_separator(self, separator: Self::Item) -> Vec<Self::Item>
    where
        Self::Item: Clone,
    {
        let mut items = Vec::new();
        for item in self {
            if !items.is_empty() {
                items.push(separator.clone());
            }
            items.push(item);
        }
        items
    }

    /// One of each side in turn. When one ends, the rest of the other, unless `shortest`.
    fn in_turn(self, other: impl IntoIterator<Item = Self::Item>, shortest: bool) -> Vec<Self::Item> {
        let (mut left, mut right) = (self.fuse(), other.into_iter().fuse());
        let mut items = Vec::new();
        loop {
            match (left.next(), right.next()) {
                (Some(a), Some(b)) => items.extend([a, b]),
                (Some(a), None) => {
                    items.push(a);
                    if !shortest {
                        items.extend(left);
                    }
                    return items;
                }
                (None, Some(b)) => {
                    if !shortest {
                        items.push(b);
                        items.extend(right);
                    }
                    return items;
                }
                (None, None) => return items,
            }
        }
    }
}

impl<I: Iterator> Expected for I {}
