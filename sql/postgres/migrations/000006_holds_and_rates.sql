-- Holds and fleet allocations beside stays, and rates that move: what may take a space, and at
-- which price. Money is in minor units of the row's currency; multipliers are whole percents.

-- `held_spaces` counts the spaces of holds that are still `held`, whether they apply now, later or
-- have expired unswept: while it is 0 no write needs to look at holds. `free_labels` are those of
-- `space_labels` that nobody has been sent to. `rate_id` (null: imported), `price_rules` (null:
-- none) and the lists of `scheduled_rates` are described in src/pricing/price-rules.ts; a scheduled
-- rate applies from its instant on, by the database clock.
alter table lots
  add column held_spaces integer not null default 0,
  add column space_labels text[] not null default '{}',
  add column free_labels text[] not null default '{}',
  add column rate_id text,
  add column price_rules jsonb,
  add column scheduled_rates jsonb not null default '[]',
  add column reported_occupied integer check (reported_occupied between 0 and total_spaces),
  add column reported_at timestamptz,
  add constraint lots_held check (held_spaces >= 0);

create or replace function lot_snapshot(lot lots) returns jsonb language sql stable
return to_jsonb(lot)
  - '{position,taken_spaces,held_spaces,space_labels,free_labels,entry_instructions,
      reported_occupied,reported_at,created_at,updated_at,deleted_at}'::text[]
  || jsonb_build_object('cell', lot.cell::text);

-- The H3 cell of a coarser resolution that a cell belongs to, as its index spells it: the
-- resolution in four bits, and all finer digits, three bits each, set.
create function cell_parent(cell bigint, resolution integer)
returns bigint language sql immutable parallel safe
return (cell & ~(15::bigint << 52))
  | (resolution::bigint << 52)
  | ((1::bigint << (3 * (15 - resolution))) - 1);

-- Searches around a lot in percent of what is usual there at this hour; null: as usual.
create function surge_pct(lot lots) returns integer language sql stable
return (
  select surge_pct from marts.search_surges
  where livemode = lot.livemode and cell = cell_parent(lot.cell, 7) and until_at > now()
);

-- The identification numbers of vehicles, beside their plates: a number is told by whoever begins a
-- stay or places a hold, and shown to no other.
create table vins (
  vin_id bigint generated always as identity primary key,
  livemode boolean not null,
  vin text not null,
  constraint vins_by_vin unique (livemode, vin)
);

-- What of a lot's snapshot became different, as it was before (or after, with the two exchanged).
create function changed_members(before jsonb, after jsonb)
returns jsonb language sql immutable parallel safe
return (
  select jsonb_object_agg(key, value) from jsonb_each(before)
  where value is distinct from after -> key
);

-- The data of the event lot.updated: what changed, as it was and as it is.
create function lot_change(before jsonb, after jsonb)
returns jsonb language sql immutable parallel safe
return jsonb_build_object(
  'lot_id', after -> 'lot_id',
  'changed', (select jsonb_agg(key) from jsonb_object_keys(changed_members(after, before)) as key),
  'before', changed_members(before, after),
  'after', changed_members(after, before));

-- `rate_minor` is what the stay pays; `rate_snapshot` says which posted rate that was and what its
-- rules made of it (src/pricing/offer-rate.ts). `creator_operator_id` is whose key began it;
-- of what was paid, `refunded_minor` is to be given back, and of the fee with it.
alter table sessions
  add column rate_snapshot jsonb not null default '{"rate_id": null, "rules": []}',
  add column hold_id text,
  add column assigned_space text,
  add column extended_minutes integer not null default 0,
  add column creator_operator_id text,
  add column vin_id bigint references vins,
  add column refunded_minor bigint not null default 0,
  add column fee_refunded_minor bigint not null default 0,
  add constraint sessions_extension check (extended_minutes between 0 and 1440),
  add constraint sessions_refunds check (
    refunded_minor between 0 and coalesce(subtotal_minor, 0)
    and fee_refunded_minor between 0 and coalesce(platform_fee_minor, 0)),
  drop constraint sessions_status_check,
  add constraint sessions_status_check check (status in
    ('active', 'ending', 'completed', 'expiring', 'expired', 'payment_failed'));
update sessions set creator_operator_id =
  coalesce((select operator_id from api_keys where key_id = sessions.key_id), operator_id);
