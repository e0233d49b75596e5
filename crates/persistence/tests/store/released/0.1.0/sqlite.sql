-- 0001_shop
-- The shop's tables. The same names and columns as in ../../postgres; keys such that the tables
-- could be distributed by user one day (docs/architecture.md).
--
-- Ids are UUIDs as text, made by the application. Times are microseconds since 1970 in UTC,
-- money is cents. STRICT, because a column that takes anything hides mistakes; WITHOUT ROWID
-- where the row is little more than its key.
--
-- Claim tables (user_emails, order_refs, payment_refs, account_emails) make something unique
-- that is not part of its owner's key. They would live on another node than the owner, so they
-- have no foreign keys.

CREATE TABLE parts (
    id TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    image TEXT NOT NULL,
    minimum_order INTEGER NOT NULL,
    price_cents INTEGER NOT NULL,
    hidden INTEGER NOT NULL,
    CONSTRAINT parts_key PRIMARY KEY (id),
    CONSTRAINT parts_minimum_order CHECK (minimum_order > 0),
    CONSTRAINT parts_price CHECK (price_cents > 0),
    CONSTRAINT parts_hidden CHECK (hidden IN (0, 1))
) STRICT;

-- Beside parts, so that a sale locks and rewrites a short row.
CREATE TABLE stock (
    part_id TEXT NOT NULL,
    supplied INTEGER NOT NULL,
    available INTEGER NOT NULL,
    CONSTRAINT stock_key PRIMARY KEY (part_id),
    CONSTRAINT stock_part FOREIGN KEY (part_id) REFERENCES parts (id),
    CONSTRAINT stock_never_oversold CHECK (available >= 0),
    CONSTRAINT stock_never_returned_twice CHECK (available <= supplied)
) STRICT, WITHOUT ROWID;

CREATE TABLE users (
    id TEXT NOT NULL,
    email TEXT NOT NULL,
    subject TEXT,
    account_name TEXT,
    role TEXT NOT NULL,
    profile_name TEXT,
    profile_address TEXT,
    profile_education TEXT,
    profile_phone TEXT,
    profile_linkedin TEXT,
    joined_at INTEGER NOT NULL,
    CONSTRAINT users_key PRIMARY KEY (id),
    CONSTRAINT users_role CHECK (role IN ('customer', 'admin')),
    CONSTRAINT users_profile_whole CHECK (
        (profile_name IS NULL) = (profile_address IS NULL)
        AND (profile_name IS NULL) = (profile_education IS NULL)
        AND (profile_name IS NULL) = (profile_phone IS NULL)
        AND (profile_name IS NULL) = (profile_linkedin IS NULL)
    )
) STRICT;
CREATE INDEX users_admins ON users (id) WHERE role = 'admin';

CREATE TABLE user_emails (
    email TEXT NOT NULL,
    user_id TEXT NOT NULL,
    CONSTRAINT user_emails_key PRIMARY KEY (email)
) STRICT, WITHOUT ROWID;

-- One row. Who is about to change a role counts it up first and thereby waits for others.
CREATE TABLE role_changes (
    id TEXT NOT NULL,
    counted INTEGER NOT NULL,
    CONSTRAINT role_changes_key PRIMARY KEY (id),
    CONSTRAINT role_changes_one_row CHECK (id = 'roles')
) STRICT, WITHOUT ROWID;
INSERT INTO role_changes (id, counted) VALUES ('roles', 0);

CREATE TABLE audit (
    id TEXT NOT NULL,
    actor_id TEXT,
    action TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    happened_at INTEGER NOT NULL,
    CONSTRAINT audit_key PRIMARY KEY (id)
) STRICT;

