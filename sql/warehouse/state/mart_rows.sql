-- One JSON row per mart row that stands and that a build after $since wrote.
select to_json(mart)::varchar as row
from query_table($mart) as mart
where build > $since and not is_gone;
