-- One row per group of searches with at least three callers on one day.
create view stg_search_crowds as
select
  batch, crowd_id, livemode, on_day, dimension, city_id, label,
  fault_of(tx, crowd_id, 'crowd', null, concat_ws('; ',
    fault_flag('livemode', livemode),
    fault_date('on_day', on_day),
    fault_choice(
      'dimension', dimension, ['cell', 'all', 'hour', 'platform', 'place', 'wanted_on']),
    fault_number(
      'city_id', city_id, -2_147_483_648, 2_147_483_647, is_needed := dimension <> 'cell'),
    if(dimension = 'cell' and city_id is not null, 'city_id is given for a cell', null),
    case
      when label is null then 'label is missing'
      when dimension = 'cell' then fault_cell('label', label, 5, 9)
      when dimension = 'place' then fault_cell('label', label, 8, 8)
      when dimension = 'hour' then fault_number('label', label, 0, 23)
      when dimension = 'wanted_on' and try_cast(label as date) is null then 'label is no date'
    end)) as fault
from raw_search_crowds;
