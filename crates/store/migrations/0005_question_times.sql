-- How long each question of a step took in the browser, as JSON: item to milliseconds.
ALTER TABLE study_answers ADD COLUMN times TEXT NOT NULL DEFAULT '{}';
