-- What a line of keys may spend on parking, where and when. A mandate never changes, so that each
-- stay is judged by the rules that its key was made with.
create table mandates (
  mandate_id text primary key,
  operator_id text not null,
  livemode boolean not null,
  -- Of the amounts; null: there are none, and any currency may be paid in.
  currency text check (currency ~ '^[a-z]{3}$'),
  max_per_stay_minor bigint check (max_per_stay_minor > 0),
  max_per_day_minor bigint check (max_per_day_minor > 0),
  max_per_month_minor bigint check (max_per_month_minor > 0),
  lot_ids uuid[] check (cardinality(lot_ids) between 1 and 100),
  latitude double precision,
  longitude double precision,
  radius_m integer check (radius_m > 0),
  -- OSM syntax, in the zone.
  hours text check (length(hours) between 1 and 255),
  timezone text not null,
  needs_activation boolean not null,
  created_at timestamptz not null default now(),
  -- For the keys, which are of the same operator and world.
  constraint mandates_owner unique (mandate_id, operator_id, livemode),
  constraint mandates_amounts check (
    (currency is null)
      = (coalesce(max_per_stay_minor, max_per_day_minor, max_per_month_minor) is null)),
  constraint mandates_area check (
    is_degrees(latitude, 90) and is_degrees(longitude, 180)
      and num_nulls(latitude, longitude, radius_m) in (0, 3)),
  -- Fails for a zone that this database does not know.
  constraint mandates_timezone check (created_at at time zone timezone is not null)
);
create trigger mandates_is_append_only
  before update or delete or truncate on mandates
  for each statement execute function refuse_change();

-- What the stays that began in a day or a month of the mandate's zone may cost together, of what
-- its mandate allows. The checks are the last word on how much that is.
create table mandate_periods (
  mandate_id text not null,
  period text not null check (period in ('day', 'month')),
  starts_on date not null,
  authorised_minor bigint not null,
  limit_minor bigint not null,
  primary key (mandate_id, period, starts_on),
  constraint mandate_periods_authorised check (authorised_minor >= 0),
  constraint mandate_max_per_day check (period <> 'day' or authorised_minor <= limit_minor),
  constraint mandate_max_per_month check (period <> 'month' or authorised_minor <= limit_minor)
);

alter table api_keys add column mandate_id text;
alter table api_keys add constraint api_keys_mandate
  foreign key (mandate_id, operator_id, livemode)
  references mandates (mandate_id, operator_id, livemode);
alter table holds add column mandate_id text;
-- The mandate that pays: the key's, otherwise that of the hold that was redeemed.
alter table sessions add column mandate_id text;
alter table sessions add constraint sessions_mandate_cost
  check (mandate_id is null or subtotal_minor <= estimated_minor);

-- The limits that count for a stay that begins at an instant, and the day or month of each.
create function mandate_limits(mandate mandates, at timestamptz)
returns table (period text, starts_on date, limit_minor bigint) language sql stable
begin atomic
  select 'day', (at at time zone mandate.timezone)::date, mandate.max_per_day_minor
  where mandate.max_per_day_minor is not null
  union all
  select 'month', date_trunc('month', at at time zone mandate.timezone)::date,
    mandate.max_per_month_minor
  where mandate.max_per_month_minor is not null;
end;

-- Counts what a stay may cost: its estimate while it runs, and its amount once it has ended. Every
-- statement that writes a stay counts in this way, after it has locked the lot and the stay. The
-- day is locked before the month. No role may write the counts in any other way.
create function count_mandate() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  rules public.mandates;
  counted record;
  cost_minor bigint := coalesce(new.subtotal_minor, new.estimated_minor);
  added_minor bigint := cost_minor;
begin
  if tg_op = 'UPDATE' and old.mandate_id is not null then
    added_minor := cost_minor - coalesce(old.subtotal_minor, old.estimated_minor);
  end if;
  select * into strict rules from public.mandates where mandate_id = new.mandate_id;
  if new.currency <> rules.currency then
    raise exception 'the mandate has another currency'
      using errcode = 'check_violation', constraint = 'mandate_currency';
  elsif cost_minor > rules.max_per_stay_minor then
    raise exception 'the stay costs more than the mandate allows for one'
      using errcode = 'check_violation', constraint = 'mandate_max_per_stay';
  end if;
  for counted in
    select * from public.mandate_limits(rules, new.started_at) order by period
  loop
    if added_minor > 0 then
      insert into public.mandate_periods as kept
      values (rules.mandate_id, counted.period, counted.starts_on, added_minor,
        counted.limit_minor)
      on conflict (mandate_id, period, starts_on) do update
      set authorised_minor = kept.authorised_minor + excluded.authorised_minor;
    else
      update public.mandate_periods
      set authorised_minor = authorised_minor + added_minor
      where mandate_id = rules.mandate_id
        and period = counted.period and starts_on = counted.starts_on;
    end if;
  end loop;
  return null;
end $$;
revoke execute on function count_mandate() from public;
create trigger sessions_count_mandate
  after insert or update of estimated_minor, subtotal_minor, mandate_id on sessions
  for each row when (new.mandate_id is not null) execute function count_mandate();

drop view session_details;
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

drop view hold_details;
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

-- Keys as they are shown: without the hash of their secret.
create view key_details as
select
  key_id as id,
  operator_id,
  name,
  prefix,
  last4,
  case when livemode then 'live' else 'test' end as mode,
  scopes,
  fleet_id,
  agent_platform,
  agent_id,
  rate_limits,
  spend_cap_cents,
  api_keys.created_at,
  last_used_at,
  expires_at,
  revoked_at,
  to_jsonb(mandates) as mandate
from api_keys
left join mandates using (mandate_id, operator_id, livemode);
