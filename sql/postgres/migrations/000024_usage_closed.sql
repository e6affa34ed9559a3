-- Months of usage are closed and then never change; the same question costs less within an hour.

create trigger usage_is_append_only
  before update or delete or truncate on usage
  for each statement execute function refuse_change();
-- Not valid: rows of older versions stay as they are.
alter table usage add constraint usage_is_live check (livemode) not valid;

-- A month of an operator's usage that is over for good, with the name that its invoice has.
create table closed_usage_months (
  operator_id text not null references operators (operator_id),
  -- The first instant of the month (UTC).
  from_at timestamptz not null check (from_at = date_trunc('month', from_at, 'UTC')),
  operator_name text not null,
  closed_at timestamptz not null default now(),
  primary key (operator_id, from_at)
);
create trigger closed_usage_months_is_append_only
  before update or delete or truncate on closed_usage_months
  for each statement execute function refuse_change();

-- Counts the months, so that a month can be the second number of an advisory lock on `usage`.
create function usage_month_number(at timestamptz) returns integer language sql stable
return (extract(year from at at time zone 'UTC') * 12
  + extract(month from at at time zone 'UTC'))::integer;

-- Whether a transaction of this database that began before an instant is still open. A function of
-- its owner, because the view shows other users' transactions to few. Those that it shows to nobody
-- here do not count: should one of them charge late, the trigger below refuses it.
create function is_open_since_before(instant timestamptz) returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from pg_stat_activity where datname = current_database() and xact_start < instant)
$$;

-- No row enters a closed month. The lock is kept until the end of the transaction: whoever closes
-- the month gets it only when no row of the month is still uncommitted, and rows that come later
-- wait for it and then see that the month is closed.
create function refuse_closed_month() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared('usage'::regclass::integer, number)
  from (select distinct usage_month_number(at) as number from added) as month;
  if exists (
    select from added
    join closed_usage_months as closed
      on closed.operator_id = added.operator_id
      and closed.from_at = date_trunc('month', added.at, 'UTC')
  ) then
    -- A charge that is tried again gets a later time.
    raise exception 'the month of this charge is closed: try again'
      using errcode = 'serialization_failure', constraint = 'usage_month_is_open';
  end if;
  return null;
end $$;
create trigger usage_refuse_closed_month
  after insert on usage
  referencing new table as added
  for each statement execute function refuse_closed_month();

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
