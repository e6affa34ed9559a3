-- Addresses of webhooks prove that whoever runs them wants events, and hosts have budgets.

-- The host of an address: a name, or an IP address (of version 6 in brackets).
create function webhook_host(url text) returns text
language sql immutable strict parallel safe
return coalesce(substring(url from '^https?://([^][/?#:]+|\[[^]]*\])'), url);

-- Whether an address begins with one of those that need no proof and have no budget.
create function is_vouched_for(url text, vouched text[]) returns boolean
language sql immutable parallel safe
return exists (select from unnest(vouched) as one where starts_with(url, one));

-- One row for each address of an operator in one world, however many webhooks use it.
create table webhook_addresses (
  operator_id text not null references operators,
  livemode boolean not null,
  url text not null,
  host text not null generated always as (webhook_host(url)) stored,
  -- Since when it is proven; null: nothing but challenges is sent there.
  verified_at timestamptz,
  -- Why it is not proven, as far as that is known.
  failure text,
  -- By a new webhook, a new url, a resumption or a test.
  asked_at timestamptz not null default now(),
  -- Challenges since it was asked for.
  challenge_count smallint not null default 0 check (challenge_count >= 0),
  challenged_at timestamptz,
  -- When the next challenge is due; null: none is until it is asked for.
  due_at timestamptz default now(),
  primary key (operator_id, livemode, url),
  check (verified_at is null or due_at is null and failure is null)
);
create index webhook_addresses_due on webhook_addresses (due_at) where due_at is not null;
create index webhook_addresses_challenged on webhook_addresses (challenged_at);

-- What has succeeded before is proven.
insert into webhook_addresses (operator_id, livemode, url, verified_at, due_at)
select operator_id, livemode, url, max(last_success_at),
  case when max(last_success_at) is null then now() end
from webhooks
where deleted_at is null
group by operator_id, livemode, url;

-- A webhook that begins to send to an address asks it for a proof. The row is always written, so
-- that the sweep, which runs beside it, sees that it is used.
create function ask_for_proof() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.webhook_addresses as address (operator_id, livemode, url)
  values (new.operator_id, new.livemode, new.url)
  on conflict (operator_id, livemode, url) do update
  set asked_at = now(), challenge_count = 0,
    due_at = case when address.verified_at is null then now() end;
  return null;
end $$;
create trigger webhooks_added after insert on webhooks
for each row execute function ask_for_proof();
create trigger webhooks_moved after update of url, status on webhooks
for each row when (new.status = 'active' and (old.url <> new.url or old.status <> new.status))
execute function ask_for_proof();

-- How much was sent to a host by one operator, and by all of them where operator_id is empty: a
-- bucket of requests that is full again at full_at. One that is full needs no row.
create table webhook_host_budgets (
  host text not null,
  operator_id text not null,
  full_at timestamptz not null,
  primary key (host, operator_id)
);

-- How many requests are left of a budget, at most `burst`; it is kept from others until the
-- transaction ends. None are left while another transaction has it. Two that find a new one may
-- both draw all of it; what was drawn too much is then owed. as_of: null for the database's clock.
create function hold_host_budget(
  of_host text, of_operator text, per_second integer, burst integer, as_of timestamptz
) returns integer language plpgsql as $$
declare
  now constant timestamptz := coalesce(as_of, now());
  held timestamptz;
begin
  select full_at into held from webhook_host_budgets
  where host = of_host and operator_id = of_operator
  for no key update skip locked;
  if found then
    return greatest(0, burst - ceil(greatest(0, per_second * extract(epoch from held - now))));
  end if;
  if exists (
    select from webhook_host_budgets where host = of_host and operator_id = of_operator
  ) then
    return 0;
  end if;
  return burst;
end $$;