CREATE TABLE orders (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    part_id TEXT NOT NULL,
    product TEXT NOT NULL,
    unit_price_cents INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    total_cents INTEGER NOT NULL,
    customer_name TEXT NOT NULL,
    customer_email TEXT NOT NULL,
    address TEXT NOT NULL,
    phone TEXT NOT NULL,
    placed_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    hold_until INTEGER,
    transaction_id TEXT,
    revision INTEGER NOT NULL,
    CONSTRAINT orders_key PRIMARY KEY (user_id, id),
    CONSTRAINT orders_user FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT orders_part FOREIGN KEY (part_id) REFERENCES parts (id),
    CONSTRAINT orders_quantity CHECK (quantity > 0),
    CONSTRAINT orders_money CHECK (unit_price_cents >= 0 AND total_cents >= 0),
    CONSTRAINT orders_revision CHECK (revision >= 0),
    CONSTRAINT orders_state CHECK (state IN ('held', 'lapsed', 'paid', 'shipped', 'cancelled', 'refunded')),
    CONSTRAINT orders_held_until CHECK ((state = 'held') = (hold_until IS NOT NULL)),
    CONSTRAINT orders_transaction CHECK (
        state = 'shipped' OR (state IN ('paid', 'refunded')) = (transaction_id IS NOT NULL)
    )
) STRICT;
CREATE INDEX orders_by_id ON orders (id);
CREATE INDEX orders_overdue ON orders (hold_until, id) WHERE hold_until IS NOT NULL;

