//! The nodes of a tree that is unfolded on the way, by a function from a node to its children.
//!
//! A piece is a row of subtrees and a row of single nodes: those that had to be unfolded before there was anything
//! to split, and which come before (`prefix.rs`) or after (`postfix.rs`) what has become of them. Splitting halves the subtrees
//! or, where a tree is a mere chain, the single nodes; unfolding stops after a while, as a chain may be endless.

mod postfix;
mod prefix;

use crate::iter::ParallelIterator;
use crate::iter::plumbing::UnindexedConsumer;

pub use self::postfix::{WalkTreePostfix, walk_tree_postfix};
pub use self::prefix::{WalkTreePrefix, walk_tree_prefix};

/// An iterator over the nodes of a tree in no given order.
///
/// Made by [`walk_tree()`].
///
/// ```
/// use furcate::{iter::{WalkTree, walk_tree}, prelude::*};
///
/// // The children of a number are those that have one binary digit more.
/// let tree: WalkTree<u32, _> = walk_tree(1, |&n| if n < 4 { vec![2 * n, 2 * n + 1] } else { vec![] });
/// assert_eq!(tree.sum::<u32>(), 28);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct WalkTree<S, B> {
    ordered: WalkTreePrefix<S, B>,
}

/// Makes an iterator over `root` and all that descends from it, in no given order.
///
/// `children_of` runs once for each node, which it need not know beforehand: the tree may be a directory, a position in
/// a game. If the order matters, use [`walk_tree_prefix`] or [`walk_tree_postfix`].
///
/// # Examples
///
/// ```
/// use furcate::iter::walk_tree;
/// use furcate::prelude::*;
///
/// // The numbers that begin with 1, each being the parent of those that have one more digit.
/// let nodes = walk_tree(1u32, |&n| (10 * n..10 * n + 10).filter(|&child| child < 1000));
/// assert_eq!(nodes.count(), 111);
/// ```
pub fn walk_tree<S, B, I>(root: S, children_of: B) -> WalkTree<S, B>
where
    S: Send,
    B: Fn(&S) -> I + Send + Sync,
    I: IntoIterator<Item = S>,
    I::IntoIter: DoubleEndedIterator,
{
    WalkTree { ordered: walk_tree_prefix(root, children_of) }
}

impl<S, B, I> ParallelIterator for WalkTree<S, B>
where
    S: Send,
    B: Fn(&S) -> I + Send + Sync,
    I: IntoIterator<Item = S> + Send,
    I::IntoIter: DoubleEndedIterator,
{
    type Item = S;

    fn drive_unindexed<C: UnindexedConsumer<S>>(self, consumer: C) -> C::Result {
        self.ordered.drive_unindexed(consumer)
    }
}

/// How many nodes to unfold one after another in the hope of two to share.
const CHAIN: usize = 256;

/// Moves the root of a subtree to the single nodes, and its children to the place of the subtree, as long as there is
/// just one subtree.
fn unfold_chain<S, I>(subtrees: &mut Vec<S>, nodes: &mut Vec<S>, children_of: &impl Fn(&S) -> I)
where
    I: IntoIterator<Item = S>,
{
    for _ in 0..CHAIN {
        let [_] = subtrees[..] else { return };
        if let Some(node) = subtrees.pop() {
            subtrees.extend(children_of(&node));
            nodes.push(node);
        }
    }
}

/// Takes the right half of a row of at least two.
fn right_half<S>(row: &mut Vec<S>) -> Option<Vec<S>> {
    (row.len() > 1).then(|| row.split_off(row.len().div_ceil(2)))
}
