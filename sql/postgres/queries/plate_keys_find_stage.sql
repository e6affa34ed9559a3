-- How far the sealing of stored plates is.
select stage from plate_keys;
