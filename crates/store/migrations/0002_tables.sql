-- What the web app keeps: who plays, at which table, and every move.

CREATE TABLE players (
    -- A hash of the random token in the player's cookie: the token itself is nowhere.
    id TEXT PRIMARY KEY,
    name TEXT,
    made BIGINT NOT NULL
);

CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players (id),
    game TEXT NOT NULL,
    -- The level that was chosen, and the opponent's name with all its options.
    level TEXT NOT NULL,
    opponent TEXT NOT NULL,
    -- Where the player sits: first or second.
    seat TEXT NOT NULL,
    -- Everything that is left to chance follows from this, as a decimal number of 64 bits.
    seed TEXT NOT NULL,
    -- What was agreed before the game (undo, hint, pace, clock), as JSON.
    terms TEXT NOT NULL,
    -- Where the game begins, with everything in it that is hidden from a seat.
    start TEXT NOT NULL,
    -- setup, playing or over.
    phase TEXT NOT NULL,
    to_move TEXT,
    plies BIGINT NOT NULL,
    version BIGINT NOT NULL,
    -- The last request that changed the table: should it come again, it has been done.
    asked TEXT NOT NULL,
    -- How it ended, and what the player scored: 1, 0.5 or 0, as text: a number that may be missing has no type of its own in a
    -- statement that is prepared once for both databases.
    outcome TEXT,
    score TEXT,
    made BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    -- What an analyst said of the finished game, as JSON.
    review TEXT
);

CREATE INDEX tables_of_player ON tables (player, phase, changed);
CREATE INDEX tables_in_phase ON tables (phase, changed);

CREATE TABLE table_moves (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number BIGINT NOT NULL,
    side TEXT NOT NULL,
    mv TEXT NOT NULL,
    -- How long the side thought.
    millis BIGINT NOT NULL,
    -- The opponent's reason, and what it took the player for, as JSON.
    why TEXT,
    estimate TEXT,
    PRIMARY KEY (table_id, number)
);
