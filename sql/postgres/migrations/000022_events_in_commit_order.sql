-- Events can be read in the order in which they were committed, as audit rows can: by
-- (tx, event_id), below the horizon of the reader's snapshot. Those that are there already come
-- first, in the order in which they were made.
alter table events add column tx xid8 not null default '0';
alter table events alter column tx set default pg_current_xact_id();
create index events_by_tx on events (tx, event_id);

-- The version of a payload's shape. A statement that writes another than the first says which.
alter table events add column version smallint not null default 1;
alter table audit_log add column version smallint not null default 1;

-- What one statement makes many of, no caller can give an id each.
alter table events
  alter column event_id set default 'evt_' || replace(uuidv7()::text, '-', '');

-- What an audit row tells, for the actions that more than one statement writes.
create function session_created_diff(stay sessions) returns jsonb
language sql stable
return jsonb_build_object('after', jsonb_build_object(
  'status', 'active', 'lot_id', stay.lot_id, 'vehicle_id', stay.vehicle_id, 'source', stay.source,
  'fleet_id', stay.fleet_id, 'hold_id', stay.hold_id, 'started_at', stay.started_at,
  'expected_end', stay.expected_end, 'rate_minor', stay.rate_minor, 'rate_unit', stay.rate_unit,
  'currency', stay.currency, 'rate_snapshot', stay.rate_snapshot));

-- The stay is over and its amount is fixed; its money may not have been had yet.
create function session_closed_diff(stay sessions) returns jsonb
language sql stable
return jsonb_build_object(
  'before', jsonb_build_object('status', 'active'),
  'after', jsonb_build_object(
    'status', case stay.status when 'expiring' then 'expiring' else 'ending' end,
    'lot_id', stay.lot_id, 'started_at', stay.started_at, 'ended_at', stay.ended_at,
    'subtotal_minor', stay.subtotal_minor, 'platform_fee_minor', stay.platform_fee_minor,
    'currency', stay.currency));

create function payment_diff(stay sessions) returns jsonb
language sql stable
return jsonb_build_object('after', jsonb_build_object(
  'status', stay.status, 'amount_minor', stay.subtotal_minor, 'currency', stay.currency));

create function lot_updated_diff(before jsonb, after jsonb) returns jsonb
language sql immutable parallel safe
return jsonb_build_object('before', coalesce(changed_members(before, after), '{}'), 'after', after);

create function key_created_diff(key api_keys) returns jsonb
language sql stable
return jsonb_build_object('before', null, 'after', jsonb_build_object(
  'operator_id', key.operator_id, 'name', key.name, 'prefix', key.prefix, 'last4', key.last4,
  'mode', case when key.livemode then 'live' else 'test' end, 'scopes', key.scopes,
  'fleet_id', key.fleet_id, 'agent_platform', key.agent_platform, 'rate_limits', key.rate_limits,
  'spend_cap_cents', key.spend_cap_cents,
  'expires_at', to_char(key.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));

create function key_revoked_diff(key api_keys) returns jsonb
language sql stable
return jsonb_build_object(
  'before', jsonb_build_object('revoked_at', null),
  'after', jsonb_build_object('revoked_at',
    to_char(key.revoked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
