-- The shop's tables. The same names and columns as in ../../sqlite; keys such that the tables
-- can be distributed by user one day (docs/architecture.md).
--
-- Ids are UUIDs as text, made by the application; COLLATE "C" so that they sort by byte, as
-- they do in SQLite. Times are microseconds since 1970 in UTC, money is cents.
--
-- Claim tables (user_emails, order_refs, payment_refs, account_emails) make something unique
-- that is not part of its owner's key. They would live on another node than the owner, so they
-- have no foreign keys.

CREATE TABLE parts (
    id TEXT COLLATE "C" NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    image TEXT NOT NULL,
    minimum_order BIGINT NOT NULL,
    price_cents BIGINT NOT NULL,
    hidden BOOLEAN NOT NULL,
    CONSTRAINT parts_key PRIMARY KEY (id),
    CONSTRAINT parts_minimum_order CHECK (minimum_order > 0),
    CONSTRAINT parts_price CHECK (price_cents > 0)
);

-- Beside parts, so that a sale locks and rewrites a short row.
CREATE TABLE stock (
    part_id TEXT COLLATE "C" NOT NULL,
    supplied BIGINT NOT NULL,
    available BIGINT NOT NULL,
    CONSTRAINT stock_key PRIMARY KEY (part_id),
    CONSTRAINT stock_part FOREIGN KEY (part_id) REFERENCES parts (id),
    CONSTRAINT stock_never_oversold CHECK (available >= 0),
    CONSTRAINT stock_never_returned_twice CHECK (available <= supplied)
);

CREATE TABLE users (
    id TEXT COLLATE "C" NOT NULL,
    email TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C",
    account_name TEXT,
    role TEXT COLLATE "C" NOT NULL,
    profile_name TEXT,
    profile_address TEXT,
    profile_education TEXT,
    profile_phone TEXT,
    profile_linkedin TEXT,
    joined_at BIGINT NOT NULL,
    CONSTRAINT users_key PRIMARY KEY (id),
    CONSTRAINT users_role CHECK (role IN ('customer', 'admin')),
    CONSTRAINT users_profile_whole CHECK (
        (profile_name IS NULL) = (profile_address IS NULL)
        AND (profile_name IS NULL) = (profile_education IS NULL)
        AND (profile_name IS NULL) = (profile_phone IS NULL)
        AND (profile_name IS NULL) = (profile_linkedin IS NULL)
    )
);
CREATE INDEX users_admins ON users (id) WHERE role = 'admin';

CREATE TABLE user_emails (
    email TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    CONSTRAINT user_emails_key PRIMARY KEY (email)
);

-- One row. Who is about to change a role counts it up first and thereby waits for others.
CREATE TABLE role_changes (
    id TEXT COLLATE "C" NOT NULL,
    counted BIGINT NOT NULL,
    CONSTRAINT role_changes_key PRIMARY KEY (id),
    CONSTRAINT role_changes_one_row CHECK (id = 'roles')
);
INSERT INTO role_changes (id, counted) VALUES ('roles', 0);

CREATE TABLE audit (
    id TEXT COLLATE "C" NOT NULL,
    actor_id TEXT COLLATE "C",
    action TEXT COLLATE "C" NOT NULL,
    subject_id TEXT COLLATE "C" NOT NULL,
    happened_at BIGINT NOT NULL,
    CONSTRAINT audit_key PRIMARY KEY (id)
);

CREATE TABLE orders (
    user_id TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    part_id TEXT COLLATE "C" NOT NULL,
    product TEXT NOT NULL,
    unit_price_cents BIGINT NOT NULL,
    quantity BIGINT NOT NULL,
    total_cents BIGINT NOT NULL,
    customer_name TEXT NOT NULL,
    customer_email TEXT NOT NULL,
    address TEXT NOT NULL,
    phone TEXT NOT NULL,
    placed_at BIGINT NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    hold_until BIGINT,
    transaction_id TEXT COLLATE "C",
    revision BIGINT NOT NULL,
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
);
CREATE INDEX orders_by_id ON orders (id);
CREATE INDEX orders_overdue ON orders (hold_until, id) WHERE hold_until IS NOT NULL;

