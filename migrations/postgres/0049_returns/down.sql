-- Refunds of received pieces stay; the previous release knows them as returned pieces.
DROP TABLE return_lines;
DROP TABLE returns;
