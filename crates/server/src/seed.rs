//! The demo data: parts, the vehicles they fit, reviews, and two accounts. Created only by `seed`, never by `serve`.
//! Idempotent; refused once the shop has orders.

mod fitments;

use autoparts_application::{
    catalogue::{CatalogueError, editing},
    ports::{
        clock::Clock,
        import_files::FileRefused,
        store::{Store, Transaction},
        store_error::StoreError,
        vehicles::VehicleTables,
    },
    use_case_error::UseCaseError,
    vehicles::adding,
};
use autoparts_auth_adapter::{EmbeddedIdentity, IdentityError};
use autoparts_domain::{
    accounts::{Role, User},
    catalogue::{
        Part, PartDetails,
        category::{Brand, Category},
        listing::{Attribute, Grams, Listing, OtherNumber, Parcel},
        part_number::NumberKind,
    },
    email::Email,
    id::{ReviewId, UserId},
    money::{Money, Price},
    quantity::{MinimumOrder, Stock},
    reviews::{Rating, Review},
    text::PersonName,
    time::Timestamp,
    validation::ValidationError,
};
use fitments::Fitments;
use serde::Deserialize;
use std::{fmt, sync::Arc, time::Duration};
use uuid::Uuid;

/// A demo account to sign in with.
#[derive(Debug, Clone, Copy)]
pub struct DemoAccount {
    /// Its email address.
    pub email: &'static str,
    /// Its password.
    pub password: &'static str,
    /// The user's name.
    pub name: &'static str,
    /// The user's role.
    pub role: Role,
}

/// The demo accounts.
pub const DEMO_ACCOUNTS: [DemoAccount; 2] = [
    DemoAccount { email: "admin@autoparts.example", password: "admin-demo-1", name: "Ada Quill", role: Role::Admin },
    DemoAccount {
        email: "customer@autoparts.example",
        password: "customer-demo-1",
        name: "Marta Lindqvist",
        role: Role::Customer,
    },
];

impl fmt::Display for DemoAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  password {}  ({})", self.email, self.password, self.name)
    }
}

