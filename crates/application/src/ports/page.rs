//! Pagination of lists by key: no list is unbounded, and concurrent inserts never cause rows to be skipped or repeated.

/// Maximum page size.
pub const MAX_PAGE: u32 = 1_000;

/// A page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Page<Key> {
    /// The key of the last item of the previous page; `None` for the first page.
    pub after: Option<Key>,
    /// The maximum number of items to return, 1 to [`MAX_PAGE`].
    pub limit: u32,
}

impl<Key> Page<Key> {
    /// Returns the first page, with the maximum size.
    #[must_use]
    pub const fn first() -> Self {
        Self { after: None, limit: MAX_PAGE }
    }
}
