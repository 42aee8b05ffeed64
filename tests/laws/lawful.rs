//! What the laws ask of a chain, and the macro that makes it of one line.

use furcate::prelude::*;
use furcate_tests::Shattered;

use super::{Number, Tick};

/// A chain of adapters. What it gives is printed, so that the laws need not know its type.
///
/// A chain is instantiated over two bases only, since each takes the compiler its time.
pub(crate) trait Lawful {
    /// Collects the chain over a base that is split by a seed.
    fn collect(&self, base: Shattered<Number>, tick: &Tick) -> Vec<String>;

    /// Collects the chain over a vector, split by the bridge.
    fn collect_bridged(&self, base: Vec<Number>, tick: &Tick) -> Vec<String>;

    /// What std gives.
    fn expected(&self, base: Vec<usize>) -> Vec<String>;

    /// Builds the chain and drops it.
    fn build_and_drop(&self, base: Shattered<Number>, tick: &Tick);

    /// The length, and the items of the chain whose own producer is split by a seed. `None` if it has none.
    fn shatter(&self, base: Shattered<Number>, tick: &Tick, seed: u64) -> Option<(usize, Vec<String>)>;

    /// What a clone of the chain gives, and how the chain is printed.
    fn clone_and_print(&self, base: Shattered<Number>, tick: &Tick) -> (Vec<String>, String);
}

pub(crate) fn printed<R: std::fmt::Debug>(items: impl IntoIterator<Item = R>) -> Vec<String> {
    items.into_iter().map(|item| format!("{item:?}")).collect()
}

/// What chains begin with.
pub(crate) trait Base: IndexedParallelIterator<Item = Number> + Clone + std::fmt::Debug {}

impl<I: IndexedParallelIterator<Item = Number> + Clone + std::fmt::Debug> Base for I {}

/// Makes a module of tests for each adapter: one test a law; and a list of the adapters.
///
/// ```text
/// laws! {
///     indexed { rev Rev |base, tick| base.rev(), std |base| base.rev() }
///     unindexed { … }
/// }
/// ```
macro_rules! laws {
    (
        indexed { $( $i_name:ident $i_type:ident |$i_base:ident, $i_tick:ident| $i_par:expr, std |$i_std:ident| $i_expected:expr; )* }
        unindexed { $( $u_name:ident $u_type:ident |$u_base:ident, $u_tick:ident| $u_par:expr, std |$u_std:ident| $u_expected:expr; )* }
    ) => {
        /// The types of the adapters that have a row.
        const ADAPTERS: &[&str] = &[$( stringify!($i_type), )* $( stringify!($u_type), )*];

        $( laws! { @one $i_name $i_type |$i_base, $i_tick| ($i_par) |$i_std| ($i_expected) shatter } )*
        $( laws! { @one $u_name $u_type |$u_base, $u_tick| ($u_par) |$u_std| ($u_expected) none } )*
    };
    (@one $name:ident $type:ident |$base:ident, $tick:ident| ($par:expr) |$std:ident| ($expected:expr) $kind:ident) => {
        mod $name {
            use super::*;

            struct Chain;

            fn build<B: Base>($base: B, $tick: &Tick) -> laws! { @$kind type } {
                $par
            }

            impl Lawful for Chain {
                fn collect(&self, base: Shattered<Number>, tick: &Tick) -> Vec<String> {
                    lawful::printed(build(base, tick).collect::<Vec<_>>())
                }

                fn collect_bridged(&self, base: Vec<Number>, tick: &Tick) -> Vec<String> {
                    lawful::printed(build(base.into_par_iter(), tick).collect::<Vec<_>>())
                }

                fn expected(&self, base: Vec<usize>) -> Vec<String> {
                    let $std = base.into_iter();
                    lawful::printed($expected)
                }

                fn build_and_drop(&self, base: Shattered<Number>, tick: &Tick) {
                    drop(build(base, tick));
                }

                fn shatter(&self, base: Shattered<Number>, tick: &Tick, seed: u64) -> Option<(usize, Vec<String>)> {
                    laws! { @$kind build(base, tick), seed }
                }

                fn clone_and_print(&self, base: Shattered<Number>, tick: &Tick) -> (Vec<String>, String) {
                    let chain = build(base, tick);
                    let text = format!("{chain:?}");
                    (lawful::printed(chain.clone().collect::<Vec<_>>()), text)
                }
            }

            #[test]
            fn is_the_same_as_std() {
                same_as_std(&Chain);
            }

            #[test]
            fn is_lazy() {
                lazy(&Chain);
            }

            #[test]
            fn drops_each_item_once_when_a_closure_panics() {
                panics(&Chain);
            }

            #[test]
            fn drops_each_item_once_when_a_destructor_panics() {
                destructors(&Chain);
            }

            #[test]
            fn gives_the_same_cut_anywhere() {
                cut(&Chain);
            }

            #[test]
            fn is_cloned_and_printed() {
                cloned_and_printed(&Chain, stringify!($type));
            }
        }
    };
    (@shatter type) => { impl IndexedParallelIterator<Item: std::fmt::Debug> + Clone + std::fmt::Debug };
    (@none type) => { impl ParallelIterator<Item: std::fmt::Debug> + Clone + std::fmt::Debug };
    (@shatter $chain:expr, $seed:ident) => {{
        let chain = $chain;
        let len = chain.len();
        Some((len, lawful::printed(shatter(chain, $seed))))
    }};
    (@none $chain:expr, $seed:ident) => {{
        let _ = ($chain, $seed);
        None
    }};
}
pub(crate) use laws;
