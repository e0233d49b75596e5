-- A link in an email opens its own order and nothing else: the session that it opens names the order. Links can be revoked:
-- 'order' when those of one order were, of which no later email has one, 'everywhere' when their reader signed out everywhere.
ALTER TABLE shop_sessions ADD COLUMN order_id TEXT;
ALTER TABLE guest_links ADD COLUMN revoked TEXT CONSTRAINT guest_links_revoked CHECK (revoked IN ('order', 'everywhere'));
-- Whose links were mailed to an address.
CREATE INDEX users_guest_emails ON users (email) WHERE guest IS NOT NULL;
