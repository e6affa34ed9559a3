-- Makes the partitions of the search log that are missing until :days_ahead days from now.
select add_search_days(:days_ahead::integer) as day_count;
