//! Where in the sequence a piece stands, as a number that any number of threads can compare.
//!
//! The whole has all ranks; a piece that is split shares its ranks out, the lower ones to the left. Later pieces thus
//! never have lower ranks, and two pieces of one rank (when there was none left to share) are treated as if neither knew
//! where the other stands: exactness never depends on ranks, only how early a piece can stop.
//!
//! Halving each time would use up 64 bits in 64 splits of the same piece, and there are consumers that are split once for
//! each item of an outer iterator. So the n-th split in a row on the same side takes only the n²-th part: what is kept after
//! any number of them is still a quarter, and zigzag splitting still costs one bit each.

/// The ranks of one piece: `low` is its own, the others are for the pieces it will be split into.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rank {
    pub(crate) low: usize,
    width: usize,
    kept: Side,
    row: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Rank {
    /// The rank of the whole.
    pub(crate) const WHOLE: Rank = Rank { low: 0, width: usize::MAX, kept: Side::Right, row: 1 };

    /// Splits in two neighbours.
    pub(crate) fn split(self) -> (Rank, Rank) {
        self.split_keeping(self.kept)
    }

    /// Splits off a small part to the left; the right part is the one to be split again.
    pub(crate) fn split_off_left(self) -> (Rank, Rank) {
        self.split_keeping(Side::Right)
    }

    fn split_keeping(self, kept: Side) -> (Rank, Rank) {
        let row = if kept == self.kept { self.row } else { 1 };
        let share = self.width / row.saturating_mul(row).max(2);
        let (left_width, left_row, right_row) = match kept {
            Side::Left => (self.width - share, row + 1, 1),
            Side::Right => (share, 1, row + 1),
        };
        (
            Rank { width: left_width, kept: Side::Left, row: left_row, ..self },
            Rank {
                low: self.low + left_width,
                width: self.width - left_width,
                kept: Side::Right,
                row: right_row,
            },
        )
    }
}
