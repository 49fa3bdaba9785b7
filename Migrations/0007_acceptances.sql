-- Frozen once released: a change is a new file. Times are milliseconds since 1970.

-- How a check of an issued handoff went the last time; what it was before is in the audit log.
CREATE TABLE acceptance_results (
    application_id TEXT NOT NULL,
    number         INTEGER NOT NULL,
    "check"        TEXT NOT NULL,     -- 'row:…' or 'scenario:…'
    result         TEXT NOT NULL CHECK (result IN ('pass', 'fail', 'blocked')),
    device         TEXT NOT NULL,
    os             TEXT NOT NULL,
    sdk_version    TEXT NOT NULL,
    note           TEXT,
    recorded_by    TEXT NOT NULL,
    recorded_at    INTEGER NOT NULL,
    PRIMARY KEY (application_id, number, "check"),
    FOREIGN KEY (application_id, number) REFERENCES handoff_issues (application_id, number)
) STRICT;

-- Stages of its rollout that are done.
CREATE TABLE acceptance_stages (
    application_id TEXT NOT NULL,
    number         INTEGER NOT NULL,
    position       INTEGER NOT NULL,  -- in the rollout, from 0
    done_by        TEXT NOT NULL,
    done_at        INTEGER NOT NULL,
    PRIMARY KEY (application_id, number, position),
    FOREIGN KEY (application_id, number) REFERENCES handoff_issues (application_id, number)
) STRICT;