/// Why seeding failed.
#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    /// The shop has orders; demo data must not be mixed with real data.
    #[error("this shop holds orders: demonstration data is for empty shops")]
    HasOrders,
    /// The built-in demo data is invalid.
    #[error("the demonstration data: {0}")]
    Data(#[from] serde_json::Error),
    /// The built-in demo data is invalid.
    #[error("the demonstration data: a value {0}")]
    Value(#[from] ValidationError),
    /// The built-in demo data is invalid.
    #[error("the demonstration data: {0}")]
    Vehicles(#[from] FileRefused),
    /// The embedded identity provider failed.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// The catalog rejects a part.
    #[error(transparent)]
    Catalogue(#[from] UseCaseError<CatalogueError>),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The number of records added.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Seeded {
    /// New parts.
    pub parts: usize,
    /// New reviews.
    pub reviews: usize,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SeedPart {
    title: String,
    desc: String,
    img: String,
    min_order_quantity: i64,
    available: i64,
    price: String,
    listing: SeedListing,
}

/// Catalog details of a demo part that ordering does not need.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SeedListing {
    brand: String,
    number: String,
    category: String,
    list_price: Option<String>,
    numbers: Vec<SeedNumber>,
    attributes: Vec<SeedAttribute>,
    weight: i64,
    #[serde(default)]
    universal: bool,
}

#[derive(Deserialize)]
struct SeedNumber {
    kind: String,
    maker: String,
    number: String,
}

#[derive(Deserialize)]
struct SeedAttribute {
    name: String,
    value: String,
    unit: Option<String>,
}

#[derive(Deserialize)]
struct SeedBrand {
    id: String,
    name: String,
}

#[derive(Deserialize)]
struct SeedCategory {
    id: String,
    name: String,
    parent: Option<String>,
    position: i64,
}

/// The brands, and the categories with parents first.
#[derive(Deserialize)]
struct SeedCategories {
    brands: Vec<SeedBrand>,
    categories: Vec<SeedCategory>,
}

impl SeedListing {
    fn listing(self) -> Result<Listing, SeedError> {
        let number = |other: SeedNumber| {
            let kind =
                NumberKind::ALL.into_iter().find(|kind| kind.name() == other.kind).ok_or(ValidationError::Unknown)?;
            OtherNumber::new(kind, Some(other.maker.parse()?), other.number.parse()?)
        };
        let attribute = |attribute: SeedAttribute| {
            let unit = attribute.unit.map(|unit| unit.parse()).transpose()?;
            Ok::<_, ValidationError>(Attribute { name: attribute.name.parse()?, value: attribute.value.parse()?, unit })
        };
        let price = |price: String| Price::new(Money::parse_dollars(&price)?);
        Ok(Listing {
            brand: Some(self.brand.parse()?),
            number: Some(self.number.parse()?),
            category: Some(self.category.parse()?),
            list_price: self.list_price.map(price).transpose()?,
            numbers: self.numbers.into_iter().map(number).collect::<Result<_, _>>()?,
            attributes: self.attributes.into_iter().map(attribute).collect::<Result<_, _>>()?,
            parcel: Parcel { weight: Some(Grams::new(self.weight)?), ..Parcel::default() },
            universal: self.universal,
            ..Listing::default()
        })
    }
}

#[derive(Deserialize)]
struct SeedReview {
    name: String,
    rating: i64,
    review: String,
}

/// Returns a fixed id, so that seeding twice adds nothing twice. It is a version-7 id from long ago, so later parts
/// sort after the demo parts.
fn demo_id<Id: From<Uuid>>(kind: u128, number: usize) -> Id {
    const FIRST: u128 = 0x0160_0000_0000_7000_8000_0000_0000_0000;
    let number = u128::try_from(number).unwrap_or(u128::MAX >> 64);
    Uuid::from_u128(FIRST | (number << 80) | (kind << 32)).into()
}

/// The contents of the demo.
struct Demonstration {
    brands: Vec<Brand>,
    categories: Vec<Category>,
    parts: Vec<(Part, Listing)>,
    reviews: Vec<(User, Review)>,
    vehicles: VehicleTables,
    fitments: Fitments,
}

fn brands_and_categories() -> Result<(Vec<Brand>, Vec<Category>), SeedError> {
    let SeedCategories { brands, categories } = serde_json::from_str(include_str!("../seed/categories.json"))?;
    let brand = |brand: SeedBrand| Ok::<_, ValidationError>(Brand { id: brand.id.parse()?, name: brand.name.parse()? });
    let category = |category: SeedCategory| {
        let parent = category.parent.map(|parent| parent.parse()).transpose()?;
        let id = category.id.parse()?;
        let name = category.name.parse()?;
        Ok::<_, ValidationError>(Category { id, name, parent, position: category.position })
    };
    let brands = brands.into_iter().map(brand).collect::<Result<_, _>>()?;
    Ok((brands, categories.into_iter().map(category).collect::<Result<_, _>>()?))
}

fn parts() -> Result<Vec<(Part, Listing)>, SeedError> {
    let list: Vec<SeedPart> = serde_json::from_str(include_str!("../seed/parts.json"))?;
    let part = |(number, part): (usize, SeedPart)| {
        let stocked = Part {
            id: demo_id(1, number),
            details: PartDetails::new(
                part.title.parse()?,
                part.desc.parse()?,
                part.img.parse()?,
                MinimumOrder::new(part.min_order_quantity)?,
                Price::new(Money::parse_dollars(&part.price)?)?,
            ),
            available: Stock::new(part.available)?,
        };
        Ok((stocked, part.listing.listing()?))
    };
    list.into_iter().enumerate().map(part).collect()
}

/// Returns the reviews with their authors: one customer and one day each, the last one yesterday.
fn reviews(now: Timestamp) -> Result<Vec<(User, Review)>, SeedError> {
    let list: Vec<SeedReview> = serde_json::from_str(include_str!("../seed/reviews.json"))?;
    let count = list.len();
    let review = |(number, review): (usize, SeedReview)| {
        let days = u64::try_from(count - number).unwrap_or(1);
        let written_at = now.minus(Duration::from_hours(24 * days));
        let author: UserId = demo_id(2, number);
        let email = format!("{}@customers.example", review.name.to_lowercase().replace(' ', "."));
        let user = User {
            id: author,
            email: email.parse()?,
            email_verified: false,
            subject: None,
            account_name: Some(review.name.parse()?),
            role: Role::Customer,
            guest: false,
            profile: None,
            joined_at: written_at,
            revision: 0,
        };
        let review = Review {
            id: demo_id::<ReviewId>(3, number),
            author,
            name: review.name.parse()?,
            rating: Rating::new(review.rating)?,
            text: review.review.parse()?,
            written_at,
        };
        Ok((user, review))
    };
    list.into_iter().enumerate().map(review).collect()
}

/// Adds the demo data to an empty shop, or completes it.
pub async fn catalogue_and_reviews(store: &Arc<dyn Store>, clock: &dyn Clock) -> Result<Seeded, SeedError> {
    let now = clock.now();
    let (brands, categories) = brands_and_categories()?;
    let parts = parts()?;
    let vehicles = fitments::vehicles()?;
    let fitments = fitments::fitments(&parts)?;
    let all = Demonstration { brands, categories, parts, reviews: reviews(now)?, vehicles, fitments };
    // Checked in a separate transaction: a distributed database cannot write to data replicated on all nodes in a
    // transaction that has read from all of them.
    if store.read(|tx| tx.any_order()).await? {
        return Err(SeedError::HasOrders);
    }
    store.write(move |tx| add(tx, &all, now)).await
}

fn add(tx: &mut dyn Transaction, all: &Demonstration, now: Timestamp) -> Result<Seeded, SeedError> {
    let mut seeded = Seeded::default();
    for brand in &all.brands {
        if tx.brand(&brand.id)?.is_none() {
            tx.insert_brand(brand)?;
        }
    }
    let known = tx.categories()?;
    for category in all.categories.iter().filter(|category| known.get(&category.id).is_none()) {
        tx.insert_category(category)?;
    }
    for (part, listing) in &all.parts {
        if tx.part_record(&part.id)?.is_none() {
            tx.insert_part(part, now)?;
            seeded.parts += 1;
        }
        if tx.listing(&part.id)? == Listing::default() {
            match editing::replace_listing(tx, &part.id, &Listing::default(), listing) {
                Ok(()) => tx.touch_parts(&[part.id], now)?,
                // Another part has this number by now.
                Err(UseCaseError::Refused(CatalogueError::NumberTaken)) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
    adding::add(tx, &all.vehicles)?;
    fitments::add(tx, &all.fitments, now)?;
    for (user, review) in &all.reviews {
        if tx.user(&user.id)?.is_none() {
            tx.insert_user(user)?;
            tx.insert_review(review)?;
            seeded.reviews += 1;
        }
    }
    Ok(seeded)
}

/// Creates a demo account and the matching user with its role.
pub async fn account(store: &Arc<dyn Store>, provider: &EmbeddedIdentity, demo: &DemoAccount) -> Result<(), SeedError> {
    let (email, name): (Email, PersonName) = (demo.email.parse()?, demo.name.parse()?);
    let address = email.clone();
    if store.read(move |tx| tx.user_by_email(&address)).await?.is_some() {
        // Created by an earlier run, or by another user, who must not become an admin this way.
        return Ok(());
    }
    let account = provider.create_account(&email, demo.password, &name).await?;
    let role = demo.role;
    store
        .write(move |tx| {
            let user = User {
                // Reuse the account's id as the user id: it is unique, too.
                id: account.id.uuid().into(),
                email: account.email.clone(),
                email_verified: account.email_verified,
                subject: Some(account.id.to_string()),
                account_name: account.name.clone(),
                role: Role::Customer,
                guest: false,
                profile: None,
                joined_at: account.created_at,
                revision: 0,
            };
            tx.insert_user(&user)?;
            Ok(tx.set_role(&user, role)?)
        })
        .await
}

/// Returns the demo accounts that exist in this shop.
pub async fn accounts(provider: &EmbeddedIdentity) -> Result<Vec<DemoAccount>, SeedError> {
    let mut present = Vec::new();
    for account in DEMO_ACCOUNTS {
        if provider.has_account(&account.email.parse()?).await? {
            present.push(account);
        }
    }
    Ok(present)
}

#[cfg(test)]
mod tests {
    use super::*;
    use autoparts_domain::{catalogue::category::CategoryTree, id::PartId};
    use std::collections::BTreeSet;

    #[test]
    fn the_demonstration_is_a_shop_of_at_least_24_parts_and_12_reviews() {
        let reviews = reviews(Timestamp::from_micros(0)).unwrap();
        let parts: Vec<Part> = parts().unwrap().into_iter().map(|(part, _)| part).collect();
        assert!(parts.len() >= 24 && reviews.len() == 12);
        let minimum = |part: &&Part| part.check_quantity(part.details.minimum_order.quantity()).is_ok();
        assert!(parts.iter().all(|part| minimum(&part)), "every part can be ordered");
        assert!(parts.iter().all(|part| part.details.image.as_str().starts_with("/catalogue/")));
        assert!(parts.windows(2).all(|pair| pair[0].id < pair[1].id), "in the order of the file");
    }

    #[test]
    fn ids_of_the_demonstration_are_valid_and_come_first() {
        let id: PartId = demo_id(1, 23);
        assert_eq!(id.to_string().parse::<PartId>(), Ok(id));
        assert!(*id.to_string() < *"0190");
    }

    #[test]
    fn every_part_has_a_brand_a_category_and_a_number_of_its_own() {
        let (brands, categories) = brands_and_categories().unwrap();
        let tree: CategoryTree = categories.iter().cloned().collect();
        assert_eq!(tree.in_order().len(), categories.len(), "each is in the tree");
        let mut claims = BTreeSet::new();
        for (_, listing) in parts().unwrap() {
            let brand = listing.brand.unwrap();
            let number = listing.number.unwrap();
            assert!(brands.iter().any(|known| known.id == brand), "{brand}");
            assert_eq!(tree.path(&listing.category.unwrap()).len(), 2);
            assert!(claims.insert((brand, number.normal().clone())), "{number}");
        }
    }
}
