-- A player's own mistakes, to be played again on later days.

CREATE TABLE exercises (
    player TEXT NOT NULL REFERENCES players (id),
    table_id TEXT NOT NULL REFERENCES tables (id),
    -- The mistake's number in the game, from 1.
    ply BIGINT NOT NULL,
    game TEXT NOT NULL,
    -- What was overlooked, as one word.
    kind TEXT NOT NULL,
    -- How often in a row it was solved when it was due.
    solved BIGINT NOT NULL,
    due BIGINT NOT NULL,
    made BIGINT NOT NULL,
    PRIMARY KEY (player, table_id, ply)
);

CREATE INDEX exercises_due ON exercises (player, due);
