-- Makes scheduled rates that have begun the posted ones, each with its audit row and event. Readers
-- of one lot have seen such a rate since its instant; lists and reports see it from here on. A rate
-- is skipped when another caller applied or replaced it since it was read, and when it failed
-- before and its next try is not due yet.
-- :lot_id is null for any lot.
with due as materialized (
  select lots.lot_id, newest.rate
  from lots
  cross join lateral (
    select rate
    from jsonb_array_elements(lots.scheduled_rates) as scheduled (rate)
    where (rate ->> 'effective_from')::timestamptz <= now()
    order by (rate ->> 'effective_from')::timestamptz desc
    limit 1
  ) as newest
  left join setbacks on job = 'apply-rates' and entity_id = lots.lot_id::text
  where lots.scheduled_rates <> '[]' and lots.deleted_at is null
    and (:lot_id::uuid is null or lots.lot_id = :lot_id)
    and (job is null or retry_at <= now())
  order by lots.lot_id
  limit :row_limit
  for no key update of lots skip locked
),
applied as (
  update lots as stored
  set (rate_id, tariff, :lot_earlier_columns, price_rules) = (
      select rate_id, tariff, :lot_earlier_columns, price_rules
      -- Rates that were scheduled before these were asked do not say them.
      from jsonb_populate_record(stored,
        '{"has_no_daily_max": false, "billing_step_minutes": 1}'::jsonb || due.rate
        || jsonb_build_object('tariff', scheduled_tariff(due.rate)))),
    scheduled_rates = (
      select coalesce(jsonb_agg(later order by later ->> 'effective_from'), '[]')
      from jsonb_array_elements(scheduled_rates) as later
      where (later ->> 'effective_from')::timestamptz > now()),
    updated_at = now()
  from due
  where stored.lot_id = due.lot_id
    and stored.scheduled_rates @> jsonb_build_array(due.rate)
  returning stored.lot_id, stored.operator_id, stored.livemode,
    lot_snapshot(old) as before, lot_snapshot(new) as after,
    lot_change(old, new) as change
),
audited as (
  insert into audit_rows
  select 'lot.updated', lot_id::text, operator_id, livemode, lot_updated_diff(before, after),
    'system', 'apply-rates'
  from applied
),
announced as (
  insert into events (type, version, livemode, operator_id, entity_id, data)
  select 'lot.updated', 2, livemode, operator_id, lot_id::text, change
  from applied
  where change is not null
)
select count(*)::integer as row_count from applied;
