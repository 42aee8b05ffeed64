//! What the compiler must refuse. Each example that does not compile stands beside one that differs in the fault only.
//!
//! # Only what may go to another thread goes there (rayon#430, rayon#443)
//!
//! A task of a scope:
//!
//! ```compile_fail,E0277
//! let shared = std::rc::Rc::new(1);
//! furcate::scope(|scope| scope.spawn(move |_| assert_eq!(*shared, 1)));
//! ```
//!
//! ```
//! let shared = std::sync::Arc::new(1);
//! furcate::scope(|scope| scope.spawn(move |_| assert_eq!(*shared, 1)));
//! ```
//!
//! The result of a call into a pool:
//!
//! ```compile_fail,E0277
//! let pool = furcate::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
//! assert_eq!(*pool.install(|| std::rc::Rc::new(1)), 1);
//! ```
//!
//! ```
//! let pool = furcate::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
//! assert_eq!(*pool.install(|| std::sync::Arc::new(1)), 1);
//! ```
//!
//! The state of a loop:
//!
//! ```compile_fail,E0277
//! use furcate::prelude::*;
//! let with = std::rc::Rc::new(1);
//! assert_eq!((0..3).into_par_iter().map_with(with, |with, n| **with + n).sum::<i32>(), 6);
//! ```
//!
//! ```
//! use furcate::prelude::*;
//! let with = std::sync::Arc::new(1);
//! assert_eq!((0..3).into_par_iter().map_with(with, |with, n| **with + n).sum::<i32>(), 6);
//! ```
//!
//! What a loop's closure borrows:
//!
//! ```compile_fail,E0277
//! use furcate::prelude::*;
//! let cell = std::cell::Cell::new(0);
//! (0..3).into_par_iter().for_each(|n| cell.set(n));
//! ```
//!
//! ```
//! use furcate::prelude::*;
//! let cell = std::sync::Mutex::new(0);
//! (0..3).into_par_iter().for_each(|n| *cell.lock().unwrap() = n);
//! ```
//!
//! # Nothing outlives what it borrows
//!
//! ```compile_fail,E0373
//! let text = String::from("abc");
//! furcate::spawn(|| assert!(text.contains('b')));
//! ```
//!
//! ```
//! let text = String::from("abc");
//! furcate::spawn(move || assert!(text.contains('b')));
//! ```
//!
//! # No item is lent twice (ndarray#1052)
//!
//! ```compile_fail,E0499
//! use furcate::prelude::*;
//! let mut row = [1, 2, 3];
//! let (a, b) = (row.par_iter_mut(), row.par_iter_mut());
//! a.zip(b).for_each(|(a, b)| std::mem::swap(a, b));
//! ```
//!
//! ```
//! use furcate::prelude::*;
//! let (mut row, mut other) = ([1, 2, 3], [4, 5, 6]);
//! let (a, b) = (row.par_iter_mut(), other.par_iter_mut());
//! a.zip(b).for_each(|(a, b)| std::mem::swap(a, b));
//! ```
//!
//! A window shares items with its neighbours, so there are none that can be written to:
//!
//! ```compile_fail,E0599
//! use furcate::prelude::*;
//! let mut row = [1, 2, 3];
//! row.par_windows_mut(2).for_each(|window| window[0] = 0);
//! ```
//!
//! A closure that several threads run cannot change what it captures:
//!
//! ```compile_fail,E0594
//! use furcate::prelude::*;
//! let mut sum = 0;
//! (0..3).into_par_iter().for_each(|n| sum += n);
//! ```
//!
//! # Lengths that are not known
//!
//! ```compile_fail,E0277
//! use furcate::prelude::*;
//! fn indexed<I: IndexedParallelIterator>(_: I) {}
//! indexed((0..3).into_par_iter().filter(|n| n % 2 == 0));
//! ```
//!
//! ```
//! use furcate::prelude::*;
//! fn indexed<I: IndexedParallelIterator>(_: I) {}
//! indexed((0..3).into_par_iter().map(|n| n % 2 == 0));
//! ```
