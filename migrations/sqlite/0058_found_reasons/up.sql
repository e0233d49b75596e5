-- The reason of a return that the inspection showed, if it is not the customer's.
ALTER TABLE returns ADD COLUMN found_reason TEXT;
