-- Links by which anybody can see a game, and nothing else.

CREATE TABLE shares (
    -- Random letters: whoever has them may look.
    id TEXT PRIMARY KEY,
    table_id TEXT NOT NULL UNIQUE REFERENCES tables (id),
    made BIGINT NOT NULL
);
