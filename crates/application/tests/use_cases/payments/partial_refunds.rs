use autoparts_application::{
    accounts::access::AccessDenied,
    catalogue::stock::MoveStock,
    orders::{
        placing::{PlaceOrder, SendTo},
        quoting::QuoteRequest,
        shipment::Ship,
    },
    payments::{
        partial_refunds::{RefundPart, RefundScope, RefundedPart},
        refunds::{RefundError, RefundResult},
    },
    ports::page::Page,
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{
    audit::AuditAction,
    catalogue::stock::{StockChange, StockReason},
    id::{OrderId, PartId, UserId},
    money::{Money, RefundAmount},
    orders::{LineNumber, LinePieces, OrderState, PiecesToRefund, RefundRefused, WrongState},
    payments::{Refund, RefundReason, TransactionId, reversal::DisputeState},
    quantity::{Quantity, Stock},
};
use autoparts_testing::{provider::Outage, samples, test_shop::TestShop};
use std::{fmt::Debug, time::Duration};

fn cents(cents: i64) -> Money {
    Money::from_cents(cents).unwrap()
}

fn amount(of_cents: i64) -> RefundPart {
    let what = RefundScope::Amount(RefundAmount::new(cents(of_cents)).unwrap());
    RefundPart { what, note: None, idempotency_key: None }
}

fn lines(pieces: &[(i64, i64)], restock: bool) -> RefundPart {
    let line = |(line, pieces): &(i64, i64)| (LineNumber::new(*line).unwrap(), Quantity::new(*pieces).unwrap());
    let taken = PiecesToRefund { pieces: pieces.iter().map(line).collect(), ..PiecesToRefund::default() };
    let restock = if restock { taken.pieces.clone() } else { LinePieces::new() };
    let what = RefundScope::Lines { taken, restock, shipping: false, with_fee: false };
    RefundPart { what, note: None, idempotency_key: None }
}

/// A shop with a paid order of three pieces at $10 and five at $5: $55.
struct Scene {
    test_shop: TestShop,
    customer: UserId,
    admin: UserId,
    parts: [PartId; 2],
    order: OrderId,
    transaction: TransactionId,
}

impl Scene {
    async fn new() -> Self {
        let test_shop = TestShop::default();
        let customer = test_shop.customer("marta").await;
        let admin = test_shop.admin().await;
        let parts = [test_shop.part(1, 10, 1000).await, test_shop.part(1, 10, 500).await];
        let request = TestShop::order_of(&[(parts[0], 3), (parts[1], 5)]);
        let order = test_shop.shop.place_order(customer, request).await.unwrap();
        let transaction = test_shop.start_payment(customer, order).await;
        assert!(test_shop.provider.customer_pays(&transaction));
        test_shop.shop.confirm_booking(customer, order, transaction.clone()).await.unwrap();
        Self { test_shop, customer, admin, parts, order, transaction }
    }

    /// Refunds a part. A preview of it agrees, and changes nothing.
    async fn refund(&self, command: RefundPart) -> RefundResult<RefundedPart> {
        let shop = &self.test_shop.shop;
        let before = self.everything().await;
        let preview = shop.preview_refund(self.admin, self.order, command.clone()).await;
        assert_eq!(self.everything().await, before);
        let is_first_use = command.idempotency_key.is_none();
        let refunded = shop.refund_part(self.admin, self.order, command).await;
        if is_first_use {
            let after = self.test_shop.stored_order(self.order).await;
            let previewed = preview.as_ref().map(|part| (part.amount, part.is_whole, part.money_left));
            let expected = refunded.as_ref().map(|part| (part.amount, after.is_refunded(), after.money_left()));
            assert_eq!(previewed.map_err(ToString::to_string), expected.map_err(ToString::to_string));
        }
        refunded
    }

    /// All that a refund could change.
    async fn everything(&self) -> impl PartialEq + Debug + use<> {
        let order = self.test_shop.stored_order(self.order).await;
        let log = self.test_shop.audit_log().await;
        (order, self.refunds().await, log, self.mails().await, self.stock().await, self.left())
    }

    async fn ship(&self) {
        assert!(self.test_shop.shop.ship(self.admin, self.order, Ship::default()).await.unwrap());
    }

    async fn stock(&self) -> [i64; 2] {
        [self.test_shop.stock(self.parts[0]).await, self.test_shop.stock(self.parts[1]).await]
    }

    async fn kept(&self) -> Vec<i64> {
        self.test_shop.stored_order(self.order).await.kept().map(|(_, _, kept)| kept).collect()
    }

    async fn state(&self) -> OrderState {
        self.test_shop.stored_order(self.order).await.state().clone()
    }

    async fn refunds(&self) -> Vec<Refund> {
        let customer = self.customer;
        let order = self.order;
        self.test_shop.shop.order_with_refunds(customer, order).await.unwrap().1
    }

    /// Subjects and texts of the customer's emails, newest first.
    async fn mails(&self) -> Vec<(String, String)> {
        let mails = self.test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
        mails.into_iter().map(|mail| (mail.subject, mail.text)).collect()
    }

    /// Money of the payment that the provider still has, in cents.
    fn left(&self) -> i64 {
        self.test_shop.provider.left_of(&self.transaction).cents()
    }
}

impl Scene {
    /// The same shop with two pieces at $10, with paid shipping to a taxed destination; all amounts have odd cents.
    async fn with_shipping_and_tax() -> Self {
        let test_shop = TestShop::default();
        let customer = test_shop.customer("marta").await;
        let admin = test_shop.admin().await;
        test_shop.shop.save_rates(admin, samples::rates()).await.unwrap();
        let parts = [test_shop.part(1, 10, 1000).await, test_shop.part(1, 10, 1001).await];
        let request = TestShop::order_of(&[(parts[0], 2), (parts[1], 1)]);
        let to = samples::destination();
        let quote = QuoteRequest { place: Some(to.place.clone()), ..QuoteRequest::of(request.lines.clone()) };
        let expected_total = test_shop.shop.quote(quote).await.unwrap().quote.total();
        let request = PlaceOrder { send_to: SendTo::Destination(Box::new(to)), expected_total, ..request };
        let order = test_shop.shop.check_out(customer, request).await.unwrap();
        let transaction = test_shop.start_payment(customer, order).await;
        assert!(test_shop.provider.customer_pays(&transaction));
        test_shop.shop.confirm_booking(customer, order, transaction.clone()).await.unwrap();
        Self { test_shop, customer, admin, parts, order, transaction }
    }
}

#[tokio::test]
async fn tax_is_refunded_with_pieces_and_shipping_with_the_whole_order() {
    let scene = Scene::with_shipping_and_tax().await;
    let order = scene.test_shop.stored_order(scene.order).await;
    let [first, second]: [Money; 2] =
        order.snapshot().lines.iter().map(|line| line.total().unwrap()).collect::<Vec<_>>().try_into().unwrap();
    let charges = order.snapshot().charges.total().unwrap();
    assert!(first > cents(2000) && charges > Money::ZERO, "there is tax and shipping: {order:?}");
    let piece = scene.refund(lines(&[(1, 1)], false)).await.unwrap().amount;
    let other = scene.refund(lines(&[(1, 1)], false)).await.unwrap().amount;
    assert_eq!(piece.plus(other), first, "all pieces give exactly what was paid");
    let rest = scene.refund(lines(&[(2, 1)], false)).await.unwrap().amount;
    assert_eq!((rest, scene.left()), (second.plus(charges), 0));
    assert_eq!(scene.state().await, OrderState::Refunded(scene.transaction.clone()));
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn shipping_is_kept_when_all_pieces_of_a_shipped_order_are_returned() {
    let scene = Scene::with_shipping_and_tax().await;
    scene.ship().await;
    let order = scene.test_shop.stored_order(scene.order).await;
    let refunded = scene.refund(lines(&[(1, 2), (2, 1)], true)).await.unwrap();
    assert_eq!(Some(refunded.amount), order.snapshot().lines.total());
    assert_eq!(
        (Some(scene.left()), scene.kept().await),
        (order.snapshot().charges.total().map(Money::cents), vec![0, 0])
    );
    assert_eq!(scene.state().await, OrderState::Shipped(Some(scene.transaction.clone())));
    scene.test_shop.check_books().await;
    scene.test_shop.shop.refund_shipped_order(scene.admin, scene.order).await.unwrap();
    assert_eq!((scene.left(), scene.stock().await), (0, [10, 10]));
    scene.test_shop.check_books().await;
}

fn cores(of_line: i64, count: i64) -> RefundPart {
    let cores = [(LineNumber::new(of_line).unwrap(), Quantity::new(count).unwrap())].into();
    let what = RefundScope::Lines {
        taken: PiecesToRefund { cores, ..PiecesToRefund::default() },
        restock: LinePieces::new(),
        shipping: false,
        with_fee: false,
    };
    RefundPart { what, note: None, idempotency_key: None }
}

#[tokio::test]
async fn cores_are_refunded_without_their_pieces_and_only_once() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let parts = [test_shop.part_with_core(10, 1000, 300).await, test_shop.part(1, 10, 500).await];
    let request = TestShop::order_of(&[(parts[0], 3), (parts[1], 5)]);
    let order = test_shop.shop.check_out(customer, request).await.unwrap();
    let transaction = test_shop.start_payment(customer, order).await;
    assert!(test_shop.provider.customer_pays(&transaction));
    test_shop.shop.confirm_booking(customer, order, transaction.clone()).await.unwrap();
    let scene = Scene { test_shop, customer, admin, parts, order, transaction };
    scene.ship().await;
    assert_eq!(scene.refund(cores(1, 2)).await.unwrap().amount, cents(600));
    assert_eq!((scene.stock().await, scene.kept().await), ([7, 5], vec![3, 5]), "the pieces stay with the customer");
    assert_eq!(scene.state().await, OrderState::Shipped(Some(scene.transaction.clone())));
    assert_eq!(scene.refunds().await[0].reason, RefundReason::Goodwill);
    let (_, text) = &scene.mails().await[0];
    assert!(text.contains("$6 of the $64") && text.contains("2 × Alternator, core charge only"), "{text}");
    let refused = scene.refund(cores(1, 2)).await;
    assert!(
        matches!(refused, Err(Refused(RefundError::Part(RefundRefused::TooManyCores { left: 1, .. })))),
        "{refused:?}"
    );
    let refused = scene.refund(cores(2, 1)).await;
    assert!(
        matches!(refused, Err(Refused(RefundError::Part(RefundRefused::TooManyCores { left: 0, .. })))),
        "{refused:?}"
    );
    let all = scene.refund(lines(&[(1, 3)], true)).await.unwrap().amount;
    assert_eq!((all, scene.stock().await), (cents(3300), [10, 5]), "two cores of three are left out");
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn a_key_distinguishes_cores_from_pieces() {
    let scene = Scene::new().await;
    let keyed = |command| RefundPart { idempotency_key: Some("click-1".to_owned()), ..command };
    scene.refund(keyed(lines(&[(1, 1)], true))).await.unwrap();
    let refused = scene.refund(keyed(cores(1, 1))).await;
    assert!(matches!(refused, Err(Refused(RefundError::KeyReused))), "{refused:?}");
}

fn too_much(left: i64) -> impl Fn(&RefundResult<RefundedPart>) -> bool {
    move |refused| matches!(refused, Err(Refused(RefundError::Part(RefundRefused::TooMuchMoney { left: is }))) if is.cents() == left)
}

#[tokio::test]
async fn a_refunded_amount_leaves_the_order_paid() {
    let scene = Scene::new().await;
    let command = RefundPart { note: "Scratched".parse().ok(), ..amount(1234) };
    let refunded = scene.refund(command).await.unwrap();
    assert_eq!((refunded.amount, scene.left()), (cents(1234), 5500 - 1234));
    let refunds = scene.refunds().await;
    let [refund] = refunds.as_slice() else { panic!("{refunds:?}") };
    assert_eq!((refund.id, refund.reason, refund.done_at.is_some()), (refunded.id, RefundReason::Goodwill, true));
    assert_eq!(refund.note.as_ref().map(ToString::to_string).as_deref(), Some("Scratched"));
    assert_eq!(scene.state().await, OrderState::Paid(scene.transaction.clone()));
    assert_eq!((scene.stock().await, scene.kept().await), ([7, 5], vec![3, 5]));
    let order = scene.test_shop.stored_order(scene.order).await;
    assert_eq!((order.refunded(), order.money_left()), (Some(cents(1234)), cents(5500 - 1234)));
    let log = scene.test_shop.audit_log().await;
    let [entry] = log.as_slice() else { panic!("{log:?}") };
    assert_eq!(
        (entry.actor, entry.action, entry.subject),
        (Some(scene.admin), AuditAction::RefundPart, scene.customer)
    );
    assert_eq!(entry.detail, Some(format!("{}, $12.34", scene.order)));
    let (subject, text) = &scene.mails().await[0];
    assert!(subject.starts_with("A partial refund is on its way"), "{subject}");
    assert!(text.contains("$12.34 of the $55 that you paid") && !text.contains("Scratched"), "{text}");
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn amounts_add_up_to_the_payment_and_the_last_cent_refunds_the_order() {
    let scene = Scene::new().await;
    scene.refund(amount(5000)).await.unwrap();
    assert!(too_much(500)(&scene.refund(amount(501)).await));
    scene.refund(amount(499)).await.unwrap();
    assert!(too_much(1)(&scene.refund(amount(2)).await));
    assert_eq!((scene.left(), scene.refunds().await.len()), (1, 2));
    scene.refund(amount(1)).await.unwrap();
    assert_eq!(scene.state().await, OrderState::Refunded(scene.transaction.clone()));
    assert_eq!((scene.left(), scene.stock().await), (0, [10, 10]));
    let reasons: Vec<_> = scene.refunds().await.iter().map(|refund| refund.reason).collect();
    assert_eq!(reasons, [RefundReason::Goodwill, RefundReason::Goodwill, RefundReason::ByAdmin]);
    assert!(matches!(scene.refund(amount(1)).await, Err(Refused(RefundError::State(WrongState::Refunded)))));
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn pieces_of_an_unshipped_order_are_refunded_and_released() {
    let scene = Scene::new().await;
    let refunded = scene.refund(lines(&[(1, 1), (2, 2)], false)).await.unwrap();
    assert_eq!((refunded.amount, scene.left()), (cents(2000), 3500));
    assert_eq!((scene.stock().await, scene.kept().await), ([8, 7], vec![2, 3]));
    assert_eq!(scene.refunds().await[0].reason, RefundReason::LinesCancelled);
    let (_, text) = &scene.mails().await[0];
    assert!(text.contains("$20 of the $55") && text.contains("1 × ") && text.contains("2 × "), "{text}");
    let refused = scene.refund(lines(&[(1, 3)], false)).await;
    assert!(
        matches!(refused, Err(Refused(RefundError::Part(RefundRefused::TooManyPieces { kept: 2, .. })))),
        "{refused:?}"
    );
    assert!(matches!(
        scene.refund(lines(&[(3, 1)], false)).await,
        Err(Refused(RefundError::Part(RefundRefused::NoSuchLine { .. })))
    ));
    scene.ship().await;
    let (_, text) = &scene.mails().await[0];
    assert!(text.contains("2 × ") && text.contains("3 × ") && !text.contains("5 × "), "what leaves: {text}");
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn a_preview_lists_the_amounts_of_the_lines_and_checks_whether_the_pieces_have_room() {
    let scene = Scene::with_shipping_and_tax().await;
    let shop = &scene.test_shop.shop;
    let preview = async |command| shop.preview_refund(scene.admin, scene.order, command).await;
    let order = scene.test_shop.stored_order(scene.order).await;
    let totals: Vec<Money> = order.snapshot().lines.iter().map(|line| line.total().unwrap()).collect();
    let everything = preview(lines(&[(1, 2), (2, 1)], false)).await.unwrap();
    assert_eq!(everything.lines.into_values().collect::<Vec<_>>(), totals);
    assert_eq!((everything.amount, everything.is_whole), (order.snapshot().total, true), "with the shipping charge");
    let one = preview(lines(&[(1, 1)], false)).await.unwrap();
    assert_eq!((one.lines.len(), one.lines.into_values().next(), one.is_whole), (1, Some(one.amount), false));
    assert!(preview(amount(100)).await.unwrap().lines.is_empty());
    let denied = shop.preview_refund(scene.customer, scene.order, amount(100)).await;
    assert!(matches!(denied, Err(Denied(AccessDenied::Forbidden))), "{denied:?}");
    scene.ship().await;
    // The shop has ten so far.
    let change = StockChange::new(Stock::MAX - 10).unwrap();
    let reason = StockReason::Received;
    let full = MoveStock { reason, change, note: None, expected_available: None, idempotency_key: None };
    shop.move_stock(scene.admin, scene.parts[0], full).await.unwrap();
    let refused = preview(lines(&[(1, 1)], true)).await;
    assert!(matches!(refused, Err(Refused(RefundError::NoRoom))), "{refused:?}");
}

#[tokio::test]
async fn refunding_all_pieces_of_an_unshipped_order_refunds_it_fully() {
    let scene = Scene::new().await;
    scene.refund(amount(100)).await.unwrap();
    scene.refund(lines(&[(1, 3)], false)).await.unwrap();
    let refunded = scene.refund(lines(&[(2, 5)], false)).await.unwrap();
    assert_eq!((refunded.amount, scene.left()), (cents(2400), 0));
    assert_eq!(scene.state().await, OrderState::Refunded(scene.transaction.clone()));
    assert_eq!(scene.stock().await, [10, 10]);
    assert_eq!(scene.refunds().await.last().map(|refund| refund.reason), Some(RefundReason::ByAdmin));
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn pieces_of_a_shipped_order_are_restocked_only_on_request() {
    let scene = Scene::new().await;
    scene.refund(lines(&[(1, 1)], false)).await.unwrap();
    scene.ship().await;
    scene.refund(lines(&[(2, 2)], false)).await.unwrap();
    assert_eq!((scene.stock().await, scene.kept().await), ([8, 5], vec![2, 3]), "their condition is unknown");
    scene.refund(lines(&[(1, 1), (2, 1)], true)).await.unwrap();
    assert_eq!((scene.stock().await, scene.kept().await), ([9, 6], vec![1, 2]));
    let page = Page::first();
    let moved = scene.test_shop.shop.stock_movements(scene.admin, scene.parts[1], page).await.unwrap();
    let returned: Vec<_> = moved.iter().filter(|movement| movement.reason == StockReason::Returned).collect();
    let [returned] = returned.as_slice() else { panic!("{moved:?}") };
    assert_eq!((returned.pieces, returned.actor), (1, Some(scene.admin)));
    assert!(returned.note.as_ref().is_some_and(|note| note.as_str().starts_with("Order AP-")), "{returned:?}");
    let reasons: Vec<_> = scene.refunds().await.iter().map(|refund| refund.reason).collect();
    assert_eq!(reasons, [RefundReason::LinesCancelled, RefundReason::Returned, RefundReason::Returned]);
    scene.test_shop.check_books().await;
    scene.refund(lines(&[(1, 1), (2, 2)], true)).await.unwrap();
    assert_eq!(scene.state().await, OrderState::RefundedAfterShipping(scene.transaction.clone()));
    assert_eq!((scene.stock().await, scene.kept().await, scene.left()), ([10, 8], vec![0, 0], 0));
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn the_last_pieces_of_a_shipped_order_refund_the_rest() {
    let scene = Scene::new().await;
    scene.ship().await;
    scene.refund(amount(1000)).await.unwrap();
    assert!(too_much(4500)(&scene.refund(amount(4501)).await));
    let refunded = scene.refund(lines(&[(1, 3), (2, 5)], false)).await.unwrap();
    assert_eq!((refunded.amount, scene.left(), scene.stock().await), (cents(4500), 0, [7, 5]));
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn the_whole_refund_after_parts_refunds_the_rest() {
    let scene = Scene::new().await;
    scene.refund(lines(&[(1, 2)], false)).await.unwrap();
    scene.refund(amount(250)).await.unwrap();
    assert!(scene.test_shop.shop.refund_order(scene.admin, scene.order).await.unwrap());
    let amounts: Vec<_> = scene.refunds().await.iter().map(|refund| refund.amount.cents()).collect();
    assert_eq!((amounts, scene.left(), scene.stock().await), (vec![2000, 250, 3250], 0, [10, 10]));
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn only_admins_refund_parts_and_only_of_paid_orders() {
    let scene = Scene::new().await;
    let test_shop = &scene.test_shop;
    let refused = test_shop.shop.refund_part(scene.customer, scene.order, amount(1)).await;
    assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))));
    let unpaid = test_shop.order(scene.customer, scene.parts[0], 1).await;
    for command in [amount(1), lines(&[(1, 1)], true)] {
        let refused = test_shop.shop.refund_part(scene.admin, unpaid, command.clone()).await;
        assert!(matches!(refused, Err(Refused(RefundError::State(WrongState::Unpaid)))), "{refused:?}");
        let refused = test_shop.shop.refund_part(scene.admin, scene.admin.uuid().into(), command).await;
        assert!(matches!(refused, Err(Refused(RefundError::NoSuchOrder))), "{refused:?}");
    }
    assert!(test_shop.provider.refunds().is_empty() && test_shop.audit_log().await.is_empty());
}

#[tokio::test]
async fn a_key_cannot_be_reused_for_another_refund() {
    let scene = Scene::new().await;
    let keyed = |command: RefundPart| RefundPart { idempotency_key: Some("click".to_owned()), ..command };
    let first = scene.refund(keyed(amount(700))).await.unwrap();
    assert_eq!(scene.refund(keyed(amount(700))).await.unwrap(), first);
    for other in [amount(701), lines(&[(1, 1)], false), RefundPart { note: "Other".parse().ok(), ..amount(700) }] {
        assert!(matches!(scene.refund(keyed(other)).await, Err(Refused(RefundError::KeyReused))));
    }
    assert_eq!((scene.left(), scene.refunds().await.len()), (4800, 1));
    assert_eq!(scene.test_shop.audit_log().await.len(), 1);
    scene.refund(amount(700)).await.unwrap();
    assert_eq!(scene.left(), 4100, "without a key it is another one");
}

#[tokio::test]
async fn partial_refunds_with_lost_responses_are_made_once_each() {
    for outage in [Outage::BeforeEffect, Outage::AfterEffect, Outage::BreaksAfterEffect] {
        let scene = Scene::new().await;
        for _ in 0..2 {
            scene.test_shop.provider.fail_next([None, None, Some(outage)]);
            scene.refund(amount(1000)).await.unwrap();
            scene.test_shop.provider.heal();
        }
        for _ in 0..3 {
            scene.test_shop.clock.advance(Duration::from_mins(10));
            scene.test_shop.shop.pay_refunds().await.unwrap();
        }
        assert_eq!((scene.left(), scene.test_shop.due_refunds().await), (3500, 0), "{outage:?}");
        scene.test_shop.check_books().await;
    }
}

#[tokio::test]
async fn a_returned_partial_refund_is_repeated_and_the_others_are_unchanged() {
    let scene = Scene::new().await;
    for of_cents in [1000, 500] {
        scene.refund(amount(of_cents)).await.unwrap();
    }
    assert!(scene.test_shop.provider.refund_comes_back(&scene.transaction));
    let message = format!("evt_1 {} reversal", scene.transaction);
    scene.test_shop.shop.take_provider_message(message.as_bytes(), "good").await.unwrap();
    let open: Vec<_> = scene.refunds().await.into_iter().filter(|refund| refund.done_at.is_none()).collect();
    let [again] = open.as_slice() else { panic!("{open:?}") };
    assert_eq!((again.amount, again.failures), (cents(500), 1));
    assert_eq!(again.idempotency_key(again.amount), format!("refund:{}:1", again.id));
    scene.test_shop.check_books().await;
    scene.test_shop.clock.advance(Duration::from_mins(1));
    scene.test_shop.shop.pay_refunds().await.unwrap();
    assert_eq!((scene.left(), scene.test_shop.due_refunds().await), (4000, 0));
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn a_late_message_about_a_partly_refunded_payment_changes_nothing() {
    let scene = Scene::new().await;
    scene.refund(lines(&[(1, 1)], false)).await.unwrap();
    for message in [format!("evt_late {}", scene.transaction), format!("evt_more {} reversal", scene.transaction)] {
        scene.test_shop.shop.take_provider_message(message.as_bytes(), "good").await.unwrap();
    }
    assert_eq!(scene.state().await, OrderState::Paid(scene.transaction.clone()));
    assert_eq!((scene.left(), scene.stock().await, scene.refunds().await.len()), (4500, [8, 5], 1));
    let order = scene.test_shop.stored_order(scene.order).await;
    assert_eq!(order.reversal().refunded, Money::ZERO, "it is the shop's own refund");
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn refunds_elsewhere_reduce_the_refundable_rest() {
    let scene = Scene::new().await;
    scene.refund(amount(500)).await.unwrap();
    assert!(scene.test_shop.provider.refund_elsewhere(&scene.transaction, 4000));
    let message = format!("evt_1 {} reversal", scene.transaction);
    scene.test_shop.shop.take_provider_message(message.as_bytes(), "good").await.unwrap();
    assert!(too_much(1000)(&scene.refund(amount(1001)).await));
    scene.test_shop.check_books().await;
    // The rest is refunded elsewhere: the order is refunded, and the shop's partial refund counts towards that.
    assert!(scene.test_shop.provider.refund_elsewhere(&scene.transaction, 1000));
    let message = format!("evt_2 {} reversal", scene.transaction);
    scene.test_shop.shop.take_provider_message(message.as_bytes(), "good").await.unwrap();
    assert_eq!(scene.state().await, OrderState::Refunded(scene.transaction.clone()));
    let amounts: Vec<_> = scene.refunds().await.iter().map(|refund| refund.amount.cents()).collect();
    assert_eq!((amounts, scene.left(), scene.stock().await), (vec![500, 1000], 0, [10, 10]));
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn a_partial_refund_after_a_dashboard_refund_is_limited_to_the_rest() {
    let scene = Scene::new().await;
    scene.test_shop.provider.fail_next([None, None, Some(Outage::BeforeEffect)]);
    scene.refund(amount(1000)).await.unwrap();
    assert!(scene.test_shop.provider.refund_elsewhere(&scene.transaction, 5000));
    scene.test_shop.shop.pay_refunds().await.unwrap();
    let message = format!("evt_1 {} reversal", scene.transaction);
    scene.test_shop.shop.take_provider_message(message.as_bytes(), "good").await.unwrap();
    assert_eq!((scene.left(), scene.test_shop.due_refunds().await), (0, 0));
    assert_eq!(scene.state().await, OrderState::Refunded(scene.transaction.clone()));
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn a_partial_refund_covered_by_the_dashboard_is_made_if_that_is_returned() {
    let scene = Scene::new().await;
    assert!(scene.test_shop.provider.refund_elsewhere(&scene.transaction, 5500));
    scene.refund(amount(1000)).await.unwrap();
    assert_eq!((scene.left(), scene.test_shop.due_refunds().await), (0, 0), "the customer has all of it");
    assert!(scene.test_shop.provider.refund_comes_back(&scene.transaction));
    let message = format!("evt_1 {} reversal", scene.transaction);
    scene.test_shop.shop.take_provider_message(message.as_bytes(), "good").await.unwrap();
    assert_eq!(scene.test_shop.due_refunds().await, 1);
    scene.test_shop.clock.advance(Duration::from_mins(1));
    scene.test_shop.shop.pay_refunds().await.unwrap();
    assert_eq!((scene.left(), scene.test_shop.due_refunds().await), (4500, 0));
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn nothing_is_refunded_while_the_bank_has_the_money() {
    let scene = Scene::new().await;
    scene.refund(amount(500)).await.unwrap();
    assert!(scene.test_shop.provider.open_dispute(&scene.transaction, DisputeState::Open));
    let message = format!("evt_1 {} reversal", scene.transaction);
    scene.test_shop.shop.take_provider_message(message.as_bytes(), "good").await.unwrap();
    let refused = scene.refund(lines(&[(1, 1)], false)).await;
    assert!(matches!(refused, Err(Refused(RefundError::Disputed))), "{refused:?}");
    scene.test_shop.check_books().await;
    assert!(scene.test_shop.provider.decide_dispute(&scene.transaction, DisputeState::Won));
    let message = format!("evt_2 {} reversal", scene.transaction);
    scene.test_shop.shop.take_provider_message(message.as_bytes(), "good").await.unwrap();
    scene.refund(lines(&[(1, 1)], false)).await.unwrap();
    assert_eq!(scene.left(), 4000);
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn refunds_at_the_provider_carry_the_shops_refund_id() {
    let scene = Scene::new().await;
    let refunded = scene.refund(amount(100)).await.unwrap();
    let made = scene.test_shop.shop.payments.refunds(scene.transaction.clone()).await.unwrap();
    assert_eq!(
        made.iter().map(|made| (made.refund, made.amount)).collect::<Vec<_>>(),
        [(Some(refunded.id), cents(100))]
    );
}
