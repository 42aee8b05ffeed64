//! Each node after its children.

use super::{right_half, unfold_chain};
use crate::iter::ParallelIterator;
use crate::iter::plumbing::{Folder, UnindexedConsumer, UnindexedProducer, bridge_unindexed};

/// An iterator over the nodes of a tree, each after its children.
///
/// Made by [`walk_tree_postfix()`].
///
/// ```
/// use furcate::{iter::{WalkTreePostfix, walk_tree_postfix}, prelude::*};
///
/// let tree: WalkTreePostfix<u32, _> = walk_tree_postfix(3, |&height| (0..height).rev());
/// assert_eq!(tree.collect::<Vec<_>>(), [0, 1, 0, 2, 0, 1, 0, 3]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct WalkTreePostfix<S, B> {
    root: S,
    children_of: B,
}

/// Makes an iterator over `root` and all that descends from it, each node after its children, and these in order.
///
/// `children_of` runs once for each node.
///
/// # Examples
///
/// ```
/// use furcate::iter::walk_tree_postfix;
/// use furcate::prelude::*;
///
/// let children_of = |&n: &u32| [2 * n, 2 * n + 1].into_iter().filter(|&child| child < 8);
/// let nodes: Vec<u32> = walk_tree_postfix(1, children_of).collect();
/// assert_eq!(nodes, [4, 5, 2, 6, 7, 3, 1]);
/// ```
pub fn walk_tree_postfix<S, B, I>(root: S, children_of: B) -> WalkTreePostfix<S, B>
where
    S: Send,
    B: Fn(&S) -> I + Send + Sync,
    I: IntoIterator<Item = S>,
{
    WalkTreePostfix { root, children_of }
}

impl<S, B, I> ParallelIterator for WalkTreePostfix<S, B>
where
    S: Send,
    B: Fn(&S) -> I + Send + Sync,
    I: IntoIterator<Item = S>,
{
    type Item = S;

    fn drive_unindexed<C: UnindexedConsumer<S>>(self, consumer: C) -> C::Result {
        let all = Forest { subtrees: vec![self.root], nodes: Vec::new(), children_of: &self.children_of };
        bridge_unindexed(all, consumer)
    }
}

/// Subtrees, then single nodes from the last to the first, which is the order in which they are met.
struct Forest<'b, S, B> {
    subtrees: Vec<S>,
    nodes: Vec<S>,
    children_of: &'b B,
}

impl<S, B, I> UnindexedProducer for Forest<'_, S, B>
where
    S: Send,
    B: Fn(&S) -> I + Send + Sync,
    I: IntoIterator<Item = S>,
{
    type Item = S;

    fn split(mut self) -> (Self, Option<Self>) {
        let Forest { subtrees, nodes, children_of } = &mut self;
        unfold_chain(subtrees, nodes, *children_of);
        let right = match right_half(subtrees) {
            Some(right) => Some((right, std::mem::take(nodes))),
            None => right_half(nodes).map(|left| (Vec::new(), std::mem::replace(nodes, left))),
        };
        let children_of = self.children_of;
        (self, right.map(|(subtrees, nodes)| Forest { subtrees, nodes, children_of }))
    }

    fn fold_with<F: Folder<S>>(self, mut folder: F) -> F {
        for root in self.subtrees {
            if folder.full() {
                break;
            }
            folder = fold_subtree(root, self.children_of, folder);
        }
        if folder.full() {
            drop(self.nodes); // before the folder is returned, see `Step::finish`
            return folder;
        }
        folder.consume_iter(self.nodes.into_iter().rev())
    }
}

/// Walks a subtree without recursion: trees may be deeper than stacks.
fn fold_subtree<S, B, I, F>(root: S, children_of: &B, mut folder: F) -> F
where
    B: Fn(&S) -> I,
    I: IntoIterator<Item = S>,
    F: Folder<S>,
{
    let begin = |node: S| {
        let children = children_of(&node).into_iter();
        (node, children)
    };
    let mut path = vec![begin(root)];
    while let Some((_, children)) = path.last_mut() {
        if let Some(child) = children.next() {
            path.push(begin(child));
        } else if let Some((node, _)) = path.pop() {
            folder = folder.consume(node);
            if folder.full() {
                break;
            }
        }
    }
    drop(path); // before the folder is returned, see `Step::finish`
    folder
}
