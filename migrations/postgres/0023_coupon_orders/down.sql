DROP INDEX coupons_by_order;
ALTER TABLE coupons DROP COLUMN order_id;
ALTER TABLE coupons DROP COLUMN user_id;
