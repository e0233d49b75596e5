-- Rates may apply to some postal codes of a country only, given as comma-separated prefixes; empty for all. The same names and
-- columns as in ../../postgres.
ALTER TABLE shipping_methods ADD COLUMN postal_prefixes TEXT NOT NULL DEFAULT '';
ALTER TABLE shipping_methods ADD COLUMN except_postal_prefixes TEXT NOT NULL DEFAULT '';

-- Taxes by postal code. Servers of the previous release read tax_rates, whose key has no column for them.
CREATE TABLE postal_tax_rates (
    position INTEGER NOT NULL,
    country TEXT NOT NULL,
    region TEXT NOT NULL,
    postal_prefixes TEXT NOT NULL,
    millionths INTEGER NOT NULL,
    on_shipping INTEGER NOT NULL,
    on_core INTEGER NOT NULL,
    CONSTRAINT postal_tax_rates_key PRIMARY KEY (position),
    CONSTRAINT postal_tax_rates_rate CHECK (millionths BETWEEN 0 AND 1000000)
) STRICT, WITHOUT ROWID;
