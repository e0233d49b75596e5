-- What the payment provider does with our money without us, and what we need to follow it. The same
-- names and columns as in ../../postgres. All of it is optional for the release before.

-- What went back of an order's money by the provider's dashboard, what a bank withdrew because of a
-- dispute, and how far that dispute has come. An order that was refunded after it was shipped stays
-- 'shipped' for the release before.
ALTER TABLE orders ADD COLUMN refunded_cents INTEGER NOT NULL DEFAULT 0
    CONSTRAINT orders_refunded CHECK (refunded_cents >= 0);
ALTER TABLE orders ADD COLUMN withdrawn_cents INTEGER NOT NULL DEFAULT 0
    CONSTRAINT orders_withdrawn CHECK (withdrawn_cents >= 0);
ALTER TABLE orders ADD COLUMN dispute TEXT
    CONSTRAINT orders_dispute CHECK (dispute IN ('inquiry', 'open', 'won', 'lost'));
ALTER TABLE orders ADD COLUMN refunded_after_shipping INTEGER NOT NULL DEFAULT 0
    CONSTRAINT orders_refunded_after_shipping CHECK (refunded_after_shipping IN (0, 1));
CREATE INDEX orders_in_dispute ON orders (id) WHERE dispute IN ('inquiry', 'open');

-- Who moved money: none, the shop; 'provider', the provider's dashboard; 'dispute', a customer's bank.
ALTER TABLE ledger ADD COLUMN origin TEXT
    CONSTRAINT ledger_origin CHECK (origin IN ('provider', 'dispute'));

-- Since when the provider does not know a payment.
ALTER TABLE payment_intents ADD COLUMN unknown_since INTEGER;

-- When the provider was asked to make a refund and has not answered since.
ALTER TABLE refunds ADD COLUMN asked_at INTEGER;

-- One row: the name under which the provider knows this database's payments.
CREATE TABLE shop (
    name TEXT NOT NULL,
    shop_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    CONSTRAINT shop_key PRIMARY KEY (name),
    CONSTRAINT shop_one_row CHECK (name = 'shop')
) STRICT, WITHOUT ROWID;

-- Money that came for orders this database does not know, so that nothing here refers to them.
CREATE TABLE unmatched_payments (
    transaction_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    amount_cents INTEGER NOT NULL,
    found_at INTEGER NOT NULL,
    confirmed_at INTEGER,
    failures INTEGER NOT NULL,
    next_try_at INTEGER NOT NULL,
    closed_at INTEGER,
    CONSTRAINT unmatched_payments_key PRIMARY KEY (transaction_id),
    CONSTRAINT unmatched_payments_amount CHECK (amount_cents >= 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX unmatched_payments_open ON unmatched_payments (transaction_id) WHERE closed_at IS NULL;
