-- Guests: people who order without an account. Their address is claimed by nobody. 'new' until they order, 'ordered' since
-- then; NULL for members. The same names and columns as in ../../postgres.
ALTER TABLE users ADD COLUMN guest TEXT CONSTRAINT users_guest CHECK (guest IN ('new', 'ordered'));
CREATE INDEX users_new_guests ON users (joined_at) WHERE guest = 'new';

-- The links by which guests come back, kept by the digest of their token: a claim table. With an order, it was in the e-mail
-- about it.
CREATE TABLE guest_links (
    digest TEXT NOT NULL,
    user_id TEXT NOT NULL,
    order_id TEXT,
    CONSTRAINT guest_links_key PRIMARY KEY (digest)
) STRICT, WITHOUT ROWID;
CREATE INDEX guest_links_of_user ON guest_links (user_id);
