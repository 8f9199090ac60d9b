-- How the opponents played that were asked for a plan's games. The hash of a plan is made of its text and this, so
-- that games, claims and analyses of one fingerprint are never taken for those of another. Plans from before have
-- none, and a hash of their text alone.
ALTER TABLE plans ADD COLUMN fingerprint TEXT NOT NULL DEFAULT 'none';
