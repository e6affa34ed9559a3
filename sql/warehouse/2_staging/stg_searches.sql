-- One row per answered search or look-up.
create view stg_searches as
select
  batch, search_id, livemode, kind, cell, cell_latitude, cell_longitude, agent_platform,
  searched_at, available_lot_count, city_id, searched_on, local_hour, wanted_on,
  operator_ordinal, network_ordinal, caller_ordinal, is_keyed,
  fault_of(tx, search_id, 'search', null, concat_ws('; ',
    fault_flag('livemode', livemode),
    fault_choice('kind', kind, ['search', 'availability', 'rates']),
    fault_cell('cell', cell, 9, 9),
    fault_degrees('cell_latitude', cell_latitude, 90),
    fault_degrees('cell_longitude', cell_longitude, 180),
    fault_instant('at', searched_at),
    fault_number('available_lot_count', available_lot_count, 0, 2_147_483_647),
    fault_number('city_id', city_id, -2_147_483_648, 2_147_483_647, is_needed := false),
    -- Local times belong to a city.
    fault_date('searched_on', searched_on, is_needed := city_id is not null),
    fault_number('local_hour', local_hour, 0, 23, is_needed := city_id is not null),
    fault_date('wanted_on', wanted_on, is_needed := city_id is not null),
    fault_number('operator_ordinal', operator_ordinal, 1, 3, is_needed := false),
    fault_number('network_ordinal', network_ordinal, 1, 3, is_needed := false),
    fault_number('caller_ordinal', caller_ordinal, 1, 20, is_needed := false),
    fault_flag('is_keyed', is_keyed, is_needed := caller_ordinal is not null))) as fault
from raw_searches;
