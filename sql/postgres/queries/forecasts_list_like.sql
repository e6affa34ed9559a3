-- Forecasts that were learnt from lots of a world in a range of cells: of one type (null: any), and
-- those whose size is nearest first. A lot may have no spaces at all.
select figures
from marts.lot_forecasts
where livemode = :livemode and cell between :low and :high and has_history
  and (:lot_type::text is null or lot_type = :lot_type)
order by
  abs(ln(greatest(1, space_count)::float8 / greatest(1, :space_count::integer)::float8)), lot_id
limit :lot_count_max;