CREATE TABLE order_refs (
    order_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    CONSTRAINT order_refs_key PRIMARY KEY (order_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotency_keys (
    user_id TEXT NOT NULL,
    request_key TEXT NOT NULL,
    order_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    used_at INTEGER NOT NULL,
    CONSTRAINT idempotency_keys_key PRIMARY KEY (user_id, request_key),
    CONSTRAINT idempotency_keys_order FOREIGN KEY (user_id, order_id) REFERENCES orders (user_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE payment_intents (
    user_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    id TEXT NOT NULL,
    amount_cents INTEGER NOT NULL,
    transaction_id TEXT,
    status TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    CONSTRAINT payment_intents_key PRIMARY KEY (user_id, order_id, attempt),
    CONSTRAINT payment_intents_order FOREIGN KEY (user_id, order_id) REFERENCES orders (user_id, id),
    CONSTRAINT payment_intents_attempt CHECK (attempt > 0),
    CONSTRAINT payment_intents_amount CHECK (amount_cents >= 0),
    CONSTRAINT payment_intents_status CHECK (status IN ('starting', 'open', 'succeeded', 'cancelled'))
) STRICT, WITHOUT ROWID;
-- Money can arrive for an order in one way at a time.
CREATE UNIQUE INDEX payment_intents_one_live ON payment_intents (user_id, order_id)
    WHERE status IN ('starting', 'open');
CREATE INDEX payment_intents_live ON payment_intents (started_at, id)
    WHERE status IN ('starting', 'open');

CREATE TABLE payment_refs (
    transaction_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    CONSTRAINT payment_refs_key PRIMARY KEY (transaction_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE provider_events (
    user_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    CONSTRAINT provider_events_key PRIMARY KEY (user_id, order_id, event_id),
    CONSTRAINT provider_events_order FOREIGN KEY (user_id, order_id) REFERENCES orders (user_id, id)
) STRICT, WITHOUT ROWID;

-- One refund gives back the whole of one transaction, so the transaction is the key.
CREATE TABLE refunds (
    user_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    transaction_id TEXT NOT NULL,
    id TEXT NOT NULL,
    amount_cents INTEGER NOT NULL,
    reason TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    done_at INTEGER,
    CONSTRAINT refunds_key PRIMARY KEY (user_id, order_id, transaction_id),
    CONSTRAINT refunds_order FOREIGN KEY (user_id, order_id) REFERENCES orders (user_id, id),
    CONSTRAINT refunds_amount CHECK (amount_cents >= 0),
    CONSTRAINT refunds_reason CHECK (reason IN ('order_cancelled', 'paid_twice', 'sold_out', 'by_admin'))
) STRICT, WITHOUT ROWID;
CREATE INDEX refunds_due ON refunds (due_at, id) WHERE done_at IS NULL;

-- Append-only. Pieces and cents carry their signs, so that sums are the books.
CREATE TABLE ledger (
    user_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    id TEXT NOT NULL,
    part_id TEXT NOT NULL,
    movement TEXT NOT NULL,
    pieces INTEGER NOT NULL,
    cents INTEGER NOT NULL,
    happened_at INTEGER NOT NULL,
    CONSTRAINT ledger_key PRIMARY KEY (user_id, order_id, id),
    CONSTRAINT ledger_order FOREIGN KEY (user_id, order_id) REFERENCES orders (user_id, id),
    CONSTRAINT ledger_part FOREIGN KEY (part_id) REFERENCES parts (id),
    CONSTRAINT ledger_movement CHECK (
        (movement = 'reserved' AND pieces < 0 AND cents = 0)
        OR (movement = 'released' AND pieces > 0 AND cents = 0)
        OR (movement = 'received' AND pieces = 0 AND cents >= 0)
        OR (movement = 'refunded' AND pieces = 0 AND cents <= 0)
    )
) STRICT, WITHOUT ROWID;

-- No foreign key: the owner of an identity provider's mail is an account, perhaps not yet a user.
CREATE TABLE outbox (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    written_at INTEGER NOT NULL,
    sent_at INTEGER,
    CONSTRAINT outbox_key PRIMARY KEY (user_id, id)
) STRICT;
CREATE INDEX outbox_by_id ON outbox (id);

-- One review per person and UTC day.
CREATE TABLE reviews (
    user_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    rating INTEGER NOT NULL,
    body TEXT NOT NULL,
    written_at INTEGER NOT NULL,
    CONSTRAINT reviews_key PRIMARY KEY (user_id, day),
    CONSTRAINT reviews_user FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT reviews_rating CHECK (rating BETWEEN 1 AND 5)
) STRICT;
CREATE INDEX reviews_by_id ON reviews (id);

-- The embedded identity provider.

CREATE TABLE accounts (
    id TEXT NOT NULL,
    email TEXT NOT NULL,
    name TEXT,
    password_hash TEXT,
    google_subject TEXT,
    email_verified INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    last_sign_in_at INTEGER NOT NULL,
    CONSTRAINT accounts_key PRIMARY KEY (id),
    CONSTRAINT accounts_email_verified CHECK (email_verified IN (0, 1))
) STRICT;
CREATE INDEX accounts_google ON accounts (created_at, id) WHERE google_subject IS NOT NULL;

CREATE TABLE account_emails (
    email TEXT NOT NULL,
    account_id TEXT NOT NULL,
    CONSTRAINT account_emails_key PRIMARY KEY (email)
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    token_hash TEXT NOT NULL,
    account_id TEXT NOT NULL,
    provider TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    CONSTRAINT sessions_key PRIMARY KEY (token_hash),
    CONSTRAINT sessions_account FOREIGN KEY (account_id) REFERENCES accounts (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_of_account ON sessions (account_id);

CREATE TABLE reset_codes (
    code_hash TEXT NOT NULL,
    account_id TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    CONSTRAINT reset_codes_key PRIMARY KEY (code_hash),
    CONSTRAINT reset_codes_account FOREIGN KEY (account_id) REFERENCES accounts (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX reset_codes_of_account ON reset_codes (account_id);

CREATE TABLE signing_keys (
    name TEXT NOT NULL,
    material TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    CONSTRAINT signing_keys_key PRIMARY KEY (name)
) STRICT, WITHOUT ROWID;
-- 0002_newsletter_and_feedback
-- The newsletter and what people tell the shop. The same names and columns as in ../../postgres;
-- the rules of ../0001_shop hold here too. A subscription is its own owner: its mails in the
-- outbox carry its id as user_id.
--
-- Claim tables, which have no foreign keys: subscription_emails, coupon_codes, newsletter_links.

CREATE TABLE subscriptions (
    id TEXT NOT NULL,
    email TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    mailed_at INTEGER NOT NULL,
    confirmed_at INTEGER,
    revision INTEGER NOT NULL,
    CONSTRAINT subscriptions_key PRIMARY KEY (id),
    CONSTRAINT subscriptions_state CHECK (state IN ('waiting', 'confirmed', 'left')),
    CONSTRAINT subscriptions_confirmed CHECK (state <> 'confirmed' OR confirmed_at IS NOT NULL),
    CONSTRAINT subscriptions_revision CHECK (revision >= 0)
) STRICT;

CREATE TABLE subscription_emails (
    email TEXT NOT NULL,
    subscription_id TEXT NOT NULL,
    CONSTRAINT subscription_emails_key PRIMARY KEY (email)
) STRICT, WITHOUT ROWID;

-- The key makes it one coupon for each address, for ever: no row here is ever deleted.
CREATE TABLE coupons (
    subscription_id TEXT NOT NULL,
    code TEXT NOT NULL,
    amount_cents INTEGER NOT NULL,
    issued_at INTEGER NOT NULL,
    used_at INTEGER,
    CONSTRAINT coupons_key PRIMARY KEY (subscription_id),
    CONSTRAINT coupons_subscription FOREIGN KEY (subscription_id) REFERENCES subscriptions (id),
    CONSTRAINT coupons_amount CHECK (amount_cents > 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE coupon_codes (
    code TEXT NOT NULL,
    subscription_id TEXT NOT NULL,
    CONSTRAINT coupon_codes_key PRIMARY KEY (code)
) STRICT, WITHOUT ROWID;

-- Links in mails, by the digest of their token. Those that end the newsletter are good for ever.
CREATE TABLE newsletter_links (
    digest TEXT NOT NULL,
    subscription_id TEXT NOT NULL,
    purpose TEXT NOT NULL,
    ends_at INTEGER,
    CONSTRAINT newsletter_links_key PRIMARY KEY (digest),
    CONSTRAINT newsletter_links_purpose CHECK (purpose IN ('confirm', 'leave')),
    CONSTRAINT newsletter_links_end CHECK ((purpose = 'confirm') = (ends_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX newsletter_links_of_subscription ON newsletter_links (subscription_id);

CREATE TABLE feedback (
    id TEXT NOT NULL,
    message TEXT NOT NULL,
    email TEXT,
    written_at INTEGER NOT NULL,
    CONSTRAINT feedback_key PRIMARY KEY (id)
) STRICT;
-- 0003_mail_delivery
-- How often a mail was tried and when it is tried next; neither time set: it was given up. The same
-- names and columns as in ../../postgres. The defaults make a mail that the release before wrote due
-- at once.

ALTER TABLE outbox ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN next_try_at INTEGER DEFAULT 0;
CREATE INDEX outbox_due ON outbox (next_try_at, id) WHERE sent_at IS NULL AND next_try_at IS NOT NULL;
-- 0004_refund_tries
-- How often a refund failed for good, when it is tried next, and whether the money went another way. The same names and columns as in
-- ../../postgres. The defaults make a refund that the release before wrote due at once.

ALTER TABLE refunds ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE refunds ADD COLUMN next_try_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE refunds ADD COLUMN by_hand INTEGER NOT NULL DEFAULT 0;
DROP INDEX refunds_due;
CREATE INDEX refunds_due ON refunds (next_try_at, id) WHERE done_at IS NULL;
CREATE INDEX refunds_by_id ON refunds (id);
-- 0005_mail_good_until
-- Until when what a mail says is true; none: three days from when it was written, as the release before
-- has it, which writes mails without it. The same name and column as in ../../postgres.

ALTER TABLE outbox ADD COLUMN good_until INTEGER;
-- 0006_people
-- People are found by the identity provider's name for them (subject) first. Whether it vouches for
-- their address, and a revision that guards changes, stand beside it; an audit line may say more. The
-- same names and columns as in ../../postgres. The defaults are for rows that the release before writes.

ALTER TABLE users ADD COLUMN email_verified INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE audit ADD COLUMN detail TEXT;

-- What the embedded identity provider knows; any other says so at the next sign-in.
UPDATE users SET email_verified = 1
    WHERE EXISTS (SELECT 1 FROM accounts WHERE accounts.id = users.subject AND accounts.email_verified = 1);

CREATE TABLE user_subjects (
    subject TEXT NOT NULL,
    user_id TEXT NOT NULL,
    CONSTRAINT user_subjects_key PRIMARY KEY (subject)
) STRICT, WITHOUT ROWID;

-- A subject that came with two addresses was two people until now. It keeps the one who runs the shop, or
-- else the one it used last.
INSERT INTO user_subjects (subject, user_id)
    SELECT subject, COALESCE(MAX(CASE WHEN role = 'admin' THEN id END), MAX(id)) FROM users
    WHERE subject IS NOT NULL
    GROUP BY subject;
-- 0007_sessions
-- Sessions: one for each sign-in of a person, kept until their absolute end; and the moment before which a
-- person's sign-ins are over. The same names and columns as in ../../postgres.

CREATE TABLE shop_sessions (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    sign_in TEXT NOT NULL,
    signed_in_at INTEGER NOT NULL,
    renewed_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    ended_at INTEGER,
    CONSTRAINT shop_sessions_key PRIMARY KEY (user_id, id),
    CONSTRAINT shop_sessions_sign_in UNIQUE (user_id, sign_in),
    CONSTRAINT shop_sessions_user FOREIGN KEY (user_id) REFERENCES users (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX shop_sessions_expired ON shop_sessions (expires_at);

CREATE TABLE session_cutoffs (
    user_id TEXT NOT NULL,
    cutoff INTEGER NOT NULL,
    CONSTRAINT session_cutoffs_key PRIMARY KEY (user_id),
    CONSTRAINT session_cutoffs_user FOREIGN KEY (user_id) REFERENCES users (id)
) STRICT, WITHOUT ROWID;

-- The embedded provider's refresh tokens: which sign-in a token belongs to, which token it replaced, and
-- when it was replaced itself. A token that the release before wrote has no family: it is one of its own.
ALTER TABLE sessions ADD COLUMN family TEXT;
ALTER TABLE sessions ADD COLUMN parent TEXT;
ALTER TABLE sessions ADD COLUMN replaced_at INTEGER;
CREATE INDEX sessions_by_start ON sessions (started_at);

-- What a code is good for: reset_password, which is also meant where the release before says nothing, or
-- verify_email.
ALTER TABLE reset_codes ADD COLUMN purpose TEXT;
-- 0008_money
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
-- 0009_limits
-- What a customer has ordered and not paid, and whether they have ever paid: both are asked before a
-- customer orders. The same names and columns as in ../../postgres.

CREATE INDEX orders_unpaid ON orders (user_id, part_id) WHERE state IN ('held', 'lapsed');
CREATE INDEX orders_paid ON orders (user_id) WHERE transaction_id IS NOT NULL AND state <> 'refunded';
-- 0010_query_plans
-- When the books were checked last, and what was wrong: they are not checked again at each start. The
-- same names and columns as in ../../postgres.

CREATE TABLE books_checks (
    id TEXT NOT NULL,
    checked_at INTEGER NOT NULL,
    wrong_orders INTEGER NOT NULL,
    wrong_parts INTEGER NOT NULL,
    CONSTRAINT books_checks_key PRIMARY KEY (id),
    CONSTRAINT books_checks_one_row CHECK (id = 'books')
) STRICT, WITHOUT ROWID;
INSERT INTO books_checks (id, checked_at, wrong_orders, wrong_parts) VALUES ('books', 0, 0, 0);

-- What has ended is looked for each minute, and was found by reading all of it.
CREATE INDEX newsletter_links_ending ON newsletter_links (ends_at) WHERE ends_at IS NOT NULL;
CREATE INDEX reset_codes_ending ON reset_codes (expires_at);
-- 0011_retention
-- Forgetting what is old needs to find it. What an earlier release kept of an order under its key, address
-- and telephone number in clear, is erased; from now on it is a digest. The same names as in
-- ../../postgres.

UPDATE idempotency_keys SET fingerprint = '';
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (used_at);
CREATE INDEX provider_events_by_age ON provider_events (received_at);
CREATE INDEX orders_to_erase ON orders (placed_at) WHERE state = 'cancelled' AND address <> 'erased';
-- 0012_people_more
-- What a mail says without its links, codes and coupons; none: it holds none, or they were erased. The
-- same name and column as in ../../postgres.

ALTER TABLE outbox ADD COLUMN redacted_body TEXT;

-- The mails of the releases before that hold some, by the subjects they wrote.
UPDATE outbox SET redacted_body = '[an earlier release wrote this mail. Its text is hidden, because it holds a link or a coupon]'
    WHERE subject IN ('Choose a new password for Autoparts', 'Confirm your email and get your $50 coupon',
        'Your $50 coupon', 'You already have a $50 coupon');
UPDATE outbox SET body = redacted_body, redacted_body = NULL
    WHERE redacted_body IS NOT NULL AND (sent_at IS NOT NULL OR next_try_at IS NULL);
-- 0013_order_mails
-- The order that a mail is about; none: it is about something else, or the release before wrote it. Mails
-- about orders to an address that nobody has proven are counted and sent together. The same names and
-- columns as in ../../postgres.

ALTER TABLE outbox ADD COLUMN order_id TEXT;
CREATE INDEX outbox_orders_waiting ON outbox (recipient, id)
    WHERE order_id IS NOT NULL AND sent_at IS NULL AND next_try_at IS NOT NULL;
CREATE INDEX outbox_orders_sent ON outbox (recipient, sent_at) WHERE order_id IS NOT NULL;
