//! A complete shop for tests: any store, a controllable clock and payment provider, and shortcuts to create users,
//! parts and orders.

use super::{
    clock::{NEW_YEAR, TestClock, TestIds, numbered},
    identity::{PlainTokens, PlainVerifier},
    memory::MemoryStore,
    memory_imports::{MemoryImports, PlainLines},
    memory_pictures::{MemoryPictures, TextPictures},
    memory_search::MemorySearch,
    provider::ScriptedProvider,
    samples,
    secrets::TestSecrets,
};
use autoparts_application::{
    accounts::access::Authority,
    imports::{Importer, RemovalShare},
    orders::{
        placing::{PlaceOrder, RequestedLine, SendTo},
        shipment::Ship,
    },
    payments::initiation::StartPayment,
    ports::{audit::AuditFilter, clock::Clock, identity::Grant, mailer::AnyAddress, page::Page, store::Store},
    rates::StoredRates,
    returns::{RequestReturn, ReturnRecord, deciding::ReturnDecision},
    shop::Shop,
    shop_rules::{ShopRules, WithdrawalZones},
};
use autoparts_domain::{
    accounts::{Role, User, session::Session},
    audit::AuditEntry,
    catalogue::{Part, PartDetails},
    client_network::ClientNetwork,
    fitment::RequestedFit,
    id::{OrderId, PartId, UserId},
    money::{Charge, Money, Price},
    orders::{LineNumber, Order, unpaid::UnpaidLimits},
    payments::TransactionId,
    quantity::{MinimumOrder, Quantity, Stock},
    returns::{Inspection, ReturnReason},
    time::Timestamp,
    time_zone::TimeZone,
    withdrawals::COUNTRIES,
};
use std::sync::Arc;

/// The shop, with everything that a test controls.
#[derive(Clone)]
pub struct TestShop {
    /// The shop.
    pub shop: Shop,
    /// Its clock.
    pub clock: Arc<TestClock>,
    /// Its payment provider.
    pub provider: Arc<ScriptedProvider>,
    /// Its pictures.
    pub pictures: Arc<MemoryPictures>,
    /// Its import files.
    pub imports: Arc<MemoryImports>,
}

impl Default for TestShop {
    fn default() -> Self {
        Self::on(Arc::new(MemoryStore::default()))
    }
}

/// The countries whose customers may withdraw, each an hour ahead of UTC.
fn an_hour_ahead() -> WithdrawalZones {
    const HOUR: i64 = 3_600_000_000;
    let zone = |name: &str| TimeZone::new(name.to_owned(), HOUR, Vec::new());
    COUNTRIES.into_iter().filter_map(|(code, name)| Some((code.parse().ok()?, zone(name)))).collect()
}

#[expect(clippy::expect_used, clippy::missing_panics_doc, reason = "for tests: what goes wrong here fails the test")]
impl TestShop {
    /// Creates a shop on a store.
    #[must_use]
    pub fn on(store: Arc<dyn Store>) -> Self {
        let clock = Arc::new(TestClock::default());
        let provider = Arc::new(ScriptedProvider::by(clock.clone()));
        let pictures = Arc::new(MemoryPictures::by(clock.clone()));
        let imports = Arc::new(MemoryImports::default());
        let rates = Arc::new(StoredRates::new(store.clone(), clock.clone()));
        let shop = Shop {
            store,
            search: Arc::new(MemorySearch::default()),
            pictures: pictures.clone(),
            picture_processor: Arc::new(TextPictures),
            import_files: imports.clone(),
            spreadsheets: Arc::new(PlainLines),
            shipping: rates.clone(),
            taxes: rates,
            payments: provider.clone(),
            verifier: Arc::new(PlainVerifier),
            tokens: Arc::new(PlainTokens),
            clock: clock.clone(),
            ids: Arc::new(TestIds::default()),
            secrets: Arc::new(TestSecrets::default()),
            deliverable: Arc::new(AnyAddress),
            public_url: "https://shop.example".into(),
            time_zone: Arc::new(TimeZone::utc()),
            withdrawal_zones: Arc::new(an_hour_ahead()),
            // In most tests a customer may order any amount.
            rules: ShopRules { unpaid: UnpaidLimits::OFF, ..ShopRules::default() },
            id: numbered(7_000).into(),
            known_names: Arc::default(),
        };
        Self { shop, clock, provider, pictures, imports }
    }

