-- One JSON row per row of the mart that is gone since a build after $since.
select to_json(mart)::varchar as row
from query_table($mart) as mart
where build > $since and is_gone;
