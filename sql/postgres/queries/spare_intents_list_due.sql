-- Payments that are to be released. Those that were not used in time become so. One that failed
-- before is listed again once its next try is due.
with late as (
  update spare_intents set authorize_by = null where authorize_by <= now()
  returning *
),
due as (
  select * from late
  union all
  select * from spare_intents where authorize_by is null
)
select
  spare_id, payment_intent_id, operator_id, due.livemode,
  coalesce(first_failed_at <= now() - interval '24 hours', false) as is_last_try
from due
left join setbacks on job = 'release-intents' and entity_id = spare_id
where job is null or retry_at <= now()
order by spare_id
limit :row_limit;
