-- Months of usage are closed and then never change; the same question costs less within an hour.

create trigger usage_is_append_only
  before update or delete or truncate on usage
  for each statement execute function refuse_change();
-- Not valid: rows of older versions stay as they are.
alter table usage add constraint usage_is_live check (livemode) not valid;

-- When each key last paid the full price for each question of an operation with a re-read price;
-- test keys pay nothing, but are told the same prices.
create table purchases (
  key_id text not null,
  operation text not null,
  question_sha256 bytea not null check (length(question_sha256) = 32),
  bought_at timestamptz not null default now(),
  primary key (key_id, operation, question_sha256)
);

create index api_keys_by_origin on api_keys (rotated_from) where rotated_from is not null;

-- A key, all keys that it replaced, and all that replaced it: they share one spend cap.
create function key_line(of_key text) returns setof text language sql stable
as $$
  with recursive line as (
    select of_key as key_id
    union
    select near.key_id
    from line
    join api_keys as mine using (key_id)
    join api_keys as near on near.key_id = mine.rotated_from or near.rotated_from = mine.key_id
  )
  select key_id from line
$$;
