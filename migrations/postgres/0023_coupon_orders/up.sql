-- The order that a coupon was used for. A manually redeemed coupon has a time and no order. The same names and columns
-- as in ../../sqlite.
ALTER TABLE coupons ADD COLUMN user_id TEXT COLLATE "C";
ALTER TABLE coupons ADD COLUMN order_id TEXT COLLATE "C";
CREATE INDEX coupons_by_order ON coupons (order_id) WHERE order_id IS NOT NULL;
