-- One row per stay or hold that followed an agent's search.
create view stg_conversions as
select batch, conversion_id, livemode, city_id, searched_on
from raw_conversions;