alter table sessions alter column creator_operator_id set not null;
insert into vins (livemode, vin)
select distinct livemode, vin from vehicles where vin is not null order by livemode, vin;
update sessions set vin_id = vins.vin_id
from vehicles
join vins using (livemode, vin)
where sessions.vehicle_id = vehicles.vehicle_id;
alter table vehicles drop column vin;

drop index sessions_by_operator_end;
create index sessions_by_operator_end on sessions (operator_id, ended_at)
  where status in ('completed', 'expired');
create index sessions_active_by_lot on sessions (lot_id, expected_end) where status = 'active';
create index sessions_active_by_end on sessions (expected_end) where status = 'active';
create index sessions_unsettled on sessions (ended_at) where status in ('ending', 'expiring');
create index sessions_by_operator on sessions (operator_id, livemode, created_at, session_id);
create index sessions_by_creator on sessions (creator_operator_id, livemode, created_at, session_id)
  where creator_operator_id <> operator_id;
create index sessions_by_fleet on sessions (fleet_id, created_at, session_id)
  where fleet_id is not null;
create index sessions_by_vehicle on sessions (vehicle_id, created_at, session_id);

-- Sessions as they are read: with what only other tables know, and the clock that decides about
-- them.
create view session_details as
select
  sessions.*,
  vehicles.plate,
  vins.vin,
  lots.name as lot_name,
  lots.address as lot_address,
  lots.entry_instructions,
  operators.plan,
  now() as now
from sessions
join vehicles using (vehicle_id)
left join vins using (vin_id)
join lots using (lot_id)
join operators on operators.operator_id = sessions.operator_id;

-- Vehicles of a fleet sent to spaces together: each is a hold of one space.
create table dispatches (
  dispatch_id text primary key,
  operator_id text not null,
  key_id text not null,
  livemode boolean not null,
  fleet_id text not null,
  arrive_by timestamptz,
  created_at timestamptz not null default now()
);

-- A claim on spaces for [starts_at, ends_at) until it is redeemed or `expires_at` has passed by the
-- database clock: a `held` row past it is as good as expired. `intent` is what the caller wrote,
-- with {plate} where the plate was. The rate is the one offered, and the one the stay will pay.
create table holds (
  hold_id text primary key,
  code text not null,
  lot_id uuid not null references lots,
  operator_id text not null,
  creator_operator_id text not null,
  key_id text not null,
  livemode boolean not null,
  dispatch_id text references dispatches,
  fencing_token bigint generated always as identity,
  vehicle_id bigint references vehicles,
  vin_id bigint references vins,
  fleet_id text,
  is_autonomous boolean not null default false,
  agent_platform text,
  status text not null check (status in ('held', 'activated', 'expired', 'canceled')),
  space_count integer not null,
  activated_count integer not null default 0,
  assigned_space text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  expires_at timestamptz not null,
  ttl_seconds integer not null check (ttl_seconds > 0),
  intent text,
  parsed jsonb not null default '{}',
  rate_minor bigint not null check (rate_minor >= 0),
  rate_unit text not null check (rate_unit in ('hour', 'day')),
  currency text not null,
  max_daily_minor bigint,
  rate_snapshot jsonb not null,
  session_id text,
  created_at timestamptz not null,
  constraint holds_time check (ends_at > starts_at and expires_at <= ends_at),
  constraint holds_spaces check
    (space_count between 1 and 50 and activated_count between 0 and space_count),
  constraint holds_activated check
    ((status = 'activated') = (activated_count = space_count))
) with (fillfactor = 80);
create index holds_live_by_lot on holds (lot_id, starts_at) where status = 'held';
create index holds_live_by_expiry on holds (expires_at) where status = 'held';
create index holds_by_dispatch on holds (dispatch_id) where dispatch_id is not null;
create unique index holds_one_allocation on holds (creator_operator_id, vehicle_id)
  where status = 'held' and dispatch_id is not null;

-- Spaces that live holds keep at an instant.
create function spaces_held(of_lot uuid, as_of timestamptz) returns integer language sql stable
return (
  select coalesce(sum(space_count - activated_count), 0)::integer
  from holds
  where lot_id = of_lot and status = 'held' and expires_at > as_of
    and starts_at <= as_of and ends_at > as_of
);

