-- A part's rows are found by the part alone, as in ../../postgres. Here that changes nothing: entries of an index have the
-- key of the table behind them, which begins with the model, and numbers take no more room than they need.
DROP INDEX fitments_of_part;
CREATE INDEX fitments_of_part ON fitments (part_id);
