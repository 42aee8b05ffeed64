//! What the laws ask of a chain, and the macro that makes it of one line.

use furcate_tests::Shattered;

use super::{Item, Tick};

/// A chain of adapters over any base. What it gives is printed, so that the laws need not know its type.
pub(crate) trait Lawful {
    /// Collects the chain over a base that is split by a seed.
    fn collect<T: Item>(&self, base: Shattered<T>, tick: &Tick) -> Vec<String>;

    /// Collects the chain over a vector, split by the bridge.
    fn collect_bridged<T: Item>(&self, base: Vec<T>, tick: &Tick) -> Vec<String>;

    /// What std gives.
    fn expected(&self, base: Vec<usize>) -> Vec<String>;

    /// Builds the chain and drops it.
    fn build_and_drop(&self, base: Vec<usize>, tick: &Tick);

    /// The length, and the items of the chain whose own producer is split by a seed. `None` if it has none.
    fn shatter(&self, base: Shattered<usize>, tick: &Tick, seed: u64) -> Option<(usize, Vec<String>)>;

    /// What a clone of the chain gives, and how the chain is printed.
    fn clone_and_print(&self, base: Shattered<usize>, tick: &Tick) -> (Vec<String>, String);
}

pub(crate) fn printed<R: std::fmt::Debug>(items: impl IntoIterator<Item = R>) -> Vec<String> {
    items.into_iter().map(|item| format!("{item:?}")).collect()
}

/// Makes a module of tests for each adapter: one test a law.
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
        $( laws! { @one $i_name $i_type |$i_base, $i_tick| ($i_par) |$i_std| ($i_expected) shatter } )*
        $( laws! { @one $u_name $u_type |$u_base, $u_tick| ($u_par) |$u_std| ($u_expected) none } )*
    };
    (@one $name:ident $type:ident |$base:ident, $tick:ident| ($par:expr) |$std:ident| ($expected:expr) $kind:ident) => {
        mod $name {
            use super::*;

            struct Chain;

            impl Lawful for Chain {
                fn collect<T: Item>(&self, $base: Shattered<T>, $tick: &Tick) -> Vec<String> {
                    lawful::printed($par.collect::<Vec<_>>())
                }

                fn collect_bridged<T: Item>(&self, base: Vec<T>, $tick: &Tick) -> Vec<String> {
                    let $base = base.into_par_iter();
                    lawful::printed($par.collect::<Vec<_>>())
                }

                fn expected(&self, base: Vec<usize>) -> Vec<String> {
                    let $std = base.into_iter();
                    lawful::printed($expected)
                }

                fn build_and_drop(&self, base: Vec<usize>, $tick: &Tick) {
                    let $base = Shattered::new(base, 0);
                    drop($par);
                }

                fn shatter(&self, $base: Shattered<usize>, $tick: &Tick, seed: u64) -> Option<(usize, Vec<String>)> {
                    laws! { @$kind $par, seed }
                }

                fn clone_and_print(&self, $base: Shattered<usize>, $tick: &Tick) -> (Vec<String>, String) {
                    let chain = $par;
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
            fn gives_the_same_cut_anywhere() {
                cut(&Chain);
            }

            #[test]
            fn is_cloned_and_printed() {
                cloned_and_printed(&Chain, stringify!($type));
            }
        }
    };
    (@shatter $par:expr, $seed:ident) => {{
        let chain = $par;
        let len = chain.len();
        Some((len, lawful::printed(shatter(chain, $seed))))
    }};
    (@none $par:expr, $seed:ident) => {{
        let _ = ($par, $seed);
        None
    }};
}
pub(crate) use laws;
