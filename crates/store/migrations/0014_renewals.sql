-- Tokens that a browser has been given in place of another one, and has not used yet.
CREATE TABLE player_renewals (
    -- The player with the new token: a hash of it.
    new TEXT PRIMARY KEY,
    old TEXT NOT NULL REFERENCES players (id),
    until BIGINT NOT NULL
);
