//! The documents of members: a table for each kind. A document is read and replaced as a whole, so its content is one
//! text, or a few.

use crate::{
    connection::AnyConnection,
    db_error::DbError,
    destinations,
    revisions::save_at,
    schema::{address_books, carts, garages},
    stored::{Refused, Stored},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{member_documents::MemberDocumentRepository, store_error::StoreResult};
use autoparts_domain::{
    id::UserId,
    member_documents::{
        DocumentKind, MemberContent, Revisioned,
        addresses::{Addresses, SavedAddress},
        carts::{CartLine, CartLines},
        garages::GarageVehicles,
    },
    quantity::Quantity,
    time::Timestamp,
    vehicles::Vehicle,
};
use diesel::prelude::*;

/// Content as text columns.
trait Columns: Sized {
    type Texts;

    fn written(&self) -> Self::Texts;

    fn read(row: Stored<'_>, texts: Self::Texts) -> Result<Self, Refused>;
}

/// Declares the table of each kind: the columns of its content, and of the time of its last change if there is one.
macro_rules! tables {
    ($($kind:ident($content:ty) in $table:ident { $($column:ident),+ $(; $changed_at:ident)? })+) => {
        impl MemberDocumentRepository for SqlTransaction<'_> {
            fn member_content(
                &mut self,
                user: &UserId,
                kind: DocumentKind,
            ) -> StoreResult<Option<Revisioned<MemberContent>>> {
                let user = user.to_string();
                self.query(|connection| match kind {
                    $(DocumentKind::$kind => {
                        let theirs = $table::table.filter($table::user_id.eq(&user));
                        let theirs = theirs.select(($table::revision, ($($table::$column,)+)));
                        let found: Option<(i64, <$content as Columns>::Texts)> = theirs.first(connection).optional()?;
                        let Some((revision, texts)) = found else { return Ok(None) };
                        let content = <$content>::read(Stored::row(stringify!($table), &user), texts)?.into();
                        Ok(Some(Revisioned { revision, content }))
                    })+
                })
            }

            fn save_member_content(
                &mut self,
                user: &UserId,
                document: &Revisioned<MemberContent>,
                at: Timestamp,
            ) -> StoreResult<()> {
                let user = user.to_string();
                let revision = document.revision;
                self.execute(|connection| match &document.content {
                    $(MemberContent::$kind(content) => {
                        let ($($column,)+) = content.written();
                        let content = ($($table::$column.eq(&$column),)+ $($table::$changed_at.eq(at.micros()),)?);
                        let row = ($table::user_id.eq(&user), $table::revision.eq(1), content);
                        let as_it_was = $table::table.filter($table::user_id.eq(&user));
                        let as_it_was = as_it_was.filter($table::revision.eq(revision));
                        save_at(
                            revision,
                            connection,
                            |connection| diesel::insert_into($table::table).values(row).execute(connection),
                            |connection| {
                                let change = ($table::revision.eq(revision + 1), content);
                                diesel::update(as_it_was).set(change).execute(connection)
                            },
                        )
                    })+
                })
            }
        }

        /// The statement that deletes documents unchanged since `$1` (microseconds), at most `$2`; `None` for a kind
        /// without that time.
        pub(super) const fn purge_statement(kind: DocumentKind) -> Option<&'static str> {
            match kind { $(DocumentKind::$kind => tables!(@purge $table $($changed_at)?),)+ }
        }

        /// Deletes all documents of a user.
        pub(super) fn erase_documents(connection: &mut AnyConnection, user: &str) -> Result<(), DbError> {
            $(diesel::delete($table::table.filter($table::user_id.eq(user))).execute(connection)?;)+
            Ok(())
        }
    };
    (@purge $table:ident) => { None };
    // A document that was just saved is no longer old.
    (@purge $table:ident $changed_at:ident) => {
        Some(concat!(
            "DELETE FROM ", stringify!($table), " WHERE ", stringify!($changed_at), " < $1 AND user_id IN \
             (SELECT user_id FROM ", stringify!($table), " WHERE ", stringify!($changed_at), " < $1 \
             ORDER BY ", stringify!($changed_at), " LIMIT $2)"
        ))
    };
}

tables! {
    Cart(CartLines) in carts { lines; changed_at }
    Garage(GarageVehicles) in garages { vehicles, chosen }
    Addresses(Addresses) in address_books { addresses }
}

/// Part and quantity of each line, and the vehicle if there is one: `ID=4 ID=1=2018/honda/civic`.
impl Columns for CartLines {
    type Texts = (String,);

    fn written(&self) -> Self::Texts {
        let vehicle = |line: &CartLine| line.vehicle.as_ref().map(|vehicle| format!("={vehicle}")).unwrap_or_default();
        let line = |line: &CartLine| format!("{}={}{}", line.part, line.quantity.pieces(), vehicle(line));
        (self.as_slice().iter().map(line).collect::<Vec<_>>().join(" "),)
    }

    fn read(row: Stored<'_>, (lines,): Self::Texts) -> Result<Self, Refused> {
        let line = |text: &str| {
            let (part, rest) = row.require("lines", text.split_once('='))?;
            let (pieces, vehicle) =
                rest.split_once('=').map_or((rest, None), |(pieces, vehicle)| (pieces, Some(vehicle)));
            let pieces = row.require("lines", pieces.parse().ok())?;
            Ok(CartLine {
                part: row.text("lines", part)?,
                quantity: row.value("lines", Quantity::new(pieces))?,
                vehicle: vehicle.map(|vehicle| row.text("lines", vehicle)).transpose()?,
            })
        };
        let lines = lines.split_ascii_whitespace().map(line).collect::<Result<_, Refused>>()?;
        row.value("lines", Self::new(lines))
    }
}

/// A vehicle a line, and the selected one.
impl Columns for GarageVehicles {
    type Texts = (String, String);

    fn written(&self) -> Self::Texts {
        let vehicles = self.as_slice().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        (vehicles, self.chosen().map(ToString::to_string).unwrap_or_default())
    }

    fn read(row: Stored<'_>, (vehicles, chosen): Self::Texts) -> Result<Self, Refused> {
        let vehicles = vehicles.lines().map(|vehicle| row.text("vehicles", vehicle)).collect::<Result<_, _>>()?;
        let chosen: Option<Vehicle> = (!chosen.is_empty()).then(|| row.text("chosen", &chosen)).transpose()?;
        row.require("vehicles", Self::new(vehicles, chosen.as_ref()).ok())
    }
}

/// For each address, the lines of the destination and the phone number.
impl Columns for Addresses {
    type Texts = (String,);

    fn written(&self) -> Self::Texts {
        let address =
            |address: &SavedAddress| format!("{}\n{}", destinations::written(&address.destination), address.phone);
        (self.as_slice().iter().map(address).collect::<Vec<_>>().join("\n"),)
    }

    fn read(row: Stored<'_>, (addresses,): Self::Texts) -> Result<Self, Refused> {
        let column = "addresses";
        let lines: Vec<&str> = if addresses.is_empty() { Vec::new() } else { addresses.split('\n').collect() };
        let address = |lines: &[&str]| {
            let (phone, destination) = row.require(column, lines.split_last())?;
            Ok(SavedAddress {
                destination: destinations::read(row, column, destination.iter().copied())?,
                phone: row.text(column, phone)?,
            })
        };
        let addresses = lines.chunks(destinations::LINES + 1).map(address).collect::<Result<_, Refused>>()?;
        row.value(column, Self::new(addresses))
    }
}
