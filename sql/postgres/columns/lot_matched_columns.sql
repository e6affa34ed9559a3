-- What a lot is found by: read for each search, of every lot that it may find.
state, country, latitude, longitude, timezone, total_spaces, currency, tariff, features,
opening_hours, is_overnight_allowed, max_height_cm, availability_shown
