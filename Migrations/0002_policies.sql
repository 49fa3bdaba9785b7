-- Frozen once released: a change is a new file. Times are milliseconds since 1970.

ALTER TABLE disables ADD COLUMN conditions TEXT NOT NULL DEFAULT '{}';  -- JSON: those that are given
ALTER TABLE disables ADD COLUMN review_at INTEGER;

-- Every base policy that a project ever had; the newest is also in its row.
CREATE TABLE policy_versions (
    application_id TEXT NOT NULL REFERENCES projects (application_id),
    version        INTEGER NOT NULL,
    policy         TEXT NOT NULL,  -- JSON
    reason         TEXT,
    set_by         TEXT,           -- null where it was set before versions were kept
    set_at         INTEGER NOT NULL,
    PRIMARY KEY (application_id, version)
) STRICT, WITHOUT ROWID;
INSERT INTO policy_versions (application_id, version, policy, reason, set_by, set_at)
SELECT application_id, 1, policy, NULL, NULL, created_at FROM projects;
