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
