//! The return policies: all in one row, because they are read and replaced as a whole.

use super::terms;
use crate::{
    revisions::save_at,
    schema::return_policies,
    stored::{Refused, Stored},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{returns::ReturnPolicyRepository, store_error::StoreResult};
use autoparts_domain::{
    catalogue::listing::Condition,
    returns::{PolicyScope, ReturnPolicies, ReturnPolicy},
};
use diesel::prelude::*;

/// The key of the only row.
const ONLY: i64 = 1;

const COLUMN: &str = "policies";

/// A policy on a line: category, brand, condition and terms, separated by tabs.
fn written(ReturnPolicy { scope, terms }: &ReturnPolicy) -> String {
    let PolicyScope { category, brand, condition } = scope;
    let category = category.as_ref().map(ToString::to_string).unwrap_or_default();
    let brand = brand.as_ref().map(ToString::to_string).unwrap_or_default();
    let condition = condition.map(Condition::name).unwrap_or_default();
    [category, brand, condition.to_owned(), terms::written(*terms)].join("\t")
}

fn read(row: Stored<'_>, line: &str) -> Result<ReturnPolicy, Refused> {
    let mut fields = line.split('\t');
    let mut next = || row.require(COLUMN, fields.next());
    let named = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let category = row.optional_text(COLUMN, named(next()?).as_ref())?;
    let brand = row.optional_text(COLUMN, named(next()?).as_ref())?;
    let condition = match next()? {
        "" => None,
        name => Some(row.require(COLUMN, Condition::ALL.into_iter().find(|condition| condition.name() == name))?),
    };
    Ok(ReturnPolicy { scope: PolicyScope { category, brand, condition }, terms: terms::read(row, COLUMN, next()?)? })
}

impl ReturnPolicyRepository for SqlTransaction<'_> {
    fn return_policies(&mut self) -> StoreResult<ReturnPolicies> {
        let only = return_policies::table.filter(return_policies::id.eq(ONLY));
        self.query(|connection| {
            let stored: Option<(i64, String)> =
                only.select((return_policies::revision, return_policies::policies)).first(connection).optional()?;
            let Some((revision, policies)) = stored else { return Ok(ReturnPolicies::default()) };
            let row = Stored::row("return_policies", "1");
            let policies = policies.lines().map(|line| read(row, line)).collect::<Result<_, _>>()?;
            Ok(ReturnPolicies { revision, policies })
        })
    }

    fn save_return_policies(&mut self, saved: &ReturnPolicies) -> StoreResult<()> {
        self.touched.catalogue();
        let revision = saved.revision;
        let text = saved.policies.iter().map(written).collect::<Vec<_>>().join("\n");
        self.execute(|connection| {
            let row = (
                return_policies::id.eq(ONLY),
                return_policies::revision.eq(1),
                return_policies::policies.eq(text.as_str()),
            );
            let as_it_was = return_policies::table
                .filter(return_policies::id.eq(ONLY))
                .filter(return_policies::revision.eq(revision));
            let now = (return_policies::revision.eq(revision + 1), return_policies::policies.eq(text.as_str()));
            save_at(
                revision,
                connection,
                |connection| diesel::insert_into(return_policies::table).values(row).execute(connection),
                |connection| diesel::update(as_it_was).set(now).execute(connection),
            )
        })
    }
}
