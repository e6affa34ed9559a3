-- One row per lot and span of days in which it was in one area and the same was known of it.
-- only with rows of: lot_versions
create or replace temp table lot_spans as
with spans as (
  select
    lot_versions.* exclude (from_day, until_day), cell,
    greatest(from_day, since_on) as from_day, least(until_day, until_on) as until_day
  from lot_versions join (from area_spans where kind = 'use') as places
    using (livemode, country, place)
)
select * from spans where from_day < until_day;
