-- The terms of a coupon, who has received one, and the redemptions. The same names and columns as in ../../postgres.

-- Existing coupons have no minimum and no expiry, and keep these terms. The recipient is the keyed digest of the mailbox, null
-- until it is computed.
ALTER TABLE coupons ADD COLUMN minimum_cents INTEGER NOT NULL DEFAULT 0
    CONSTRAINT coupons_minimum CHECK (minimum_cents >= 0);
ALTER TABLE coupons ADD COLUMN valid_until INTEGER;
ALTER TABLE coupons ADD COLUMN recipient TEXT;
CREATE INDEX coupons_without_recipient ON coupons (subscription_id) WHERE recipient IS NULL;

-- A claim table: each mailbox receives one coupon, even after all other data about it has been erased.
CREATE TABLE coupon_recipients (
    digest TEXT NOT NULL,
    issued_at INTEGER NOT NULL,
    CONSTRAINT coupon_recipients_key PRIMARY KEY (digest)
) STRICT, WITHOUT ROWID;

-- A claim table: the keyed digests of the customer, the destination and the card of each order that stands with a coupon.
CREATE TABLE coupon_redemptions (
    digest TEXT NOT NULL,
    user_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    CONSTRAINT coupon_redemptions_key PRIMARY KEY (digest)
) STRICT, WITHOUT ROWID;
CREATE INDEX coupon_redemptions_by_order ON coupon_redemptions (order_id);

-- Why a payment is refunded, for causes that the previous release does not know: it reads only the reason.
ALTER TABLE refunds ADD COLUMN cause TEXT;
