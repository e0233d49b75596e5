-- For listing hidden parts, newest first, without reading the others. The same name and columns as in ../../postgres.

CREATE INDEX parts_hidden_newest ON parts (id) WHERE hidden;
