-- Deletes deliveries, and the bodies of events, after 30 days. Their ids begin with the time at
-- which they were made.
with age as (
  select lpad(to_hex((extract(epoch from now() - interval '30 days') * 1000)::bigint), 12, '0')
    as oldest
),
swept as (
  delete from deliveries using age where delivery_id < 'del_' || oldest returning 1
),
bodies as (
  delete from event_bodies using age where event_id < 'evt_' || oldest returning 1
)
select ((select count(*) from swept) + (select count(*) from bodies))::integer as row_count;
