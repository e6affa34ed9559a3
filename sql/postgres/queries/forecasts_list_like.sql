-- Forecasts that were learnt from lots of a world in a range of cells: of one type (null: any), and
-- those whose size is nearest first.
select figures
from marts.lot_forecasts
where livemode = :livemode and cell between :low and :high and has_history
  and (:lot_type::text is null or lot_type = :lot_type)
order by abs(ln(space_count::float8 / :space_count::float8)), lot_id
limit :lot_count_max;
