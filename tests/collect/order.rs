//! Collected items stand where std puts them.

use furcate::prelude::*;

#[test]
fn vec_equals_std() {
    for len in [0, 1, 2, 3, 10, 100, 1000, 100_000] {
        let source: Vec<usize> = (0..len).collect();
        let slice = &source[..];
        let doubled: Vec<usize> = slice.par_iter().map(|n| n * 2).collect();
        assert_eq!(doubled, slice.iter().map(|n| n * 2).collect::<Vec<_>>());
        let odd: Vec<&usize> = slice.par_iter().filter(|&n| n % 2 == 1).collect();
        assert_eq!(odd, slice.iter().filter(|&n| n % 2 == 1).collect::<Vec<_>>());
        let mut grown = vec![7];
        grown.par_extend(slice);
        grown.par_extend(slice.par_iter().filter(|&n| n % 3 == 0));
        assert_eq!(grown.len(), 1 + len + len.div_ceil(3));
    }
}
