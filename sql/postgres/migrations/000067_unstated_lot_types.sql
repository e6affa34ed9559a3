-- Forgets the kind of lots of which nobody said it. On its own, because it takes a while for many
-- lots, and holds only their rows: they are found and shown meanwhile.
--
-- Only the tags that came with a lot tell whether `surface` was said. Where they do not, nobody can
-- tell any more, so it counts as not said: a guess in a map is worse than a gap, and what is said
-- again is known again. So it is with who may park: `access:public` is a new tag, which old lots
-- get when they are imported or changed again. Lots without opening hours keep none; they are now
-- read as not known, and no longer as never closed.
update lots set lot_type = null
where lot_type = 'surface'
  and coalesce(btrim(osm_tags ->> 'parking') not in ('surface', 'park_and_ride'), true);
