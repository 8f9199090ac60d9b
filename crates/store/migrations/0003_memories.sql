-- What an adaptive opponent knows of a player, from one game to the next, in its own words.

CREATE TABLE memories (
    player TEXT NOT NULL REFERENCES players (id),
    game TEXT NOT NULL,
    opponent TEXT NOT NULL,
    memory TEXT NOT NULL,
    PRIMARY KEY (player, game, opponent)
);

-- What it knew when the game began: a game that is taken up again is played on with that.
ALTER TABLE tables ADD COLUMN memory TEXT;
