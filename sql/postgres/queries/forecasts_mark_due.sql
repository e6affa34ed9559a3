-- Makes the forecasts of lots due now: more became known of days that are over. Those that are due
-- already keep their turn.
update marts.lot_forecasts set due_at = now()
where lot_id = any(:lot_ids::uuid[]) and due_at > now();
