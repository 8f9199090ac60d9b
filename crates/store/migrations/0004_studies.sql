-- What people say in studies.

CREATE TABLE studies (
    id TEXT PRIMARY KEY,
    -- Random letters: whoever has them may take part.
    link TEXT NOT NULL UNIQUE,
    -- The whole study with its records, as JSON; from the first participant on it stays as it is.
    bundle TEXT NOT NULL,
    hash TEXT NOT NULL,
    -- open or closed.
    state TEXT NOT NULL,
    -- A hash of the researcher's key: the key itself is nowhere.
    key_hash TEXT NOT NULL,
    made BIGINT NOT NULL
);

CREATE TABLE study_logins (
    -- A hash of the random token in the researcher's cookie.
    token_hash TEXT PRIMARY KEY,
    study TEXT NOT NULL REFERENCES studies (id),
    until BIGINT NOT NULL
);

-- Of somebody who has withdrawn only the number is left, and the state: everything else is empty.
CREATE TABLE participants (
    study TEXT NOT NULL REFERENCES studies (id),
    number BIGINT NOT NULL,
    -- The player whose browser speaks for the participant; none after a withdrawal.
    player TEXT,
    -- The player as whom the participant sits at the study's tables: not the one of other games, nothing passes between them.
    seated_as TEXT NOT NULL UNIQUE,
    -- A hash of the code by which another browser goes on.
    code_hash TEXT NOT NULL,
    language TEXT NOT NULL,
    -- None if the study has no groups, or the answer that decides is not given yet.
    group_id TEXT,
    -- Everything that is left to chance follows from this, as a decimal number of 64 bits.
    seed TEXT NOT NULL,
    -- going, finished or withdrawn.
    state TEXT NOT NULL,
    -- How the player was rated in our games when they joined, as JSON: game to rating.
    ratings TEXT NOT NULL,
    begun BIGINT NOT NULL,
    -- When they last gave something.
    seen BIGINT NOT NULL,
    -- 0 as long as they go on.
    ended BIGINT NOT NULL,
    PRIMARY KEY (study, number),
    UNIQUE (study, player)
);

CREATE INDEX participants_by_code ON participants (study, code_hash);

-- A step is answered once: whoever sends it again changes nothing.
CREATE TABLE study_answers (
    study TEXT NOT NULL,
    participant BIGINT NOT NULL,
    step TEXT NOT NULL,
    -- The answer as JSON, checked.
    value TEXT NOT NULL,
    -- How long it took in the browser.
    millis BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (study, participant, step),
    FOREIGN KEY (study, participant) REFERENCES participants (study, number)
);

-- What a participant said of a move of the program.
CREATE TABLE study_judgements (
    study TEXT NOT NULL,
    participant BIGINT NOT NULL,
    step TEXT NOT NULL,
    ply BIGINT NOT NULL,
    -- bad, normal or good.
    verdict TEXT NOT NULL,
    note TEXT NOT NULL,
    -- 1 if nothing was said of it, and it counts as normal.
    filled BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (study, participant, step, ply),
    FOREIGN KEY (study, participant) REFERENCES participants (study, number)
);

CREATE TABLE study_tables (
    study TEXT NOT NULL,
    participant BIGINT NOT NULL,
    step TEXT NOT NULL,
    table_id TEXT NOT NULL UNIQUE REFERENCES tables (id),
    PRIMARY KEY (study, participant, step),
    FOREIGN KEY (study, participant) REFERENCES participants (study, number)
);

-- How the researcher sorts a reason.
CREATE TABLE study_tags (
    study TEXT NOT NULL,
    participant BIGINT NOT NULL,
    step TEXT NOT NULL,
    tag TEXT NOT NULL,
    PRIMARY KEY (study, participant, step, tag),
    FOREIGN KEY (study, participant, step) REFERENCES study_answers (study, participant, step)
);
