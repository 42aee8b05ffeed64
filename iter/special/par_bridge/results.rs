//! The results of pieces that end in any order, joined with their neighbours as soon as these are there.
//!
//! Pieces come and go as long as the iterator lasts, which may be days: what they came to must not pile up.

/// What the pieces `first ..= last` came to; nothing, if none of them has begun.
pub(super) struct Run<R> {
    first: usize,
    last: usize,
    pub(super) result: Option<R>,
}

impl<R> Run<R> {
    /// The run of one piece.
    pub(super) fn of(piece: usize, result: Option<R>) -> Self {
        Run { first: piece, last: piece, result }
    }

    /// Joins two neighbours.
    pub(super) fn join(self, right: Self, reduce: impl FnOnce(R, R) -> R) -> Self {
        let result = match (self.result, right.result) {
            (Some(left), Some(right)) => Some(reduce(left, right)),
            (left, right) => left.or(right),
        };
        Run { first: self.first, last: right.last, result }
    }
}

/// The runs so far, no two of them neighbours (unless there was no time to join them).
pub(super) struct Runs<R>(Vec<Run<R>>);

impl<R> Runs<R> {
    pub(super) fn new() -> Self {
        Runs(Vec::new())
    }

    /// Takes out a neighbour of `run`, and says by the order who is on the left.
    pub(super) fn beside(&mut self, run: Run<R>) -> Result<(Run<R>, Run<R>), Run<R>> {
        if let Some(index) = self.0.iter().position(|left| left.last + 1 == run.first) {
            return Ok((self.0.swap_remove(index), run));
        }
        if let Some(index) = self.0.iter().position(|right| run.last + 1 == right.first) {
            return Ok((run, self.0.swap_remove(index)));
        }
        Err(run)
    }

    pub(super) fn insert(&mut self, run: Run<R>) {
        self.0.push(run);
    }

    /// All runs from left to right.
    pub(super) fn into_ordered(mut self) -> Vec<Run<R>> {
        self.0.sort_by_key(|run| run.first);
        self.0
    }
}
