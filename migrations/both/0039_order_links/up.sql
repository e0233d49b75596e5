-- A link in an email opens its own order and nothing else: the session that it opens names the order. Links can be revoked:
-- 'order' for all links of one order, which later emails omit; 'everywhere' when the reader signed out everywhere.
ALTER TABLE shop_sessions ADD COLUMN order_id TEXT;
ALTER TABLE guest_links ADD COLUMN revoked TEXT CONSTRAINT guest_links_revoked CHECK (revoked IN ('order', 'everywhere'));
-- Finds the guests whose links were emailed to an address.
CREATE INDEX users_guest_emails ON users (email) WHERE guest IS NOT NULL;
