-- Frozen once released: a change is a new file. Times are milliseconds since 1970, truth values 0 or 1.

CREATE TABLE tenants (
    slug       TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    status     TEXT NOT NULL CHECK (status IN ('active', 'suspended')),
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE operators (
    name       TEXT PRIMARY KEY,
    unix_user  TEXT UNIQUE,
    rights     TEXT NOT NULL,  -- JSON: {"*" or tenant: [right]}
    status     TEXT NOT NULL CHECK (status IN ('active', 'suspended')),
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE personal_tokens (
    id            TEXT PRIMARY KEY,
    operator_name TEXT NOT NULL REFERENCES operators (name),
    name          TEXT,
    digest        BLOB NOT NULL,  -- SHA-256; the token itself is nowhere
    scopes        TEXT NOT NULL,  -- JSON: [scope]
    created_at    INTEGER NOT NULL,
    expires_at    INTEGER,
    revoked_at    INTEGER
) STRICT;
CREATE INDEX personal_tokens_of_operator ON personal_tokens (operator_name, created_at, id);

-- A deleted project keeps its row: its application id and key are never used again.
CREATE TABLE projects (
    application_id TEXT PRIMARY KEY,
    tenant         TEXT NOT NULL REFERENCES tenants (slug),
    name           TEXT NOT NULL,
    product        TEXT NOT NULL,
    environment    TEXT NOT NULL,
    status         TEXT NOT NULL CHECK (status IN ('active', 'suspended', 'deleted')),
    project_key    TEXT NOT NULL UNIQUE,
    policy         TEXT NOT NULL,     -- JSON: the base policy
    revision       INTEGER NOT NULL,  -- of the policy; never falls
    created_at     INTEGER NOT NULL
) STRICT;
CREATE INDEX projects_of_tenant ON projects (tenant, created_at, application_id);

CREATE TABLE allowlist_entries (
    application_id TEXT NOT NULL REFERENCES projects (application_id),
    platform       TEXT NOT NULL CHECK (platform IN ('ios', 'android')),
    folded         TEXT NOT NULL,     -- what is compared
    identifier     TEXT NOT NULL,     -- the spelling given
    position       INTEGER NOT NULL,
    PRIMARY KEY (application_id, platform, folded)
) STRICT, WITHOUT ROWID;

-- The deadline of a retired secret stands in its own row.
CREATE TABLE identity_secrets (
    id               TEXT PRIMARY KEY,
    application_id   TEXT NOT NULL REFERENCES projects (application_id),
    fingerprint      TEXT NOT NULL,
    sealed           BLOB NOT NULL,  -- AES-256-GCM under the master key
    master_key_id    TEXT NOT NULL,
    created_at       INTEGER NOT NULL,
    retired_at       INTEGER,
    ends_at          INTEGER,        -- the first moment at which it no longer verifies
    verified_count   INTEGER NOT NULL DEFAULT 0,
    last_verified_at INTEGER
) STRICT;
CREATE INDEX identity_secrets_of_project ON identity_secrets (application_id, created_at);
CREATE UNIQUE INDEX identity_secrets_current ON identity_secrets (application_id) WHERE retired_at IS NULL;

-- Whom an installation belongs to: anonymous, or known by the retailer's own opaque id, compared byte for byte.
CREATE TABLE people (
    id             TEXT PRIMARY KEY,
    application_id TEXT NOT NULL REFERENCES projects (application_id),
    user_id        TEXT,
    created_at     INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX people_by_user ON people (application_id, user_id) WHERE user_id IS NOT NULL;

CREATE TABLE person_properties (
    person_id TEXT NOT NULL REFERENCES people (id),
    name      TEXT NOT NULL,
    signed    INTEGER NOT NULL,  -- by the retailer's backend, which wins over what a device set
    value     TEXT NOT NULL,
    PRIMARY KEY (person_id, name, signed)
) STRICT, WITHOUT ROWID;

-- Apps on shoppers' devices.
CREATE TABLE installations (
    id               TEXT PRIMARY KEY,
    application_id   TEXT NOT NULL REFERENCES projects (application_id),
    person_id        TEXT NOT NULL REFERENCES people (id),
    platform         TEXT NOT NULL CHECK (platform IN ('ios', 'android')),
    app_identifier   TEXT NOT NULL,  -- the spelling sent
    app_folded       TEXT NOT NULL,  -- what is compared with the allowlist
    sdk_version      TEXT,
    host_app_version TEXT,
    locale           TEXT,
    time_zone        TEXT,
    epoch            INTEGER NOT NULL,
    epoch_is_used    INTEGER NOT NULL,  -- whether anything was answered 2xx in it since the logout that made it
    identified_at    INTEGER,           -- null while the person is anonymous
    created_at       INTEGER NOT NULL,
    last_activity_at INTEGER NOT NULL,
    revoked_at       INTEGER,
    revoked_by       TEXT,
    revoke_reason    TEXT
) STRICT;
CREATE INDEX installations_of_project ON installations (application_id, platform, app_folded) WHERE revoked_at IS NULL;
CREATE INDEX installations_by_activity ON installations (application_id, last_activity_at, id);
CREATE INDEX installations_of_person ON installations (person_id);

-- Tokens by their SHA-256: the one in use, those of a refresh that are not yet used, and some that have ended.
CREATE TABLE installation_tokens (
    digest          BLOB PRIMARY KEY,
    installation_id TEXT NOT NULL REFERENCES installations (id),
    state           TEXT NOT NULL CHECK (state IN ('current', 'pending', 'ended')),
    number          INTEGER NOT NULL  -- of the installation's tokens, in the order of their issue
) STRICT, WITHOUT ROWID;
CREATE INDEX installation_tokens_of_installation ON installation_tokens (installation_id, number);

-- Assertions that were accepted, until they expire, so that none is used twice.
CREATE TABLE used_assertions (
    application_id  TEXT NOT NULL REFERENCES projects (application_id),
    jti             TEXT NOT NULL,
    digest          BLOB NOT NULL,  -- SHA-256 of the whole assertion
    installation_id TEXT NOT NULL,
    epoch           INTEGER NOT NULL,
    person_id       TEXT NOT NULL,
    expires_at      INTEGER NOT NULL,
    PRIMARY KEY (application_id, jti)
) STRICT, WITHOUT ROWID;
CREATE INDEX used_assertions_by_end ON used_assertions (expires_at);

-- Why devices were turned away; an empty application_id is the deployment's.
CREATE TABLE refusals (
    application_id TEXT NOT NULL,
    reason         TEXT NOT NULL,
    platform       TEXT NOT NULL,  -- empty where none was sent
    value          TEXT NOT NULL,  -- escaped
    count          INTEGER NOT NULL,
    first_seen     INTEGER NOT NULL,
    last_seen      INTEGER NOT NULL,
    PRIMARY KEY (application_id, reason, platform, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX refusals_by_age ON refusals (application_id, last_seen);

CREATE TABLE disables (
    id             TEXT PRIMARY KEY,
    scope          TEXT NOT NULL CHECK (scope IN ('deployment', 'tenant', 'project')),
    tenant         TEXT REFERENCES tenants (slug),           -- of a project's disable too
    application_id TEXT REFERENCES projects (application_id),
    targets        TEXT NOT NULL,                            -- JSON: [target]
    reason         TEXT NOT NULL,
    reference      TEXT,
    created_by     TEXT NOT NULL,
    created_at     INTEGER NOT NULL,
    revision       INTEGER NOT NULL,                         -- of the policies it can touch, from then on at least
    lifted_by      TEXT,
    lifted_at      INTEGER,
    lift_reason    TEXT
) STRICT;
CREATE INDEX disables_by_age ON disables (created_at, id);
CREATE INDEX disables_active ON disables (tenant, application_id) WHERE lifted_at IS NULL;

-- What was answered to a POST with an Idempotency-Key, for 24 h.
CREATE TABLE idempotency_keys (
    operator_name TEXT NOT NULL,
    path          TEXT NOT NULL,
    key           TEXT NOT NULL,
    body_digest   BLOB NOT NULL,     -- SHA-256 of the body's canonical JSON
    answer        TEXT NOT NULL,     -- without secrets
    held_secret   INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    PRIMARY KEY (operator_name, path, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Rows are only ever added.
CREATE TABLE audit_log (
    id             INTEGER PRIMARY KEY,
    at             INTEGER NOT NULL,
    actor          TEXT NOT NULL,
    source         TEXT NOT NULL,
    action         TEXT NOT NULL,
    outcome        TEXT NOT NULL CHECK (outcome IN ('done', 'refused')),
    code           TEXT,
    tenant         TEXT,
    application_id TEXT,
    subject        TEXT,
    reason         TEXT,
    before         TEXT,  -- JSON
    after          TEXT,  -- JSON
    request_id     TEXT NOT NULL
) STRICT;
CREATE INDEX audit_log_of_tenant ON audit_log (tenant, id);
CREATE INDEX audit_log_of_project ON audit_log (application_id, id);
CREATE INDEX audit_log_of_actor ON audit_log (actor, id);
CREATE INDEX audit_log_of_action ON audit_log (action, id);
CREATE TRIGGER audit_log_is_never_changed BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is only ever added to'); END;
CREATE TRIGGER audit_log_is_never_shortened BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is only ever added to'); END;
