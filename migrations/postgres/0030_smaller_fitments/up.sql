-- Ten million rows in a quarter less room. Years, lines and pieces are small numbers. A part's rows are found by the part
-- alone: rows of one part share an entry of the index then, and a part has few rows to sort. The same names and columns as
-- in ../../sqlite.
DROP INDEX fitments_of_part;
ALTER TABLE fitments
    ALTER COLUMN line TYPE SMALLINT,
    ALTER COLUMN from_year TYPE SMALLINT,
    ALTER COLUMN to_year TYPE SMALLINT,
    ALTER COLUMN pieces TYPE SMALLINT;
CREATE INDEX fitments_of_part ON fitments (part_id);
