//! What the tests share: pools of chosen sizes, values that count their drops, watchdogs.
