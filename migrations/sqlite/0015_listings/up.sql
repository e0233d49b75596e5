-- Details of parts that ordering does not need. A part without a row in `listings` has default values: the previous
-- release adds such parts during a rolling upgrade. The same names and columns as in ../../postgres.
--
-- A change to anything that visitors see of a part, except its stock, increments `revision` and sets `changed_at`,
-- which search indexes follow. It is 0 for parts from before this migration: an index begins by reading every part.
ALTER TABLE parts ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
ALTER TABLE parts ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX parts_changed ON parts (changed_at, id);

-- Small tables. Their keys appear in URLs and in suppliers' files.
CREATE TABLE brands (
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    CONSTRAINT brands_key PRIMARY KEY (id)
) STRICT, WITHOUT ROWID;

CREATE TABLE categories (
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    parent_id TEXT,
    position INTEGER NOT NULL,
    CONSTRAINT categories_key PRIMARY KEY (id),
    CONSTRAINT categories_parent FOREIGN KEY (parent_id) REFERENCES categories (id)
) STRICT, WITHOUT ROWID;

CREATE TABLE listings (
    part_id TEXT NOT NULL,
    brand_id TEXT,
    number TEXT,
    category_id TEXT,
    condition TEXT NOT NULL,
    list_price_cents INTEGER,
    weight_grams INTEGER,
    length_mm INTEGER,
    width_mm INTEGER,
    height_mm INTEGER,
    hazmat INTEGER NOT NULL,
    universal INTEGER NOT NULL,
    successor_id TEXT,
    CONSTRAINT listings_key PRIMARY KEY (part_id),
    CONSTRAINT listings_part FOREIGN KEY (part_id) REFERENCES parts (id),
    CONSTRAINT listings_brand FOREIGN KEY (brand_id) REFERENCES brands (id),
    CONSTRAINT listings_category FOREIGN KEY (category_id) REFERENCES categories (id),
    CONSTRAINT listings_successor FOREIGN KEY (successor_id) REFERENCES parts (id),
    CONSTRAINT listings_condition CHECK (condition IN ('new', 'remanufactured', 'used')),
    CONSTRAINT listings_list_price CHECK (list_price_cents > 0),
    CONSTRAINT listings_parcel CHECK (weight_grams > 0 AND length_mm > 0 AND width_mm > 0 AND height_mm > 0),
    CONSTRAINT listings_hazmat CHECK (hazmat IN (0, 1)),
    CONSTRAINT listings_universal CHECK (universal IN (0, 1)),
    CONSTRAINT listings_not_its_own_successor CHECK (successor_id <> part_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX listings_of_brand ON listings (brand_id, part_id);
CREATE INDEX listings_of_category ON listings (category_id, part_id);
CREATE INDEX listings_of_successor ON listings (successor_id) WHERE successor_id IS NOT NULL;

-- A claim table: a number of a brand belongs to one part. Deleting the part releases it.
CREATE TABLE part_keys (
    brand_id TEXT NOT NULL,
    normal TEXT NOT NULL,
    part_id TEXT NOT NULL,
    CONSTRAINT part_keys_key PRIMARY KEY (brand_id, normal)
) STRICT, WITHOUT ROWID;

-- All numbers of a part, including its own: normalized for comparison, and as written. `maker` is empty if unknown,
-- because it is part of the key.
CREATE TABLE part_numbers (
    normal TEXT NOT NULL,
    part_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    maker TEXT NOT NULL,
    written TEXT NOT NULL,
    position INTEGER NOT NULL,
    CONSTRAINT part_numbers_key PRIMARY KEY (normal, part_id, kind, maker),
    CONSTRAINT part_numbers_part FOREIGN KEY (part_id) REFERENCES parts (id),
    CONSTRAINT part_numbers_kind CHECK (kind IN ('own', 'oem', 'interchange', 'supersedes', 'gtin'))
) STRICT, WITHOUT ROWID;
CREATE INDEX part_numbers_of_part ON part_numbers (part_id);

CREATE TABLE part_attributes (
    part_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    unit TEXT,
    CONSTRAINT part_attributes_key PRIMARY KEY (part_id, position),
    CONSTRAINT part_attributes_part FOREIGN KEY (part_id) REFERENCES parts (id)
) STRICT, WITHOUT ROWID;

CREATE TABLE part_pictures (
    part_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    image TEXT NOT NULL,
    alt TEXT,
    CONSTRAINT part_pictures_key PRIMARY KEY (part_id, position),
    CONSTRAINT part_pictures_part FOREIGN KEY (part_id) REFERENCES parts (id)
) STRICT, WITHOUT ROWID;

-- At or below this many pieces a part is running low; by default one less than its minimum order.
ALTER TABLE stock ADD COLUMN reorder_at INTEGER NOT NULL DEFAULT 0;
UPDATE stock SET reorder_at = (SELECT parts.minimum_order - 1 FROM parts WHERE parts.id = stock.part_id);

-- Pieces added or removed without an order. Their sum is `supplied`. The first movement of a part has the part's id; a
-- part that the previous release adds during a rolling upgrade has none until its stock is next moved.
CREATE TABLE stock_movements (
    part_id TEXT NOT NULL,
    id TEXT NOT NULL,
    reason TEXT NOT NULL,
    pieces INTEGER NOT NULL,
    actor_id TEXT,
    note TEXT,
    happened_at INTEGER NOT NULL,
    CONSTRAINT stock_movements_key PRIMARY KEY (part_id, id),
    CONSTRAINT stock_movements_part FOREIGN KEY (part_id) REFERENCES parts (id),
    CONSTRAINT stock_movements_reason CHECK (reason IN ('opening', 'received', 'counted', 'damaged', 'correction')),
    CONSTRAINT stock_movements_pieces CHECK (pieces <> 0 OR reason = 'opening')
) STRICT, WITHOUT ROWID;
INSERT INTO stock_movements (part_id, id, reason, pieces, happened_at)
    SELECT part_id, part_id, 'opening', supplied, 0 FROM stock;
