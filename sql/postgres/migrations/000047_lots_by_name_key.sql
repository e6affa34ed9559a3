-- Names that differ only in case, accents, spaces or signs look the same to drivers, so all lots
-- of such a name are candidates. The key is the slug without its dashes; those between two digits
-- stay, because `1 2` is not `12`. Strict, and so never unfolded into a query, like name_slug().
create function name_key(name text) returns text
language sql immutable strict parallel safe cost 2000
return regexp_replace(name_slug(name), '(?<![0-9])-|-(?![0-9])', '', 'g');

-- Also lots that are not listed or no longer there: their names are not given to others that are
-- spelt almost alike.
create index lots_by_name_key on lots (name_key(name), livemode, lot_id);
drop index lots_by_name;
