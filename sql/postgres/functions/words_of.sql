-- Compatibility forms grow when they are taken apart: a word must stay below the 2 047 bytes that
-- the index of words takes, so what is left of the text is cut once more.
create or replace function words_of(text text) returns text[]
language sql immutable strict parallel safe cost 2000
return array_remove(
  regexp_split_to_array(
    replace(replace(replace(replace(
      translate(
        lower(
          regexp_replace(
            left(normalize(left(text, 400), nfkd), 400), '[\u0300-\u036f]', '', 'g')
          collate pg_c_utf8),
        'øđðħłıə', 'oddhlie'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[^a-z0-9\u00c0-\u1fff\u2070-\u2fff\u3040-\U0010ffff]+'),
  '');
