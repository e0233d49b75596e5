//! The carts of members. A cart is read and replaced as a whole, so its lines are one text.

use crate::{
    revisions::save_at,
    schema::carts,
    stored::{Refused, Stored},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{carts::CartRepository, store_error::StoreResult};
use autoparts_domain::{
    carts::{Cart, CartLine, CartLines},
    id::UserId,
    quantity::Quantity,
    time::Timestamp,
};
use diesel::prelude::*;

/// The column of the lines: id and quantity of each, and the vehicle if there is one, `ID=4 ID=1=2018/honda/civic`.
fn written(lines: &CartLines) -> String {
    let vehicle = |line: &CartLine| line.vehicle.as_ref().map(|vehicle| format!("={vehicle}")).unwrap_or_default();
    let line = |line: &CartLine| format!("{}={}{}", line.part, line.quantity.pieces(), vehicle(line));
    lines.as_slice().iter().map(line).collect::<Vec<_>>().join(" ")
}

fn read(row: Stored<'_>, column: &str) -> Result<CartLines, Refused> {
    let line = |text: &str| {
        let (part, rest) = row.require("lines", text.split_once('='))?;
        let (pieces, vehicle) = rest.split_once('=').map_or((rest, None), |(pieces, vehicle)| (pieces, Some(vehicle)));
        let pieces = row.require("lines", pieces.parse().ok())?;
        Ok(CartLine {
            part: row.text("lines", part)?,
            quantity: row.value("lines", Quantity::new(pieces))?,
            vehicle: vehicle.map(|vehicle| row.text("lines", vehicle)).transpose()?,
        })
    };
    let lines = column.split_ascii_whitespace().map(line).collect::<Result<_, Refused>>()?;
    row.value("lines", CartLines::new(lines))
}

impl CartRepository for SqlTransaction<'_> {
    fn cart(&mut self, user: &UserId) -> StoreResult<Option<Cart>> {
        let user = user.to_string();
        let theirs = carts::table.filter(carts::user_id.eq(&user)).select((carts::revision, carts::lines));
        self.query(|connection| {
            let found: Option<(i64, String)> = theirs.first(connection).optional()?;
            let cart = |(revision, lines): (i64, String)| {
                Ok::<_, Refused>(Cart { revision, lines: read(Stored::row("carts", &user), &lines)? })
            };
            Ok(found.map(cart).transpose()?)
        })
    }

    fn save_cart(&mut self, user: &UserId, revision: i64, lines: &CartLines, at: Timestamp) -> StoreResult<()> {
        let user = user.to_string();
        let lines = written(lines);
        let at = at.micros();
        self.execute(|connection| {
            let row =
                (carts::user_id.eq(&user), carts::revision.eq(1), carts::lines.eq(&lines), carts::changed_at.eq(at));
            let as_it_was = carts::table.filter(carts::user_id.eq(&user)).filter(carts::revision.eq(revision));
            let change = (carts::revision.eq(revision + 1), carts::lines.eq(&lines), carts::changed_at.eq(at));
            save_at(
                revision,
                connection,
                |connection| diesel::insert_into(carts::table).values(row).execute(connection),
                |connection| diesel::update(as_it_was).set(change).execute(connection),
            )
        })
    }
}
