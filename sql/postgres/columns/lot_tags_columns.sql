-- What OpenStreetMap tags can say of a lot.
lot_id, export_number, lots.name, address, city, state, country, latitude, longitude, total_spaces,
is_capacity_estimated, tariff, currency, lot_type, features, ev_spaces, accessible_spaces,
av_spaces, opening_hours, max_height_cm, website, ref, osm_id, osm_tags, is_listed
