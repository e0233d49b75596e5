-- The shop's shipping methods and taxes, and those agreed with an order. The same names and columns as in
-- ../../postgres.

-- One row, once rates have been saved; its revision guards all of them.
CREATE TABLE rates (
    id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    CONSTRAINT rates_key PRIMARY KEY (id),
    CONSTRAINT rates_once CHECK (id = 1)
) STRICT, WITHOUT ROWID;
CREATE TABLE shipping_methods (
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    countries TEXT NOT NULL,
    base_cents INTEGER NOT NULL,
    per_kilogram_cents INTEGER NOT NULL,
    free_from_cents INTEGER,
    max_grams INTEGER,
    takes_hazmat INTEGER NOT NULL,
    days_from INTEGER NOT NULL,
    days_to INTEGER NOT NULL,
    active INTEGER NOT NULL,
    CONSTRAINT shipping_methods_key PRIMARY KEY (id),
    CONSTRAINT shipping_methods_money CHECK (base_cents >= 0 AND per_kilogram_cents >= 0)
) STRICT, WITHOUT ROWID;
-- Without a region, the tax is that of the rest of the country.
CREATE TABLE tax_rates (
    country TEXT NOT NULL,
    region TEXT NOT NULL,
    millionths INTEGER NOT NULL,
    on_shipping INTEGER NOT NULL,
    on_core INTEGER NOT NULL,
    CONSTRAINT tax_rates_key PRIMARY KEY (country, region),
    CONSTRAINT tax_rates_rate CHECK (millionths BETWEEN 0 AND 1000000)
) STRICT, WITHOUT ROWID;

-- How many pieces are sold together, and the deposit for the old part.
ALTER TABLE parts ADD COLUMN pack INTEGER NOT NULL DEFAULT 1;
ALTER TABLE parts ADD COLUMN core_cents INTEGER NOT NULL DEFAULT 0;

-- The agreed terms. A destination is read and written as a whole, so it is one text of seven lines: recipient, two
-- lines of street, city, region, postal code, country; unknown ones are empty. An order without a destination has only
-- a free-text address.
ALTER TABLE orders ADD COLUMN shipping_method TEXT;
ALTER TABLE orders ADD COLUMN shipping_cents INTEGER NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN shipping_tax_cents INTEGER NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN destination TEXT;
ALTER TABLE orders ADD COLUMN postal_code_key TEXT;
ALTER TABLE order_lines ADD COLUMN core_cents INTEGER NOT NULL DEFAULT 0;
ALTER TABLE order_lines ADD COLUMN discount_cents INTEGER NOT NULL DEFAULT 0;
ALTER TABLE order_lines ADD COLUMN tax_cents INTEGER NOT NULL DEFAULT 0;
CREATE INDEX orders_by_postal_code ON orders (postal_code_key) WHERE postal_code_key IS NOT NULL;
