-- How many lots there are, of both worlds, deleted ones too.
select count(*)::integer as lot_count from lots;
