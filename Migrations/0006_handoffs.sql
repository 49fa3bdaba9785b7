-- Frozen once released: a change is a new file. Times are milliseconds since 1970.

-- What is being prepared; the last writing is all that is kept, what was issued has its own row.
CREATE TABLE handoffs (
    application_id TEXT PRIMARY KEY REFERENCES projects (application_id),
    inputs         TEXT NOT NULL,  -- JSON
    set_by         TEXT NOT NULL,
    set_at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Rows are only ever added.
CREATE TABLE handoff_issues (
    application_id      TEXT NOT NULL REFERENCES projects (application_id),
    number              INTEGER NOT NULL CHECK (number > 0),
    issued_at           INTEGER NOT NULL,
    issued_by           TEXT NOT NULL,
    sha256              TEXT NOT NULL,  -- of document
    document            TEXT NOT NULL,  -- canonical JSON (RFC 8785)
    release_id          TEXT NOT NULL REFERENCES releases (id),
    rollback_release_id TEXT NOT NULL REFERENCES releases (id),
    PRIMARY KEY (application_id, number)
) STRICT;
CREATE INDEX handoff_issues_of_release ON handoff_issues (release_id);
CREATE INDEX handoff_issues_of_rollback ON handoff_issues (rollback_release_id);
CREATE TRIGGER handoff_issues_are_never_changed BEFORE UPDATE ON handoff_issues
BEGIN SELECT RAISE(ABORT, 'an issued handoff never changes'); END;
CREATE TRIGGER handoff_issues_are_never_deleted BEFORE DELETE ON handoff_issues
BEGIN SELECT RAISE(ABORT, 'an issued handoff is never deleted'); END;
