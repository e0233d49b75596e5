-- The terms of a coupon, who has received one, and the redemptions. The same names and columns as in ../../sqlite.

-- Existing coupons have no minimum and no expiry, and keep these terms. The recipient is the keyed digest of the mailbox, null
-- until it is computed.
ALTER TABLE coupons ADD COLUMN minimum_cents BIGINT NOT NULL DEFAULT 0
    CONSTRAINT coupons_minimum CHECK (minimum_cents >= 0);
ALTER TABLE coupons ADD COLUMN valid_until BIGINT;
ALTER TABLE coupons ADD COLUMN recipient TEXT;
CREATE INDEX coupons_without_recipient ON coupons (subscription_id) WHERE recipient IS NULL;

-- A claim table: each mailbox receives one coupon, even after all other data about it has been erased.
CREATE TABLE coupon_recipients (
    digest TEXT COLLATE "C" NOT NULL,
    issued_at BIGINT NOT NULL,
    CONSTRAINT coupon_recipients_key PRIMARY KEY (digest)
);

-- A claim table: the keyed digests of the customer, the destination and the card of each order that stands with a coupon.
CREATE TABLE coupon_redemptions (
    digest TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    order_id TEXT COLLATE "C" NOT NULL,
    CONSTRAINT coupon_redemptions_key PRIMARY KEY (digest)
);
CREATE INDEX coupon_redemptions_by_order ON coupon_redemptions (order_id);

-- Why a payment is refunded, for causes that the previous release does not know: it reads only the reason.
ALTER TABLE refunds ADD COLUMN cause TEXT;
