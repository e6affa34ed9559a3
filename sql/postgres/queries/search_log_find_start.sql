-- The last position of all searches that were dropped from the search log; zeros when none were.
select tx::text as tx, id::text as id from search_log_start;
