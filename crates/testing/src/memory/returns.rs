//! Returns.

use super::{
    MemoryTransaction,
    tables::{Tables, ascending, claim, descending},
};
use autoparts_application::ports::{
    orders::MAX_COUNT,
    page::Page,
    returns::{ReturnCounts, ReturnFilter, ReturnPolicyRepository, ReturnRepository},
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    id::{OrderKey, ReturnId, UserId},
    returns::{Return, ReturnPolicies, ReturnState},
    time::Timestamp,
};

fn passes(filter: &ReturnFilter, returned: &Return) -> bool {
    let ReturnFilter { state, number } = filter;
    state.is_none_or(|state| returned.state == state) && number.as_ref().is_none_or(|number| returned.number == *number)
}

/// The returns that pass a test, with their ids.
fn those<'t>(
    tables: &'t Tables,
    test: impl Fn(&Return) -> bool + 't,
) -> impl DoubleEndedIterator<Item = (ReturnId, Return)> + 't {
    tables.returns.values().filter(move |returned| test(returned)).map(|returned| (returned.id, returned.clone()))
}

impl ReturnRepository for MemoryTransaction {
    fn return_by_id(&mut self, id: &ReturnId) -> StoreResult<Option<Return>> {
        self.query(|tables| Ok(tables.returns.values().find(|returned| returned.id == *id).cloned()))
    }

    fn returns_by_id(&mut self, ids: &[ReturnId]) -> StoreResult<Vec<Return>> {
        self.query(|tables| Ok(descending(those(tables, |returned| ids.contains(&returned.id)), &EVERY)))
    }

    fn returns_of(&mut self, order: &OrderKey) -> StoreResult<Vec<Return>> {
        self.query(|tables| Ok(ascending(those(tables, |returned| returned.order == *order), &EVERY)))
    }

    fn returns_of_customer(&mut self, customer: &UserId) -> StoreResult<Vec<Return>> {
        self.query(|tables| Ok(descending(those(tables, |returned| returned.order.customer == *customer), &EVERY)))
    }

    fn returns(&mut self, filter: &ReturnFilter, page: &Page<ReturnId>) -> StoreResult<Vec<Return>> {
        self.query(|tables| Ok(descending(those(tables, |returned| passes(filter, returned)), page)))
    }

    fn return_counts(&mut self) -> StoreResult<ReturnCounts> {
        self.query(|tables| {
            let count = |state| {
                let found = tables.returns.values().filter(|returned| returned.state == state).count();
                u32::try_from(found).unwrap_or(MAX_COUNT).min(MAX_COUNT)
            };
            Ok(ReturnCounts { requested: count(ReturnState::Requested), approved: count(ReturnState::Approved) })
        })
    }

    fn insert_return(&mut self, new: &Return) -> StoreResult<()> {
        self.change(|tables| {
            tables.require_order(&new.order)?;
            claim(&mut tables.returns, (new.order, new.id), new.clone())
        })
    }

    fn update_return(&mut self, changed: &Return) -> StoreResult<()> {
        self.change(|tables| {
            let stored = tables.returns.get_mut(&(changed.order, changed.id));
            let as_it_was_read = stored.filter(|stored| stored.revision == changed.revision);
            let stored = as_it_was_read.ok_or(StoreError::Contention)?;
            *stored = Return { note: stored.note.take(), revision: changed.revision + 1, ..changed.clone() };
            Ok(())
        })
    }

    fn approved_returns(
        &mut self,
        before: Timestamp,
        not_reminded: bool,
        page: &Page<ReturnId>,
    ) -> StoreResult<Vec<Return>> {
        let passes = move |returned: &Return| {
            returned.state == ReturnState::Approved
                && returned.decided_at.is_some_and(|at| at <= before)
                && !(not_reminded && returned.reminded)
        };
        self.query(|tables| Ok(ascending(those(tables, passes), page)))
    }
}

/// All of few rows.
const EVERY: Page<ReturnId> = Page { after: None, limit: u32::MAX };

impl ReturnPolicyRepository for MemoryTransaction {
    fn return_policies(&mut self) -> StoreResult<ReturnPolicies> {
        self.query(|tables| Ok(tables.return_policies.clone()))
    }

    fn save_return_policies(&mut self, policies: &ReturnPolicies) -> StoreResult<()> {
        self.touched.catalogue();
        self.change(|tables| {
            if tables.return_policies.revision != policies.revision {
                return Err(StoreError::Contention);
            }
            tables.return_policies = ReturnPolicies { revision: policies.revision + 1, ..policies.clone() };
            Ok(())
        })
    }
}
