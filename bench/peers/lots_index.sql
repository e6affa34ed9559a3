-- The lots that can be found, by their places.
create index lots_by_place on lots using gist (place)
  where deleted_at is null and is_listed and status = 'active' and livemode;
vacuum analyze lots;
