-- outside a transaction

-- Lots without a history borrow the forecasts of lots nearby that have one: these are few among
-- very many in a large city, and were looked for among all of them, for each lot anew.
create index concurrently if not exists lot_forecasts_with_history
on marts.lot_forecasts (livemode, cell) include (lot_type, space_count, lot_id)
where has_history;
