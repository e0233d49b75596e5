-- Rates may apply to some postal codes of a country only, given as comma-separated prefixes; empty for all. The same names and
-- columns as in ../../sqlite.
ALTER TABLE shipping_methods ADD COLUMN postal_prefixes TEXT NOT NULL DEFAULT '';
ALTER TABLE shipping_methods ADD COLUMN except_postal_prefixes TEXT NOT NULL DEFAULT '';

-- Taxes by postal code. Servers of the previous release read tax_rates, whose key has no column for them.
CREATE TABLE postal_tax_rates (
    position BIGINT NOT NULL,
    country TEXT COLLATE "C" NOT NULL,
    region TEXT COLLATE "C" NOT NULL,
    postal_prefixes TEXT NOT NULL,
    millionths BIGINT NOT NULL,
    on_shipping BOOLEAN NOT NULL,
    on_core BOOLEAN NOT NULL,
    CONSTRAINT postal_tax_rates_key PRIMARY KEY (position),
    CONSTRAINT postal_tax_rates_rate CHECK (millionths BETWEEN 0 AND 1000000)
);
