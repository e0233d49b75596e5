DROP INDEX fitments_of_part;
CREATE INDEX fitments_of_part ON fitments (part_id, model_id);
ALTER TABLE fitments
    ALTER COLUMN line TYPE BIGINT,
    ALTER COLUMN from_year TYPE BIGINT,
    ALTER COLUMN to_year TYPE BIGINT,
    ALTER COLUMN pieces TYPE BIGINT;
