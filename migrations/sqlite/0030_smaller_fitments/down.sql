DROP INDEX fitments_of_part;
CREATE INDEX fitments_of_part ON fitments (part_id, model_id);
