-- Empties the mart before a full replacement; readers keep what they see until it commits.
delete from marts.searches_by_cell;
