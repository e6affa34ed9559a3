-- Posts a lot's rate, now or from an instant on, with audit row and event; stays under way keep
-- their rate. A scheduled rate for the same instant is replaced. No row is returned when the lot is
-- not the operator's, or already has :scheduled_max scheduled rates.
-- :posted is a JSON object with the columns of the rate; empty where the rate is scheduled.
-- :scheduled is a JSON list of at most one scheduled rate.
-- Keeps its plan.
with posted as (
  update lots as stored
  set (rate_id, tariff, :lot_earlier_columns, price_rules) = (
      select rate_id, tariff, :lot_earlier_columns, price_rules
      from jsonb_populate_record(stored, :posted::jsonb)),
    scheduled_rates = (
      select coalesce(jsonb_agg(rate order by (rate ->> 'effective_from')::timestamptz), '[]')
      from jsonb_array_elements(:scheduled::jsonb || scheduled_rates)
        with ordinality as one (rate, number)
      where (:posted::jsonb = '{}' or (rate ->> 'effective_from')::timestamptz > now())
        and (number = 1
          or rate -> 'effective_from' is distinct from :scheduled::jsonb -> 0 -> 'effective_from')),
    updated_at = now()
  where lot_id = :lot_id::uuid
    and livemode = :livemode
    and operator_id = :operator_id
    and deleted_at is null
    and (:scheduled::jsonb = '[]' or :scheduled_max > (
      select count(*) from jsonb_array_elements(scheduled_rates) as other (rate)
      where rate -> 'effective_from' is distinct from :scheduled::jsonb -> 0 -> 'effective_from'))
  returning lot_id, operator_id, livemode, lot_snapshot(old) as before, lot_snapshot(new) as after,
    lot_change(old, new) as change
),
audited as (
  insert into audit_rows
  select 'lot.updated', lot_id::text, operator_id, livemode, lot_updated_diff(before, after),
    :actor_type, :actor_id, :agent_platform, :request_id
  from posted
),
announced as (
  insert into events (type, version, livemode, operator_id, entity_id, data)
  select 'lot.updated', 2, livemode, operator_id, lot_id::text, change
  from posted
  where change is not null
)
select lot_id from posted;
