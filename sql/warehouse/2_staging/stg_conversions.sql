-- One row per stay or hold that followed an agent's search.
create view stg_conversions as
select
  batch, conversion_id, livemode, city_id, searched_on,
  fault_of(tx, conversion_id, 'conversion', null, concat_ws('; ',
    fault_flag('livemode', livemode),
    fault_number('city_id', city_id, -2_147_483_648, 2_147_483_647),
    fault_date('searched_on', searched_on))) as fault
from raw_conversions;
