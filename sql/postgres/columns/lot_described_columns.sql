-- What everyone else is shown of a lot, beside what it is found by.
name, slug, address, city, is_capacity_estimated, area_m2, charge_text, lot_type,
ev_spaces, accessible_spaces, av_spaces, status, website, osm_id, data_license,
is_osm_export_allowed
