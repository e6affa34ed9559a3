-- Lots with a scheduled rate that has begun and is not the posted one yet. A lot that failed before
-- is listed again once its next try is due.
select
  lot_id, operator_id, lots.livemode,
  coalesce(first_failed_at <= now() - interval '24 hours', false) as is_last_try
from lots
left join setbacks on job = 'apply-rates' and entity_id = lot_id::text
where scheduled_rates <> '[]' and deleted_at is null
  and exists (
    select from jsonb_array_elements(scheduled_rates) as scheduled (rate)
    where (rate ->> 'effective_from')::timestamptz <= now())
  and (job is null or retry_at <= now())
order by lot_id
limit :row_limit;
