-- Lots by what people call them: their names, references and addresses, word by word.

-- Words as they compare: without accents and case, split at whatever is neither letter nor digit.
-- Beyond Latin whatever is no punctuation counts as a letter. src/intents/lot-words.ts does the
-- same to what is asked for. Strict, and so never unfolded into a query: its cost is what tells the
-- planner to look into the index instead of at every lot.
create function words_of(text text) returns text[]
language sql immutable strict parallel safe cost 2000
return array_remove(
  regexp_split_to_array(
    replace(replace(replace(replace(
      translate(
        lower(regexp_replace(normalize(left(text, 400), nfkd), '[\u0300-\u036f]', '', 'g')
          collate pg_c_utf8),
        'øđðħłıə', 'oddhlie'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[^a-z0-9\u00c0-\u1fff\u2070-\u2fff\u3040-\U0010ffff]+'),
  '');

create function lot_words(name text, ref text, address text, city text, state text)
returns tsvector language sql immutable parallel safe
return array_to_tsvector(words_of(
  name || ' ' || coalesce(ref, '') || ' ' || coalesce(address, '') || ' ' || coalesce(city, '')
  || ' ' || coalesce(state, '')));

create index lots_by_words on lots using gin (lot_words(name, ref, address, city, state))
  where deleted_at is null and is_listed;
create index lots_by_slug on lots (slug) where deleted_at is null and is_listed;