CREATE TABLE order_refs (
    order_id TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    CONSTRAINT order_refs_key PRIMARY KEY (order_id)
);

CREATE TABLE idempotency_keys (
    user_id TEXT COLLATE "C" NOT NULL,
    request_key TEXT COLLATE "C" NOT NULL,
    order_id TEXT COLLATE "C" NOT NULL,
    fingerprint TEXT COLLATE "C" NOT NULL,
    used_at BIGINT NOT NULL,
    CONSTRAINT idempotency_keys_key PRIMARY KEY (user_id, request_key),
    CONSTRAINT idempotency_keys_order FOREIGN KEY (user_id, order_id) REFERENCES orders (user_id, id)
);

CREATE TABLE payment_intents (
    user_id TEXT COLLATE "C" NOT NULL,
    order_id TEXT COLLATE "C" NOT NULL,
    attempt BIGINT NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    amount_cents BIGINT NOT NULL,
    transaction_id TEXT COLLATE "C",
    status TEXT COLLATE "C" NOT NULL,
    started_at BIGINT NOT NULL,
    CONSTRAINT payment_intents_key PRIMARY KEY (user_id, order_id, attempt),
    CONSTRAINT payment_intents_order FOREIGN KEY (user_id, order_id) REFERENCES orders (user_id, id),
    CONSTRAINT payment_intents_attempt CHECK (attempt > 0),
    CONSTRAINT payment_intents_amount CHECK (amount_cents >= 0),
    CONSTRAINT payment_intents_status CHECK (status IN ('starting', 'open', 'succeeded', 'cancelled'))
);
-- Money can arrive for an order in one way at a time.
CREATE UNIQUE INDEX payment_intents_one_live ON payment_intents (user_id, order_id)
    WHERE status IN ('starting', 'open');
CREATE INDEX payment_intents_live ON payment_intents (started_at, id)
    WHERE status IN ('starting', 'open');

CREATE TABLE payment_refs (
    transaction_id TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    order_id TEXT COLLATE "C" NOT NULL,
    CONSTRAINT payment_refs_key PRIMARY KEY (transaction_id)
);

CREATE TABLE provider_events (
    user_id TEXT COLLATE "C" NOT NULL,
    order_id TEXT COLLATE "C" NOT NULL,
    event_id TEXT COLLATE "C" NOT NULL,
    received_at BIGINT NOT NULL,
    CONSTRAINT provider_events_key PRIMARY KEY (user_id, order_id, event_id),
    CONSTRAINT provider_events_order FOREIGN KEY (user_id, order_id) REFERENCES orders (user_id, id)
);

-- One refund gives back the whole of one transaction, so the transaction is the key.
CREATE TABLE refunds (
    user_id TEXT COLLATE "C" NOT NULL,
    order_id TEXT COLLATE "C" NOT NULL,
    transaction_id TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    amount_cents BIGINT NOT NULL,
    reason TEXT COLLATE "C" NOT NULL,
    due_at BIGINT NOT NULL,
    done_at BIGINT,
    CONSTRAINT refunds_key PRIMARY KEY (user_id, order_id, transaction_id),
    CONSTRAINT refunds_order FOREIGN KEY (user_id, order_id) REFERENCES orders (user_id, id),
    CONSTRAINT refunds_amount CHECK (amount_cents >= 0),
    CONSTRAINT refunds_reason CHECK (reason IN ('order_cancelled', 'paid_twice', 'sold_out', 'by_admin'))
);
CREATE INDEX refunds_due ON refunds (due_at, id) WHERE done_at IS NULL;

