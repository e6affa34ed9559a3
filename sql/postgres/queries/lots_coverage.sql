-- How many lots, and lots in how many countries and cities, searches of one mode can find. Of a
-- car park that is listed twice, one lot counts.
select
  count(*)::integer as lot_count,
  count(distinct country)::integer as country_count,
  count(distinct (country, state, city)) filter (where city is not null)::integer as city_count
from lots
where livemode = :livemode and is_listed and status = 'active' and deleted_at is null
  and duplicate_of is null;
