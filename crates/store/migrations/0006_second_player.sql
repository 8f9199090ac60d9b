-- The second person at a table: whoever has opened its link. NULL while that seat is free, and at every other table.
ALTER TABLE tables ADD COLUMN other TEXT REFERENCES players (id);

CREATE INDEX tables_of_other ON tables (other, phase, changed);
