-- When the books were checked last, and what was wrong: they are not checked again at each start. The
-- same names and columns as in ../../sqlite.

CREATE TABLE books_checks (
    id TEXT COLLATE "C" NOT NULL,
    checked_at BIGINT NOT NULL,
    wrong_orders BIGINT NOT NULL,
    wrong_parts BIGINT NOT NULL,
    CONSTRAINT books_checks_key PRIMARY KEY (id),
    CONSTRAINT books_checks_one_row CHECK (id = 'books')
);
INSERT INTO books_checks (id, checked_at, wrong_orders, wrong_parts) VALUES ('books', 0, 0, 0);

-- What has ended is looked for each minute, and was found by reading all of it.
CREATE INDEX newsletter_links_ending ON newsletter_links (ends_at) WHERE ends_at IS NOT NULL;
CREATE INDEX reset_codes_ending ON reset_codes (expires_at);
