-- Frozen once released: a change is a new file. Times are milliseconds since 1970.

CREATE TABLE releases (
    id             TEXT PRIMARY KEY,
    product        TEXT NOT NULL,
    version        TEXT NOT NULL,
    paired_version TEXT,
    archive_sha256 TEXT NOT NULL,
    requirements   TEXT NOT NULL,  -- JSON: {name: minimum}
    notes          TEXT,
    status         TEXT NOT NULL,
    created_by     TEXT NOT NULL,
    created_at     INTEGER NOT NULL,
    withdrawn_by   TEXT,
    withdrawn_at   INTEGER,
    withdrawal     TEXT,           -- why
    UNIQUE (product, version),
    CHECK ((status = 'withdrawn') = (withdrawn_at IS NOT NULL))
) STRICT;
CREATE INDEX releases_newest ON releases (created_at, id);
