//! What `?` works on, as a trait: the fallible methods are generic over it.
//!
//! The trait of std is not stable. This one has the same shape, with the one difference that a residual goes
//! back only into the type it came from. It cannot be named outside, and so not implemented there; a file that
//! uses it sees only [`Try::branch`] and the two ways to make a value.

use std::convert::Infallible;
use std::ops::ControlFlow::{self, Break, Continue};
use std::task::Poll;

/// A value that says either to go on, with an output, or to stop, with a residual.
///
/// Implemented for [`Option`], [`Result`], [`ControlFlow`], `Poll<Result<_, _>>` and
/// `Poll<Option<Result<_, _>>>`.
pub trait Try {
    /// What one goes on with.
    type Output;

    /// What one stops with: the same type, in which the output is impossible.
    type Residual;

    /// Makes the value that goes on.
    fn from_output(output: Self::Output) -> Self;

    /// Makes the value that stops.
    fn from_residual(residual: Self::Residual) -> Self;

    /// Tells which of both it is.
    fn branch(self) -> ControlFlow<Self::Residual, Self::Output>;
}

impl<B, C> Try for ControlFlow<B, C> {
    type Output = C;
    type Residual = ControlFlow<B, Infallible>;

    fn from_output(output: C) -> Self {
        Continue(output)
    }

    fn from_residual(residual: Self::Residual) -> Self {
        match residual {
            Break(value) => Break(value),
            Continue(never) => match never {},
        }
    }

    fn branch(self) -> ControlFlow<Self::Residual, C> {
        match self {
            Continue(output) => Continue(output),
            Break(value) => Break(Break(value)),
        }
    }
}

impl<T> Try for Option<T> {
    type Output = T;
    type Residual = Option<Infallible>;

    fn from_output(output: T) -> Self {
        Some(output)
    }

    fn from_residual(_residual: Self::Residual) -> Self {
        None
    }

    fn branch(self) -> ControlFlow<Self::Residual, T> {
        match self {
            Some(output) => Continue(output),
            None => Break(None),
        }
    }
}

impl<T, E> Try for Result<T, E> {
    type Output = T;
    type Residual = Result<Infallible, E>;

    fn from_output(output: T) -> Self {
        Ok(output)
    }

    fn from_residual(residual: Self::Residual) -> Self {
        match residual {
            Err(error) => Err(error),
            Ok(never) => match never {},
        }
    }

    fn branch(self) -> ControlFlow<Self::Residual, T> {
        match self {
            Ok(output) => Continue(output),
            Err(error) => Break(Err(error)),
        }
    }
}

impl<T, E> Try for Poll<Result<T, E>> {
    type Output = Poll<T>;
    type Residual = Result<Infallible, E>;

    fn from_output(output: Poll<T>) -> Self {
        output.map(Ok)
    }

    fn from_residual(residual: Self::Residual) -> Self {
        Poll::Ready(Try::from_residual(residual))
    }

    fn branch(self) -> ControlFlow<Self::Residual, Poll<T>> {
        match self {
            Poll::Ready(result) => match result.branch() {
                Continue(output) => Continue(Poll::Ready(output)),
                Break(residual) => Break(residual),
            },
            Poll::Pending => Continue(Poll::Pending),
        }
    }
}

impl<T, E> Try for Poll<Option<Result<T, E>>> {
    type Output = Poll<Option<T>>;
    type Residual = Result<Infallible, E>;

    fn from_output(output: Poll<Option<T>>) -> Self {
        output.map(|item| item.map(Ok))
    }

    fn from_residual(residual: Self::Residual) -> Self {
        Poll::Ready(Some(Try::from_residual(residual)))
    }

    fn branch(self) -> ControlFlow<Self::Residual, Poll<Option<T>>> {
        match self {
            Poll::Ready(item) => match item.transpose().branch() {
                Continue(item) => Continue(Poll::Ready(item)),
                Break(residual) => Break(residual),
            },
            Poll::Pending => Continue(Poll::Pending),
        }
    }
}
