create or replace function lot_words(name text, ref text, address text, city text, state text)
returns tsvector language sql immutable parallel safe
return array_to_tsvector(words_of(
  name || ' ' || coalesce(ref, '') || ' ' || coalesce(address, '') || ' ' || coalesce(city, '')
  || ' ' || coalesce(state, '')));
