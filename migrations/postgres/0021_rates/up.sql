-- The shop's shipping methods and taxes, and those agreed with an order. The same names and columns as in ../../sqlite.

-- One row, once rates have been saved; its revision guards all of them.
CREATE TABLE rates (
    id BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    CONSTRAINT rates_key PRIMARY KEY (id),
    CONSTRAINT rates_once CHECK (id = 1)
);
CREATE TABLE shipping_methods (
    id TEXT COLLATE "C" NOT NULL,
    position BIGINT NOT NULL,
    name TEXT NOT NULL,
    countries TEXT NOT NULL,
    base_cents BIGINT NOT NULL,
    per_kilogram_cents BIGINT NOT NULL,
    free_from_cents BIGINT,
    max_grams BIGINT,
    takes_hazmat BOOLEAN NOT NULL,
    days_from BIGINT NOT NULL,
    days_to BIGINT NOT NULL,
    active BOOLEAN NOT NULL,
    CONSTRAINT shipping_methods_key PRIMARY KEY (id),
    CONSTRAINT shipping_methods_money CHECK (base_cents >= 0 AND per_kilogram_cents >= 0)
);
-- Without a region, the tax is that of the rest of the country.
CREATE TABLE tax_rates (
    country TEXT COLLATE "C" NOT NULL,
    region TEXT COLLATE "C" NOT NULL,
    millionths BIGINT NOT NULL,
    on_shipping BOOLEAN NOT NULL,
    on_core BOOLEAN NOT NULL,
    CONSTRAINT tax_rates_key PRIMARY KEY (country, region),
    CONSTRAINT tax_rates_rate CHECK (millionths BETWEEN 0 AND 1000000)
);

-- How many pieces are sold together, and the deposit for the old part.
ALTER TABLE parts ADD COLUMN pack BIGINT NOT NULL DEFAULT 1;
ALTER TABLE parts ADD COLUMN core_cents BIGINT NOT NULL DEFAULT 0;

-- The agreed terms. A destination is read and written as a whole, so it is one text of seven lines: recipient, two
-- lines of street, city, region, postal code, country; unknown ones are empty. An order without a destination has only
-- a free-text address.
ALTER TABLE orders ADD COLUMN shipping_method TEXT;
ALTER TABLE orders ADD COLUMN shipping_cents BIGINT NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN shipping_tax_cents BIGINT NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN destination TEXT;
ALTER TABLE orders ADD COLUMN postal_code_key TEXT COLLATE "C";
ALTER TABLE order_lines ADD COLUMN core_cents BIGINT NOT NULL DEFAULT 0;
ALTER TABLE order_lines ADD COLUMN discount_cents BIGINT NOT NULL DEFAULT 0;
ALTER TABLE order_lines ADD COLUMN tax_cents BIGINT NOT NULL DEFAULT 0;
CREATE INDEX orders_by_postal_code ON orders (postal_code_key) WHERE postal_code_key IS NOT NULL;
