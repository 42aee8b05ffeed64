//! Every public item has an example in its documentation: modules, types, traits, functions and methods.
//!
//! Which those are, `surface.rs` finds out. That the examples run, the documentation tests show.

use furcate_tests::surface::public_items;

#[test]
fn every_public_item_has_an_example() {
    let items = public_items();
    let without =
        items.iter().filter(|item| item.documentation.as_ref().is_some_and(|text| !text.contains("```")));
    let without: Vec<&str> = without.map(|item| &*item.path).collect();
    assert!(without.is_empty(), "of {} items, these have no example:\n{}", items.len(), without.join("\n"));
}
