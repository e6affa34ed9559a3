-- The cells of resolution 9 with listed active lots that say they are in a city of this name; at
-- most as many as asked for.
-- :city is compared without case; its words find the lots by their index.
select distinct cell::text
from lots
where lot_words(name, ref, address, city, state) @@ (
    select string_agg(quote_literal(word), ' & ')::tsquery from unnest(words_of(:city)) as word
  )
  and lower(city) = lower(:city)
  and livemode = :livemode
  and is_listed
  and deleted_at is null
  and status = 'active'
order by cell
limit :row_limit;