-- Append-only. Pieces and cents carry their signs, so that sums are the books.
CREATE TABLE ledger (
    user_id TEXT COLLATE "C" NOT NULL,
    order_id TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    part_id TEXT COLLATE "C" NOT NULL,
    movement TEXT COLLATE "C" NOT NULL,
    pieces BIGINT NOT NULL,
    cents BIGINT NOT NULL,
    happened_at BIGINT NOT NULL,
    CONSTRAINT ledger_key PRIMARY KEY (user_id, order_id, id),
    CONSTRAINT ledger_order FOREIGN KEY (user_id, order_id) REFERENCES orders (user_id, id),
    CONSTRAINT ledger_part FOREIGN KEY (part_id) REFERENCES parts (id),
    CONSTRAINT ledger_movement CHECK (
        (movement = 'reserved' AND pieces < 0 AND cents = 0)
        OR (movement = 'released' AND pieces > 0 AND cents = 0)
        OR (movement = 'received' AND pieces = 0 AND cents >= 0)
        OR (movement = 'refunded' AND pieces = 0 AND cents <= 0)
    )
);

-- No foreign key: the owner of an identity provider's mail is an account, perhaps not yet a user.
CREATE TABLE outbox (
    user_id TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    written_at BIGINT NOT NULL,
    sent_at BIGINT,
    CONSTRAINT outbox_key PRIMARY KEY (user_id, id)
);
CREATE INDEX outbox_by_id ON outbox (id);

-- One review per person and UTC day.
CREATE TABLE reviews (
    user_id TEXT COLLATE "C" NOT NULL,
    day BIGINT NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    name TEXT NOT NULL,
    rating BIGINT NOT NULL,
    body TEXT NOT NULL,
    written_at BIGINT NOT NULL,
    CONSTRAINT reviews_key PRIMARY KEY (user_id, day),
    CONSTRAINT reviews_user FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT reviews_rating CHECK (rating BETWEEN 1 AND 5)
);
CREATE INDEX reviews_by_id ON reviews (id);

-- The embedded identity provider.

CREATE TABLE accounts (
    id TEXT COLLATE "C" NOT NULL,
    email TEXT COLLATE "C" NOT NULL,
    name TEXT,
    password_hash TEXT COLLATE "C",
    google_subject TEXT COLLATE "C",
    email_verified BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    last_sign_in_at BIGINT NOT NULL,
    CONSTRAINT accounts_key PRIMARY KEY (id)
);
CREATE INDEX accounts_google ON accounts (created_at, id) WHERE google_subject IS NOT NULL;

CREATE TABLE account_emails (
    email TEXT COLLATE "C" NOT NULL,
    account_id TEXT COLLATE "C" NOT NULL,
    CONSTRAINT account_emails_key PRIMARY KEY (email)
);

CREATE TABLE sessions (
    token_hash TEXT COLLATE "C" NOT NULL,
    account_id TEXT COLLATE "C" NOT NULL,
    provider TEXT COLLATE "C" NOT NULL,
    started_at BIGINT NOT NULL,
    CONSTRAINT sessions_key PRIMARY KEY (token_hash),
    CONSTRAINT sessions_account FOREIGN KEY (account_id) REFERENCES accounts (id)
);
CREATE INDEX sessions_of_account ON sessions (account_id);

CREATE TABLE reset_codes (
    code_hash TEXT COLLATE "C" NOT NULL,
    account_id TEXT COLLATE "C" NOT NULL,
    expires_at BIGINT NOT NULL,
    CONSTRAINT reset_codes_key PRIMARY KEY (code_hash),
    CONSTRAINT reset_codes_account FOREIGN KEY (account_id) REFERENCES accounts (id)
);
CREATE INDEX reset_codes_of_account ON reset_codes (account_id);

CREATE TABLE signing_keys (
    name TEXT COLLATE "C" NOT NULL,
    material TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT signing_keys_key PRIMARY KEY (name)
);
