//! What the simulated workers compute: trees of joins whose nodes take time.

use crate::common::Random;

/// One join, or a leaf.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    /// How many ticks it takes itself, before its sides begin.
    pub(crate) cost: u64,
    pub(crate) sides: Option<(usize, usize)>,
}

/// A tree of joins. Node 0 is the root.
#[derive(Debug, Default)]
pub(crate) struct Dag(Vec<Node>);

impl Dag {
    pub(crate) fn node(&self, node: usize) -> Node {
        self.0[node]
    }

    /// T₁: how long one worker takes, in ticks.
    pub(crate) fn work(&self) -> u64 {
        self.0.iter().map(|node| node.cost).sum()
    }

    /// T∞: the longest way from the root to a leaf, in ticks.
    pub(crate) fn span(&self) -> u64 {
        let mut below = vec![0; self.0.len()];
        // Sides come after their parents.
        for (place, node) in self.0.iter().enumerate().rev() {
            below[place] = node.cost + node.sides.map_or(0, |(left, right)| below[left].max(below[right]));
        }
        below[0]
    }

    fn add(&mut self, cost: u64) -> usize {
        self.0.push(Node { cost, sides: None });
        self.0.len() - 1
    }

    /// Splits all leaves until each has one item; `split` says how many of them go to the left.
    fn grown(items: u64, mut split: impl FnMut(u64) -> u64, mut cost: impl FnMut() -> u64) -> Dag {
        let mut dag = Dag::default();
        let mut pending = vec![(dag.add(1), items)];
        while let Some((node, items)) = pending.pop() {
            if items < 2 {
                dag.0[node].cost = cost();
                continue;
            }
            let left = split(items);
            let sides = (dag.add(1), dag.add(1));
            dag.0[node].sides = Some(sides);
            pending.extend([(sides.0, left), (sides.1, items - left)]);
        }
        dag
    }

    /// Halves all the way down.
    pub(crate) fn balanced(leaves: u64, cost: u64) -> Dag {
        Dag::grown(leaves, |items| items / 2, || cost)
    }

    /// Splits anywhere.
    pub(crate) fn random(leaves: u64, cost: u64, random: &mut Random) -> Dag {
        Dag::grown(leaves, |items| 1 + random.below(items - 1), || cost)
    }

    /// Splits anywhere, and leaves cost anything: half of them up to twice `cost`, a quarter four times as much, and so on three
    /// times.
    pub(crate) fn irregular(leaves: u64, cost: u64, random: &mut Random) -> Dag {
        let mut other = Random(random.below(u64::MAX) | 1);
        Dag::grown(
            leaves,
            |items| 1 + random.below(items - 1),
            || {
                let times = 1 << (2 * other.below(8).leading_zeros().saturating_sub(61));
                1 + other.below(cost * 2) * times
            },
        )
    }

    /// A comb: each join has a leaf on one side and the rest of the comb on the other.
    pub(crate) fn comb(leaves: u64, cost: u64, rest_is_left: bool) -> Dag {
        Dag::grown(leaves, |items| if rest_is_left { items - 1 } else { 1 }, || cost)
    }
}