    /// The worker for the shop's imports.
    #[must_use]
    pub fn importer(&self) -> Importer {
        Importer {
            store: Arc::clone(&self.shop.store),
            files: self.imports.clone(),
            clock: self.clock.clone(),
            ids: Arc::clone(&self.shop.ids),
            at_work: Arc::default(),
            removal_share: RemovalShare::DEFAULT,
        }
    }

    /// Adds a user who has signed in before, `name@example.com`. The id of their session is the user's id, and it does
    /// not expire, so the id serves as their access token.
    pub async fn person(&self, name: &str, role: Role) -> UserId {
        let user = User { email_verified: true, subject: Some(format!("subject-{name}")), ..self.user(name) };
        self.add(user, role).await
    }

    /// Adds a guest called `name` with the address `name@example.com`, and a session like that of [`Self::person`].
    pub async fn guest(&self, name: &str) -> UserId {
        self.add(User { guest: true, ..self.user(name) }, Role::Customer).await
    }

    fn user(&self, name: &str) -> User {
        User {
            id: self.shop.ids.next(),
            email: format!("{name}@example.com").parse().expect("the name makes an address"),
            email_verified: false,
            subject: None,
            account_name: Some(name.parse().expect("the name is a name")),
            role: Role::Customer,
            guest: false,
            profile: None,
            joined_at: self.clock.now(),
            revision: 0,
        }
    }

    async fn add(&self, user: User, role: Role) -> UserId {
        let id = user.id;
        let session = Session {
            id: id.uuid().into(),
            user: id,
            sign_in: "earlier".to_owned(),
            signed_in_at: self.clock.now(),
            renewed_at: Timestamp::from_micros(i64::MAX),
            expires_at: Timestamp::from_micros(i64::MAX),
            ended_at: None,
            order: None,
        };
        let add = self.shop.store.write(move |tx| {
            tx.insert_user(&user)?;
            tx.insert_session(&session)?;
            if role == Role::Admin { tx.set_role(&user, role) } else { Ok(()) }
        });
        add.await.expect("the person is added");
        id
    }

    /// An access token of a session opened by a link to this order.
    pub async fn session_of_link(&self, owner: UserId, order: OrderId) -> String {
        let session = Session {
            id: self.shop.ids.next(),
            user: owner,
            sign_in: format!("link to {order}"),
            signed_in_at: self.clock.now(),
            renewed_at: Timestamp::from_micros(i64::MAX),
            expires_at: Timestamp::from_micros(i64::MAX),
            ended_at: None,
            order: Some(order),
        };
        let grant = Grant { user: owner, session: session.id };
        let add = self.shop.store.write(move |tx| tx.insert_session(&session));
        add.await.expect("the session is added");
        self.shop.tokens.issue(&grant, self.clock.now()).expect("a token").reveal().to_owned()
    }

    /// Adds a customer.
    pub async fn customer(&self, name: &str) -> UserId {
        self.person(name, Role::Customer).await
    }

    /// Adds an admin.
    pub async fn admin(&self) -> UserId {
        self.person("admin", Role::Admin).await
    }

    /// The audit log, oldest entry first.
    pub async fn audit_log(&self) -> Vec<AuditEntry> {
        let mut entries = self
            .shop
            .store
            .read(|tx| tx.audit_log(&AuditFilter::default(), &Page::first()))
            .await
            .expect("the log is read");
        entries.reverse();
        entries
    }

    /// Adds a part with a minimum order, a stock, and a price in cents.
    pub async fn part(&self, minimum: i64, available: i64, cents: i64) -> PartId {
        self.add_part(minimum, available, cents, 0).await
    }

