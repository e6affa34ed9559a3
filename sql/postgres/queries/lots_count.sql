-- How many lots there are, of both modes, deleted ones too.
select count(*)::integer as lot_count from lots;
