//! Lists are read a page at a time, by key: no list is unbounded, and none skips or repeats
//! rows when others are inserted meanwhile.

/// The most items of one page.
pub const MAX_PAGE: u32 = 1_000;

/// Which part of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Page<Key> {
    /// The key of the last item of the page before; `None` for the first page.
    pub after: Option<Key>,
    /// The most items to return, 1 to [`MAX_PAGE`].
    pub limit: u32,
}

impl<Key> Page<Key> {
    /// The first page, as long as a page may be.
    #[must_use]
    pub const fn first() -> Self {
        Self { after: None, limit: MAX_PAGE }
    }
}
