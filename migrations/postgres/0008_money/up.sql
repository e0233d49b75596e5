-- What the payment provider does with our money without us, and what we need to follow it. The same
-- names and columns as in ../../sqlite. All of it is optional for the release before.

-- What went back of an order's money by the provider's dashboard, what a bank withdrew because of a
-- dispute, and how far that dispute has come. An order that was refunded after it was shipped stays
-- 'shipped' for the release before.
ALTER TABLE orders ADD COLUMN refunded_cents BIGINT NOT NULL DEFAULT 0
    CONSTRAINT orders_refunded CHECK (refunded_cents >= 0);
ALTER TABLE orders ADD COLUMN withdrawn_cents BIGINT NOT NULL DEFAULT 0
    CONSTRAINT orders_withdrawn CHECK (withdrawn_cents >= 0);
ALTER TABLE orders ADD COLUMN dispute TEXT
    CONSTRAINT orders_dispute CHECK (dispute IN ('inquiry', 'open', 'won', 'lost'));
ALTER TABLE orders ADD COLUMN refunded_after_shipping BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX orders_in_dispute ON orders (id) WHERE dispute IN ('inquiry', 'open');

-- Who moved money: none, the shop; 'provider', the provider's dashboard; 'dispute', a customer's bank.
ALTER TABLE ledger ADD COLUMN origin TEXT
    CONSTRAINT ledger_origin CHECK (origin IN ('provider', 'dispute'));

-- Since when the provider does not know a payment.
ALTER TABLE payment_intents ADD COLUMN unknown_since BIGINT;

-- When the provider was asked to make a refund and has not answered since.
ALTER TABLE refunds ADD COLUMN asked_at BIGINT;

-- One row: the name under which the provider knows this database's payments.
CREATE TABLE shop (
    name TEXT NOT NULL,
    shop_id TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT shop_key PRIMARY KEY (name),
    CONSTRAINT shop_one_row CHECK (name = 'shop')
);

-- Money that came for orders this database does not know, so that nothing here refers to them.
CREATE TABLE unmatched_payments (
    transaction_id TEXT COLLATE "C" NOT NULL,
    order_id TEXT COLLATE "C" NOT NULL,
    amount_cents BIGINT NOT NULL,
    found_at BIGINT NOT NULL,
    confirmed_at BIGINT,
    failures BIGINT NOT NULL,
    next_try_at BIGINT NOT NULL,
    closed_at BIGINT,
    CONSTRAINT unmatched_payments_key PRIMARY KEY (transaction_id),
    CONSTRAINT unmatched_payments_amount CHECK (amount_cents >= 0)
);
CREATE INDEX unmatched_payments_open ON unmatched_payments (transaction_id) WHERE closed_at IS NULL;
