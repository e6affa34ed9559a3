-- Stores the cities of cells.
-- :city_ids are the cities of :cells, in the same order; null for a cell far from all cities.
insert into cell_cities (cell, city_id)
select cell, city_id from unnest(:cells::bigint[], :city_ids::integer[]) as given (cell, city_id)
on conflict (cell) do nothing;
