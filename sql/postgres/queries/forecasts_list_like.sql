-- For each of some lots, forecasts that were learnt from lots of its mode in a range of cells:
-- from those of its type, or from any where there are none or it has no type; those whose size is
-- nearest first. A lot may have no spaces at all. :lots is a JSON array of rows by column name.
with wanted as materialized (
  select * from json_to_recordset(:lots::json) as lot (
    key text, livemode boolean, low bigint, high bigint, lot_type text, space_count integer)
),
chosen as materialized (
  select wanted.key, near.lot_id, near.apart
  from wanted
  cross join lateral (
    select lot_id, apart
    from (
      select
        lot_id,
        abs(ln(greatest(1, space_count)::float8 / greatest(1, wanted.space_count)::float8))
          as apart,
        rank() over (
          order by wanted.lot_type is not null and lot_type is distinct from wanted.lot_type)
          as type_rank
      from marts.lot_forecasts as forecast
      where forecast.livemode = wanted.livemode and forecast.has_history
        and forecast.cell between wanted.low and wanted.high
    ) as each
    where type_rank = 1
    order by apart, lot_id
    limit :lot_count_max
  ) as near
)
select chosen.key, chosen.lot_id, forecast.figures
from chosen
-- `offset 0` makes the planner look each up by index.
cross join lateral (
  select figures from marts.lot_forecasts as one where one.lot_id = chosen.lot_id offset 0
) as forecast
order by chosen.key, chosen.apart, chosen.lot_id;
