-- One row per group of searches with at least three callers on one day.
create view stg_search_crowds as
select batch, crowd_id, livemode, on_day, dimension, city_id, label
from raw_search_crowds;
