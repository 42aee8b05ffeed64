//! Each node before its children.

use super::{right_half, unfold_chain};
use crate::iter::ParallelIterator;
use crate::iter::plumbing::{Folder, UnindexedConsumer, UnindexedProducer, bridge_unindexed};

/// An iterator over the nodes of a tree, each before its children.
///
/// Made by [`walk_tree_prefix()`].
///
/// ```
/// use furcate::{iter::{WalkTreePrefix, walk_tree_prefix}, prelude::*};
///
/// let tree: WalkTreePrefix<u32, _> = walk_tree_prefix(3, |&height| (0..height).rev());
/// assert_eq!(tree.collect::<Vec<_>>(), [3, 2, 1, 0, 0, 1, 0, 0]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct WalkTreePrefix<S, B> {
    root: S,
    children_of: B,
}

/// Makes an iterator over `root` and all that descends from it, each node before its children, and these in order.
///
/// `children_of` runs once for each node.
///
/// # Examples
///
/// ```
/// use furcate::iter::walk_tree_prefix;
/// use furcate::prelude::*;
///
/// let children_of = |&n: &u32| [2 * n, 2 * n + 1].into_iter().filter(|&child| child < 8);
/// let nodes: Vec<u32> = walk_tree_prefix(1, children_of).collect();
/// assert_eq!(nodes, [1, 2, 4, 5, 3, 6, 7]);
/// ```
pub fn walk_tree_prefix<S, B, I>(root: S, children_of: B) -> WalkTreePrefix<S, B>
where
    S: Send,
    B: Fn(&S) -> I + Send + Sync,
    I: IntoIterator<Item = S>,
    I::IntoIter: DoubleEndedIterator,
{
    WalkTreePrefix { root, children_of }
}

impl<S, B, I> ParallelIterator for WalkTreePrefix<S, B>
where
    S: Send,
    B: Fn(&S) -> I + Send + Sync,
    I: IntoIterator<Item = S>,
    I::IntoIter: DoubleEndedIterator,
{
    type Item = S;

    fn drive_unindexed<C: UnindexedConsumer<S>>(self, consumer: C) -> C::Result {
        let all = Forest { nodes: Vec::new(), subtrees: vec![self.root], children_of: &self.children_of };
        bridge_unindexed(all, consumer)
    }
}

/// Single nodes, then subtrees.
struct Forest<'b, S, B> {
    nodes: Vec<S>,
    subtrees: Vec<S>,
    children_of: &'b B,
}

impl<S, B, I> UnindexedProducer for Forest<'_, S, B>
where
    S: Send,
    B: Fn(&S) -> I + Send + Sync,
    I: IntoIterator<Item = S>,
    I::IntoIter: DoubleEndedIterator,
{
    type Item = S;

    fn split(mut self) -> (Self, Option<Self>) {
        let Forest { nodes, subtrees, children_of } = &mut self;
        unfold_chain(subtrees, nodes, *children_of);
        let right = match right_half(subtrees) {
            Some(right) => Some((Vec::new(), right)),
            None => right_half(nodes).map(|right| (right, std::mem::take(subtrees))),
        };
        let children_of = self.children_of;
        (self, right.map(|(nodes, subtrees)| Forest { nodes, subtrees, children_of }))
    }

    fn fold_with<F: Folder<S>>(self, mut folder: F) -> F {
        folder = folder.consume_iter(self.nodes);
        // A stack: the next one is the last.
        let mut subtrees = self.subtrees;
        subtrees.reverse();
        while !folder.full() {
            let Some(node) = subtrees.pop() else { break };
            subtrees.extend((self.children_of)(&node).into_iter().rev());
            folder = folder.consume(node);
        }
        drop(subtrees); // before the folder is returned, see `Step::finish`
        folder
    }
}
