-- Frozen once released: a change is a new file. Times are milliseconds since 1970.

-- Identity secrets that were issued as a one-shot token.
CREATE TABLE wrapped_secrets (
    id         TEXT PRIMARY KEY,     -- the token's
    secret_id  TEXT NOT NULL UNIQUE REFERENCES identity_secrets (id),
    digest     BLOB NOT NULL,        -- SHA-256 of the token, which is nowhere
    sealed     BLOB,                 -- AES-256-GCM under a key that only the token gives; null once it is of no use
    expires_at INTEGER NOT NULL,     -- the first moment at which the token fetches nothing
    opened_at  INTEGER
) STRICT;
