-- The listed lots whose name, reference and address have certain words, for each of several
-- combinations of words. Of a combination with as many rows as the limit nobody knows which lots
-- are left out: they have no order there, as putting thousands in one takes too long.
-- :combinations is a list of tsqueries over words as words_of() makes them. :row_limit is the limit
-- of each combination.
select asked.place::integer as combination, found.*
from unnest(:combinations::text[]) with ordinality as asked (combination, place)
cross join lateral (
  select lot_id, ref, name, address, city, state, latitude, longitude, timezone
  from lots
  where lot_words(name, ref, address, city, state) @@ asked.combination::tsquery
    and livemode = :livemode
    and is_listed
    and deleted_at is null
  limit :row_limit
) as found
order by asked.place, found.lot_id;
