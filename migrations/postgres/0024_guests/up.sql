-- Guests: people who order without an account. Their address is claimed by nobody. 'new' until they order, 'ordered' since
-- then; NULL for members. The same names and columns as in ../../sqlite.
ALTER TABLE users ADD COLUMN guest TEXT COLLATE "C" CONSTRAINT users_guest CHECK (guest IN ('new', 'ordered'));
CREATE INDEX users_new_guests ON users (joined_at) WHERE guest = 'new';

-- The links by which guests come back, kept by the digest of their token: a claim table. With an order, it was in the e-mail
-- about it.
CREATE TABLE guest_links (
    digest TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    order_id TEXT COLLATE "C",
    CONSTRAINT guest_links_key PRIMARY KEY (digest)
);
CREATE INDEX guest_links_of_user ON guest_links (user_id);
