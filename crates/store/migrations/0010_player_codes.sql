-- Codes by which a player goes on in another browser.

CREATE TABLE player_codes (
    -- A hash of the code.
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players (id),
    -- The token of the player's cookie, encrypted with the code, which is nowhere.
    sealed TEXT NOT NULL,
    until BIGINT NOT NULL
);
