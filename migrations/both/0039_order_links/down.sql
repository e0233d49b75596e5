-- The previous release would treat sessions of links as sessions of their guests, and revoked links as valid.
DELETE FROM shop_sessions WHERE order_id IS NOT NULL;
DELETE FROM guest_links WHERE revoked IS NOT NULL;
DROP INDEX users_guest_emails;
ALTER TABLE guest_links DROP COLUMN revoked;
ALTER TABLE shop_sessions DROP COLUMN order_id;
