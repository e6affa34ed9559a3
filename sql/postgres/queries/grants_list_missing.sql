-- The statements that grant and revoke rights so that each role has exactly those that are
-- declared.
-- :declared is a JSON list of { role, objects, privileges }, as grants_declare returns them;
-- :pipelines is the name of the role that also works with the queue's tables.
with wanted as (
  select
    case when object ~ '^(schema|function) ' then object
      else format('table %s', object::regclass) end as object,
    role, privilege
  from jsonb_to_recordset(:declared::jsonb) as given (role text, objects text, privileges text)
  cross join lateral regexp_split_to_table(objects, ', ') as object
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
  where rolname in (
    select role from jsonb_to_recordset(:declared::jsonb) as given (role text))
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
