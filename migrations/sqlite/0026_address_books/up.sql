-- The address books of members. The same names and columns as in ../../postgres.

-- One row for each user. An address book is read and replaced as a whole, so it is one text of eight lines for each
-- address: the seven of a destination, as in orders, and the phone.
CREATE TABLE address_books (
    user_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    addresses TEXT NOT NULL,
    CONSTRAINT address_books_key PRIMARY KEY (user_id),
    CONSTRAINT address_books_user FOREIGN KEY (user_id) REFERENCES users (id)
) STRICT, WITHOUT ROWID;
