-- How many vehicles were counted on a lot at an instant: by a report or by an import. The newest
-- count_id of a lot and an instant holds, because a later report may correct an earlier one.
-- A city has tens of millions of these, so a row has only what was counted, and no foreign key: who
-- writes it has found the lot before, and rows of `lots` are never removed.
create table occupancy_counts (
  tx xid8 not null default pg_current_xact_id(),
  count_id bigint generated always as identity,
  at timestamptz not null check (is_usable(at)),
  lot_id uuid not null,
  -- May be more than the lot has spaces: published capacities are often too low.
  occupied integer not null check (occupied between 0 and 100000),
  livemode boolean not null,
  source text not null check (source in ('report', 'import')),
  primary key (tx, count_id)
);
-- Instants come first, because counts arrive in their order: the index grows at its end alone.
create index occupancy_counts_by_instant on occupancy_counts (at, lot_id);
create trigger occupancy_counts_is_append_only
  before update or delete or truncate on occupancy_counts
  for each statement execute function refuse_change();

-- The count that holds for a lot and an instant; null where there is none. Volatile, so that it
-- also sees what was committed while the calling statement waited for the lot's row.
create function newest_count(lot uuid, instant timestamptz) returns integer
language sql volatile
return (
  select occupied from occupancy_counts
  where lot_id = lot and at = instant
  order by count_id desc limit 1);

-- What was reported before is known from the audit log alone.
insert into occupancy_counts (lot_id, livemode, at, occupied, source)
select entity_id::uuid, livemode, (diff -> 'after' ->> 'at')::timestamptz,
  (diff -> 'after' ->> 'occupied')::integer, 'report'
from audit_log
where action = 'occupancy.reported'
  and diff -> 'after' <> diff -> 'before'
  and is_usable((diff -> 'after' ->> 'at')::timestamptz)
  and (diff -> 'after' ->> 'occupied')::integer between 0 and 100000
order by audit_log.tx, audit_id;

-- Of the space-minutes of the 168 hours before as_of's hour: in how many it is known how many
-- spaces were taken, and in how many of these because vehicles were counted. So far all was known,
-- and from stays alone.
alter table marts.market_rate_by_lot
  add column known_minutes bigint,
  add column measured_minutes bigint not null default 0;
update marts.market_rate_by_lot set known_minutes = space_count::bigint * 168 * 60;
alter table marts.market_rate_by_lot
  alter column known_minutes set not null,
  alter column measured_minutes drop default;
