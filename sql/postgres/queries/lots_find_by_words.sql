-- The listed lots whose name, reference and address contain certain words, for each of several
-- combinations of words. When a combination has as many rows as the limit, which lots are missing
-- is arbitrary: they are not sorted before the limit, because sorting thousands takes too long.
-- :combinations is a list of tsqueries over words as words_of() makes them. :row_limit is the limit
-- of each combination.
select asked.place::integer as combination, found.*
from unnest(:combinations::text[]) with ordinality as asked (combination, place)
cross join lateral (
  select
    lot_id, ref, name, address, city, state, latitude, longitude, timezone,
    tariff, currency
  from lots
  where lot_words(name, ref, address, city, state) @@ asked.combination::tsquery
    and livemode = :livemode
    and is_listed
    and deleted_at is null
  limit :row_limit
) as found
order by asked.place, found.lot_id;
