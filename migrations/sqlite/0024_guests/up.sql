-- Guests: people who order without an account. Their address has no claim. 'new' until they order, then 'ordered'; NULL
-- for members. The same names and columns as in ../../postgres.
ALTER TABLE users ADD COLUMN guest TEXT CONSTRAINT users_guest CHECK (guest IN ('new', 'ordered'));
CREATE INDEX users_new_guests ON users (joined_at) WHERE guest = 'new';

-- The links emailed to guests, by the digest of their token: a claim table. A link with an order was in an email about
-- that order.
CREATE TABLE guest_links (
    digest TEXT NOT NULL,
    user_id TEXT NOT NULL,
    order_id TEXT,
    CONSTRAINT guest_links_key PRIMARY KEY (digest)
) STRICT, WITHOUT ROWID;
CREATE INDEX guest_links_of_user ON guest_links (user_id);
