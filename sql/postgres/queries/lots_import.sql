-- Creates or updates one operator's lots by ref, each change with its audit row. Safe to repeat: a
-- row that says what is stored changes nothing. A lot never shrinks below the spaces in use.
-- $1 operator_id
-- $2 livemode
-- $3 actor_id
-- $4 rows  JSON list of { row, columns, columns_if_new }, no ref twice
with input as (
  select given.row, desired.*, stored *= desired as is_same
  from jsonb_to_recordset($4::jsonb) as given (row integer, columns jsonb, columns_if_new jsonb)
  left join lots as stored on stored.operator_id = $1 and stored.livemode = $2
    and stored.ref = given.columns ->> 'ref' and stored.deleted_at is null
  cross join lateral jsonb_populate_record(stored, given.columns || case
    when stored.lot_id is null then given.columns_if_new || jsonb_build_object(
      'lot_id', uuidv7(), 'operator_id', $1::text, 'livemode', $2::boolean, 'status', 'active')
    else '{}' end) as desired
),
written as (
  insert into lots as stored (
    lot_id, operator_id, livemode, status, ref, name, slug, address, city, state, country, latitude,
    longitude, cell, timezone, total_spaces, rate_minor, rate_unit, currency, max_daily_minor,
    lot_type, features, ev_spaces, accessible_spaces, av_spaces, opening_hours, max_height_cm,
    is_listed, website, osm_id)
  select
    lot_id, operator_id, livemode, status, ref, name, slug, address, city, state, country, latitude,
    longitude, cell, timezone, total_spaces, rate_minor, rate_unit, currency, max_daily_minor,
    lot_type, features, ev_spaces, accessible_spaces, av_spaces, opening_hours, max_height_cm,
    is_listed, website, osm_id
  from input
  where is_same is not true
  on conflict (operator_id, livemode, ref) where deleted_at is null do update set (
    name, slug, address, city, state, country, latitude, longitude, cell, timezone, total_spaces,
    rate_minor, rate_unit, currency, max_daily_minor, lot_type, features, ev_spaces,
    accessible_spaces, av_spaces, opening_hours, max_height_cm, is_listed, website, osm_id,
    updated_at
  ) = row (
    excluded.name, excluded.slug, excluded.address, excluded.city, excluded.state,
    excluded.country, excluded.latitude, excluded.longitude, excluded.cell, excluded.timezone,
    excluded.total_spaces, excluded.rate_minor, excluded.rate_unit, excluded.currency,
    excluded.max_daily_minor, excluded.lot_type, excluded.features, excluded.ev_spaces,
    excluded.accessible_spaces, excluded.av_spaces, excluded.opening_hours, excluded.max_height_cm,
    excluded.is_listed, excluded.website, excluded.osm_id, now())
  where excluded.total_spaces >= stored.taken_spaces + stored.held_spaces
  returning new.ref, old.lot_id is null as is_new, lot_snapshot(old) as before,
    lot_snapshot(new) as after
),
audited as (
  insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
  select
    'system', $3, $1, $2, case when is_new then 'lot.created' else 'lot.updated' end,
    after ->> 'lot_id',
    jsonb_build_object(
      'before', case when not is_new then changed_members(before, after) end,
      'after', after)
  from written
)
select
  input.row,
  case
    when input.is_same then 'unchanged'
    when written.is_new then 'created'
    when written.ref is not null then 'updated'
    else 'below_taken'
  end as outcome
from input
left join written using (ref);
