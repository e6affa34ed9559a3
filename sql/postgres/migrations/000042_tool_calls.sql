-- Writes that assistants made without an Idempotency-Key, and the key that each got: the same
-- arguments by the same API key within a minute are one call.
create table tool_calls (
  key_id text not null,
  operation text not null,
  arguments_sha256 bytea not null check (length(arguments_sha256) = 32),
  idempotency_key text not null,
  claimed_at timestamptz not null default now(),
  primary key (key_id, operation, arguments_sha256)
);
