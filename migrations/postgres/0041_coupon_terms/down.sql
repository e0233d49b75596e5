ALTER TABLE refunds DROP COLUMN cause;
DROP TABLE coupon_redemptions;
DROP TABLE coupon_recipients;
DROP INDEX coupons_without_recipient;
ALTER TABLE coupons DROP COLUMN recipient;
ALTER TABLE coupons DROP COLUMN valid_until;
ALTER TABLE coupons DROP COLUMN minimum_cents;
