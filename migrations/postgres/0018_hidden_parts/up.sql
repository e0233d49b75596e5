-- Admins list the hidden parts, newest first, however many others there are. The same name and columns as in ../../sqlite.

CREATE INDEX parts_hidden_newest ON parts (id) WHERE hidden;
