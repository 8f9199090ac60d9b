-- What the lab keeps. The same statements make the embedded database and PostgreSQL's: only types that both have.

CREATE TABLE plans (
    hash TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    -- The plan itself, as TOML, with everything it reads from files written out.
    plan TEXT NOT NULL,
    games BIGINT NOT NULL,
    -- Milliseconds since 1970, like every time here.
    added BIGINT NOT NULL
);

-- Who worked on a plan, with which version, and when they were last heard of.
CREATE TABLE runs (
    plan TEXT NOT NULL REFERENCES plans (hash),
    worker TEXT NOT NULL,
    version TEXT NOT NULL,
    began BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    PRIMARY KEY (plan, worker)
);

-- A game is known by its plan and its number in it: whoever plays it twice stores it once.
CREATE TABLE games (
    plan TEXT NOT NULL REFERENCES plans (hash),
    number BIGINT NOT NULL,
    -- The opponents in the first and the second seat, with all their options.
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    -- What the first seat scored: 1, 0.5 or 0.
    score DOUBLE PRECISION NOT NULL,
    -- Why the game ended, and who forfeited it by which fault.
    ending TEXT NOT NULL,
    forfeit TEXT,
    plies BIGINT NOT NULL,
    start TEXT NOT NULL,
    -- The moves between spaces.
    moves TEXT NOT NULL,
    -- A line a move: milliseconds, value, reason; NULL where the plan does not ask for it.
    notes TEXT,
    millis BIGINT NOT NULL,
    PRIMARY KEY (plan, number)
);

-- Who is playing which part of a plan, and until when that holds without being renewed.
CREATE TABLE claims (
    plan TEXT NOT NULL REFERENCES plans (hash),
    chunk BIGINT NOT NULL,
    worker TEXT NOT NULL,
    until BIGINT NOT NULL,
    done BIGINT NOT NULL,
    PRIMARY KEY (plan, chunk)
);

-- What an analyst said of the moves of a game.
CREATE TABLE analyses (
    plan TEXT NOT NULL,
    number BIGINT NOT NULL,
    analyst TEXT NOT NULL,
    -- A line a move: place, played, value, best, best value, rank, moves.
    judgements TEXT NOT NULL,
    PRIMARY KEY (plan, number, analyst),
    FOREIGN KEY (plan, number) REFERENCES games (plan, number)
);