    /// Adds a part with a minimum order of one, a stock, and a price and a core charge in cents.
    pub async fn part_with_core(&self, available: i64, cents: i64, core_cents: i64) -> PartId {
        self.add_part(1, available, cents, core_cents).await
    }

    async fn add_part(&self, minimum: i64, available: i64, cents: i64, core_cents: i64) -> PartId {
        let core = Money::from_cents(core_cents).expect("the core is money");
        let price = Money::from_cents(cents).expect("the price is money");
        let part = Part {
            id: self.shop.ids.next(),
            details: PartDetails {
                title: "Alternator".parse().expect("a title"),
                minimum_order: MinimumOrder::new(minimum).expect("a minimum"),
                price: Price::new(price).expect("a price"),
                core: Charge::new(core).expect("a core"),
                ..samples::part_details()
            },
            available: Stock::new(available).expect("a stock"),
        };
        let id = part.id;
        self.shop.store.write(move |tx| tx.insert_part(&part, NEW_YEAR)).await.expect("the part is added");
        id
    }

    /// A request for some pieces of a part.
    #[must_use]
    pub fn single_order(part: PartId, pieces: i64) -> PlaceOrder {
        Self::order_of(&[(part, pieces)])
    }

    /// A request for some pieces of several parts.
    #[must_use]
    pub fn order_of(parts: &[(PartId, i64)]) -> PlaceOrder {
        let line = |(part, pieces): &(PartId, i64)| RequestedLine {
            fit: None,
            part: *part,
            quantity: Some(Quantity::new(*pieces).expect("a quantity")),
        };
        PlaceOrder {
            lines: parts.iter().map(line).collect(),
            send_to: SendTo::Address("1 Harbour Street".parse().expect("an address")),
            shipping: None,
            coupon: None,
            phone: "555 0100".parse().expect("a phone"),
            expected_total: None,
            idempotency_key: None,
            network: ClientNetwork::UNKNOWN,
        }
    }

    /// Places an order.
    pub async fn order(&self, customer: UserId, part: PartId, pieces: i64) -> OrderId {
        self.shop.place_order(customer, Self::single_order(part, pieces)).await.expect("the order is placed")
    }

    /// Starts a payment and returns its id at the provider.
    pub async fn start_payment(&self, customer: UserId, order: OrderId) -> TransactionId {
        let command = StartPayment::of(order);
        let secret = self.shop.start_payment(customer, command).await.expect("the payment is started");
        let id = secret.reveal().strip_suffix("_secret").expect("the provider's secret holds its id");
        id.parse().expect("the id is an id")
    }

    /// Places and pays an order.
    pub async fn paid_order(&self, customer: UserId, part: PartId, pieces: i64) -> (OrderId, TransactionId) {
        let order = self.order(customer, part, pieces).await;
        let transaction = self.start_payment(customer, order).await;
        assert!(self.provider.customer_pays(&transaction), "the payment is open");
        self.shop.confirm_booking(customer, order, transaction.clone()).await.expect("the booking is confirmed");
        (order, transaction)
    }

    /// Adds a shipped and paid order of two pieces of a part, and requests the return of one as not needed.
    pub async fn requested_return(&self, customer: UserId, admin: UserId, part: PartId) -> ReturnRecord {
        let (order, _) = self.paid_order(customer, part, 2).await;
        self.shop.ship(admin, order, Ship::default()).await.expect("the order is shipped");
        let line = LineNumber::new(1).expect("a line");
        let pieces = [(line, Quantity::new(1).expect("a piece"))].into();
        let request = RequestReturn { pieces, reason: ReturnReason::NotNeeded, note: None };
        let caller = Authority::new(customer, None);
        self.shop.request_return(caller, order, request).await.expect("the return is requested")
    }

    /// A shipped and paid order of pieces for $10 each, with a core charge of $3 each.
    pub async fn shipped_cores(&self, customer: UserId, admin: UserId, pieces: i64) -> OrderId {
        let part = self.part_with_core(50, 1_000, 300).await;
        let lines = Self::order_of(&[(part, pieces)]);
        let order = self.shop.check_out(customer, lines).await.expect("the order is placed");
        let transaction = self.start_payment(customer, order).await;
        assert!(self.provider.customer_pays(&transaction), "the payment is open");
        self.shop.confirm_booking(customer, order, transaction).await.expect("the booking is confirmed");
        self.shop.ship(admin, order, Ship::default()).await.expect("the order is shipped");
        order
    }

