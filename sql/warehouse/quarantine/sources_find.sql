-- One row per source with rows that were set aside: how many.
select source, count(*)::integer as row_count from quarantined_rows group by source;
