-- The vehicles of members, and for which vehicle a line of an order is. The same names and columns as in ../../postgres.

-- One row for each user. A garage is read and replaced whole, so it is one text with a vehicle on each line, as in
-- '2018/honda/civic/2.0l-l4-gas'; `chosen` is the one that is chosen, or empty.
CREATE TABLE garages (
    user_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    vehicles TEXT NOT NULL,
    chosen TEXT NOT NULL,
    CONSTRAINT garages_key PRIMARY KEY (user_id),
    CONSTRAINT garages_user FOREIGN KEY (user_id) REFERENCES users (id)
) STRICT, WITHOUT ROWID;

-- What was agreed about a line and a vehicle when the order was placed, or nothing; it is never changed. The vehicle, what
-- it was called, the verdict, whether the customer confirmed it, and the words of conditions, each on a line.
ALTER TABLE order_lines ADD COLUMN fit TEXT;
