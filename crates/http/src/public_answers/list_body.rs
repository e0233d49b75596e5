//! A JSON array that is written up to a maximum size.

use crate::problem::{Code, Problem};
use serde::Serialize;

/// Maximum size of a list in bytes, unless its first item alone is larger.
pub(crate) const MAX_LIST: usize = 256 * 1024;

/// A list that ends before it exceeds the maximum size.
pub(crate) struct ListBody {
    json: Vec<u8>,
    last: Option<String>,
    full: bool,
}

impl ListBody {
    pub(crate) fn new() -> Self {
        Self { json: vec![b'['], last: None, full: false }
    }

    /// Adds an item with its id, unless it would exceed the maximum size.
    pub(crate) fn add<T: Serialize>(&mut self, item: &T, id: &str) -> Result<(), Problem> {
        if self.full {
            return Ok(());
        }
        let before = self.json.len();
        if self.last.is_some() {
            self.json.push(b',');
        }
        serde_json::to_writer(&mut self.json, item).map_err(|error| Problem::ours(Code::Internal, error))?;
        if self.last.is_some() && self.json.len() >= MAX_LIST {
            self.json.truncate(before);
            self.full = true;
        } else {
            self.last = Some(id.to_owned());
        }
        Ok(())
    }

    /// Whether it accepts no more items.
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    /// The id of the last item.
    pub(crate) fn last(&self) -> Option<String> {
        self.last.clone()
    }

    pub(crate) fn into_json(mut self) -> Vec<u8> {
        self.json.push(b']');
        self.json
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_ends_before_it_has_too_many_bytes() {
        let mut list = ListBody::new();
        for number in 0..10 {
            list.add(&"x".repeat(100 * 1024), &number.to_string()).unwrap();
        }
        assert_eq!((list.is_full(), list.last().as_deref()), (true, Some("1")));
        let json = list.into_json();
        assert!(json.len() <= MAX_LIST);
        assert_eq!(serde_json::from_slice::<Vec<String>>(&json).unwrap().len(), 2);
    }

    #[test]
    fn an_item_that_is_too_much_by_itself_is_not_lost() {
        let mut list = ListBody::new();
        for id in ["1", "2"] {
            list.add(&"x".repeat(MAX_LIST), id).unwrap();
        }
        assert_eq!(list.last().as_deref(), Some("1"));
        assert_eq!(serde_json::from_slice::<Vec<String>>(&list.into_json()).unwrap().len(), 1);
    }
}
