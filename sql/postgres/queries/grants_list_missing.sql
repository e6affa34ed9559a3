-- The statements that grant and revoke rights so that each role has exactly the rights declared
-- here. Only the owner may use what is not declared, except for functions that run with their
-- caller's rights. No role may truncate a table, delete rows of an append-only one, or create
-- anything.
-- :api is the name of the role that answers calls, :pipelines the name of the role that runs the
-- timetable's jobs.
with declared (objects, api, pipelines) as (
  values
    ('schema public, schema marts', 'usage', 'usage'),
    ('schema pgboss', null, 'usage'),
    ('function is_open_since_before(timestamp with time zone)', null, 'execute'),
    ('function oldest_writer()', 'execute', 'execute'),
    ('function add_search_days(integer), function drop_search_day(integer)', null, 'execute'),
    ('function due_searches(integer)', null, 'execute'),
    -- Append-only.
    ('audit_log, simulated_captures, simulated_refunds, simulated_attempts', 'select, insert',
      'select, insert'),
    ('events', 'insert', 'insert'),
    ('occupancy_counts', 'select, insert', 'select'),
    ('search_log', 'insert', 'select'),
    ('search_log_search_id_seq', 'usage', null),
    ('conversions, search_crowds, cell_cities', null, 'select, insert'),
    ('usage', 'select, insert', null),
    ('closed_usage_months', 'select', 'select, insert'),
    -- Written by commands, which run as the owner.
    ('migrations, caller_secret', 'select', 'select'),
    ('operators', 'select', 'select (operator_id), select (name), select (created_at)'),
    ('seal_keys', 'select', null),
    ('api_keys', 'select, update (last_used_at)', null),
    ('reading_positions', null, 'select, update'),
    -- Written by the pipelines about their work.
    ('archive_files', 'select',
      'select, insert, update (file_name), update (byte_count), update (sha256), update (damage)'),
    ('search_log_start', null, 'select'),
    ('refresh_status', 'select', 'select, update'),
    -- Lots, stays and holds, and what belongs to them.
    ('lots, sessions, holds, refunds', 'select, insert, update', 'select, update'),
    ('session_details', 'select', 'select'),
    ('hold_details, payout_movements', 'select', null),
    ('dispatches', 'select, insert', null),
    ('local_events', 'select, insert, update (deleted_at)', 'select'),
    ('vehicles', 'select, insert, update (plate)', null),
    ('vins', 'select, insert, update (vin)', null),
    ('drivers', 'select, insert, update (email)', null),
    -- Rows that are deleted after a time.
    ('idempotency', 'select, insert, delete', 'select, insert, delete'),
    ('search_callers', 'insert', 'select, delete'),
    ('crowd_members', null, 'select, insert, delete'),
    ('geocodes, purchases', 'select, insert, update', 'select, delete'),
    ('setbacks', 'select', 'select, insert, update, delete'),
    ('geocoder_slots', 'select, insert, update', null),
    -- Published by the pipelines, read by the API.
    ('marts.searches_by_cell', 'select', 'select, insert, update, delete'),
    ('marts.agent_demand, marts.search_percentiles', 'select', 'select, insert, update, delete'),
    ('marts.hex_weeks, marts.hexes', 'select', 'select, insert, update, delete'),
    ('marts.lots_by_city, marts.market_rate_by_lot', 'select', 'select, insert, update, delete'),
    ('marts.projection_sites, marts.search_surges', 'select', 'select, insert, update, delete'),
    ('marts.lot_forecasts, marts.public_holidays', 'select', 'select, insert, update, delete'),
    ('marts.forecast_edition', 'select', 'select, update'),
    ('marts.publication', 'select', 'select, insert, update')
),
wanted as (
  select
    case when object ~ '^(schema|function) ' then object
      else format('table %s', object::regclass) end as object,
    role, privilege
  from declared
  cross join lateral regexp_split_to_table(objects, ', ') as object
  cross join lateral (values (:api::text, api), (:pipelines::text, pipelines))
    as given (role, privileges)
  cross join lateral regexp_split_to_table(privileges, ', ') as privilege
  union all
  select format('table %s', pg_class.oid::regclass), :pipelines, privilege
  from pg_class
  cross join unnest(array['select', 'insert', 'update', 'delete']) as privilege
  where relnamespace = 'pgboss'::regnamespace and relkind in ('r', 'p', 'v')
),
relation as (
  select pg_class.oid, relacl, format('table %s', pg_class.oid::regclass) as object
  from pg_class
  where relnamespace in ('public'::regnamespace, 'marts'::regnamespace, 'pgboss'::regnamespace)
),
lent as (
  select format('function %s', oid::regprocedure) as object,
    aclexplode(coalesce(proacl, acldefault('f', proowner))) as granted
  from pg_proc
  where prosecdef and pronamespace in ('public'::regnamespace, 'marts'::regnamespace)
),
acl as (
  select object, null as column_name, aclexplode(relacl) as granted from relation
  union all
  select object, attname, aclexplode(attacl)
  from relation join pg_attribute on attrelid = relation.oid
  union all
  select format('schema %I', nspname), null, aclexplode(nspacl) from pg_namespace
  union all
  select object, null, granted from lent
),
actual as (
  select
    object, rolname as role,
    concat(lower((granted).privilege_type), ' (' || quote_ident(column_name) || ')') as privilege
  from acl
  join pg_roles on pg_roles.oid = (granted).grantee
  where rolname in (:api, :pipelines)
)
select format('grant %s on %s to %I', privilege, object, role) as statement
from (table wanted except table actual) as missing (object, role, privilege)
union all
select format('revoke %s on %s from %I', privilege, object, role)
from (table actual except table wanted) as surplus (object, role, privilege)
union all
select format('revoke execute on %s from public', object) from lent where (granted).grantee = 0
union all
-- A role that can make temporary tables could shadow our tables with its own.
select format('revoke temporary on database %I from public', datname)
from pg_database cross join aclexplode(coalesce(datacl, acldefault('d', datdba))) as granted
where datname = current_database() and grantee = 0 and privilege_type = 'TEMPORARY'
union all
select 'revoke create on schema public from public'
from pg_namespace cross join aclexplode(nspacl) as granted
where nspname = 'public' and grantee = 0 and privilege_type = 'CREATE';
