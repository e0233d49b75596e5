-- The garages of members, and the vehicles that order lines are for. The same names and columns as in ../../postgres.

-- One row for each user. A garage is read and replaced as a whole, so it is one text with a vehicle on each line, such
-- as '2018/honda/civic/2.0l-l4-gas'; `chosen` is the selected one, or empty.
CREATE TABLE garages (
    user_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    vehicles TEXT NOT NULL,
    chosen TEXT NOT NULL,
    CONSTRAINT garages_key PRIMARY KEY (user_id),
    CONSTRAINT garages_user FOREIGN KEY (user_id) REFERENCES users (id)
) STRICT, WITHOUT ROWID;

-- The fit of a line for a vehicle as agreed when the order was placed, if any; it never changes. One value per line:
-- the vehicle, its name, the verdict, whether the customer confirmed it, and the text of each condition.
ALTER TABLE order_lines ADD COLUMN fit TEXT;
