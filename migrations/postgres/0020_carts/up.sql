-- The carts of members. The same names and columns as in ../../sqlite.

-- One row for each user. A cart is read and replaced as a whole, so its lines are one text with an id and pieces for
-- each, such as "01900000-0000-7000-8000-000000000001=4 01900000-0000-7000-8000-000000000002=1". The parts need not
-- exist.
CREATE TABLE carts (
    user_id TEXT COLLATE "C" NOT NULL,
    revision BIGINT NOT NULL,
    lines TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    CONSTRAINT carts_key PRIMARY KEY (user_id),
    CONSTRAINT carts_user FOREIGN KEY (user_id) REFERENCES users (id)
);
CREATE INDEX carts_by_age ON carts (changed_at);
