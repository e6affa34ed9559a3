-- Removes the forecasts of lots.
delete from marts.lot_forecasts where lot_id = any(:lot_ids::uuid[]);
