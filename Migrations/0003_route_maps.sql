-- Frozen once released: a change is a new file. Times are milliseconds since 1970.

-- Every version of every map is kept: which screens were allowed at the time of an incident must be answerable later.
CREATE TABLE route_maps (
    application_id TEXT NOT NULL REFERENCES projects (application_id),
    version        INTEGER NOT NULL CHECK (version > 0),
    entries        TEXT NOT NULL,     -- JSON: [{"pattern", "surface"}], as they were given
    entry_count    INTEGER NOT NULL,
    set_by         TEXT NOT NULL,
    set_at         INTEGER NOT NULL,
    PRIMARY KEY (application_id, version)
) STRICT;
