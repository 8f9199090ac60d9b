-- Plans whose games are all there: workers need not count the games of those again.
ALTER TABLE plans ADD COLUMN done BIGINT NOT NULL DEFAULT 0;

-- How many games of the plan a worker has stored, and how many of its chunks had been delivered before.
ALTER TABLE runs ADD COLUMN played BIGINT NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN redelivered BIGINT NOT NULL DEFAULT 0;

-- A row for every chunk of a plan from the beginning, so that one statement finds a free one.
CREATE INDEX claims_open ON claims (plan, chunk) WHERE done = 0;
