-- The newsletter and what people tell the shop. The same names and columns as in ../../sqlite;
-- the rules of ../0001_shop hold here too. A subscription is its own owner: its mails in the
-- outbox carry its id as user_id.
--
-- Claim tables, which have no foreign keys: subscription_emails, coupon_codes, newsletter_links.

CREATE TABLE subscriptions (
    id TEXT COLLATE "C" NOT NULL,
    email TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    mailed_at BIGINT NOT NULL,
    confirmed_at BIGINT,
    revision BIGINT NOT NULL,
    CONSTRAINT subscriptions_key PRIMARY KEY (id),
    CONSTRAINT subscriptions_state CHECK (state IN ('waiting', 'confirmed', 'left')),
    CONSTRAINT subscriptions_confirmed CHECK (state <> 'confirmed' OR confirmed_at IS NOT NULL),
    CONSTRAINT subscriptions_revision CHECK (revision >= 0)
);

CREATE TABLE subscription_emails (
    email TEXT COLLATE "C" NOT NULL,
    subscription_id TEXT COLLATE "C" NOT NULL,
    CONSTRAINT subscription_emails_key PRIMARY KEY (email)
);

-- The key makes it one coupon for each address, for ever: no row here is ever deleted.
CREATE TABLE coupons (
    subscription_id TEXT COLLATE "C" NOT NULL,
    code TEXT COLLATE "C" NOT NULL,
    amount_cents BIGINT NOT NULL,
    issued_at BIGINT NOT NULL,
    used_at BIGINT,
    CONSTRAINT coupons_key PRIMARY KEY (subscription_id),
    CONSTRAINT coupons_subscription FOREIGN KEY (subscription_id) REFERENCES subscriptions (id),
    CONSTRAINT coupons_amount CHECK (amount_cents > 0)
);

CREATE TABLE coupon_codes (
    code TEXT COLLATE "C" NOT NULL,
    subscription_id TEXT COLLATE "C" NOT NULL,
    CONSTRAINT coupon_codes_key PRIMARY KEY (code)
);

-- Links in mails, by the digest of their token. Those that end the newsletter are good for ever.
CREATE TABLE newsletter_links (
    digest TEXT COLLATE "C" NOT NULL,
    subscription_id TEXT COLLATE "C" NOT NULL,
    purpose TEXT COLLATE "C" NOT NULL,
    ends_at BIGINT,
    CONSTRAINT newsletter_links_key PRIMARY KEY (digest),
    CONSTRAINT newsletter_links_purpose CHECK (purpose IN ('confirm', 'leave')),
    CONSTRAINT newsletter_links_end CHECK ((purpose = 'confirm') = (ends_at IS NOT NULL))
);
CREATE INDEX newsletter_links_of_subscription ON newsletter_links (subscription_id);

CREATE TABLE feedback (
    id TEXT COLLATE "C" NOT NULL,
    message TEXT NOT NULL,
    email TEXT COLLATE "C",
    written_at BIGINT NOT NULL,
    CONSTRAINT feedback_key PRIMARY KEY (id)
);
