-- One JSON row per row of the mart that a build after $since wrote and that is not gone.
select to_json(mart)::varchar as row
from query_table($mart) as mart
where build > $since and not is_gone;