-- Spaces in use at this instant, as shown and as dynamic prices see it: what stays and live holds
-- take, or what was counted on the ground in the last quarter of an hour where that is more.
create function occupied_spaces(lot lots, as_of timestamptz) returns integer language sql stable
return greatest(
  lot.taken_spaces
    + case when lot.held_spaces > 0 then spaces_held(lot.lot_id, as_of) else 0 end,
  case when lot.reported_at > as_of - interval '15 minutes' then lot.reported_occupied else 0 end);

-- Holds as they are read: one past its time is expired, whether or not that was noted.
create view hold_details as
select
  holds.*,
  case when holds.status = 'held' and holds.expires_at <= clock_timestamp()
    then 'expired' else holds.status end as status_now,
  lots.name as lot_name,
  lots.entry_instructions,
  vehicles.plate,
  vins.vin
from holds
join lots using (lot_id)
left join vehicles using (vehicle_id)
left join vins using (vin_id);

-- The most spaces of a lot that are needed at any one instant of [from_at, to_at), as far as is
-- known: stays until their expected end (past it they still stand there now), and live holds within
-- their own windows.
create function spaces_needed(
  of_lot uuid, as_of timestamptz, from_at timestamptz, to_at timestamptz
) returns integer language sql stable
return (
  with claim as (
    select from_at as begins_at, 1 as space_count,
      greatest(expected_end, as_of + interval '1 microsecond') as ends_at
    from sessions
    where lot_id = of_lot and status = 'active'
    union all
    select greatest(starts_at, from_at), space_count - activated_count, ends_at
    from holds
    where lot_id = of_lot and status = 'held' and expires_at > as_of
  ),
  change as (
    select begins_at as at, space_count as change from claim
    where ends_at > from_at and begins_at < to_at
    union all
    select ends_at, -space_count from claim
    where ends_at > from_at and begins_at < to_at
  ),
  level as (
    select sum(sum(change)) over (order by at) as space_count from change group by at
  )
  select coalesce(max(space_count), 0)::integer from level
);

-- The last word on capacity where holds are in play: a claim is refused that needs more spaces than
-- there are at any instant of its own. It runs after the statement that took the lot's row, so it
-- alone writes claims on the lot, and it sees everything that was committed before. What is already
-- amiss, because a vehicle overstays, is held against nobody else.
create function refuse_overbooking() returns trigger language plpgsql as $$
declare
  lot lots;
  as_of timestamptz := clock_timestamp();
  from_at timestamptz := as_of;
  to_at timestamptz := 'infinity';
begin
  if tg_table_name = 'holds' then
    from_at := greatest(new.starts_at, as_of);
    to_at := new.ends_at;
  elsif tg_table_name = 'sessions' then
    from_at := greatest(old.expected_end, as_of);
    to_at := new.expected_end;
  end if;
  select * into lot from lots where lot_id = new.lot_id for no key update;
  if lot.held_spaces > 0 and lot.taken_spaces + lot.held_spaces > lot.total_spaces
    and spaces_needed(new.lot_id, as_of, from_at, to_at) > lot.total_spaces
  then
    raise exception 'lot % has no free space', new.lot_id
      using errcode = 'check_violation', constraint = 'lots_capacity';
  end if;
  return null;
end $$;

-- A stay begins, unless it only takes over from its hold; or spaces go.
create trigger lots_refuse_overbooking
  after update of taken_spaces, total_spaces on lots
  for each row
  when (new.held_spaces > 0 and new.taken_spaces + new.held_spaces > new.total_spaces
    and (new.taken_spaces > old.taken_spaces
        and new.taken_spaces + new.held_spaces > old.taken_spaces + old.held_spaces
      or new.total_spaces < old.total_spaces))
  execute function refuse_overbooking();
create trigger holds_refuse_overbooking
  after insert on holds
  for each row execute function refuse_overbooking();
create trigger holds_refuse_coming_early
  after update of starts_at on holds
  for each row when (new.starts_at < old.starts_at and new.ends_at >= old.ends_at)
  execute function refuse_overbooking();
create trigger sessions_refuse_overbooking
  after update of expected_end on sessions
  for each row when (new.expected_end > old.expected_end)
  execute function refuse_overbooking();