    /// Sells a piece for a 2018 Civic, and receives it back because it does not fit. The part must be listed for the
    /// vehicle.
    pub async fn misfit(&self, customer: UserId, admin: UserId, part: PartId) -> ReturnRecord {
        let requested = self.requested_misfit(customer, admin, part).await;
        self.receive(admin, requested).await
    }

    /// Like [`Self::misfit`], but the piece has not arrived yet.
    pub async fn requested_misfit(&self, customer: UserId, admin: UserId, part: PartId) -> ReturnRecord {
        let order = self.shipped_for_a_civic(customer, admin, part, 1).await;
        self.request_misfit(customer, order).await
    }

    /// A shipped order of pieces for a 2018 Civic. The part must be listed for the vehicle.
    pub async fn shipped_for_a_civic(&self, customer: UserId, admin: UserId, part: PartId, pieces: i64) -> OrderId {
        let vehicle = "2018/honda/civic".parse().expect("a vehicle");
        let fit = Some(RequestedFit { vehicle, ticks: [].into() });
        let quantity = Some(Quantity::new(pieces).expect("pieces"));
        let request = PlaceOrder { lines: vec![RequestedLine { part, quantity, fit }], ..Self::order_of(&[]) };
        let order = self.shop.check_out(customer, request).await.expect("the order is placed");
        let transaction = self.start_payment(customer, order).await;
        assert!(self.provider.customer_pays(&transaction), "the payment is open");
        self.shop.confirm_booking(customer, order, transaction).await.expect("the booking is confirmed");
        self.shop.ship(admin, order, Ship::default()).await.expect("the order is shipped");
        order
    }

    /// Requests the return of one piece of an order's first line because it does not fit.
    pub async fn request_misfit(&self, customer: UserId, order: OrderId) -> ReturnRecord {
        let note = Some("The holes do not line up.".parse().expect("a note"));
        let line = LineNumber::new(1).expect("a line");
        let pieces = [(line, Quantity::new(1).expect("a piece"))].into();
        let request = RequestReturn { pieces, reason: ReturnReason::DoesNotFit, note };
        let caller = Authority::new(customer, None);
        self.shop.request_return(caller, order, request).await.expect("the return is requested")
    }

    /// Receives the piece of a return in a state in which it can be sold again.
    pub async fn receive(&self, admin: UserId, requested: ReturnRecord) -> ReturnRecord {
        let line = LineNumber::new(1).expect("a line");
        let found = [(line, Inspection { restocked: 1, damaged: 0, refused: 0 })].into();
        let receive = ReturnDecision::Receive { found, reason: None, answer: None };
        let caller = Authority::new(admin, None);
        self.shop.decide_return(caller, requested.returned.id, receive).await.expect("the return is received")
    }

    /// Loads an order in any state, even a deleted one.
    pub async fn stored_order(&self, id: OrderId) -> Order {
        let read = self.shop.store.read(move |tx| {
            let customer = tx.order_owner(&id)?.expect("the order has an owner");
            tx.order(&autoparts_domain::id::OrderKey { customer, order: id })
        });
        read.await.expect("the store answers").expect("the order is there")
    }

    /// Pieces of a part that are available.
    pub async fn stock(&self, part: PartId) -> i64 {
        self.shop.store.read(move |tx| tx.part_stock(&part)).await.expect("the store answers")
    }

    /// The number of open refunds, due now or later.
    pub async fn due_refunds(&self) -> usize {
        let all = self.shop.store.read(|tx| tx.all_refunds(&Page::first())).await.expect("the store answers");
        all.iter().filter(|refund| refund.done_at.is_none()).count()
    }

    /// Fails if the books are inconsistent.
    pub async fn check_books(&self) {
        let wrong = self.shop.check_books().await.expect("the books can be read");
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
