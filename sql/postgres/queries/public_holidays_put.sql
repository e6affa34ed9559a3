-- Writes the public holidays from :from_day on of some places, in place of those that were known,
-- and removes those that are over. :places and :holidays are JSON arrays.
with places as (
  select country, state
  from json_to_recordset(:places::json) as place (country text, state text)
),
holidays as (
  select country, state, day, name
  from json_to_recordset(:holidays::json) as holiday (
    country text, state text, day date, name text)
),
gone as (
  delete from marts.public_holidays as known
  where day < :from_day::date
    or ((country, state) in (table places)
      and (country, state, day) not in (select country, state, day from holidays))
)
insert into marts.public_holidays as known (country, state, day, name)
select country, state, day, name from holidays
on conflict (country, state, day) do update set name = excluded.name
where known.name <> excluded.name;
