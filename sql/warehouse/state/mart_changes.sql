-- One JSON row per mart row that a build after $since wrote, the rows that are gone included.
select to_json(mart)::varchar as row from query_table($mart) as mart where build > $since;
