-- The forecasts of lots that are deleted, not listed or not active any more.
select forecast.lot_id
from marts.lot_forecasts as forecast left join lots using (lot_id)
where lots.lot_id is null or deleted_at is not null or not is_listed or status <> 'active';
