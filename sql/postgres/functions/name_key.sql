-- Names that differ only in case, accents, spaces or signs look the same to drivers, so all lots
-- of such a name are candidates. The key is the slug without its dashes; those between two digits
-- stay, because `1 2` is not `12`. Strict, and so never unfolded into a query, like name_slug().
create or replace function name_key(name text) returns text
language sql immutable strict parallel safe cost 2000
return regexp_replace(name_slug(name), '(?<![0-9])-|-(?![0-9])', '', 'g');
