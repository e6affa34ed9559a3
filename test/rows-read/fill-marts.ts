/** What is published of lots, areas, cells and cities. */
export function martsOf(many: (count: number) => number): string[] {
  const cells = `(select distinct cell_parent(cell, 7) as cell from lots) as area`;
  return [
    `insert into marts.lot_forecasts (lot_id, livemode, cell, lot_type, space_count, has_history,
       made_at, due_at, figures)
     select lot_id, livemode, cell, lot_type, 100, true, now(), now() + interval '1 day',
       repeat('x', 200)::bytea
     from lots where deleted_at is null and is_listed and status = 'active' and lot_id::text > '01';
     insert into marts.market_rate_by_lot (lot_id, livemode, operator_id, cell, latitude, longitude,
       country, currency, space_count, observation_count, occupied_minutes, known_minutes)
     select lot_id, livemode, operator_id, cell, latitude, longitude, country, currency, 100, 5,
       1, 2
     from lots where deleted_at is null and is_listed and status = 'active'`,
    `insert into marts.areas (livemode, country, cell, occupied_pct)
     select true, 'CA', cell, 50 from ${cells};
     insert into marts.area_forecasts (livemode, country, cell, currency, has_history, made_for,
       made_at, due_at, figures)
     select true, 'CA', cell, 'cad', true, 'x', now(), now() + interval '1 day', repeat('x',
       200)::bytea from ${cells};
     insert into marts.area_weeks (livemode, country, cell, occupied_pcts, pooled_hours)
     select true, 'CA', cell, '{50}', 1 from ${cells};
     insert into marts.area_history (livemode, country, cell, month, since_on, occupied_pcts,
       stay_counts, told_days, paid_pcts, list_minors, space_counts)
     select true, 'CA', cell, date '2020-01-01' + n * interval '1 month', '2020-01-01', '{}',
       '{}', '{}',
       '{}', '{}', '{}'
     from ${cells} cross join generate_series(0, 11) as n;
     insert into marts.search_history (livemode, cell, month, since_on, search_counts,
       searcher_counts, told_days, space_count)
     select true, cell, date '2020-01-01' + n * interval '1 month', '2020-01-01', '{}', '{}',
       '{}', 1
     from ${cells} cross join generate_series(0, 11) as n;
     insert into marts.search_areas (livemode, cell, search_count) select true, cell,
       9 from ${cells};
     insert into marts.search_weeks (livemode, cell, search_counts, unmet_counts, agent_counts,
       pooled_hours)
     select true, cell, '{}', '{}', '{}', 1 from ${cells};
     insert into marts.search_surges (livemode, cell, surge_pct, until_at)
     select true, cell, 120, now() + interval '5 minutes' from ${cells};
     insert into marts.searches_by_cell (livemode, cell, search_count, latitude, longitude)
     select true, cell, 9, 43, -79 from ${cells};
     insert into marts.projection_sites (livemode, cell, latitude, longitude, unmet_searches,
       caller_count, suggested_spaces, from_at, to_at)
     select true, cell, 43, -79, 10, 3, 1, now(), now() from ${cells}`,
    `insert into marts.search_percentiles (livemode, country, percentile, searcher_count)
     select true, 'C' || chr(65 + c), n, n from generate_series(0,
       100) as n cross join generate_series(0, 25) as c;
     insert into marts.agent_demand (livemode, city_id, on_day, dimension, label, query_count,
       search_count, space_query_count, unmet_count, conversion_count, has_crowd)
     select true, city, current_date - n, dimension,
       case dimension when 'all' then '' else 'platform 2' end, 9, 9, 9, 0, 0, true
     from generate_series(1, 200) as city cross join generate_series(1, ${many(100)}) as n
     cross join unnest(array['all', 'platform']) as dimension;
     insert into marts.lots_by_city (livemode, city_id, lot_count)
     select true, n, 100 from generate_series(1, 200) as n;
     insert into marts.public_holidays (country, state, day, name)
     select 'CA', 'S' || s, current_date - n, 'Day' from generate_series(1,
       100) as s cross join generate_series(1, 100) as n;
     insert into marts.publication (publication_id, watermark_tx, watermark_id, as_of)
     values ('pub_1', '1', 1, now());
     insert into geocoder_slots (slot_at) values (now() - interval '1 hour');`,
  ];
}
